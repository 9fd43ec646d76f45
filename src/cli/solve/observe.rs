//! Follows the search of a position for the user: events as JSON, or a line of progress.

use super::events::Events;
use super::progress::Display;
use emilia::board::Square;
use emilia::game::notation::obf::Problem;
use emilia::search::{Report, Snapshot, Step};
use emilia::solver::{Answer, JobObserver, JobProgress, JobStart};
use indicatif::MultiProgress;
use std::time::{Duration, Instant};

/// Time between two events of progress.
const EVENT_EVERY: Duration = Duration::from_secs(1);

/// Shows the search of one position.
struct Shown {
    events: Option<Events>,
    display: Option<Display>,
    /// When an event of progress was last printed.
    printed: Option<Instant>,
}

/// An observer of the position with this number, counted from 0: with events, or with progress at a terminal or where it is asked for.
pub(super) fn observer(
    number: usize,
    has_events: bool,
    has_progress: bool,
    bars: Option<&MultiProgress>,
) -> Box<dyn JobObserver> {
    let display = (has_progress || bars.is_some()).then(|| Display::new(number, bars));
    Box::new(Shown { events: has_events.then(|| Events::new(number)), display, printed: None })
}

impl JobObserver for Shown {
    fn begin(&mut self, start: &JobStart<'_>) {
        if let Some(events) = &self.events {
            events.begin(start);
        }
    }

    fn step(&mut self, step: Step, snapshot: &Snapshot<'_>) {
        if let Some(events) = &self.events {
            events.step(step, snapshot);
        }
    }

    fn report(&mut self, problem: &Problem, lines: &[Report<Square>]) {
        if let Some(events) = &self.events {
            events.report(problem, lines);
        }
    }

    fn progress(&mut self, progress: &JobProgress<'_>) {
        if let Some(display) = &mut self.display {
            display.show(progress);
        }
        if let Some(events) = &self.events
            && self.printed.is_none_or(|printed| printed.elapsed() >= EVENT_EVERY)
        {
            self.printed = Some(Instant::now());
            events.progress(progress);
        }
    }

    fn saved(&mut self) {
        if let Some(events) = &self.events {
            events.saved();
        }
    }

    fn end(&mut self, answer: &Answer) {
        self.display = None;
        if let Some(events) = &self.events {
            events.end(answer);
        }
    }

    fn reports_steps(&self) -> bool {
        self.events.is_some()
    }
}
