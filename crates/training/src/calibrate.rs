//! Calibration: measures the errors of shallow searches against deep ones with given weights. The forward pruning of the search (ProbCut)
//! reads the result from the file of weights, and so does the correction of leaves. The constants of the static evaluation are corrected
//! too.
//!
//! Knows nothing of how weights are trained or how the search prunes: it compares searches without pruning on positions from games. The
//! result depends on the files, the options and the seed, not on the number of threads. Calibrate again whenever the weights change.
//!
//! ```text
//!   sample ──► measure ──► fit ──► reliability      positions, their scores by depth, the error model, how often cuts are correct
//! ```

mod corrections;
mod fit;
mod measure;
mod normal_equations;
mod reliability;
mod sample;

pub use corrections::{fit_leaf, fit_static};
pub use fit::{Bin, bin_pairs, fit_deviation};
pub use measure::{DepthScores, ScorePair};
pub use reliability::{EMPTIES_RANGES, Reliability, measure_reliability};

use anyhow::Context as _;
use emilia::Weights;
use emilia::internal::eval::{PLIES, SearchErrors, Stages};
use log::info;
use std::path::PathBuf;
use std::sync::Arc;

/// Every third position is kept for the test and not used for the fit.
const TEST_EVERY: usize = 3;

/// The result of a calibration.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// The fitted search errors.
    pub errors: SearchErrors,
    /// The constants of every ply with which the static evaluation is right on average, in 1/128 disc.
    pub constants: [i16; PLIES],
    /// The number of positions of the fit.
    pub fitted: usize,
    /// The number of positions of the test.
    pub tested: usize,
    /// The measured deviations.
    pub bins: Vec<Bin>,
    /// How often cuts are correct on the positions of the test.
    pub reliability: Vec<Reliability>,
}

/// Measures the search errors of these weights, and corrects their constants.
///
/// # Errors
/// If a file cannot be read, there are too few positions, or the threads cannot be started.
///
/// # Examples
/// ```no_run
/// use emilia::internal::eval::Stages;
/// use emilia_training::calibrate::{CalibrationOptions, calibrate};
///
/// let mut stages = Stages::read(&std::fs::read("weights.bin")?)?;
/// let games = vec!["a.games".into()];
/// let options = CalibrationOptions { games, solved: None, positions: 1500, depth: 10, seed: 1, threads: 4 };
/// let calibration = calibrate(&stages, &options)?;
/// (stages.errors, stages.constants) = (calibration.errors, calibration.constants);
/// # Ok::<(), anyhow::Error>(())
/// ```
pub fn calibrate(stages: &Stages, options: &CalibrationOptions) -> anyhow::Result<Calibration> {
    let positions = sample::sample_positions(options)?;
    // The corrections of leaf scores are fitted to searches without them.
    let mut stages = stages.clone();
    stages.errors = SearchErrors::default();
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(options.threads).build().context("cannot start the threads")?;
    let uncorrected = Arc::new(Weights::new(&stages));
    info!("searching {} positions", positions.len());
    let scores = pool.install(|| measure::measure(&uncorrected, &positions, options.depth));
    let (tested, fitted): (Vec<_>, Vec<_>) = scores.into_iter().enumerate().partition(|(i, _)| i % TEST_EVERY == 0);
    let [tested, fitted] = [tested, fitted].map(|part| part.into_iter().map(|(_, scores)| scores).collect::<Vec<_>>());
    let leaf =
        fit_leaf(&fitted).context("too few positions with scores of several depths; use at least 1000 positions")?;
    let mut errors = SearchErrors { leaf, ..SearchErrors::default() };
    let pairs: Vec<ScorePair> = fitted.iter().flat_map(|scores| scores.pairs(&errors)).collect();
    let bins = bin_pairs(&pairs);
    errors.deviation = fit_deviation(&bins).with_context(|| {
        format!("too few positions to fit: {}; use at least 1000, from as many games", fitted.len())
    })?;
    let reliability = measure_reliability(&tested, &errors);
    let mut constants = stages.constants;
    let missing = fit_static(&fitted, &errors).context("too few balanced positions; use at least 1000 positions")?;
    for (empties, missing) in missing.into_iter().enumerate() {
        let constant = &mut constants[PLIES - 1 - empties];
        let before = *constant;
        *constant = before.saturating_add((128.0 * missing).round() as i16);
        // What the static evaluation gains, a leaf does not lack any more.
        errors.leaf[empties] -= f32::from(*constant - before) / 128.0;
    }
    Ok(Calibration { errors, constants, fitted: fitted.len(), tested: tested.len(), bins, reliability })
}

impl Calibration {
    /// The deviation in discs that the fit predicts for a bin.
    pub fn fitted_deviation(&self, bin: &Bin) -> f64 {
        f64::from(self.errors.between(bin.empties as f32, bin.mobility as f32, bin.deep as f32, bin.shallow as f32))
    }

    /// The error of the fit: the root mean square difference between the logarithms of the measured and the fitted deviations, weighted by
    /// the number of pairs. Measured deviations below one disc count as one disc, as in the fit.
    pub fn residual(&self) -> f64 {
        let measured = |bin: &Bin| bin.deviation.max(fit::MIN_DEVIATION);
        let square = |bin: &Bin| bin.count as f64 * (measured(bin) / self.fitted_deviation(bin)).ln().powi(2);
        (self.bins.iter().map(square).sum::<f64>() / self.pairs() as f64).sqrt()
    }

    /// The residual that a perfect fit would have, from the sampling noise of the measurements.
    pub fn noise(&self) -> f64 {
        (self.bins.len() as f64 / (2 * self.pairs()) as f64).sqrt()
    }

    fn pairs(&self) -> usize {
        self.bins.iter().map(|bin| bin.count).sum::<usize>().max(1)
    }
}

/// The options of a calibration. See [`calibrate`](calibrate()) for an example.
#[derive(Clone, Debug)]
pub struct CalibrationOptions {
    /// The files of games with the positions.
    pub games: Vec<PathBuf>,
    /// A file of solved positions, one line `board X score` each, which are compared with searches too. Half as many of them are used as
    /// of [`CalibrationOptions::positions`].
    pub solved: Option<PathBuf>,
    /// The number of positions to search.
    pub positions: u32,
    /// The maximum search depth in plies, 3..=30. A position with expensive searches is searched less deep.
    pub depth: u32,
    /// The random seed.
    pub seed: u64,
    /// The number of threads, 1 or more. The result does not depend on it.
    pub threads: usize,
}
