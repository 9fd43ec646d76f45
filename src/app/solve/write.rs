//! Results as rows for a person or as JSON.

use super::answer::Answer;
use crate::game::{Board, Move, Turn};
use crate::score::Score;
use crate::search::Certainty;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Writes answers one by one and adds them up.
pub(super) struct Writer<W> {
    out: W,
    json: bool,
    wld: bool,
    positions: u64,
    nodes: u64,
    seconds: f64,
    wrong_scores: u64,
    wrong_moves: u64,
    errors: f64,
    /// How many positions have an error.
    compared: u64,
}

impl<W: Write> Writer<W> {
    pub fn new(out: W, json: bool, wld: bool) -> Writer<W> {
        let (positions, nodes, seconds, wrong_scores, wrong_moves, errors, compared) = (0, 0, 0.0, 0, 0, 0.0, 0);
        Writer { out, json, wld, positions, nodes, seconds, wrong_scores, wrong_moves, errors, compared }
    }

    /// Writes one answer, at once.
    pub fn answer(&mut self, answer: &Answer) -> io::Result<()> {
        self.positions += 1;
        self.nodes += answer.report.nodes;
        self.seconds += answer.seconds;
        self.wrong_scores += u64::from(answer.has_right_score() == Some(false));
        self.wrong_moves += u64::from(answer.has_right_move() == Some(false));
        if let Some(error) = answer.error() {
            self.errors += f64::from(error);
            self.compared += 1;
        }
        if self.json {
            writeln!(self.out, "{}", object(answer))?;
        } else {
            self.row(answer)?;
        }
        self.out.flush()
    }

    fn row(&mut self, answer: &Answer) -> io::Result<()> {
        if self.positions == 1 {
            let head = ["#", "empties", "status", "score", "best", "nodes", "seconds", "Mn/s"];
            let [number, empties, status, score, best, nodes, seconds, speed] = head;
            let head = format!(
                "{number:>4} {empties:>7} {status:>8} {score:>6} {best:<4} {nodes:>13} {seconds:>9} {speed:>7}"
            );
            writeln!(self.out, "{head}  answer       line")?;
        }
        let report = &answer.report;
        let verdict = match (answer.agrees(), answer.has_right_score(), answer.expected()) {
            (None, ..) => "-".to_owned(),
            (Some(true), ..) => "agrees".to_owned(),
            (_, Some(false), Some(expected)) => format!("WRONG, {expected:+}"),
            _ => "WRONG move".to_owned(),
        };
        let (number, empties, status) = (self.positions, answer.problem.position.empties(), answer.status());
        let (score, best) =
            (figure(report.score, report.certainty), answer.best().map_or("-".to_owned(), |mv| mv.to_string()));
        let (nodes, seconds, speed) = (report.nodes, answer.seconds, speed(report.nodes, answer.seconds) / 1e6);
        let row = format!(
            "{number:>4} {empties:>7} {status:>8} {score:>6} {best:<4} {nodes:>13} {seconds:>9.3} {speed:>7.1}"
        );
        writeln!(self.out, "{row}  {verdict:<11}  {}", line(&report.line).join(" "))
    }

    /// Writes the sums.
    pub fn summary(&mut self) -> io::Result<()> {
        let mean_error = (self.compared > 0).then(|| self.errors / self.compared as f64);
        let nps = speed(self.nodes, self.seconds);
        if self.json {
            let summary = json!({
                "positions": self.positions,
                "nodes": self.nodes,
                "seconds": rounded(self.seconds, 1e6),
                "nps": nps.round() as u64,
                "wrong_scores": self.wrong_scores,
                "wrong_moves": self.wrong_moves,
                "mean_error": mean_error.map(|error| rounded(error, 1e4)),
            });
            writeln!(self.out, "{}", json!({ "summary": summary }))?;
        } else {
            let Writer { positions, nodes, seconds, wrong_scores, wrong_moves, .. } = self;
            let (speed, unit) = (nps / 1e6, if self.wld { "results" } else { "scores" });
            write!(self.out, "{positions} positions, {nodes} nodes, {seconds:.3} s, {speed:.1} Mn/s; ")?;
            write!(self.out, "wrong {unit}: {wrong_scores}, wrong moves: {wrong_moves}")?;
            match mean_error {
                Some(error) => writeln!(self.out, ", mean error {error:.2}")?,
                None => writeln!(self.out)?,
            }
        }
        self.out.flush()
    }
}

fn object(answer: &Answer) -> Value {
    let report = &answer.report;
    let turn = Turn {
        board: Board::from_position(answer.problem.position, answer.problem.to_move),
        to_move: answer.problem.to_move,
    };
    let empties = answer.problem.position.empties();
    let (depth, selectivity) = match report.certainty {
        Certainty::Depth { plies, percent } => (u32::from(plies), percent),
        _ => (answer.limits.depth, answer.limits.selectivity.percent()),
    };
    let score = match report.score.raw() % Score::UNIT {
        0 => json!(report.score.rounded()),
        _ => json!(rounded(f64::from(report.score.to_discs()), 1e2)),
    };
    json!({
        "position": turn.to_string(),
        "empties": empties,
        "depth": depth,
        "selectivity": selectivity,
        "score": score,
        "status": answer.status(),
        "best": answer.best().map(|mv| mv.to_string()),
        "pv": line(&report.line),
        "nodes": report.nodes,
        "seconds": rounded(answer.seconds, 1e6),
        "expected": answer.expected(),
        "agrees": answer.agrees(),
    })
}

fn line(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// Whole discs where the score is proved, else with two decimals.
fn figure(score: Score, certainty: Certainty) -> String {
    if certainty.is_proved() { format!("{:+}", score.rounded()) } else { score.to_string() }
}

fn speed(nodes: u64, seconds: f64) -> f64 {
    nodes as f64 / seconds.max(1e-9)
}

fn rounded(number: f64, steps: f64) -> f64 {
    (number * steps).round() / steps
}
