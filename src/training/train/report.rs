//! How far the estimates are from what is known.

use super::rows::{Part, Row};
use super::sources::{
    HeldOut, PROBLEMS, read_all_records, read_exact_held_out, read_problems, read_selfplay, read_wthor,
};
use crate::board::Position;
use crate::eval::{STAGES, Weights};
use serde::Serialize;
use std::fmt;
use std::path::Path;

/// How far estimates are from the scores of a set of positions, in discs.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Accuracy {
    /// The number of positions.
    pub count: usize,
    /// The mean distance.
    pub mean: f64,
    /// The root of the mean square distance.
    pub rms: f64,
    /// The mean of estimate minus score.
    pub bias: f64,
}

impl Accuracy {
    /// The accuracy on positions with their scores for the side to move.
    pub fn of(weights: &Weights, positions: impl IntoIterator<Item = (Position, i8)>) -> Accuracy {
        let mut sum = Accuracy::default();
        for (position, score) in positions {
            let error = f64::from(weights.eval_position(position).to_discs()) - f64::from(score);
            sum.count += 1;
            sum.mean += error.abs();
            sum.rms += error * error;
            sum.bias += error;
        }
        let count = sum.count.max(1) as f64;
        Accuracy { count: sum.count, mean: sum.mean / count, rms: (sum.rms / count).sqrt(), bias: sum.bias / count }
    }
}

/// Positions that were not learnt from, and how far the estimates are from their scores.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Set {
    /// Where the positions are from, and what their scores are.
    pub name: String,
    /// The first and the last ply of positions from games; solved positions are not sorted by plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<[usize; 2]>,
    /// How far the estimates are off.
    #[serde(flatten)]
    pub accuracy: Accuracy,
}

impl Set {
    fn solved(name: String, accuracy: Accuracy) -> Set {
        Set { name, plies: None, accuracy }
    }
}

/// The accuracy on every set that has positions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report(pub Vec<Set>);

/// Compares the static estimates with exact scores and with the outcomes of games that were not learnt from.
///
/// # Errors
/// If a file of data is there but cannot be read; what is missing is left out of the report.
pub fn evaluate(weights: &Weights, data: &Path) -> anyhow::Result<Report> {
    let mut sets = Vec::new();
    for name in PROBLEMS {
        let problems = read_problems(&data.join(name))?;
        let best = problems.iter().filter_map(|problem| {
            problem.moves.iter().map(|&(_, score)| score).max().map(|score| (problem.position, score))
        });
        sets.push(Set::solved(format!("{name}, exact"), Accuracy::of(weights, best)));
        let after = problems.iter().flat_map(|problem| &problem.moves).map(|&(position, score)| (position, -score));
        let after = after.filter(|(position, _)| !position.moves().is_empty());
        sets.push(Set::solved(format!("{name} after each move, exact"), Accuracy::of(weights, after)));
    }
    let tenth = Accuracy::of(weights, read_exact_held_out(data)?);
    sets.push(Set::solved("24 empties, held-out tenth, exact".to_owned(), tenth));
    let held = HeldOut::read(data)?;
    let wthor = read_wthor(data, &held, Part::HeldOut)?;
    add_stages(&mut sets, weights, &wthor, "WTHOR held out, perfect from 24 empties, then final");
    let selfplay = read_selfplay(data, &held, Part::HeldOut)?;
    add_stages(&mut sets, weights, &selfplay, "self-play held out, final");
    let records = read_all_records(data, &held, Part::HeldOut)?;
    add_stages(&mut sets, weights, &records.plies, "own games held out, final");
    sets.retain(|set| set.accuracy.count > 0);
    Ok(Report(sets))
}

fn add_stages(sets: &mut Vec<Set>, weights: &Weights, rows: &[Vec<Row>], name: &str) {
    for (stage, plies) in rows.chunks(4).enumerate().take(STAGES) {
        let positions = plies.iter().flatten().map(|row| (row.position, row.score));
        let accuracy = Accuracy::of(weights, positions);
        sets.push(Set { name: name.to_owned(), plies: Some([4 * stage, 4 * stage + 3]), accuracy });
    }
}

/// A table, one set a line.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<68} {:>8} {:>7} {:>7} {:>7}", "set", "count", "mean", "rms", "bias")?;
        self.0.iter().try_for_each(|Set { name, plies, accuracy: a }| {
            let plies = plies.map(|[first, last]| format!(", plies {first:2}-{last:2}")).unwrap_or_default();
            let name = format!("{name}{plies}");
            writeln!(f, "{name:<68} {:>8} {:>7.3} {:>7.3} {:>+7.3}", a.count, a.mean, a.rms, a.bias)
        })
    }
}
