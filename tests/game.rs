//! Games by their rules, their memory and their notations.

use emilia::game::{Game, Rules};
use proptest::prelude::ProptestConfig;

#[path = "game/memory.rs"]
mod memory;
#[path = "game/notation.rs"]
mod notation;
#[path = "game/rules.rs"]
mod rules;
#[path = "game/tolerance.rs"]
mod tolerance;
#[path = "game/turning.rs"]
mod turning;

/// The usual number of cases; what fails becomes a test of its own rather than a file of seeds.
fn cases() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

/// Numbers that look random and are the same in every run (SplitMix64, Steele, Lea and Flood 2014).
struct Chance(u64);

impl Chance {
    /// A number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }
}

/// A game by these rules of at most so many legal moves, chosen by chance.
fn random_game(rules: Rules, seed: u64, length: usize) -> Game {
    let (mut game, mut chance) = (Game::new(rules), Chance(seed));
    while game.moves().len() < length && !game.is_over() {
        let moves = game.legal();
        game.play(moves[chance.below(moves.len())]).expect("a legal move is played");
    }
    game
}
