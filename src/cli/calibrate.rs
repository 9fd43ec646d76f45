//! `emilia calibrate`: measures the errors of shallow searches and of the static evaluation, and writes the corrections to a file of weights.

use super::files;
use crate::cli::{CliCommand, Invocation};
use clap::{Args, value_parser};
use emilia::internal::eval::{SearchErrors, Stages};
use emilia::internal::storage;
use emilia::{Score, Selectivity};
use emilia_training::calibrate::{Calibration, CalibrationOptions, calibrate};
use serde_json::{Value, json};
use std::io::{self, Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

/// Measure the errors of shallow searches with given weights, and write a copy of the weights with these errors
#[derive(Args)]
pub(super) struct Calibrate {
    /// Files of games; the positions are sampled from them
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// File of solved positions, one line `board X score` each; half as many as --positions are sampled from it
    #[arg(long, value_name = "FILE")]
    exact: Option<PathBuf>,
    /// File of weights to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of positions to search; use at least 1000, fewer can be too few for the fit
    #[arg(long, value_name = "N", default_value_t = 1500, value_parser = value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// Maximum search depth; a position is searched to at most 1,000,000 nodes
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = value_parser!(u32).range(3..=30))]
    depth: u32,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write all measurements to this file, as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    overwrite: bool,
}

impl CliCommand for Calibrate {
    /// Runs the command: prints the results and writes the weights with the measured errors and the corrected constants.
    ///
    /// # Errors
    /// If a file cannot be read or written, exists and is not to be replaced, or is one that is read, or there are too few positions.
    fn run(&self, invocation: &Invocation) -> anyhow::Result<ExitCode> {
        super::start_threads()?;
        let (weights, threads) = (invocation.weights.as_deref(), invocation.options.threads);
        let Calibrate { data, exact, out, report, overwrite, .. } = self;
        let outputs: Vec<&PathBuf> = std::iter::once(out).chain(report).collect();
        let inputs = data.iter().chain(exact).map(PathBuf::as_path).chain(weights);
        files::check_outputs(&outputs, inputs, *overwrite)?;
        let mut stages = files::read_weights(weights, Stages::read)?;
        let options = CalibrationOptions {
            games: data.clone(),
            solved: exact.clone(),
            positions: self.positions,
            depth: self.depth,
            seed: self.seed,
            threads,
        };
        let report = CalibrationReport(calibrate(&stages, &options)?);
        let mut out = stdout().lock();
        report.write(&mut out)?;
        out.flush()?;
        if let Some(path) = &self.report {
            storage::replace(path, |file| Ok(writeln!(file, "{}", report.to_json())?))?;
        }
        (stages.errors, stages.constants) = (report.0.errors, report.0.constants);
        storage::replace(&self.out, |file| Ok(stages.write(file)?))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Formats a calibration as text and JSON.
struct CalibrationReport(Calibration);

impl CalibrationReport {
    /// Writes the corrections, the error model and the tables of reliability.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let SearchErrors { leaf, deviation } = self.0.errors;
        write_tens("corrections of leaves in discs, by number of empty squares", leaf.into_iter(), out)?;
        write_tens("constants of the evaluation in discs, by ply", self.constants(), out)?;
        writeln!(out, "deviation  {}", deviation.map(|factor| format!("{factor:.6}")).join(" "))?;
        let [residual, noise] = [self.0.residual(), self.0.noise()].map(|error| 100.0 * (error.exp() - 1.0));
        let (bins, positions) = (self.0.bins.len(), self.0.fitted);
        writeln!(
            out,
            "residual   {residual:.1} % over {bins} bins of {positions} positions; sampling noise alone gives {noise:.1} %"
        )?;
        writeln!(out)?;
        writeln!(
            out,
            "correct cuts at the margin, in percent, by number of empty squares, on {} other positions",
            self.0.tested
        )?;
        for solved in [false, true] {
            self.write_reliability(solved, out)?;
        }
        Ok(())
    }

    /// The constants in discs.
    fn constants(&self) -> impl Iterator<Item = f32> {
        self.0.constants.into_iter().map(|constant| Score::clamped(constant.into()).to_discs())
    }

    /// Writes the table for searches that solve the position, or for midgame searches.
    fn write_reliability(&self, solved: bool, out: &mut impl Write) -> io::Result<()> {
        let of = |selectivity| {
            self.0.reliability.iter().filter(move |part| part.solved == solved && part.selectivity == selectivity)
        };
        let title = if solved { "perfect play" } else { "midgame" };
        let stages = of(Selectivity::P73).map(|part| format!("{}-{}", part.empties.start(), part.empties.end()));
        writeln!(
            out,
            "{title:<12} {}",
            stages.chain(["all".to_owned()]).map(|name| format!("{name:>7}")).collect::<String>()
        )?;
        for selectivity in Selectivity::ALL.into_iter().filter(|s| of(*s).next().is_some()) {
            let percent = |correct: usize, cuts: usize| format!("{:>7.2}", 100.0 * correct as f64 / cuts as f64);
            let stages: String = of(selectivity).map(|part| percent(part.correct, part.cuts)).collect();
            let (correct, cuts) = of(selectivity).fold((0, 0), |sum, part| (sum.0 + part.correct, sum.1 + part.cuts));
            let name = format!("{} %", selectivity.percent());
            writeln!(out, "{name:<12} {stages}{}", percent(correct, cuts))?;
        }
        Ok(())
    }

    /// All measurements. The keys are those that the lab reads.
    fn to_json(&self) -> Value {
        let bins = self.0.bins.iter().map(|bin| {
            json!({
                "empties": bin.empties, "mobility": bin.mobility, "deep": bin.deep, "shallow": bin.shallow, "count": bin.count,
                "bias": bin.bias, "deviation": bin.deviation, "fitted": self.0.fitted_deviation(bin),
            })
        });
        let reliability = self.0.reliability.iter().map(|part| {
            json!({
                "percent": part.selectivity.percent(), "deviations": part.selectivity.deviations(),
                "empties": [part.empties.start(), part.empties.end()], "solved": part.solved,
                "cuts": part.cuts, "right": part.correct,
            })
        });
        json!({
            "leaf": &self.0.errors.leaf[..],
            "constants": self.constants().collect::<Vec<_>>(),
            "deviation": self.0.errors.deviation,
            "residual": self.0.residual(),
            "positions": { "fitted": self.0.fitted, "judged": self.0.tested },
            "bins": bins.collect::<Vec<_>>(),
            "reliability": reliability.collect::<Vec<_>>(),
        })
    }
}

/// Writes a table with ten numbers in a row, which begins with the index of the first one.
fn write_tens(title: &str, numbers: impl Iterator<Item = f32>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{title}")?;
    for (i, row) in numbers.collect::<Vec<_>>().chunks(10).enumerate() {
        let row: String = row.iter().map(|number| format!(" {number:>6.2}")).collect();
        writeln!(out, "{:<12}{row}", 10 * i)?;
    }
    writeln!(out)
}
