//! `emilia train`: fits the weights of the evaluation.

use crate::training::train::{Device, TrainOptions, train};
use clap::{Args, value_parser};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `emilia train`.
#[derive(Args)]
pub(super) struct Train {
    /// The folder with the games and positions to learn from
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Epochs: how often the net sees every position
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// What the net is trained on; a graphics processor needs a program built with --features gpu
    #[arg(long, value_name = "DEVICE", default_value = "auto")]
    device: Device,
    /// Write the results of the training to this file, as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// Trains and writes the weights.
///
/// # Errors
/// Those of [`train`], or if there is no such folder.
pub(super) fn run(arguments: Train) -> anyhow::Result<ExitCode> {
    let Train { data, out, epochs, device, report } = arguments;
    anyhow::ensure!(data.is_dir(), "no such folder: {}", data.display());
    train(&TrainOptions { epochs, device, report, ..TrainOptions::new(data, out) })?;
    Ok(ExitCode::SUCCESS)
}
