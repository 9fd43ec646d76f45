//! What the strategy books name on a board, each computed from the position alone.
//!
//! Knows nothing of values: whether a feature is good is not said here. "Own" is the side to move, "opp" the other, as everywhere on the
//! fast board; [`Position::pass`](emilia::Position::pass) gives the other side's view. Squares are neighbours along rows, columns and
//! diagonals, eight at most.

pub mod corners;
pub mod edges;
pub mod mobility;
pub mod regions;
pub mod tempo;
pub mod traps;
