//! The progress of long work for a person, on standard error: a bar at a terminal, otherwise a line from time to time.

use super::message::print_message;
use indicatif::{HumanDuration, MultiProgress, ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Time between two lines where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// A bar that is removed at the end, or lines.
pub(super) struct Progress {
    bar: ProgressBar,
    began: Instant,
    written: Instant,
}

impl Progress {
    /// The progress of work with this number of steps.
    pub fn new(steps: u64) -> Progress {
        let bar = if io::stderr().is_terminal() { ProgressBar::new(steps) } else { ProgressBar::hidden() };
        Progress::with(bar)
    }

    /// The same with a bar among others, or with lines if there are none.
    pub fn among(bars: Option<&MultiProgress>, steps: u64) -> Progress {
        Progress::with(bars.map_or_else(ProgressBar::hidden, |bars| bars.add(ProgressBar::new(steps))))
    }

    fn with(bar: ProgressBar) -> Progress {
        let style = ProgressStyle::with_template("[{bar:20}] {wide_msg}");
        let bar = style.map_or(bar.clone(), |style| bar.with_style(style));
        Progress { bar, began: Instant::now(), written: Instant::now() }
    }

    /// Sets the number of steps, if it is known later.
    pub fn set_steps(&self, steps: u64) {
        self.bar.set_length(steps);
    }

    /// Shows the number of steps that are done, and this text.
    pub fn show(&mut self, done: u64, text: impl FnOnce() -> String) {
        if !self.bar.is_hidden() {
            self.bar.set_position(done);
            self.bar.set_message(text());
        } else if self.written.elapsed() >= LINE_INTERVAL {
            self.written = Instant::now();
            print_message(&text());
        }
    }

    /// The rate of what was done since the beginning, and the time for the rest: `2.50 games/s, 3 minutes left`.
    pub fn pace(&self, done: u64, rest: u64, unit: &str) -> String {
        let rate = done as f64 / self.began.elapsed().as_secs_f64().max(1e-3);
        let left = Duration::try_from_secs_f64(rest as f64 / rate);
        let left = left.map_or("unknown time".to_owned(), |left| HumanDuration(left).to_string());
        format!("{rate:.2} {unit}/s, {left} left")
    }

    /// Writes to the terminal without the bar.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
