//! The results of a search as a table with the certainty of each score.

use super::show::ERASE;
use crate::protocol::text;
use crate::session::BookLine;
use emilia::{Certainty, Move, Report, Value};
use std::fmt::{self, Write};
use std::time::Duration;

/// The heading of the rows.
const HEAD: &str = "  depth   score   seconds         nodes  nodes/s  line";
/// The columns of depth and score.
const SCORE_END: usize = 15;
/// The columns of a terminal from which on the costs of a search are shown.
const LEAST_WIDTH: usize = 66;
/// The columns behind a bar of progress.
const BEHIND_BAR: usize = 24;
/// The most columns of a bar of progress.
const BAR: usize = 30;
/// The most moves after an advised one.
const NEXT_MOVES: usize = 8;

/// The rows written so far.
#[derive(Default)]
pub(super) struct Table {
    /// Whether the heading was written.
    is_open: bool,
    /// The last row.
    last: String,
    /// The depth, score and line of the last row.
    finding: String,
    /// The number of rows of the last block, which the next block replaces.
    block: usize,
    /// The steps of the progress that is shown.
    steps: usize,
    /// The number of moves of the book that were shown.
    book: usize,
}

impl Table {
    /// The next row begins a new table.
    pub(super) fn close(&mut self) {
        *self = Table::default();
    }

    /// All lines of a finished iteration, in place of those of the iteration before it, on a terminal of this width.
    pub(super) fn block(&mut self, lines: &[Report<Move>], width: usize, out: &mut dyn Write) -> fmt::Result {
        self.erase(out)?;
        self.head(width, out)?;
        for report in lines {
            writeln!(out, "{}", within(row(report).trim_end(), width))?;
        }
        self.block = lines.len();
        Ok(())
    }

    /// The next block is written below everything before it.
    pub(super) fn keep_block(&mut self) {
        if std::mem::take(&mut self.block) > 0 {
            self.is_open = false;
        }
    }

    fn head(&mut self, width: usize, out: &mut dyn Write) -> fmt::Result {
        if !std::mem::replace(&mut self.is_open, true) {
            writeln!(out, "{}", within(HEAD, width))?;
        }
        Ok(())
    }

    /// The best line of a finished iteration.
    pub(super) fn depth(&mut self, lines: &[Report<Move>], out: &mut dyn Write) -> fmt::Result {
        lines.first().map_or(Ok(()), |best| self.report(best, out))
    }

    /// The chosen line, unless it is that of the last row.
    pub(super) fn choice(&mut self, chosen: &Report<Move>, out: &mut dyn Write) -> fmt::Result {
        if finding(chosen) == self.finding { Ok(()) } else { self.report(chosen, out) }
    }

    /// The last lines of a search: all of them if there are several, a single one unless it is the last row. Without
    /// lines there was no move to score.
    pub(super) fn end(&mut self, lines: &[Report<Move>], out: &mut dyn Write) -> fmt::Result {
        match lines {
            [] if self.book > 0 => {}
            [] => writeln!(out, "no move to score")?,
            [only] if row(only) == self.last => {}
            lines => {
                self.close();
                lines.iter().try_for_each(|report| self.report(report, out))?;
            }
        }
        self.close();
        Ok(())
    }

    /// How many steps of a search are done and left, in place of the last line of this kind on a terminal. It is called after each.
    pub(super) fn progress(&mut self, left: usize, unit: &str, width: usize, out: &mut dyn Write) -> fmt::Result {
        self.erase(out)?;
        self.block = 1;
        self.steps = self.steps.max(left + 1);
        let (steps, done) = (self.steps, self.steps - left);
        let columns = BAR.min(width.saturating_sub(BEHIND_BAR));
        let bar = "#".repeat(columns * done / steps);
        writeln!(out, "[{bar:-<columns$}] {done} of {steps} {unit}")
    }

    /// Removes the last block.
    pub(super) fn erase(&mut self, out: &mut dyn Write) -> fmt::Result {
        match std::mem::take(&mut self.block) {
            0 => Ok(()),
            rows => write!(out, "\x1b[{rows}A{ERASE}"),
        }
    }

