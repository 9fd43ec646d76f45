//! What several tests share.

pub mod documents;
pub mod files;
pub mod help;
pub mod program;

use emilia::{Move, ReviewedMove, Score, Value};
use std::io::Write as _;
use std::time::Duration;

/// Says that a test is skipped, and what it needs. Written to the stream itself, as the test runner hides what a passed test prints;
/// `scripts/test` repeats these lines at its end.
pub fn skip(test: &str, reason: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {test}: {reason}");
}

/// A reviewed move without a line, as a search of no cost finds it.
pub fn reviewed(
    ply: usize,
    played: Option<Move>,
    value: Value,
    best: Option<Move>,
    loss: Option<Score>,
) -> ReviewedMove {
    let of_played = played.map(|_| value);
    let line = best.into_iter().collect();
    ReviewedMove { ply, played, value, best, of_played, loss, line, from_book: false, nodes: 0, time: Duration::ZERO }
}
