//! `emilia calibrate`: how far apart the results of shallow and deep searches are with given weights, measured and written into
//! their file, where the forward pruning of the search reads it.
//!
//! Knows nothing of how weights are made or how the search prunes: it compares full-width searches of positions from games. What it
//! finds depends on the files and the seed alone, not on the number of threads. To be run again whenever the weights change.
//!
//! ```text
//!   sample ──► measure ──► fit ──► judge ──► tell      positions, their scores by depth, the errors, how often cuts are right
//! ```

mod fit;
mod judge;
mod measure;
mod sample;
mod tell;

pub use fit::{Bin, bins, fit_deviation, parity, tempo};
pub use judge::{Reliability, STAGES, reliability};
pub use measure::{Pair, Scores};

use super::files;
use crate::eval::{SearchErrors, Weights};
use anyhow::Context as _;
use clap::{Args, value_parser};
use log::info;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// One position of so many is kept out of the fit, to judge it.
const JUDGES: usize = 3;

/// What `emilia calibrate` is told.
#[derive(Args)]
pub(super) struct Calibrate {
    /// Files of games to take positions from
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Solved positions, a line `board X score` each, to compare with searches, too; half as many as of --positions are used
    #[arg(long, value_name = "FILE")]
    exact: Option<PathBuf>,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions to search
    #[arg(long, value_name = "N", default_value_t = 1500, value_parser = value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// The greatest depth of the searches; less where it would take too long
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = value_parser!(u32).range(3..=30))]
    depth: u32,
    /// What the choice of positions follows from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write all that was measured to this file, as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// Measures, fits, judges, tells, and writes the weights with what was found.
///
/// # Errors
/// If a file cannot be read or written, or there are too few positions.
pub(super) fn run(request: &Calibrate, weights: Option<&Path>, threads: usize) -> anyhow::Result<ExitCode> {
    [Some(&request.out), request.report.as_ref()].into_iter().flatten().try_for_each(|path| files::check(path))?;
    let mut stages = files::stages(weights)?;
    let positions = sample::positions(request)?;
    // Searches whose leaves are what the estimates say show what they are worth beyond.
    (stages.errors.tempo, stages.errors.parity) = (0.0, 0.0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot search at once")?;
    let unmoved = Arc::new(Weights::new(&stages));
    info!("{} positions to search", positions.len());
    let scores = pool.install(|| measure::measure(&unmoved, &positions, request.depth));
    drop(unmoved);
    let (judges, learnt): (Vec<_>, Vec<_>) = scores.into_iter().enumerate().partition(|(i, _)| i % JUDGES == 0);
    let [judges, learnt] = [judges, learnt].map(|part| part.into_iter().map(|(_, scores)| scores).collect::<Vec<_>>());
    let tempo = tempo(&learnt).context("too few positions with scores of several depths")?;
    stages.errors = SearchErrors { tempo, ..SearchErrors::default() };
    stages.errors.parity = parity(&learnt, &stages.errors).unwrap_or_default();
    let pairs: Vec<Pair> = learnt.iter().flat_map(|scores| scores.pairs(&stages.errors)).collect();
    let bins = bins(&pairs);
    stages.errors.deviation =
        fit_deviation(&bins).with_context(|| format!("too few positions to fit: {}", learnt.len()))?;
    let found = tell::Found {
        errors: stages.errors,
        learnt: learnt.len(),
        judges: judges.len(),
        bins,
        reliability: reliability(&judges, &stages.errors),
    };
    let mut out = stdout().lock();
    found.write(&mut out)?;
    out.flush()?;
    if let Some(path) = &request.report {
        files::replace(path, |file| Ok(writeln!(file, "{}", found.to_json())?))?;
    }
    files::replace(&request.out, |file| Ok(stages.write(file)?))?;
    Ok(ExitCode::SUCCESS)
}
