//! Results that the client found elsewhere.

use emilia::internal::search::SavedEntry;
use emilia::{Move, Score, Turn};

/// The most results that are kept for the next search; later ones replace the oldest.
const MOST: usize = 4096;

/// A result that was found elsewhere. A search uses it where it would not search deeper itself; it is never part of a proof.
#[derive(Clone, PartialEq, Debug)]
pub struct KnownResult {
    /// The board and the side to move.
    pub turn: Turn,
    /// The least score for the side to move.
    pub lower: Score,
    /// The greatest score, at least the least one.
    pub upper: Score,
    /// Plies searched.
    pub depth: u32,
    /// Confidence of the forward pruning.
    pub percent: u8,
    /// The best move.
    pub best: Option<Move>,
}

/// The results for the next search.
#[derive(Default)]
pub(super) struct KnownResults(Vec<SavedEntry>);

impl KnownResults {
    /// Keeps a result if it is one of the fast board, and its position has a move.
    pub(super) fn add(&mut self, result: &KnownResult) {
        let KnownResult { turn, lower, upper, depth, percent, best } = result;
        let Some(position) = turn.position().filter(|_| lower <= upper) else { return };
        let best = best.and_then(|mv| mv.square());
        let depth = u8::try_from(*depth).unwrap_or(u8::MAX);
        if let Some(entry) = SavedEntry::from_bounds(position, (*lower, *upper), depth, *percent, best) {
            if self.0.len() >= MOST {
                self.0.remove(0);
            }
            self.0.push(entry);
        }
    }

    /// The results, which are then forgotten.
    pub(super) fn take(&mut self) -> Vec<SavedEntry> {
        std::mem::take(&mut self.0)
    }
}
