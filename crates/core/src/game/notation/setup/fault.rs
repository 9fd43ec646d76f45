//! What can be wrong with a board and its moves.

use crate::game::notation::obf::ObfError;
use crate::game::{ParseTurnError, ReplayError};
use alloc::string::String;

/// The board or its moves cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The board.
    #[error(transparent)]
    Board(#[from] ParseTurnError),
    /// A move.
    #[error(transparent)]
    Move(#[from] ReplayError),
    /// The answers behind a position in OBF.
    #[error(transparent)]
    Obf(#[from] ObfError),
    /// A fault on a line.
    #[error("line {line}: {fault}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        fault: SetupFault,
    },
}

/// What can be wrong with a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupFault {
    /// The squares on a line are not those of a board.
    #[error("a board has 64 squares, not {0}")]
    Squares(usize),
    /// A row is too long or too short.
    #[error("row {row}: expected {expected} squares, got {squares}")]
    Row {
        /// The row, from the first of the drawing.
        row: usize,
        /// The squares of a row.
        expected: usize,
        /// The squares that are there.
        squares: usize,
    },
    /// There are more or fewer rows.
    #[error("the board that begins here: expected {expected} rows, got {rows}")]
    Rows {
        /// The rows of a board.
        expected: usize,
        /// The rows that are there.
        rows: usize,
    },
    /// All squares are empty.
    #[error("the board has no disc")]
    Empty,
    /// The words of a board on a line have different lengths.
    #[error("the words of the board have different lengths")]
    Uneven,
    /// The numbers of the rows are not in order.
    #[error("the rows are not numbered in order")]
    Order,
    /// The signs of the squares do not say what is black, white and empty.
    #[error("cannot tell black, white and empty squares apart: {0:?}")]
    Signs(String),
    /// Both sides are said to be to move.
    #[error("both sides are said to be to move")]
    Sides,
    /// It is not known who is to move.
    #[error("the side to move is missing")]
    NoSide,
    /// Moves without a board.
    #[error("moves stand before the board")]
    Stray,
    /// A move.
    #[error(transparent)]
    Move(ReplayError),
}

impl SetupFault {
    pub(super) fn signs(signs: &[char]) -> SetupFault {
        SetupFault::Signs(signs.iter().map(|sign| if sign.is_ascii() { *sign } else { '?' }).collect())
    }
}

/// This fault on this line.
pub(super) const fn at(line: usize, fault: SetupFault) -> SetupError {
    SetupError::Line { line, fault }
}
