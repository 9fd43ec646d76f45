//! How far apart the results of shallow and deep searches are with given weights, measured and written into
//! their file, where the forward pruning of the search reads it.
//!
//! Knows nothing of how weights are made or how the search prunes: it compares full-width searches of positions from games. What it
//! finds depends on the files and the seed alone, not on the number of threads. To be run again whenever the weights change.
//!
//! ```text
//!   sample ──► measure ──► fit ──► judge      positions, their scores by depth, the errors, reliability of cuts
//! ```

mod fit;
mod judge;
mod measure;
mod options;
mod sample;

pub use fit::{Bin, bins, fit_deviation, parity, tempo};
pub use judge::{Reliability, STAGES, reliability};
pub use measure::{Pair, Scores};
pub use options::CalibrationOptions;

use crate::eval::{SearchErrors, Stages, Weights};
use anyhow::Context as _;
use log::info;
use std::sync::Arc;

/// One of so many positions is kept out of the fit, to test it.
const TESTS: usize = 3;

/// What was measured.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// The errors of searches.
    pub errors: SearchErrors,
    /// Positions that the errors were fitted to.
    pub fitted: usize,
    /// Other positions that the fit was tested on.
    pub tested: usize,
    /// The measurements.
    pub bins: Vec<Bin>,
    /// How often cuts were right on the test positions.
    pub reliability: Vec<Reliability>,
}

/// Measures the errors of searches with these weights.
///
/// # Errors
/// If a file cannot be read, or there are too few positions.
pub fn calibrate(stages: &Stages, options: &CalibrationOptions) -> anyhow::Result<Calibration> {
    let positions = sample::positions(options)?;
    // Searches without corrections at the leaves show what these corrections should be.
    let mut stages = stages.clone();
    (stages.errors.tempo, stages.errors.parity) = (0.0, 0.0);
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(options.threads).build().context("cannot start the threads")?;
    let uncorrected = Arc::new(Weights::new(&stages));
    info!("{} positions to search", positions.len());
    let scores = pool.install(|| measure::measure(&uncorrected, &positions, options.depth));
    let (tested, fitted): (Vec<_>, Vec<_>) = scores.into_iter().enumerate().partition(|(i, _)| i % TESTS == 0);
    let [tested, fitted] = [tested, fitted].map(|part| part.into_iter().map(|(_, scores)| scores).collect::<Vec<_>>());
    let tempo =
        tempo(&fitted).context("too few positions with scores of several depths; use at least 1000 positions")?;
    let mut errors = SearchErrors { tempo, ..SearchErrors::default() };
    errors.parity = parity(&fitted, &errors).unwrap_or_default();
    let pairs: Vec<Pair> = fitted.iter().flat_map(|scores| scores.pairs(&errors)).collect();
    let bins = bins(&pairs);
    errors.deviation = fit_deviation(&bins)
        .with_context(|| format!("too few positions to fit: {}; use at least 1000", fitted.len()))?;
    let reliability = reliability(&tested, &errors);
    Ok(Calibration { errors, fitted: fitted.len(), tested: tested.len(), bins, reliability })
}

impl Calibration {
    /// The fitted deviation, in discs, for the depths and positions of a bin.
    pub fn fitted_deviation(&self, bin: &Bin) -> f64 {
        f64::from(self.errors.between(bin.empties as f32, bin.mobility as f32, bin.deep as f32, bin.shallow as f32))
    }

    /// How far the fitted deviations are from the measured ones: the root mean square of the difference of their logarithms, bins
    /// weighted with their pairs.
    pub fn residual(&self) -> f64 {
        let square = |bin: &Bin| bin.count as f64 * (bin.deviation / self.fitted_deviation(bin)).ln().powi(2);
        (self.bins.iter().map(square).sum::<f64>() / self.pairs() as f64).sqrt()
    }

    /// The expected residual of a perfect fit, from the noise of the measurements.
    pub fn noise(&self) -> f64 {
        (self.bins.len() as f64 / (2 * self.pairs()) as f64).sqrt()
    }

    fn pairs(&self) -> usize {
        self.bins.iter().map(|bin| bin.count).sum::<usize>().max(1)
    }
}
