//! What is to be solved in a variant.

use crate::cli::{files, input};
use emilia::game::notation::transcript;
use emilia::game::{Game, Rules};
use std::ffi::OsStr;

/// A position and how to solve it. A saved solve has it in its file.
#[derive(Clone)]
pub(super) struct Task {
    /// What the game is called: the name of its rules, or "position".
    pub name: String,
    /// The game, at the position that is to be solved.
    pub game: Game,
    pub depth: Option<u32>,
    /// Scores up to the first and from the second on are only bounded, in discs.
    pub window: (i32, i32),
    pub all_moves: bool,
}

/// The game of these rules after these moves.
///
/// # Errors
/// If the rules or the moves cannot be read, or a move is illegal.
pub(super) fn game_by(rules: &OsStr, moves: &OsStr) -> anyhow::Result<Game> {
    play(files::rules(rules)?, input::text(moves)?)
}

/// The game of these rules after these moves, with passes where they must be.
///
/// # Errors
/// If the moves cannot be read, or a move is illegal.
pub(super) fn play(rules: Rules, moves: &str) -> anyhow::Result<Game> {
    Ok(transcript::read_by(rules, moves)?)
}
