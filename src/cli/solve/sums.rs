//! What the answers to a set of positions come to.

use emilia::Answer;
use emilia::notation::printable::printable;
use emilia_analysis::internal::json::rounded;
use serde_json::{Value, json};

/// The sums over answers.
#[derive(Default)]
pub(super) struct Sums {
    pub positions: u64,
    nodes: u64,
    seconds: f64,
    wrong_scores: u64,
    wrong_moves: u64,
    /// Whether an answer that is not that of the file is an estimate, so that neither need be wrong.
    has_other_estimates: bool,
    /// Moves with a score in the file, and those of them with another result.
    listed: (u64, u64),
    errors: f64,
    /// How many positions have an error.
    compared: u64,
    /// Whether moves that are not the best were scored.
    has_moves: bool,
}

impl Sums {
    pub fn add(&mut self, answer: &Answer) {
        self.positions += 1;
        self.nodes += answer.report().nodes;
        self.seconds += answer.seconds;
        self.wrong_scores += u64::from(answer.has_right_score() == Some(false));
        self.wrong_moves += u64::from(answer.has_right_move() == Some(false));
        self.has_other_estimates |= answer.agrees() == Some(false) && !answer.disproves();
        if answer.limits.lines > 1 {
            let (listed, wrong) = answer.listed_moves();
            self.listed = (self.listed.0 + listed, self.listed.1 + wrong);
            self.has_moves = true;
        }
        if let Some(error) = answer.error() {
            self.errors += f64::from(error);
            self.compared += 1;
        }
    }

    fn mean_error(&self) -> Option<f64> {
        (self.compared > 0).then(|| self.errors / self.compared as f64)
    }

    /// For JSON; `elapsed` are the seconds that went by, `seconds` those of all positions, which may be solved at once.
    pub fn object(&self, elapsed: f64, at_once: bool) -> Value {
        let mut object = json!({
            "positions": self.positions,
            "nodes": self.nodes,
            "seconds": rounded(self.seconds, 1e6),
            "elapsed": rounded(elapsed, 1e6),
            "nps": (self.nodes as f64 / self.time(elapsed, at_once).max(1e-9)).round() as u64,
            "wrong_scores": self.wrong_scores,
            "wrong_moves": self.wrong_moves,
            "mean_error": self.mean_error().map(|error| rounded(error, 1e4)),
        });
        if self.has_moves {
            object["listed_moves"] = json!(self.listed.0);
            object["wrong_listed_moves"] = json!(self.listed.1);
        }
        object
    }

    /// A table of one row in Markdown.
    pub fn table(&self, name: &str, wld: bool, elapsed: f64, at_once: bool) -> String {
        let time = self.time(elapsed, at_once);
        let (results, scores, moves, listed) = match self.has_other_estimates {
            true => ("other results", "other scores", "other moves", "other listed moves"),
            false => ("wrong results", "wrong scores", "wrong moves", "wrong listed moves"),
        };
        let mut cells = vec![
            ("set", printable(name).into_owned()),
            ("positions", self.positions.to_string()),
            ("nodes", count(self.nodes)),
            ("time", format!("{time:.2} s")),
            ("Mn/s", format!("{:.1}", self.nodes as f64 / time.max(1e-9) / 1e6)),
            (if wld { results } else { scores }, self.wrong_scores.to_string()),
            (moves, self.wrong_moves.to_string()),
        ];
        if self.has_moves {
            cells.push(("listed moves", self.listed.0.to_string()));
            cells.push((listed, self.listed.1.to_string()));
        }
        if let Some(error) = self.mean_error() {
            cells.push(("mean error", format!("{error:.2}")));
        }
        let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let width = |(head, cell): &(&str, String)| head.chars().count().max(cell.chars().count());
        let heads = cells.iter().map(|cell| format!("{:<1$}", cell.0, width(cell))).collect();
        let rules = cells.iter().map(|cell| "-".repeat(width(cell))).collect();
        let values = cells.iter().map(|cell| format!("{:<1$}", cell.1, width(cell))).collect();
        [row(heads), row(rules), row(values)].concat()
    }

    /// The seconds that the work took: where several positions were solved at once, less than all of theirs.
    fn time(&self, elapsed: f64, at_once: bool) -> f64 {
        if at_once { elapsed } else { self.seconds }
    }
}

/// `950`, `12.3 k`, `946 M`, `12.9 G`.
fn count(number: u64) -> String {
    let scaled = |unit: f64, letter| {
        let scaled = number as f64 / unit;
        if scaled < 99.95 { format!("{scaled:.1} {letter}") } else { format!("{scaled:.0} {letter}") }
    };
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => scaled(1e3, 'k'),
        1_000_000..1_000_000_000 => scaled(1e6, 'M'),
        _ => scaled(1e9, 'G'),
    }
}
