//! Random moves, and reviewed ones.

use crate::common::Random;
use emilia::board::{Position, Square};
use emilia::engine::ReviewedMove;
use emilia::{Move, Score, Value};
use std::time::Duration;

/// A legal move chosen by chance; none if the side to move has none.
pub fn random_move(position: Position, random: &mut Random) -> Option<Square> {
    let mut moves = position.moves();
    (!moves.is_empty()).then(|| moves.nth(random.below(moves.len() as usize))).flatten()
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
