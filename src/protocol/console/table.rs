//! What a search finds, as an aligned table that never claims more than was proved.

use super::text;
use crate::game::Move;
use crate::score::{Certainty, Value};
use crate::search::Report;
use crate::session::ReviewedMove;
use std::fmt::{self, Write};
use std::time::Duration;

/// The table as far as it was written.
#[derive(Default)]
pub(super) struct Table {
    /// Whether its head was written.
    is_open: bool,
    /// The last row.
    last: String,
    /// What the last row says of the position, without what it cost.
    finding: String,
}

impl Table {
    /// The next row begins a new table.
    pub(super) fn close(&mut self) {
        *self = Table::default();
    }

    /// The best line of a finished depth.
    pub(super) fn depth(&mut self, lines: &[Report<Move>], out: &mut dyn Write) -> fmt::Result {
        lines.first().map_or(Ok(()), |best| self.report(best, out))
    }

    /// The line that was chosen, unless it was the best one of the last depth.
    pub(super) fn choice(&mut self, chosen: &Report<Move>, out: &mut dyn Write) -> fmt::Result {
        if finding(chosen) == self.finding { Ok(()) } else { self.report(chosen, out) }
    }

    /// The last lines of a search: all of them if there are several, the one there is unless it was the last row already. No
    /// line means that there was no move to score, or that the rows were those of an analysis.
    pub(super) fn end(
        &mut self,
        lines: &[Report<Move>],
        nodes: u64,
        time: Duration,
        out: &mut dyn Write,
    ) -> fmt::Result {
        match lines {
            [] if !self.is_open => writeln!(out, "there is no move to score")?,
            [] => writeln!(out, "{nodes} positions in {} s", text::seconds(time))?,
            [only] if row(only) == self.last => {}
            lines => {
                self.close();
                lines.iter().try_for_each(|report| self.report(report, out))?;
            }
        }
        self.close();
        Ok(())
    }

    /// What a position of the game was worth, and what the move played there cost.
    pub(super) fn verdict(&mut self, verdict: &ReviewedMove, out: &mut dyn Write) -> fmt::Result {
        if !std::mem::replace(&mut self.is_open, true) {
            writeln!(out, "{:>4}  {:6} {:>7}  {:6} {:>7}  depth", "move", "played", "score", "best", "loss")?;
        }
        let ReviewedMove { ply, played, value, best, loss } = verdict;
        let name = |mv: &Option<Move>| mv.map_or_else(|| "-".to_owned(), |mv| mv.to_string());
        let loss = loss.map_or_else(|| "-".to_owned(), |loss| format!("{:.2}", loss.to_discs()));
        let (score, depth) = (worth(*value), depth(*value));
        writeln!(out, "{:>4}  {:6} {score:>7}  {:6} {loss:>7}  {depth}", ply + 1, name(played), name(best))
    }

    fn report(&mut self, report: &Report<Move>, out: &mut dyn Write) -> fmt::Result {
        if !std::mem::replace(&mut self.is_open, true) {
            writeln!(out, "{:>7} {:>7} {:>9} {:>13} {:>8}  line", "depth", "score", "seconds", "nodes", "nodes/s")?;
        }
        (self.last, self.finding) = (row(report), finding(report));
        out.write_str(&self.last)
    }
}

/// How deep, how much and by which line.
fn finding(Report { value, line, .. }: &Report<Move>) -> String {
    format!("{} {} {}", depth(*value), worth(*value), text::line_of_play(line))
}

fn row(report: &Report<Move>) -> String {
    let Report { value, line, nodes, time } = report;
    let (depth, score, seconds) = (depth(*value), worth(*value), text::seconds(*time));
    let line = text::line_of_play(line);
    format!("{depth:>7} {score:>7} {seconds:>9} {nodes:>13} {:>8}  {line}\n", speed(*nodes, *time))
}

/// How sure a score is: `exact` and `proved`, or the plies searched with the confidence unless they were searched whole.
fn depth(value: Value) -> String {
    match value.certainty() {
        Certainty::Exact => "exact".to_owned(),
        Certainty::AtLeast | Certainty::AtMost => "proved".to_owned(),
        Certainty::Depth { plies, percent } if percent >= 100 => plies.to_string(),
        Certainty::Depth { plies, percent } => format!("{plies}@{percent}%"),
    }
}

/// The score as far as it is known: whole discs where it was proved, as the games it speaks of end in whole discs.
fn worth(value: Value) -> String {
    // What is proved is whole.
    let discs = match value.score().rounded() {
        0 => "0".to_owned(),
        discs => format!("{discs:+}"),
    };
    match value.certainty() {
        Certainty::Exact => discs,
        Certainty::AtLeast => format!(">= {discs}"),
        Certainty::AtMost => format!("<= {discs}"),
        Certainty::Depth { .. } => value.score().to_string(),
    }
}

/// Nodes in a second with three or four digits: `950`, `12.3k`, `4.5M`; `-` if no time went by.
fn speed(nodes: u64, time: Duration) -> String {
    let rate = nodes as f64 / time.as_secs_f64();
    match rate {
        rate if !rate.is_finite() => "-".to_owned(),
        rate if rate >= 1e9 => format!("{:.1}G", rate / 1e9),
        rate if rate >= 1e6 => format!("{:.1}M", rate / 1e6),
        rate if rate >= 1e3 => format!("{:.1}k", rate / 1e3),
        rate => format!("{rate:.0}"),
    }
}
