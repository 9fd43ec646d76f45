//! Fits the weights of the evaluation to games and solved positions.
//!
//! Knows nothing of the search: every label is the outcome of a game or an exact score that comes with the data. The result
//! depends on the data and the options only, not on the number of threads.

mod fit;
mod report;
mod rows;
mod sources;

pub use fit::{Problem, solve, solve_robustly};
pub use report::{Accuracy, Report, evaluate};

use crate::eval::{PLIES, STAGES, Stages, Weights};
use anyhow::Context as _;
use log::info;
use rayon::prelude::*;
use rows::Row;
use std::fs;
use std::path::{Path, PathBuf};

/// Rows that are missed by more discs than this count less. It took 0.02 discs off the error on exact scores.
const OUTLIER: f32 = 15.0;

/// What `emilia train` is told.
#[derive(Clone, Debug)]
pub struct TrainOptions {
    /// The folder with the games and positions; see [`train`].
    pub data: PathBuf,
    /// The file of weights to write.
    pub out: PathBuf,
    /// The strength of the ridge: how many rows' worth of evidence pulls every weight to nothing.
    pub lambda: f32,
    /// How many steps of conjugate gradients every stage gets.
    pub iterations: u32,
}

impl TrainOptions {
    /// The options that the program's own weights were made with.
    pub fn new(data: PathBuf, out: PathBuf) -> TrainOptions {
        TrainOptions { data, out, lambda: 20.0, iterations: 30 }
    }
}

/// Fits all stages, writes the file of weights, and reports how far the estimates are from the outcomes.
///
/// Reads from the folder of data, as far as they are there: `wthor.txt.gz` and `selfplay.txt.xz` (games),
/// `wthor24_exact.txt.gz` (solved positions) and, for the report only, `hard-20.obf`, `exact-18-20.obf` and
/// `exact-6-16.obf`. A tenth of the solved positions, and all games that pass through one of them or through a position of
/// the problem sets, are held out of the training.
///
/// # Errors
/// If there is nothing to learn from, a file cannot be read or has a wrong line, or the result cannot be written.
pub fn train(options: &TrainOptions) -> anyhow::Result<()> {
    let held = sources::HeldOut::read(&options.data)?;
    let rows = sources::read_rows(&options.data, &held, rows::Part::Training)?;
    anyhow::ensure!(!rows.iter().all(Vec::is_empty), "no training data in {}", options.data.display());
    info!("{} positions to learn from", rows.iter().map(Vec::len).sum::<usize>());
    let classes = fit::Classes::new();
    let mut stages = Stages { weights: Vec::with_capacity(STAGES), ..Stages::zero() };
    for stage in 0..STAGES {
        let mut problem = fit::stage_problem(&classes, &rows, stage);
        let solution = solve_robustly(&mut problem, options.lambda, options.iterations, OUTLIER);
        let error = problem.mean_error(&solution);
        info!("stage {stage:2}: {:8} positions, mean error {error:.3}", problem.len());
        stages.weights.push(solution[..classes.count()].iter().map(|&weight| steps(weight)).collect());
    }
    stages.constants = constants(&Weights::new(&stages), &rows);
    drop(rows);
    write_whole(&options.out, &stages)?;
    info!("{}", evaluate(&Weights::new(&stages), &options.data)?);
    Ok(())
}

/// Discs as the whole number of 1/128 discs that the file holds.
fn steps(discs: f32) -> i16 {
    // `as` saturates, so that a wild weight stays in range.
    (discs * crate::score::Score::UNIT as f32).round() as i16
}

/// What the weights leave over on average at every ply: who moves last, for one, is seen by no pattern.
fn constants(weights: &Weights, rows: &[Vec<Row>]) -> [i16; PLIES] {
    let mut constants = [0; PLIES];
    for (ply, rows) in rows.iter().enumerate() {
        let parts: Vec<(f64, f64)> = rows
            .par_chunks(1 << 16)
            .map(|rows| {
                rows.iter().fold((0.0, 0.0), |(left, total), row| {
                    let error = f64::from(row.score) - f64::from(weights.eval_position(row.position).to_discs());
                    (left + f64::from(row.weight) * error, total + f64::from(row.weight))
                })
            })
            .collect();
        let (left, total) = parts.iter().fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
        constants[ply] = if total > 0.0 { steps((left / total) as f32) } else { 0 };
    }
    constants
}

/// Writes the file beside its place first, so that there never is half a file.
fn write_whole(path: &Path, stages: &Stages) -> anyhow::Result<()> {
    let beside = path.with_extension("part");
    let file = fs::File::create(&beside).with_context(|| format!("cannot write {}", beside.display()))?;
    stages.write(std::io::BufWriter::new(file)).with_context(|| format!("cannot write {}", beside.display()))?;
    fs::rename(&beside, path).with_context(|| format!("cannot write {}", path.display()))
}
