//! Ranges of numbers of empty squares. Each has its own code, in which it is known what is done there.

use super::super::params::{LARGE_ENDING_WEIGHTS, OrderWeights, SMALL_ENDING_WEIGHTS};

/// A range of numbers of empty squares.
pub(super) trait Band {
    /// Whether the table is used.
    const HAS_TABLE: bool;
    /// Whether enhanced transposition cut-offs are tried.
    const HAS_ETC: bool;
    /// The weights of the move ordering.
    const WEIGHTS: OrderWeights;
}

/// Fewer than [`ENDGAME_TABLE`](super::ENDGAME_TABLE) empty squares.
pub(super) struct Smallest;
/// Fewer than [`ENDGAME_ETC`](super::ENDGAME_ETC) empty squares.
pub(super) struct Small;
/// More than these.
pub(super) struct Large;

impl Band for Smallest {
    const HAS_TABLE: bool = false;
    const HAS_ETC: bool = false;
    const WEIGHTS: OrderWeights = SMALL_ENDING_WEIGHTS;
}

impl Band for Small {
    const HAS_TABLE: bool = true;
    const HAS_ETC: bool = false;
    const WEIGHTS: OrderWeights = SMALL_ENDING_WEIGHTS;
}

impl Band for Large {
    const HAS_TABLE: bool = true;
    const HAS_ETC: bool = true;
    const WEIGHTS: OrderWeights = LARGE_ENDING_WEIGHTS;
}
