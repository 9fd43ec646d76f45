//! When a file that is saved again and again is due, and whether it has everything.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The least time between two saves, as a multiple of the time of the last one.
const LEISURE: u32 = 20;
/// Time between two attempts to write a file that could not be written.
const RETRY_EVERY: Duration = Duration::from_secs(1);

/// The pace at which a long work is saved.
pub struct Pace {
    /// The file, for messages.
    path: PathBuf,
    /// Time between two saves.
    every: Duration,
    /// The time of the last save or attempt, and its duration.
    last: Instant,
    cost: Duration,
    is_behind: bool,
}

impl Pace {
    /// One save of this file each time that this has passed, beginning now.
    pub fn new(path: &Path, every: Duration) -> Pace {
        Pace { path: path.to_owned(), every, last: Instant::now(), cost: Duration::ZERO, is_behind: false }
    }

    /// Whether it is time to save, or to retry a save that failed.
    pub fn is_due(&self) -> bool {
        let pause = if self.is_behind { RETRY_EVERY } else { self.every };
        self.last.elapsed() >= pause.max(self.cost * LEISURE)
    }

    /// Whether a write failed, so that the file is incomplete.
    pub fn is_behind(&self) -> bool {
        self.is_behind
    }

    /// Saves, and notes when that ended, how long it took and whether it succeeded.
    pub fn save(&mut self, write: impl FnOnce() -> anyhow::Result<()>) {
        let began = Instant::now();
        let written = write();
        (self.last, self.cost) = (Instant::now(), began.elapsed());
        self.conclude(written);
    }

    /// Logs once that the file cannot be written, and once that it can be again.
    pub fn conclude(&mut self, written: anyhow::Result<()>) {
        let was_behind = std::mem::replace(&mut self.is_behind, written.is_err());
        match (written, was_behind) {
            (Ok(()), true) => log::warn!("{} is complete again", self.path.display()),
            (Err(error), false) => log::error!("{error:#}; results are not saved until it can be written again"),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pace, RETRY_EVERY};
    use std::path::Path;
    use std::time::Duration;

    #[test]
    fn a_failed_save_is_retried_before_the_next_one_is_due() {
        let mut pace = Pace::new(Path::new("a.save"), Duration::from_secs(3600));
        assert!(!pace.is_due() && !pace.is_behind());
        pace.save(|| Err(anyhow::anyhow!("the disk is full")));
        assert!(pace.is_behind() && !pace.is_due());
        std::thread::sleep(RETRY_EVERY);
        assert!(pace.is_due());
        pace.save(|| Ok(()));
        assert!(!pace.is_behind() && !pace.is_due());
    }
}
