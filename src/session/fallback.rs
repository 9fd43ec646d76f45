//! A move for when a search has none.

use crate::board::{Position, Square};
use crate::eval::Weights;
use crate::game::Move;
use crate::score::Value;
use crate::search::Report;
use std::time::Duration;

/// The best move by the static evaluation one ply ahead; none without a move.
pub(super) fn static_choice(root: Position, weights: &Weights) -> Option<Report<Move>> {
    let score = |at: Square| Some((-weights.eval_position(root.try_play(at)?), at));
    let (score, best) = root.moves().filter_map(score).max()?;
    Some(Report {
        value: Value::estimate(score, 1, 100),
        line: vec![best.into()],
        nodes: u64::from(root.moves().len()),
        time: Duration::ZERO,
    })
}
