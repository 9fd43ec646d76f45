//! Numbers, moves and positions drawn by chance: the same on every machine.

#![allow(dead_code, reason = "not every program of tests needs all of it")]

use emilia_core::{Position, Square};

/// Marsaglia's xorshift64*.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 32) as usize % limit
    }
}

/// A legal move; none if the side to move has none.
pub fn random_move(position: Position, random: &mut Random) -> Option<Square> {
    let mut moves = position.moves();
    (!moves.is_empty()).then(|| moves.nth(random.below(moves.len() as usize))).flatten()
}

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
