//! Fits the weights of the evaluation to games and solved positions.
//!
//! Knows nothing of the search: every label is the outcome of a game or an exact score that comes with the data. The result
//! depends on the data, the options and the kind of processor only, not on the number of threads.

mod dense;
mod device;
mod fit;
#[cfg(feature = "gpu")]
mod gpu;
mod net;
mod report;
mod rows;
mod sources;
mod state;
mod trainer;

pub use device::Device;
pub use fit::{Classes, Problem, solve, solve_robustly};
#[cfg(feature = "gpu")]
pub use gpu::Gpu;
pub use net::{Epoch, Example, NetFit};
pub use report::{Accuracy, Report, Set, evaluate};
pub use sources::read_solved;
pub use trainer::Trainer;

use crate::eval::{PLIES, STAGES, Stages, Weights};
use crate::storage;
use log::info;
use rayon::prelude::*;
use rows::Row;
use serde_json::json;
use state::{StageError, State, StateFile};
use std::path::PathBuf;

/// Rows that are missed by more discs than this count less. It took 0.02 discs off the error on exact scores.
const OUTLIER: f32 = 15.0;
/// What the net's first numbers follow from.
const SEED: u64 = 1;

/// Options of a training.
#[derive(Clone, Debug)]
pub struct TrainOptions {
    /// The folder with the games and positions; see [`train`].
    pub data: PathBuf,
    /// The file of weights to write.
    pub out: PathBuf,
    /// The strength of the ridge: how many rows' worth of evidence pulls every linear weight to nothing.
    pub lambda: f32,
    /// How many steps of conjugate gradients every stage gets.
    pub iterations: u32,
    /// How often the net sees every position.
    pub epochs: u32,
    /// What the net is trained on.
    pub device: Device,
    /// Where all that the training found is written, as JSON.
    pub report: Option<PathBuf>,
}

impl TrainOptions {
    /// The options that the program's own weights were made with.
    pub fn new(data: PathBuf, out: PathBuf) -> TrainOptions {
        TrainOptions { data, out, lambda: 20.0, iterations: 30, epochs: 3, device: Device::Auto, report: None }
    }
}

