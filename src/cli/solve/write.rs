//! Results as rows for a person or as JSON.

use super::sums::Sums;
use crate::cli::message::{line, print_message, proof};
use emilia::internal::{
    search::Proof,
    solver::{AnswerSink, first_move},
};
use emilia::{Answer, Board, Certainty, Game, Move, Report, Turn, Value};
use emilia_analysis::internal::json::{number, rounded};
use indicatif::MultiProgress;
use serde_json::{Value as Json, json};
use std::io::{self, Write};

/// Lines that could not be read and are reported one by one; of more only the number is.
const MOST_FAULTS: usize = 20;

/// Writes answers one by one and adds them up.
pub(super) struct Writer<W> {
    out: W,
    json: bool,
    wld: bool,
    /// The name of the set of positions.
    name: String,
    sums: Sums,
    /// The progress bars on the terminal, hidden while something is written.
    bars: Option<MultiProgress>,
    /// Whether every line could be read and no proof disagrees with its line.
    is_good: bool,
    /// Lines that could not be read.
    faults: usize,
    /// The last position with its value.
    last: Option<(Game, Value)>,
}

impl<W: Write> Writer<W> {
    pub fn new(out: W, json: bool, wld: bool, name: String, bars: Option<MultiProgress>) -> Writer<W> {
        Writer { out, json, wld, name, sums: Sums::default(), bars, is_good: true, faults: 0, last: None }
    }

    /// The last position that was solved, and its value.
    pub fn last(&self) -> Option<(Game, Value)> {
        self.last.clone()
    }

    /// Writes the sums; `elapsed` is less than the sum of all times if positions were solved in parallel. Returns whether every line could
    /// be read and no proof disagrees with its line.
    pub fn finish(mut self, elapsed: f64, at_once: bool) -> io::Result<bool> {
        if let Some(unprinted @ 1..) = self.faults.checked_sub(MOST_FAULTS) {
            print_message(&format!("{unprinted} more lines could not be read"));
        }
        if self.json {
            writeln!(self.out, "{}", json!({ "summary": self.sums.object(elapsed, at_once) }))?;
        } else {
            write!(self.out, "\n{}", self.sums.table(&self.name, self.wld, elapsed, at_once))?;
        }
        self.out.flush()?;
        Ok(self.is_good)
    }

    fn write(&mut self, answer: &Answer) -> io::Result<()> {
        self.sums.add(answer);
        if self.json {
            writeln!(self.out, "{}", object(answer))?;
        } else {
            self.rows(answer)?;
        }
        self.out.flush()
    }

    /// A row for the position, and one for its moves if they were asked for.
    fn rows(&mut self, answer: &Answer) -> io::Result<()> {
        if self.sums.positions == 1 {
            let head = ["#", "empties", "status", "score", "best", "nodes", "seconds", "Mn/s"];
            let [number, empties, status, score, best, nodes, seconds, speed] = head;
            let head = format!(
                "{number:>4} {empties:>7} {status:>8} {score:>6} {best:<4} {nodes:>13} {seconds:>9} {speed:>7}"
            );
            writeln!(self.out, "{head}  answer       line")?;
        }
        let report = answer.report();
        let (number, empties, status) =
            (self.sums.positions, answer.problem.position.empties(), answer.value.certainty().to_string());
        let (score, best) = (figure(answer.value), answer.best().map_or("-".to_owned(), |mv| mv.to_string()));
        let (nodes, seconds, speed) =
            (report.nodes, answer.seconds, report.nodes as f64 / answer.seconds.max(1e-9) / 1e6);
        let row = format!(
            "{number:>4} {empties:>7} {status:>8} {score:>6} {best:<4} {nodes:>13} {seconds:>9.3} {speed:>7.1}"
        );
        writeln!(self.out, "{row}  {:<11}  {}", verdict(answer), line(answer.line()).join(" "))?;
        if let Some(proofs) = &answer.stopped {
            let bounds: Vec<String> = proofs.iter().map(move_and_bounds).collect();
            let known = if bounds.is_empty() { "nothing".to_owned() } else { bounds.join(", ") };
            writeln!(self.out, "{:>21}  {known}", "stopped; proved")?;
        }
        if answer.reports.len() > 1 {
            let moves: Vec<String> = answer.reports.iter().map(|report| move_and_score(answer, report)).collect();
            writeln!(self.out, "{:>21}  {}", "moves", moves.join(", "))?;
        }
        Ok(())
    }
}

