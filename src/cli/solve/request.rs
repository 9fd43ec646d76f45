//! What is asked for.

use std::path::PathBuf;
use std::time::Duration;

/// A solve of a variant.
pub(super) struct Request {
    /// The rules: a name, words, or a file; none for the position itself.
    pub rules: Option<String>,
    /// The moves before the position, or without rules the position.
    pub moves: String,
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
    /// The file of the proof.
    pub certificate: Option<PathBuf>,
}
