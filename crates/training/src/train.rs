//! Training: fits the weights of the evaluation to games and solved positions.
//!
//! Knows nothing of the search: the label of a position is the final score of its game or an exact score from the data. The result depends
//! on the data, the options and the kind of processor, not on the number of threads.
//!
//! ```text
//!   sources, solved ──► positions ──► linear ──► net (dense) ──► weights      labelled positions, linear part, net
//!                                                 │    trainer, gpu           one epoch on all cores or a graphics processor
//!                                                 └──► checkpoint             the state after the linear part and each epoch
//! ```

mod checkpoint;
mod dense;
mod device;
#[cfg(feature = "gpu")]
mod gpu;
mod linear;
mod net;
mod positions;
mod report;
mod solved;
mod sources;
mod trainer;

pub use checkpoint::checkpoint_path;
pub use device::Device;
#[cfg(feature = "gpu")]
pub use gpu::GpuTrainer;
pub use linear::{LeastSquares, PatternClasses, solve_ridge, solve_robust};
pub use net::{Epoch, Example, TrainableNet};
pub use report::{Accuracy, AccuracyReport, SetAccuracy, evaluate};
pub use solved::read_solved;
pub use sources::data_files;
pub use trainer::Trainer;

pub(crate) use checkpoint::CheckpointFile;
use checkpoint::{Checkpoint, StageError};
use emilia::internal::{
    eval::{PLIES, STAGES, Stages},
    storage,
};
use emilia::{Score, Weights};
use log::info;
use positions::LabelledPosition;
use rayon::prelude::*;
use serde_json::json;
use std::path::PathBuf;

/// Positions with an error above this number of discs have less weight in the linear fit. Measured: 0.02 discs less error on exact scores.
const MAX_LINEAR_ERROR: f32 = 15.0;
/// The random seed of the net's initial parameters.
const NET_SEED: u64 = 1;

/// The options of a training.
///
/// # Examples
/// ```
/// use emilia_training::train::{Device, TrainOptions};
///
/// let options = TrainOptions { device: Device::Cpu, ..TrainOptions::new("data".into(), "weights.bin".into()) };
/// assert_eq!((options.epochs, options.iterations), (3, 30));
/// ```
#[derive(Clone, Debug)]
pub struct TrainOptions {
    /// The folder with the games and positions. [`train`] lists its files.
    pub data: PathBuf,
    /// The file of weights to write.
    pub out: PathBuf,
    /// The strength of the ridge (L2) regularization of a linear weight, as a number of positions.
    pub lambda: f32,
    /// The number of iterations of the conjugate gradient method for each stage.
    pub iterations: u32,
    /// The number of epochs of the net.
    pub epochs: u32,
    /// The device that trains the net.
    pub device: Device,
    /// The file for the report as JSON; none for no report.
    pub report: Option<PathBuf>,
}

impl TrainOptions {
    /// The options of the embedded weights.
    pub fn new(data: PathBuf, out: PathBuf) -> TrainOptions {
        TrainOptions { data, out, lambda: 20.0, iterations: 30, epochs: 3, device: Device::Auto, report: None }
    }
}

