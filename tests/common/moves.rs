//! Random moves.

use crate::common::Random;
use emilia::board::{Position, Square};

/// A legal move chosen by chance; none if the side to move has none.
pub fn random_move(position: Position, random: &mut Random) -> Option<Square> {
    let mut moves = position.moves();
    (!moves.is_empty()).then(|| moves.nth(random.below(moves.len() as usize))).flatten()
}
