//! Games by their rules, their memory and their notations.

use crate::random::random_game;
use emilia_core::Game;
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

/// The game as it is read back: with the outcome that the board shows, if it is over.
fn with_outcome(game: &Game) -> Game {
    let mut game = game.clone();
    game.tags.outcome = game.outcome();
    game
}
