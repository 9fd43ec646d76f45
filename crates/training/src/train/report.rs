//! The accuracy of the estimates on positions with known scores.

use super::positions::{LabelledPosition, Split};
use super::solved::{HeldOutPositions, PROBLEM_SETS, read_held_out_solved, read_problems};
use super::sources::{read_game_files, read_selfplay, read_wthor};
use emilia::internal::eval::STAGES;
use emilia::{Position, Weights};
use serde::Serialize;
use std::fmt;
use std::path::Path;

/// The errors of the static estimates of a set of positions, in discs.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Accuracy {
    /// The number of positions.
    pub count: usize,
    /// The mean absolute error.
    pub mean: f64,
    /// The root mean square error.
    pub rms: f64,
    /// The mean of estimate minus score.
    pub bias: f64,
}

impl Accuracy {
    /// Measures the accuracy on positions with their scores for the side to move.
    pub fn new(weights: &Weights, positions: impl IntoIterator<Item = (Position, impl Into<f64>)>) -> Accuracy {
        let mut sum = Accuracy::default();
        for (position, score) in positions {
            let error = f64::from(weights.eval_position(position).to_discs()) - score.into();
            sum.count += 1;
            sum.mean += error.abs();
            sum.rms += error * error;
            sum.bias += error;
        }
        let count = sum.count.max(1) as f64;
        Accuracy { count: sum.count, mean: sum.mean / count, rms: (sum.rms / count).sqrt(), bias: sum.bias / count }
    }
}

/// The accuracy on a set of held-out positions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SetAccuracy {
    /// The source of the positions and the kind of their scores.
    pub name: String,
    /// The first and the last ply of positions from games; none for solved positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<[usize; 2]>,
    /// The accuracy.
    #[serde(flatten)]
    pub accuracy: Accuracy,
}

impl SetAccuracy {
    fn solved(name: String, accuracy: Accuracy) -> SetAccuracy {
        SetAccuracy { name, plies: None, accuracy }
    }
}

/// The accuracy on all sets that have positions. Its text is a table with one line per set.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AccuracyReport(pub Vec<SetAccuracy>);

/// Measures the accuracy of the static estimates on the held-out positions of a data folder.
///
/// # Errors
/// If the folder cannot be read, or a file exists but cannot be read or has an invalid line. Missing files are left out.
pub fn evaluate(weights: &Weights, data: &Path) -> anyhow::Result<AccuracyReport> {
    let mut sets = Vec::new();
    for name in PROBLEM_SETS {
        let problems = read_problems(&data.join(name))?;
        let best = problems.iter().filter_map(|problem| {
            problem.moves.iter().map(|&(_, score)| score).max().map(|score| (problem.position, score))
        });
        sets.push(SetAccuracy::solved(format!("{name}, exact"), Accuracy::new(weights, best)));
        let after = problems.iter().flat_map(|problem| &problem.moves).map(|&(position, score)| (position, -score));
        let after = after.filter(|(position, _)| !position.moves().is_empty());
        sets.push(SetAccuracy::solved(format!("{name} after each move, exact"), Accuracy::new(weights, after)));
    }
    let solved = Accuracy::new(weights, read_held_out_solved(data)?);
    sets.push(SetAccuracy::solved("24 empties, held-out tenth, exact".to_owned(), solved));
    let held_out = HeldOutPositions::read(data)?;
    let wthor = read_wthor(data, &held_out, Split::HeldOut)?;
    add_stages(&mut sets, weights, &wthor, "WTHOR held out, perfect from 24 empties, then final");
    let selfplay = read_selfplay(data, &held_out, Split::HeldOut)?;
    add_stages(&mut sets, weights, &selfplay, "selfplay.txt.xz held out, final");
    let games = read_game_files(data, &held_out, Split::HeldOut)?;
    add_stages(&mut sets, weights, &games.by_ply, "*.games held out, final");
    sets.retain(|set| set.accuracy.count > 0);
    Ok(AccuracyReport(sets))
}

/// Adds the accuracy of each stage.
fn add_stages(sets: &mut Vec<SetAccuracy>, weights: &Weights, by_ply: &[Vec<LabelledPosition>], name: &str) {
    for (stage, plies) in by_ply.chunks(4).enumerate().take(STAGES) {
        let positions = plies.iter().flatten().map(|labelled| (labelled.position, labelled.score));
        let accuracy = Accuracy::new(weights, positions);
        sets.push(SetAccuracy { name: name.to_owned(), plies: Some([4 * stage, 4 * stage + 3]), accuracy });
    }
}

impl fmt::Display for AccuracyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<68} {:>8} {:>7} {:>7} {:>7}", "set", "count", "mean", "rms", "bias")?;
        self.0.iter().try_for_each(|SetAccuracy { name, plies, accuracy: a }| {
            let plies = plies.map(|[first, last]| format!(", plies {first:2}-{last:2}")).unwrap_or_default();
            let name = format!("{name}{plies}");
            writeln!(f, "{name:<68} {:>8} {:>7.3} {:>7.3} {:>+7.3}", a.count, a.mean, a.rms, a.bias)
        })
    }
}
