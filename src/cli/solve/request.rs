//! What is asked for.

use super::certificate::Wanted;
use crate::game::Game;
use std::path::PathBuf;
use std::time::Duration;

/// A solve of a variant.
pub(super) struct Request {
    /// What the game is called: the name of its rules, or "position".
    pub name: String,
    /// The game, at the position that is to be solved.
    pub game: Game,
    pub depth: Option<u32>,
    /// Scores up to the first and from the second on are only bounded, in discs.
    pub window: (i32, i32),
    pub all_moves: bool,
    pub json: bool,
    /// Whether progress is shown even if standard error is not a terminal.
    pub progress: bool,
    pub save: Option<PathBuf>,
    pub save_every: Duration,
    pub resume: Option<PathBuf>,
    pub overwrite: bool,
    /// The proof that is to be written.
    pub certificate: Option<Wanted>,
}
