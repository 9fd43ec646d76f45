//! Games by their rules, their memory and their notations.

use crate::random::Random;
use emilia_core::{Game, Rules};
use proptest::prelude::ProptestConfig;

mod damage;
mod exports;
mod memory;
mod notation;
mod reading;
mod records;
mod rules;
mod tolerance;
mod transform;
mod variants;

/// The usual number of cases; what fails becomes a test of its own rather than a file of seeds.
fn cases() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

/// A game by these rules of at most `length` random legal moves.
fn random_game(rules: Rules, seed: u64, length: usize) -> Game {
    let (mut game, mut random) = (Game::new(rules), Random::new(seed));
    while game.moves().len() < length && !game.is_over() {
        let moves = game.legal();
        game.play(moves[random.below(moves.len())]).expect("a legal move is played");
    }
    game
}

/// The game as it is read back: with the outcome that the board shows, if it is over.
fn with_outcome(game: &Game) -> Game {
    let mut game = game.clone();
    game.tags.outcome = game.outcome();
    game
}
