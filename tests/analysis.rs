//! Judged games, and what is written of them.

mod cli;
mod judge;
mod outputs;

use crate::common::Random;
use crate::common::moves::random_move;
use emilia::analysis::{JudgeOptions, JudgedGame, judge};
use emilia::{Engine, EngineOptions, Game, Level, Stop};

/// An engine whose results are the same each time.
fn engine() -> Engine {
    Engine::new(EngineOptions { threads: 1, hash: 16, ..EngineOptions::default() })
}

fn judged(game: &Game, options: &JudgeOptions) -> JudgedGame {
    judge(&mut engine(), game, options, &Stop::new(), |_| {}).expect("a game of Othello")
}

fn level(level: u8) -> JudgeOptions {
    JudgeOptions::level(Level::new(level).expect("a level"))
}

/// A game of random moves to its end, passes included.
fn random_game(random: &mut Random) -> Game {
    let mut game = Game::default();
    while !game.is_over() {
        let at = random_move(game.position().expect("Othello"), random);
        game.play(at.map_or(emilia::Move::Pass, Into::into)).expect("legal");
    }
    game
}
