//! The progress of an analysis for a person: a bar at a terminal, otherwise a line from time to time.

use crate::cli::message::print_message;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Time between two lines where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// Shows how many games are done, their rate, and the time left.
pub(super) struct Display {
    bar: ProgressBar,
    games: u64,
    /// Games that were done before, and now.
    before: u64,
    done: u64,
    positions: u64,
    began: Instant,
    written: Instant,
}

impl Display {
    pub(super) fn new(games: u64, done: u64) -> Display {
        let bar = if io::stderr().is_terminal() { ProgressBar::new(games) } else { ProgressBar::hidden() };
        let bar =
            ProgressStyle::with_template("[{bar:30}] {wide_msg}").map_or(bar.clone(), |style| bar.with_style(style));
        let now = Instant::now();
        Display { bar, games, before: done, done, positions: 0, began: now, written: now }
    }

    /// A position is judged.
    pub(super) fn position(&mut self) {
        self.positions += 1;
        self.show();
    }

    /// A game is done.
    pub(super) fn game(&mut self) {
        self.done += 1;
        self.show();
    }

    fn show(&mut self) {
        if self.bar.is_hidden() && self.written.elapsed() < LINE_INTERVAL {
            return;
        }
        let text = if self.games == 1 {
            format!("{} positions", self.positions)
        } else {
            let rate = (self.done - self.before) as f64 / self.began.elapsed().as_secs_f64().max(1e-3);
            let left = Duration::try_from_secs_f64(self.games.saturating_sub(self.done) as f64 / rate);
            let left = left.map_or("unknown time".to_owned(), |left| HumanDuration(left).to_string());
            format!("{} of {} games, {rate:.2} games/s, {left} left", self.done, self.games)
        };
        if self.bar.is_hidden() {
            self.written = Instant::now();
            print_message(&text);
        } else {
            self.bar.set_position(self.done.min(self.games));
            self.bar.set_message(text);
        }
    }

    /// Writes to the terminal without the bar.
    pub(super) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
