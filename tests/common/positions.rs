//! Positions of random games.

use crate::common::Random;
use crate::common::moves::random_move;
use emilia::board::Position;

/// The position of a random game with this number of empty squares, either side to move, after forced passes; games that end earlier are
/// played anew.
pub fn random_position(empties: u32, random: &mut Random) -> Position {
    'game: loop {
        let mut position = Position::START;
        while position.empties() > empties {
            position = match random_move(position, random) {
                Some(at) => position.try_play(at).expect("legal"),
                None if position.is_over() => continue 'game,
                None => position.pass(),
            };
        }
        return position;
    }
}
