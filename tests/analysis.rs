//! What a player learns from a game.

mod cli;
mod command;
mod correct;
mod diagram;
mod explain;
mod judge;
mod outputs;
mod people;
mod puzzles;
mod sheet;

use crate::random::whole_game as random_game;
use emilia::{Engine, EngineOptions, Game, Level, Move, Stop};
use emilia_analysis::{JudgeOptions, JudgedGame, judge};

/// The moves of a game without its passes.
fn squares(game: &Game) -> Vec<String> {
    game.moves().iter().filter_map(|played| played.mv.cell()).map(|cell| cell.to_string()).collect()
}

/// Takes back the last moves.
fn take_back(game: &mut Game, moves: usize) {
    for _ in 0..moves {
        game.undo();
    }
}

fn has_pass(game: &Game) -> bool {
    game.moves().iter().any(|played| played.mv == Move::Pass)
}

/// An engine whose results are the same each time.
fn engine() -> Engine {
    Engine::new(EngineOptions::default().with_threads(1).with_hash(16))
}

fn judged(game: &Game, options: &JudgeOptions) -> JudgedGame {
    judge(&mut engine(), game, options, &Stop::new(), |_| {})
}

fn level(level: u8) -> JudgeOptions {
    JudgeOptions::level(Level::new(level).expect("a level"))
}
