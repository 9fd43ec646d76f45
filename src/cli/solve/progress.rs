//! The progress of a solve for a person: a line that is updated at a terminal, otherwise a line from time to time.

use crate::cli::message::print_message;
use emilia::board::Square;
use emilia::solver::JobProgress;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// Time between two lines where they are not written over each other.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// What is shown of one position.
pub(super) struct Display {
    number: usize,
    bar: Option<ProgressBar>,
    /// When the last line was written where there is no bar.
    written: Instant,
}

impl Display {
    /// With a bar among the others, or without.
    pub fn new(number: usize, bars: Option<&MultiProgress>) -> Display {
        let style = ProgressStyle::with_template("{spinner} [{bar:20}] {wide_msg}");
        let bar = bars.map(|bars| {
            let bar = bars.add(ProgressBar::new(1000));
            style.map_or(bar.clone(), |style| bar.with_style(style))
        });
        Display { number: number + 1, bar, written: Instant::now() }
    }

    /// Shows the progress of the search: the bounds of the score, nodes and time, the number of settled moves, and the time left.
    pub fn show(&mut self, progress: &JobProgress<'_>) {
        let &JobProgress { snapshot, best, bounds: (lower, upper), nodes, seconds, settled, left } = progress;
        if self.bar.is_none() && self.written.elapsed() < LINE_EVERY {
            return;
        }
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
        let text = format!(
            "#{} {iteration}{bounds}; {time}; {:.1} M nodes, {pace:.1} Mn/s{best}",
            self.number,
            nodes as f64 / 1e6
        );
        match &self.bar {
            Some(bar) => {
                let whole = left.map(|(from, to)| seconds + (from + to).as_secs_f64() / 2.0);
                bar.set_position(whole.map_or(0, |whole| (1000.0 * seconds / whole.max(1e-3)) as u64));
                bar.set_message(text);
                bar.tick();
            }
            None => {
                self.written = Instant::now();
                print_message(&text);
            }
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
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