impl<W: Write + Send> AnswerSink for Writer<W> {
    fn answer(&mut self, answer: &Answer) -> io::Result<()> {
        self.is_good &= !answer.disproves();
        let game = Game::from_position(answer.problem.position, answer.problem.to_move);
        self.last = Some((game, answer.value));
        match self.bars.clone() {
            Some(bars) => bars.suspend(|| self.write(answer)),
            None => self.write(answer),
        }
    }

    fn fault(&mut self, message: &str) -> io::Result<()> {
        self.is_good = false;
        self.faults += 1;
        if self.faults <= MOST_FAULTS {
            match &self.bars {
                Some(bars) => bars.suspend(|| print_message(message)),
                None => print_message(message),
            }
        }
        Ok(())
    }
}

/// Whether the answer agrees with the line. Only what is proved makes another one wrong.
fn verdict(answer: &Answer) -> String {
    let (score, mv) = if answer.disproves() { ("WRONG", "WRONG move") } else { ("differs", "other move") };
    match (answer.agrees(), answer.has_right_score(), answer.expected()) {
        (None, ..) => "-".to_owned(),
        (Some(true), ..) => "agrees".to_owned(),
        (_, Some(false), Some(expected)) => format!("{score}, {expected:+}"),
        _ => mv.to_owned(),
    }
}

/// `g7 -4`, `g7 >=-4` or `g7 -3.81 (18@73%)`, and the score in the line if it differs.
fn move_and_score(answer: &Answer, report: &Report<Move>) -> String {
    let mv = first_move(report).map_or("-".to_owned(), |mv| mv.to_string());
    let score = figure(report.value);
    let found = match report.certainty() {
        Certainty::Exact => format!("{mv} {score}"),
        Certainty::AtLeast => format!("{mv} >={score}"),
        Certainty::AtMost => format!("{mv} <={score}"),
        estimate => format!("{mv} {score} ({})", estimate),
    };
    match answer.verdict_on(report) {
        Some((expected, false)) if report.certainty().is_proved() => format!("{found} WRONG, {expected:+}"),
        Some((expected, false)) => format!("{found} differs, {expected:+}"),
        _ => found,
    }
}

/// `g7 -4`, `g7 >=-4`, `g7 <=+2` or `g7 -4..+2`.
fn move_and_bounds(proof: &Proof) -> String {
    match (proof.at, proof.lower, proof.upper) {
        (at, lower, upper) if lower == upper => format!("{at} {lower:+}"),
        (at, lower, 64) => format!("{at} >={lower:+}"),
        (at, -64, upper) => format!("{at} <={upper:+}"),
        (at, lower, upper) => format!("{at} {lower:+}..{upper:+}"),
    }
}

fn object(answer: &Answer) -> Json {
    let report = answer.report();
    let turn = Turn {
        board: Board::from_position(answer.problem.position, answer.problem.to_move),
        to_move: answer.problem.to_move,
    };
    let empties = answer.problem.position.empties();
    let (depth, selectivity) = match answer.value.certainty() {
        Certainty::Depth { plies, percent } => (u32::from(plies), percent),
        _ => (answer.limits.depth, answer.limits.selectivity.percent()),
    };
    let mut object = json!({
        "position": turn.to_string(),
        "empties": empties,
        "depth": depth,
        "selectivity": selectivity,
        "score": number(answer.value.score()),
        "status": answer.value.certainty().to_string(),
        "best": answer.best().map(|mv| mv.to_string()),
        "pv": line(answer.line()),
        "nodes": report.nodes,
        "seconds": rounded(answer.seconds, 1e6),
        "expected": answer.expected(),
        "agrees": answer.agrees(),
    });
    if let Some(proofs) = &answer.stopped {
        object["stopped"] = json!(true);
        object["proved"] = proofs.iter().map(proof).collect();
    }
    if answer.limits.lines > 1 {
        let moves = answer.reports.iter().filter(|report| !report.line.is_empty());
        object["moves"] = moves.map(|report| move_object(answer, report)).collect();
    }
    object
}

/// One of all moves.
fn move_object(answer: &Answer, report: &Report<Move>) -> Json {
    let verdict = answer.verdict_on(report);
    json!({
        "move": first_move(report).map(|mv| mv.to_string()),
        "score": number(report.score()),
        "status": report.certainty().to_string(),
        "pv": line(&report.line),
        "expected": verdict.map(|(expected, _)| expected),
        "agrees": verdict.map(|(_, is_right)| is_right),
    })
}

/// Whole discs where the score is proved, else with two decimals.
fn figure(value: Value) -> String {
    if value.certainty().is_proved() { format!("{:+}", value.score().rounded()) } else { value.score().to_string() }
}