/// Fits the linear part stage by stage, trains the net on what that leaves over, writes the file of weights, and reports how far
/// the estimates are from the outcomes.
///
/// Reads from the folder of data, as far as they are there: `*.games` (of `emilia selfplay`), `wthor.txt.gz` and `selfplay.txt.xz`
/// (games), `wthor24_exact.txt.gz` (solved positions) and, for the report only, `hard-20.obf`, `exact-18-20.obf` and
/// `exact-6-16.obf`. A tenth of the solved positions, every hundredth game of self-play, and all games that pass through a held-out
/// position or one of the problem sets, are kept out of the training.
///
/// After the linear part and after every epoch the state, with what was found until then, is kept in `OUT.training` until all is
/// written; the same call goes on from there, to the same weights and the same report.
///
/// # Errors
/// If there is nothing to learn from, a file cannot be read or has a wrong line, a state of another training is there, the
/// weights or the report cannot be written, or a graphics processor is asked for and fails.
pub fn train(options: &TrainOptions) -> anyhow::Result<()> {
    [Some(&options.out), options.report.as_ref()].into_iter().flatten().try_for_each(|path| storage::check(path))?;
    let mut state_file = StateFile::claim(&options.out)?;
    let trainer = options.device.trainer()?;
    sources::tell_missing(&options.data);
    let held = sources::HeldOut::read(&options.data)?;
    let sources::Rows { plies: rows, sources } = sources::read_rows(&options.data, &held, rows::Part::Training)?;
    let count: usize = rows.iter().map(Vec::len).sum();
    anyhow::ensure!(count > 0, "no training data in {}", options.data.display());
    info!("{count} positions to learn from");
    let learnt = json!({
        "program": concat!("emilia ", env!("CARGO_PKG_VERSION")),
        "positions": count,
        "sources": sources,
        "linear": { "lambda": options.lambda, "iterations": options.iterations },
        "net": { "epochs": options.epochs, "device": trainer.name() },
    });
    let description = learnt.to_string();
    let classes = Classes::new();
    let mut state = match state_file.read(&description)? {
        Some(state) => state,
        None => {
            let (stages, stage_errors) = fit_linear(options, &classes, &rows, &description);
            let mut linear = Vec::new();
            stages.write(&mut linear)?;
            let net = NetFit::new(&classes, SEED);
            let state = State { description, linear, stage_errors, epoch_errors: Vec::new(), net };
            state_file.write(&state)?;
            state
        }
    };
    let mut stages = Stages::read(&state.linear)?;
    let mut examples = examples(&Weights::new(&stages), rows);
    (0..state.epochs()).for_each(|epoch| net::shuffle(&mut examples, epoch));
    while state.epochs() < options.epochs {
        let number = state.epochs();
        net::shuffle(&mut examples, number);
        let epoch = Epoch { classes: &classes, examples: &examples, number, of: options.epochs };
        let error = trainer.train_epoch(&mut state.net, &epoch)?;
        state.epoch_errors.push(error);
        state_file.write(&state)?;
        info!("epoch {}: mean error {error:.3}", state.epochs());
    }
    drop(examples);
    state.net.write_to(&mut stages);
    storage::replace(&options.out, |file| Ok(stages.write(file)?))?;
    let report = evaluate(&Weights::new(&stages), &options.data)?;
    info!("{report}");
    if let Some(path) = &options.report {
        let found = json!({
            "training": learnt,
            "stages": state.stage_errors,
            "epochs": state.epoch_errors,
            "sets": report,
        });
        storage::replace(path, |file| Ok(writeln!(file, "{found}")?))?;
    }
    state_file.remove()
}

/// The linear part, with a net that says nothing, and how far each of its stages is off.
fn fit_linear(
    options: &TrainOptions,
    classes: &Classes,
    rows: &[Vec<Row>],
    description: &str,
) -> (Stages, Vec<StageError>) {
    let zero = Stages { description: description.to_owned(), ..Stages::zero() };
    let mut stages = Stages { weights: Vec::with_capacity(STAGES), ..zero };
    let mut errors = Vec::with_capacity(STAGES);
    for stage in 0..STAGES {
        let mut problem = fit::stage_problem(classes, rows, stage);
        let solution = solve_robustly(&mut problem, options.lambda, options.iterations, OUTLIER);
        let (count, mean) = (problem.len(), problem.mean_error(&solution));
        info!("stage {stage:2}: {count:8} positions, mean error {mean:.3}");
        errors.push(StageError { plies: fit::stage_plies(stage), count, mean });
        stages.weights.push(solution[..classes.count()].iter().map(|&weight| steps(weight)).collect());
    }
    stages.constants = constants(&Weights::new(&stages), rows);
    (stages, errors)
}

/// The rows with what the linear part says of them.
fn examples(linear: &Weights, rows: Vec<Vec<Row>>) -> Vec<Example> {
    let of = |row: Row| Example {
        position: row.position,
        linear: linear.eval_linear_position(row.position).to_discs(),
        score: f32::from(row.score),
        weight: row.weight,
    };
    let mut examples = Vec::with_capacity(rows.iter().map(Vec::len).sum());
    for rows in rows {
        examples.par_extend(rows.into_par_iter().map(of));
    }
    examples
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
                    let error = f64::from(row.score) - f64::from(weights.eval_linear_position(row.position).to_discs());
                    (left + f64::from(row.weight) * error, total + f64::from(row.weight))
                })
            })
            .collect();
        let (left, total) = parts.iter().fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
        constants[ply] = if total > 0.0 { steps((left / total) as f32) } else { 0 };
    }
    constants
}
