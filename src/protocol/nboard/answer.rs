//! What NBoard is told, in lines that it accepts.
//!
//! Knows nothing of what the client's lines looked like, only what was asked for: a depth that is finished is a set of hints
//! for `hint`, but no more than a status for `go`.

use crate::game::Move;
use crate::protocol::text;
use crate::score::{Certainty, Score};
use crate::search::Report;
use crate::session::ReviewedMove;
use crate::session::{Choice, Command, Event};
use std::fmt::{self, Write};

/// Writes events as NBoard expects them.
#[derive(Default)]
pub(super) struct Answers {
    version: Version,
    /// Whether the running search chooses a move.
    choosing: bool,
    /// Whether the client's status line shows how far such a search is.
    progress_shown: bool,
    /// The hints as last written.
    hints: String,
}

/// The version the client speaks; the first knows nothing of counts of nodes, of analyses and of notes beside a move.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Version {
    One,
    #[default]
    Two,
}

impl Answers {
    /// Answers in this version from now on.
    pub(super) fn speak(&mut self, version: i64) {
        self.version = if version == 1 { Version::One } else { Version::Two };
    }

    /// Whether the client asked for version 1.
    pub(super) fn is_version_1(&self) -> bool {
        self.version == Version::One
    }

    /// Takes note of what is asked for.
    pub(super) fn expect(&mut self, commands: &[Command]) {
        for command in commands {
            match command {
                Command::Go { .. } => self.choosing = true,
                Command::Hint(_) => {
                    self.choosing = false;
                    self.hints.clear();
                }
                _ => {}
            }
        }
    }

    /// Writes an event; nothing for those that NBoard has no word for.
    pub(super) fn write(&mut self, event: &Event, out: &mut dyn Write) -> fmt::Result {
        match event {
            Event::Synced(number) => {
                writeln!(out, "pong {number}")?;
                self.end_progress(out)
            }
            Event::Thinking(lines) if self.choosing => self.progress(lines, out),
            Event::Thinking(lines) => self.hint(lines, out),
            Event::Hinted { lines, nodes, time } => {
                self.hint_unless_shown(lines, out)?;
                self.cost(*nodes, &text::seconds(*time), out)
            }
            Event::Chosen(choice) => self.chosen(choice, out),
            Event::Analyzed(verdict) => self.analyzed(verdict, out),
            Event::Learned => writeln!(out, "learned"),
            Event::Refused(reason) => writeln!(out, "status {}", text::plain(reason)),
            Event::Done | Event::Shown(_) | Event::Options(_) | Event::Goodbye => Ok(()),
        }
    }

    /// `status Thinking, depth 12@73%`: a person who hides the evaluations is not told them here.
    fn progress(&mut self, lines: &[Report<Move>], out: &mut dyn Write) -> fmt::Result {
        let Some(best) = lines.first() else { return Ok(()) };
        self.progress_shown = true;
        writeln!(out, "status Thinking, depth {}", depth(best))
    }

    fn end_progress(&mut self, out: &mut dyn Write) -> fmt::Result {
        if std::mem::take(&mut self.progress_shown) { writeln!(out, "status") } else { Ok(()) }
    }

    /// The lines of one depth and what they cost so far.
    fn hint(&mut self, lines: &[Report<Move>], out: &mut dyn Write) -> fmt::Result {
        self.hints = hints(lines)?;
        out.write_str(&self.hints)?;
        let nodes = lines.iter().map(|report| report.nodes).max();
        let time = lines.iter().map(|report| report.time).max();
        match (nodes, time) {
            (Some(nodes), Some(time)) => self.cost(nodes, &text::seconds(time), out),
            _ => Ok(()),
        }
    }

    /// The last lines, unless they are those of the last depth.
    fn hint_unless_shown(&mut self, lines: &[Report<Move>], out: &mut dyn Write) -> fmt::Result {
        let hints = hints(lines)?;
        if hints != self.hints { out.write_str(&hints) } else { Ok(()) }
    }

    fn cost(&self, nodes: u64, seconds: &str, out: &mut dyn Write) -> fmt::Result {
        if self.is_version_1() { Ok(()) } else { writeln!(out, "nodestats {nodes} {seconds}") }
    }

    /// `=== F5/1.50/0.34`; version 1 wants the move alone. A game that is over has no move: the person is told so.
    fn chosen(&mut self, choice: &Choice, out: &mut dyn Write) -> fmt::Result {
        self.progress_shown = false;
        let Some(mv) = choice.mv else { return writeln!(out, "status The game is over") };
        let time = text::seconds(choice.time);
        match &choice.report {
            Some(report) => {
                self.cost(report.nodes, &time, out)?;
                if self.is_version_1() {
                    return writeln!(out, "=== {}", name(mv));
                }
                writeln!(out, "=== {}/{}/{time}", name(mv), discs(report.score()))
            }
            None => writeln!(out, "=== {}", name(mv)),
        }
    }

    /// `analysis PLY EVAL`, for the side to move there, as everywhere in NBoard.
    fn analyzed(&self, verdict: &ReviewedMove, out: &mut dyn Write) -> fmt::Result {
        if self.is_version_1() {
            return Ok(());
        }
        writeln!(out, "analysis {} {}", verdict.ply, discs(verdict.value.score()))
    }
}

/// A line for each report: `search F5d6c3 1.50 0 12@73%`. NBoard forgets hints when it meets new texts of depth, so those with
/// the same text stand together.
fn hints(lines: &[Report<Move>]) -> Result<String, fmt::Error> {
    let mut rows: Vec<(String, &Report<Move>)> = lines.iter().map(|report| (depth(report), report)).collect();
    rows.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut hints = String::new();
    for (depth, report) in rows {
        let Some((first, rest)) = report.line.split_first() else { continue };
        let rest = text::line_of_play(rest).to_ascii_uppercase();
        writeln!(hints, "search {}{rest} {} 0 {depth}", name(*first), discs(report.score()))?;
    }
    Ok(hints)
}

/// The move in upper case, `PA` for a pass.
fn name(mv: Move) -> String {
    mv.cell().map_or_else(|| "PA".to_owned(), |cell| cell.to_string().to_ascii_uppercase())
}

/// Discs with two decimals: never a sign before nought, which a client might show.
fn discs(score: Score) -> String {
    let text = format!("{:.2}", score.to_discs());
    if text == "-0.00" { "0.00".to_owned() } else { text }
}

/// How sure a result is, with a number in front as NBoard demands: `12` for the whole width, `12@73%`, `100%` for a proof,
/// `100%W` for one of who wins, and `100%>=` or `100%<=` for one that leaves a draw open.
fn depth(report: &Report<Move>) -> String {
    match report.certainty() {
        Certainty::Depth { plies, percent } if percent >= 100 => plies.to_string(),
        Certainty::Depth { plies, percent } => format!("{plies}@{percent}%"),
        Certainty::Exact => "100%".to_owned(),
        Certainty::AtLeast if report.score() > Score::ZERO => "100%W".to_owned(),
        Certainty::AtMost if report.score() < Score::ZERO => "100%W".to_owned(),
        Certainty::AtLeast => "100%>=".to_owned(),
        Certainty::AtMost => "100%<=".to_owned(),
    }
}
