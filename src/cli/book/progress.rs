//! The progress of building for a person: a bar at a terminal, otherwise a line from time to time.

use crate::cli::message::print_message;
use emilia::book::{BuildObserver, Evaluation, Request};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Time between two lines where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// Shows how many searches of a step are made, their rate, and the time left.
pub(super) struct Progress {
    bar: ProgressBar,
    positions: u64,
    searches: u64,
    began: Instant,
    written: Instant,
}

impl Progress {
    pub fn new() -> Progress {
        let bar = if io::stderr().is_terminal() { ProgressBar::no_length() } else { ProgressBar::hidden() };
        let style = ProgressStyle::with_template(
            "{msg} [{bar:30}] {pos} of {len} searches, {per_sec}, {eta} left of this step",
        );
        let bar = style.map_or(bar.clone(), |style| bar.with_style(style));
        Progress { bar, positions: 0, searches: 0, began: Instant::now(), written: Instant::now() }
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl BuildObserver for Progress {
    fn began(&mut self, searches: usize, known: usize) {
        self.bar.set_length(searches as u64);
        self.bar.set_position(known as u64);
        self.bar.reset_eta();
    }

    fn searched(&mut self, _: &Request, _: &Evaluation) {
        self.searches += 1;
        self.bar.inc(1);
        if self.bar.is_hidden() && self.written.elapsed() >= LINE_INTERVAL {
            self.written = Instant::now();
            let rate = self.searches as f64 / self.began.elapsed().as_secs_f64();
            let (done, all) = (self.bar.position(), self.bar.length().unwrap_or_default());
            let left = all.saturating_sub(done) as f64 / rate;
            print_message(&format!(
                "{} positions; {done} of {all} searches, {rate:.1} a second, {left:.0} s left of this step",
                self.positions
            ));
        }
    }

    fn stepped(&mut self, positions: u64) {
        self.positions = positions;
        self.bar.set_message(format!("{positions} positions"));
    }
}
