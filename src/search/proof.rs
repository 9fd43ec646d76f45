//! What a search has proved of the root's moves so far, and who is told while it runs.
//!
//! Knows nothing of files: where a search stood can be taken from it and given to another one, as values.
//!
//! A pass of full width to the end of the game proves a bound for every root move that it finishes. The bounds hold whatever
//! the window and the table, so they are noted apart from the table: no move is searched again where its bounds are answer enough.

use super::table::Table;
use super::{Observer, Report, SavedEntry, Selectivity};
use crate::board::{Bitboard, Position, Square};
use crate::score::{Score, Value};
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

/// A search of the whole worker: so many plies deep, with cuts so sure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Iteration {
    pub depth: u32,
    pub selectivity: Selectivity,
}

impl Iteration {
    /// Whether it proves what it finds in a position with so many empty squares.
    pub fn proves(self, empties: u32) -> bool {
        self.depth >= empties && self.selectivity == Selectivity::Full
    }
}

impl Proof {
    /// What the bounds come to; none if nothing is proved.
    pub(super) fn value(self) -> Option<Value> {
        Value::within(self.lower, self.upper)
    }
}

/// What happens in a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// A pass begins.
    Begins,
    /// A root move is searched, in a pass to the end of the game. What matters is whether and where it lies in the window.
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
    /// About a tenth of a second has gone by.
    Tick,
    /// The search ends, finished or not.
    Ends,
}

/// Where a search stands.
pub struct Snapshot<'a> {
    /// The position; if the side to move has to pass, the one after the pass, and all scores are those of the other side.
    pub root: Position,
    /// The moves that are searched.
    pub moves: Bitboard,
    /// The pass under way and those to come, none after the last; that one is what was asked for.
    pub iterations: Vec<Iteration>,
    /// What is proved of the root's moves; nothing of those left out.
    pub proofs: Vec<Proof>,
    /// Positions visited since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    pub(super) table: &'a Table,
}

impl Snapshot<'_> {
    /// What is proved of the position itself, with a move that is worth the lower bound if it says more than -64.
    pub fn proof(&self) -> Option<Proof> {
        proved_root(&self.proofs, self.moves)
    }

    /// The entries of the table that cost most to find again, at most so many.
    pub fn kept(&self, most: usize) -> impl Iterator<Item = SavedEntry> {
        self.table.kept(most)
    }
}

/// The fewest discs of a final score that is proved to be at least this value.
///
/// Final scores are even, and a drawn game may have been given any value within a disc: by this search, or by an earlier one with
/// another contempt whose results the table still has.
pub(super) fn fewest_discs(lower: Score) -> i32 {
    -most_discs(-lower)
}

/// The most discs of a final score that is proved to be at most this value.
pub(super) fn most_discs(upper: Score) -> i32 {
    if upper.raw().abs() <= Score::UNIT { 0 } else { upper.floor() & !1 }
}

/// What is proved of a root with these moves, and the best move as far as one is known; none if nothing is.
pub(super) fn proved_root(proofs: &[Proof], moves: Bitboard) -> Option<Proof> {
    let best = proofs.iter().rev().max_by_key(|proof| proof.lower)?;
    let of_all = proofs.len() == moves.len() as usize;
    let upper = if of_all { proofs.iter().map(|proof| proof.upper).max()? } else { 64 };
    Some(Proof { upper, ..*best }).filter(|proof| proof.value().is_some())
}

/// An observer that is told every step. Steps come from the threads that search, one at a time; the search of that thread waits.
pub trait ProgressObserver: Observer<Square> {
    /// Takes note of a step.
    fn step(&mut self, step: Step, snapshot: &Snapshot<'_>);
}

/// Where an earlier search of the same position with the same limits stood. By default it had not begun.
#[derive(Clone, Default, Debug)]
pub struct ResumeState {
    /// How many iterations it had finished.
    pub iterations: usize,
    /// The lines of the last of these.
    pub lines: Vec<Report<Square>>,
    /// What it had proved.
    pub proofs: Vec<Proof>,
}
