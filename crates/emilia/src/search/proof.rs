//! What a search has proved of the root moves so far, and the observer of its progress.
//!
//! Knows nothing of files: the state of a search is a value that another search can resume from.
//!
//! An iteration of full width to the end of the game proves a bound for every root move that it finishes. The bounds do not depend on
//! the window or the table, so they are kept apart from the table: a move whose bounds answer the question is not searched again.

use super::table::Table;
use super::{Observer, Report, SavedEntry, Selectivity};
use emilia_core::{Bitboard, Position, Score, Square, Value};
use std::time::Duration;

/// What is proved of a root move, in discs for the side to move at the root: with perfect play after it the game ends within
/// `lower..=upper`. Final scores are even, and so are the bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The move.
    pub at: Square,
    /// The least score, -64 if nothing better is proved.
    pub lower: i32,
    /// The greatest score, 64 if nothing better is proved.
    pub upper: i32,
}

/// One iteration: a search of the root to a depth in plies, with forward pruning of this confidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Iteration {
    pub depth: u32,
    pub selectivity: Selectivity,
}

impl Iteration {
    /// Whether its result is proved in a position with this number of empty squares.
    pub fn proves(self, empties: u32) -> bool {
        self.depth >= empties && self.selectivity == Selectivity::Full
    }
}

impl Proof {
    /// The bounds as a value; none if nothing is proved.
    pub fn value(self) -> Option<Value> {
        Value::within(self.lower, self.upper)
    }
}

/// A step of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// An iteration begins.
    Begins,
    /// The search of a root move begins, in an iteration to the end of the game. It finds out where the score lies relative to the window.
    Searching {
        /// The move.
        at: Square,
        /// The lower end of the window.
        alpha: Score,
        /// The upper end of the window.
        beta: Score,
    },
    /// The search of this root move ends.
    Searched {
        /// The move.
        at: Square,
    },
    /// Reported about every tenth of a second.
    Tick,
    /// The search ends, finished or not.
    Ends,
}

/// The state of a running search.
pub struct Snapshot<'a> {
    /// The position; if the side to move has to pass, the position after the pass, and all scores are for the other side.
    pub root: Position,
    /// The moves that are searched.
    pub moves: Bitboard,
    /// The running iteration and those that follow; the last one is the one requested. Empty after it.
    pub iterations: Vec<Iteration>,
    /// What is proved of the root moves; moves without a proved bound are left out.
    pub proofs: Vec<Proof>,
    /// Positions visited since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    pub(super) table: &'a Table,
}

impl Snapshot<'_> {
    /// What is proved of the position itself, with a move that reaches the lower bound if that is above -64.
    pub fn proof(&self) -> Option<Proof> {
        proved_root(&self.proofs, self.moves)
    }

    /// The entries of the table that are most expensive to recompute, at most this number.
    pub fn deepest(&self, most: usize) -> impl Iterator<Item = SavedEntry> {
        self.table.deepest(most)
    }
}

/// The fewest discs of a final score that is proved to be at least this value.
///
/// Final scores are even, and a draw may have any value within a disc: by this search, or by an earlier one with
/// another contempt whose entries are still in the table.
pub(super) fn fewest_discs(lower: Score) -> i32 {
    -most_discs(-lower)
}

/// The most discs of a final score that is proved to be at most this value.
pub(super) fn most_discs(upper: Score) -> i32 {
    if upper.raw().abs() <= Score::UNIT { 0 } else { upper.floor() & !1 }
}

/// Whether a score between these bounds is at least `target`, if they say so.
pub(crate) fn is_reached(lower: i32, upper: i32, target: i32) -> Option<bool> {
    match (lower >= target, upper < target) {
        (false, false) => None,
        (is_reached, _) => Some(is_reached),
    }
}

/// The bounds of a root with these moves, with the best move if one is known; none if nothing is proved.
pub(super) fn proved_root(proofs: &[Proof], moves: Bitboard) -> Option<Proof> {
    let best = proofs.iter().rev().max_by_key(|proof| proof.lower)?;
    let of_all = proofs.len() == moves.len() as usize;
    let upper = if of_all { proofs.iter().map(|proof| proof.upper).max()? } else { 64 };
    Some(Proof { upper, ..*best }).filter(|proof| proof.value().is_some())
}

/// An observer of every step. The searching threads call it, one at a time; the calling thread's search waits.
pub trait ProgressObserver: Observer<Square> {
    /// Called at every step.
    fn step(&mut self, step: Step, snapshot: &Snapshot<'_>);
}

/// The state of an earlier search of the same position under the same limits, to resume from. The default is a new search.
#[derive(Clone, Default, Debug)]
pub struct ResumeState {
    /// The number of finished iterations.
    pub iterations: usize,
    /// The lines of the last finished iteration.
    pub lines: Vec<Report<Square>>,
    /// What was proved of the root moves.
    pub proofs: Vec<Proof>,
}
