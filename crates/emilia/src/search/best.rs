//! The best move of a node.

use crate::board::Square;
use crate::score::Score;

/// The best of the moves of a node so far.
#[derive(Clone, Copy)]
pub(super) struct Best {
    /// Its score, or a bound of it.
    pub score: Score,
    /// The move; none before one was searched.
    pub at: Option<Square>,
}
