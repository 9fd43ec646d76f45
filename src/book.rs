//! The opening book: positions with what was found out about their moves, in a file or embedded in the program.
//!
//! ```text
//!   position ──► Key ──► Entry    moves to positions of the book (links)
//!                                 the best of the other moves (leaf), from a search
//!                                 value = the best of both, propagated from position to position
//! ```
//!
//! Knows nothing of searching: what has to be searched is a [`Request`], which the engine answers.

mod build;
mod check;
mod compact;
mod deviate;
mod entry;
mod error;
mod exchange;
mod extend;
mod grow;
mod guard;
mod key;
mod knowledge;
mod learn;
mod lookup;
mod merge;
mod minimax;
mod parents;
mod request_text;
mod store;
mod tables;
mod text;
mod tree;
mod verify;

pub use build::{BuildObserver, Builder, Done, Evaluate, NullObserver};
pub use check::Report;
pub use compact::CompactBook;
pub use deviate::Lines;
pub use entry::{DrawValues, Entry, Games, Leaf};
pub use error::BookError;
pub use exchange::ForeignBook;
pub use grow::{Evaluation, Request};
pub use guard::is_guarded;
pub use key::{Key, View};
pub use knowledge::KnownPosition;
pub use learn::{GameFilter, GamePositions, OWN_GAMES};
pub use lookup::{Book, BookMove, Lookup, PlayOptions};
pub use store::{Reader, Store};
pub use text::level_of_text;
pub use verify::VerifiedMove;

#[cfg(test)]
mod tests {
    use super::{Key, Leaf};
    use crate::board::Position;
    use crate::random::Random;
    use crate::score::{Score, Value};

    /// The positions of this number of games of random moves, without repetitions.
    pub(super) fn random_positions(games: usize, seed: u64) -> Vec<Position> {
        let (mut random, mut positions) = (Random::new(seed, 0), Vec::new());
        for _ in 0..games {
            let mut position = Position::START;
            while !position.is_over() {
                positions.push(position);
                let moves: Vec<_> = position.moves().collect();
                position = match moves.len() {
                    0 => position.pass(),
                    count => position.try_play(moves[random.below(count)]).expect("a legal move"),
                };
            }
        }
        positions.sort_unstable();
        positions.dedup();
        positions
    }

    /// A leaf that differs from position to position.
    pub(super) fn leaf_of(key: Key, number: usize) -> Leaf {
        let moves: Vec<_> = key.position().moves().collect();
        let discs = (number % 21) as i32 - 10;
        let value = match number % 7 {
            0 => Value::exact(discs),
            1 => Value::at_least(discs),
            2 => Value::at_most(discs),
            _ => Value::estimate(Score::from_discs(discs as f32 / 3.0), 21, 73),
        };
        if number.is_multiple_of(11) { Leaf::Unknown } else { Leaf::Best { at: moves[number % moves.len()], value } }
    }
}
