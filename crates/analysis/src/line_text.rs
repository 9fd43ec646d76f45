//! A line of moves as text.

use emilia::game::Move;

/// The names of the moves with a blank between two of them.
pub(super) fn line_text(line: &[Move]) -> String {
    line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}
