//! Events as lines that NBoard accepts.
//!
//! Knows nothing of the client's lines, only of the commands: an iteration is a set of hints for `hint`, but only a status for `go`.

use crate::protocol::text;
use crate::session::ReviewedMove;
use crate::session::{BookLine, Choice, Command, Event, Source};
use emilia::{Certainty, Colour, Move, Report, Score};
use std::fmt::{self, Write};

/// Writes events as NBoard expects them.
#[derive(Default)]
pub(super) struct Answers {
    version: Version,
    /// Whether the running search chooses a move.
    choosing: bool,
    /// Whether the client's status line shows the depth of the search.
    progress_shown: bool,
    /// The hints as last written.
    hints: String,
    /// The side that moves first in the game that is analysed; Black unless it is known.
    first: Option<Colour>,
}

/// The version of the protocol; the first has no counts of nodes, no analysis and no notes with a move.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Version {
    One,
    #[default]
    Two,
}

impl Answers {
    /// Answers in this version from now on.
    pub(super) fn set_version(&mut self, version: i64) {
        self.version = if version == 1 { Version::One } else { Version::Two };
    }

    /// Whether the client asked for version 1.
    pub(super) fn is_version_1(&self) -> bool {
        self.version == Version::One
    }

    /// Prepares for the events of these commands.
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
            // A client may take what follows a pong for an answer to what it asks next.
            Event::Synced(number) => {
                self.end_progress(out)?;
                writeln!(out, "pong {number}")
            }
            Event::Shown { game, .. } => {
                self.first = Some(game.rules().start().to_move);
                Ok(())
            }
            Event::Book { lines, opening } => {
                self.opening(*opening, out)?;
                book(lines, out)
            }
            Event::Thinking(lines) if self.choosing => self.progress(lines, out),
            Event::Thinking(lines) => self.hint(lines, out),
            Event::Hinted { lines, nodes, time, judged } => {
                self.hint_unless_shown(lines, out)?;
                self.cost(*nodes, &text::seconds(*time), out)?;
                self.opening(judged.as_ref().and_then(|judged| judged.opening.as_deref()), out)
            }
            Event::Chosen(choice) => self.chosen(choice, out),
            Event::Analyzed(verdict) => self.analyzed(verdict, out),
            Event::Learned => writeln!(out, "learned"),
            Event::Refused(reason) => out.write_str(&status(reason)),
            Event::Explaining { .. } | Event::Explained { .. } | Event::Progress { .. } | Event::Streamed(_) => Ok(()),
            Event::Done | Event::Options(_) | Event::Started | Event::Tick => Ok(()),
            Event::Loaded { .. } | Event::Saved { .. } | Event::Goodbye => Ok(()),
        }
    }

    /// `status Thinking, depth 12@73%`: without the evaluation, which the person may have hidden.
    fn progress(&mut self, lines: &[Report<Move>], out: &mut dyn Write) -> fmt::Result {
        let Some(best) = lines.first() else { return Ok(()) };
        self.progress_shown = true;
        writeln!(out, "status Thinking, depth {}", depth(best))
    }

    /// The name of the opening as the status; it ends before the next pong.
    fn opening(&mut self, name: Option<&str>, out: &mut dyn Write) -> fmt::Result {
        let Some(name) = name else { return Ok(()) };
        self.progress_shown = true;
        writeln!(out, "status {name}")
    }

    fn end_progress(&mut self, out: &mut dyn Write) -> fmt::Result {
        if std::mem::take(&mut self.progress_shown) { writeln!(out, "status") } else { Ok(()) }
    }

    /// The lines of an iteration with its nodes and time.
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

    /// The last lines, unless they are those of the last iteration.
    fn hint_unless_shown(&mut self, lines: &[Report<Move>], out: &mut dyn Write) -> fmt::Result {
        let hints = hints(lines)?;
        if hints != self.hints { out.write_str(&hints) } else { Ok(()) }
    }

    fn cost(&self, nodes: u64, seconds: &str, out: &mut dyn Write) -> fmt::Result {
        if self.is_version_1() { Ok(()) } else { writeln!(out, "nodestats {nodes} {seconds}") }
    }

    /// `=== F5/1.50/0.34`; in version 1 the move alone. After the end of the game a status line says so.
    fn chosen(&mut self, choice: &Choice, out: &mut dyn Write) -> fmt::Result {
        self.progress_shown = false;
        let Some(mv) = choice.mv else { return writeln!(out, "status The game is over") };
        let time = text::seconds(choice.time);
        if choice.source != Source::Search {
            writeln!(out, "status Move {}", choice.source)?;
        }
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

    /// `analysis PLY EVAL`: the score of Black, while all others in NBoard are those of the side to move.
    fn analyzed(&self, verdict: &ReviewedMove, out: &mut dyn Write) -> fmt::Result {
        if self.is_version_1() {
            return Ok(());
        }
        // Passes are plies, so the sides take turns.
        let first = self.first.unwrap_or(Colour::Black);
        let to_move = if verdict.ply.is_multiple_of(2) { first } else { first.other() };
        let score = verdict.value.score();
        writeln!(out, "analysis {} {}", verdict.ply, discs(if to_move == Colour::Black { score } else { -score }))
    }
}

/// The line of a message for the person.
pub(super) fn status(message: &str) -> String {
    format!("status {}\n", text::plain(message))
}

/// A line for each move of the book: `book F5d6c3 1.50 128 21@73%`, with the number of its games.
fn book(lines: &[BookLine], out: &mut dyn Write) -> fmt::Result {
    for BookLine { report, games } in lines {
        if let Some(line) = variation(report) {
            writeln!(out, "book {line} {} {games} {}", discs(report.score()), depth(report))?;
        }
    }
    Ok(())
}

/// The moves of a line without blanks, the first in upper case.
fn variation(report: &Report<Move>) -> Option<String> {
    let (first, rest) = report.line.split_first()?;
    Some(name(*first) + &text::variation_text(rest).to_ascii_uppercase())
}

/// A line for each report: `search F5d6c3 1.50 0 12@73%`. NBoard forgets hints when it meets new texts of depth, so those with
/// the same text are written together.
fn hints(lines: &[Report<Move>]) -> Result<String, fmt::Error> {
    let mut rows: Vec<(String, &Report<Move>)> = lines.iter().map(|report| (depth(report), report)).collect();
    rows.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut hints = String::new();
    for (depth, report) in rows {
        let Some(line) = variation(report) else { continue };
        writeln!(hints, "search {line} {} 0 {depth}", discs(report.score()))?;
    }
    Ok(hints)
}

/// The move in upper case, `PA` for a pass.
fn name(mv: Move) -> String {
    if mv == Move::Pass { "PA".to_owned() } else { mv.to_string().to_ascii_uppercase() }
}

/// Discs with two decimals; zero has no sign, which a client might show.
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