/// Fits the linear part stage by stage, trains the net on the residuals, writes the file of weights, and logs the accuracy of the
/// estimates.
///
/// Reads these files of the data folder if they exist: `*.games` (from `emilia selfplay`), `wthor.txt.gz` and `selfplay.txt.xz`
/// (games), `wthor24_exact.txt.gz` (solved positions) and, only for the report, `hard-20.obf`, `exact-18-20.obf` and `exact-6-16.obf`. A
/// tenth of the solved positions, every hundredth self-play game, and all games that contain a held-out position or one of the problem
/// sets are not used for training.
///
/// A checkpoint is written to `OUT.training` after the linear part and after every epoch, and removed at the end. The same call on the
/// same device continues from the checkpoint and ends with the same weights and the same report.
///
/// # Errors
/// If there are no training positions, a file cannot be read or has an invalid line, the checkpoint belongs to another training, the
/// weights or the report cannot be written, or a graphics processor is required and fails.
pub fn train(options: &TrainOptions) -> anyhow::Result<()> {
    [Some(&options.out), options.report.as_ref()]
        .into_iter()
        .flatten()
        .try_for_each(|path| storage::check_writable(path))?;
    let mut checkpoint_file = CheckpointFile::open(&options.out)?;
    let trainer = options.device.trainer()?;
    sources::log_missing_files(&options.data);
    let held_out = solved::HeldOutPositions::read(&options.data)?;
    let sources::TrainingSet { by_ply, sources } = sources::read_training_set(&options.data, &held_out)?;
    let count: usize = by_ply.iter().map(Vec::len).sum();
    anyhow::ensure!(count > 0, "no training data in {}", options.data.display());
    info!("{count} training positions");
    let training = json!({
        "program": concat!("emilia ", env!("CARGO_PKG_VERSION")),
        "positions": count,
        "sources": sources,
        "linear": { "lambda": options.lambda, "iterations": options.iterations },
        "net": { "epochs": options.epochs, "row_decay": net::ROW_DECAY, "device": trainer.name() },
    });
    let description = training.to_string();
    let classes = PatternClasses::new();
    let mut checkpoint = match checkpoint_file.read(&description)? {
        Some(checkpoint) => checkpoint,
        None => {
            let (stages, stage_errors) = fit_linear(options, &classes, &by_ply, &description);
            let mut linear = Vec::new();
            stages.write(&mut linear)?;
            let net = TrainableNet::new(&classes, NET_SEED);
            let checkpoint = Checkpoint { linear, stage_errors, epoch_errors: Vec::new(), net };
            checkpoint_file.write(&description, &checkpoint)?;
            checkpoint
        }
    };
    let mut stages = Stages::read(&checkpoint.linear)?;
    let mut examples = examples(&Weights::new(&stages), by_ply);
    (0..checkpoint.epochs()).for_each(|epoch| net::shuffle(&mut examples, epoch));
    while checkpoint.epochs() < options.epochs {
        let index = checkpoint.epochs();
        net::shuffle(&mut examples, index);
        let epoch = Epoch { classes: &classes, examples: &examples, index, epochs: options.epochs };
        let error = trainer.train_epoch(&mut checkpoint.net, &epoch)?;
        checkpoint.epoch_errors.push(error);
        checkpoint_file.write(&description, &checkpoint)?;
        info!("epoch {}: mean error {error:.3} discs", checkpoint.epochs());
    }
    drop(examples);
    checkpoint.net.quantize_into(&mut stages);
    storage::replace(&options.out, |file| Ok(stages.write(file)?))?;
    let report = evaluate(&Weights::new(&stages), &options.data)?;
    info!("{report}");
    if let Some(path) = &options.report {
        let report = json!({
            "training": training,
            "stages": checkpoint.stage_errors,
            "epochs": checkpoint.epoch_errors,
            "sets": report,
        });
        storage::replace(path, |file| Ok(writeln!(file, "{report}")?))?;
    }
    checkpoint_file.remove()
}

/// Fits the linear part, with a net that is zero, and returns the error of each stage.
fn fit_linear(
    options: &TrainOptions,
    classes: &PatternClasses,
    by_ply: &[Vec<LabelledPosition>],
    description: &str,
) -> (Stages, Vec<StageError>) {
    let zero = Stages { description: description.to_owned(), ..Stages::zero() };
    let mut stages = Stages { weights: Vec::with_capacity(STAGES), ..zero };
    let mut errors = Vec::with_capacity(STAGES);
    for stage in 0..STAGES {
        let mut problem = linear::stage_problem(classes, by_ply, stage);
        let solution = solve_robust(&mut problem, options.lambda, options.iterations, MAX_LINEAR_ERROR);
        let (count, mean) = (problem.len(), problem.mean_error(&solution));
        info!("stage {stage:2}: {count:8} positions, mean error {mean:.3} discs");
        errors.push(StageError { plies: linear::stage_plies(stage), count, mean });
        stages.weights.push(solution[..classes.count()].iter().map(|&weight| to_fixed_point(weight)).collect());
    }
    stages.constants = ply_constants(&Weights::new(&stages), by_ply);
    (stages, errors)
}

/// The training examples of the net: the positions with their linear estimates.
fn examples(linear: &Weights, by_ply: Vec<Vec<LabelledPosition>>) -> Vec<Example> {
    let example = |labelled: LabelledPosition| Example {
        position: labelled.position,
        linear: linear.eval_linear_position(labelled.position).to_discs(),
        score: labelled.score,
        weight: labelled.weight,
    };
    let mut examples = Vec::with_capacity(by_ply.iter().map(Vec::len).sum());
    for positions in by_ply {
        examples.par_extend(positions.into_par_iter().map(example));
    }
    examples
}

/// Converts discs to 1/128 discs, the unit of the file of weights.
fn to_fixed_point(discs: f32) -> i16 {
    // `as` saturates, so an extreme weight stays in range.
    (discs * Score::UNIT as f32).round() as i16
}

/// The mean residual of the linear part at each ply, in 1/128 disc. It covers what no pattern sees, such as the parity of the empty
/// squares.
fn ply_constants(weights: &Weights, by_ply: &[Vec<LabelledPosition>]) -> [i16; PLIES] {
    let mut constants = [0; PLIES];
    for (ply, positions) in by_ply.iter().enumerate() {
        let parts: Vec<(f64, f64)> = positions
            .par_chunks(1 << 16)
            .map(|positions| {
                positions.iter().fold((0.0, 0.0), |(residual, total), labelled| {
                    let estimate = f64::from(weights.eval_linear_position(labelled.position).to_discs());
                    let error = f64::from(labelled.score) - estimate;
                    let weight = f64::from(labelled.weight);
                    (residual + weight * error, total + weight)
                })
            })
            .collect();
        let (residual, total) = parts.iter().fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
        constants[ply] = if total > 0.0 { to_fixed_point((residual / total) as f32) } else { 0 };
    }
    constants
}
