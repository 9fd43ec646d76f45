//! One mistake of a record, and what is meant.

use emilia::Square;
use std::fmt;

/// A mistake in a record. Numbers are those of the record, from 1, without passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Another square is meant.
    Misread {
        /// The number of the move.
        number: usize,
        /// What is written; empty if nothing is.
        written: String,
        /// The square that is meant.
        square: Square,
    },
    /// A move is left out.
    Missing {
        /// The number of the move before which it is left out.
        number: usize,
        /// Its square.
        square: Square,
    },
    /// A move is one too many.
    Extra {
        /// The number of the move.
        number: usize,
        /// What is written.
        written: String,
    },
    /// Two neighbouring moves are exchanged.
    Swapped {
        /// The number of the first of them.
        number: usize,
        /// The square played first.
        first: Square,
        /// The square played second.
        second: Square,
    },
}

impl Change {
    /// The number of the move in the record, from 1.
    pub const fn number(&self) -> usize {
        match self {
            Change::Misread { number, .. }
            | Change::Missing { number, .. }
            | Change::Extra { number, .. }
            | Change::Swapped { number, .. } => *number,
        }
    }
}

/// One line for a person.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Misread { number, written, square } if written.is_empty() => {
                write!(f, "move {number}: {square}, which has no number")
            }
            Change::Misread { number, written, square } => write!(f, "move {number}: {square}, not {written}"),
            Change::Missing { number, square } => write!(f, "before move {number}: {square} is missing"),
            Change::Extra { number, written } if written.is_empty() => write!(f, "there is no move {number}"),
            Change::Extra { number, written } => write!(f, "move {number}: {written} is one too many"),
            Change::Swapped { number, first, second } => {
                write!(f, "moves {number} and {}: {first}, then {second}", number + 1)
            }
        }
    }
}
