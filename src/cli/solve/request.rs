//! What is asked for.

use super::certificate::Wanted;
use super::saved::Resumed;
use super::task::Task;
use std::path::PathBuf;
use std::time::Duration;

/// A solve of a variant.
pub(super) struct Request {
    pub task: Task,
    pub json: bool,
    /// Whether progress is shown even if standard error is not a terminal.
    pub progress: bool,
    pub save: Option<PathBuf>,
    pub save_every: Duration,
    /// The saved solve that is continued.
    pub resumed: Option<Resumed>,
    pub overwrite: bool,
    /// The proof that is to be written.
    pub certificate: Option<Wanted>,
}