    /// The moves of the book, in a table of their own.
    pub(super) fn book(&mut self, lines: &[BookLine], out: &mut dyn Write) -> fmt::Result {
        writeln!(out, "{:>7} {:>7} {:>9}  line from the book", "depth", "score", "games")?;
        for BookLine { report, games } in lines {
            let (depth, score) = (depth(report.value), score_text(report.value));
            writeln!(out, "{depth:>7} {score:>7} {games:>9}  {}", text::variation_text(&report.line))?;
        }
        self.book = lines.len();
        Ok(())
    }

    /// The same in words.
    pub(super) fn book_advice(&mut self, lines: &[BookLine], out: &mut dyn Write) -> fmt::Result {
        self.book = lines.len();
        lines.iter().enumerate().try_for_each(|(rank, BookLine { report, games })| {
            let basis = if *games == 1 { "book, 1 game".to_owned() } else { format!("book, {games} games") };
            advice(rank, report, &basis, out)
        })
    }

    /// The last lines of a search in words, one for each move, in place of its rows.
    pub(super) fn advice(&mut self, lines: &[Report<Move>], out: &mut dyn Write) -> fmt::Result {
        self.erase(out)?;
        let before = self.book;
        self.close();
        match lines {
            [] if before > 0 => Ok(()),
            [] => writeln!(out, "no move to score"),
            lines => lines.iter().zip(before..).try_for_each(|(report, rank)| {
                let basis = match report.value.certainty() {
                    Certainty::Depth { .. } => format!("depth {}", depth(report.value)),
                    _ => depth(report.value),
                };
                advice(rank, report, &basis, out)
            }),
        }
    }

    fn report(&mut self, report: &Report<Move>, out: &mut dyn Write) -> fmt::Result {
        self.head(usize::MAX, out)?;
        (self.last, self.finding) = (row(report), finding(report));
        out.write_str(&self.last)
    }
}

/// A move with its value, what that rests on, and the moves that follow.
fn advice(rank: usize, report: &Report<Move>, basis: &str, out: &mut dyn Write) -> fmt::Result {
    let Some((best, next)) = report.line.split_first() else { return Ok(()) };
    let title = if rank == 0 { "Best:".to_owned() } else { format!("{:>4}.", rank + 1) };
    write!(out, "{title} {best} (value {}, {basis})", score_text(report.value))?;
    let next: Vec<String> = next.iter().take(NEXT_MOVES).map(Move::to_string).collect();
    if next.is_empty() { writeln!(out) } else { writeln!(out, ", then {}", next.join(" ")) }
}

/// The depth, the score and the line.
fn finding(Report { value, line, .. }: &Report<Move>) -> String {
    format!("{} {} {}", depth(*value), score_text(*value), text::variation_text(line))
}

fn row(report: &Report<Move>) -> String {
    let Report { value, line, nodes, time } = report;
    let (depth, score, seconds) = (depth(*value), score_text(*value), text::seconds(*time));
    let line = text::variation_text(line);
    format!("{depth:>7} {score:>7} {seconds:>9} {nodes:>13} {:>8}  {line}\n", speed(*nodes, *time))
}

/// As much of a row as fits: a row that wraps would count as two. Where hardly a move has room, the costs make way.
fn within(row: &str, width: usize) -> String {
    let short = row.rsplit_once("  ").filter(|_| width < LEAST_WIDTH);
    let row = short.map_or(row.to_owned(), |(start, line)| format!("{:.SCORE_END$}  {line}", start));
    row.chars().take(width.saturating_sub(1)).collect()
}

/// The certainty of a score: `exact`, `proved` for a bound, or the depth with the confidence if that is below 100 %.
fn depth(value: Value) -> String {
    match value.certainty() {
        Certainty::Exact => "exact".to_owned(),
        Certainty::AtLeast | Certainty::AtMost => "proved".to_owned(),
        Certainty::Depth { plies, percent } if percent >= 100 => plies.to_string(),
        Certainty::Depth { plies, percent } => format!("{plies}@{percent}%"),
    }
}

/// The score: whole discs if it is proved, with a sign of comparison if it is a bound.
fn score_text(value: Value) -> String {
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

/// Nodes per second with three or four digits: `950`, `12.3k`, `4.5M`; `-` without a time.
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
