//! How many games are played, for a person: a line that is kept up to date at a terminal, else one now and then.

use crate::app::complain;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Time between two lines where they are written over each other, and where they are not.
const BAR_EVERY: Duration = Duration::from_millis(200);
const LINE_EVERY: Duration = Duration::from_secs(60);

/// What is shown.
pub(super) struct Display {
    /// Games that were there at the beginning, and that are to be in the end.
    first: u64,
    all: u64,
    bar: Option<ProgressBar>,
    began: Instant,
    /// When something was shown last.
    shown: Instant,
}

impl Display {
    pub fn new(first: u64, all: u64) -> Display {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(all);
            let style = ProgressStyle::with_template("[{bar:30}] {wide_msg}");
            style.map_or(bar.clone(), |style| bar.with_style(style))
        });
        Display { first, all, bar, began: Instant::now(), shown: Instant::now() }
    }

    /// Shows that so many games are played, and how many of them are on the disk.
    pub fn show(&mut self, games: u64, written: u64) {
        let every = if self.bar.is_some() { BAR_EVERY } else { LINE_EVERY };
        if self.shown.elapsed() < every && written < self.all {
            return;
        }
        self.shown = Instant::now();
        let pace = games.saturating_sub(self.first) as f64 / self.began.elapsed().as_secs_f64().max(1e-3);
        let left = Duration::try_from_secs_f64(self.all.saturating_sub(games) as f64 / pace.max(1e-9));
        let left = left.map_or("unknown time".to_owned(), |left| HumanDuration(left).to_string());
        let text = format!("{games} of {} games, {written} on disk, {pace:.1} games/s, {left} left", self.all);
        match &self.bar {
            Some(bar) => {
                bar.set_position(games);
                bar.set_message(text);
            }
            None => complain(&text),
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.abandon();
        }
    }
}
