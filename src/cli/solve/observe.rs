//! Follows the search of a position for the user: events as JSON, or a line of progress.

use super::events::Events;
use crate::cli::progress::Progress;
use emilia::internal::{
    search::{Snapshot, Step},
    solver::{JobObserver, JobProgress, JobStart},
};
use emilia::notation::obf::Problem;
use emilia::{Answer, Report, Square};
use indicatif::MultiProgress;
use std::time::{Duration, Instant};

/// Time between two events of progress.
const EVENT_EVERY: Duration = Duration::from_secs(1);

/// Shows the search of one position.
struct Shown {
    events: Option<Events>,
    /// With the number of the position, from 1.
    shown: Option<(usize, Progress)>,
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
    let shown = (has_progress || bars.is_some()).then(|| (number + 1, Progress::among(bars, 1000)));
    Box::new(Shown { events: has_events.then(|| Events::new(number)), shown, printed: None })
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
        if let Some((number, shown)) = &mut self.shown {
            let whole = progress.left.map(|(from, to)| progress.seconds + (from + to).as_secs_f64() / 2.0);
            let done = whole.map_or(0, |whole| (1000.0 * progress.seconds / whole.max(1e-3)) as u64);
            shown.show(done, || format!("#{number} {}", text(progress)));
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
        self.shown = None;
        if let Some(events) = &self.events {
            events.end(answer);
        }
    }

    fn reports_steps(&self) -> bool {
        self.events.is_some()
    }
}

/// The progress of a search: the bounds of the score, nodes and time, the number of settled moves, and the time left.
fn text(progress: &JobProgress<'_>) -> String {
    let &JobProgress { snapshot, best, bounds: (lower, upper), nodes, seconds, settled, left } = progress;
    let iteration = snapshot.iterations.first().map_or(String::new(), |iteration| {
        if iteration.proves(snapshot.root.empties()) {
            let moves = snapshot.moves;
            format!("proof, {} of {} moves", settled, moves.len())
        } else {
            format!("{}@{}%", iteration.depth, iteration.selectivity.percent())
        }
    });
    let bounds = match (lower, upper) {
        (-64, 64) => String::new(),
        (lower, 64) => format!(", at least {lower:+}"),
        (-64, upper) => format!(", at most {upper:+}"),
        (lower, upper) => format!(", {lower:+} to {upper:+}"),
    };
    let best = best.map_or(String::new(), |report| {
        let line: Vec<String> = report.line.iter().take(8).map(Square::to_string).collect();
        format!(", {} ({}) {}", report.score(), report.certainty(), line.join(" "))
    });
    let time = format!("{}, {}", span(Duration::try_from_secs_f64(seconds).unwrap_or_default()), remaining(left));
    let pace = nodes as f64 / seconds.max(1e-3) / 1e6;
    format!("{iteration}{bounds}; {time}; {:.1} M nodes, {pace:.1} Mn/s{best}", nodes as f64 / 1e6)
}

/// `about 2 to 8 min left`, in the unit of the longer time.
fn remaining(left: Option<(Duration, Duration)>) -> String {
    let Some((from, to)) = left else { return "unknown time left".to_owned() };
    let (from, to) = (from.as_secs_f64(), to.as_secs_f64());
    let (unit, name) = match to {
        to if to < 100.0 => (1.0, "s"),
        to if to < 6000.0 => (60.0, "min"),
        to if to < 360_000.0 => (3600.0, "h"),
        _ => (86400.0, "days"),
    };
    format!("about {:.0} to {:.0} {name} left", (from / unit).floor(), (to / unit).ceil())
}

/// `0:45`, `12:03`, `1:02:03`.
fn span(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}
