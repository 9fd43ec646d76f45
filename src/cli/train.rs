//! `emilia train`: trains the weights of the evaluation.

use crate::training::train::{Device, TrainOptions, train};
use clap::{Args, value_parser};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `emilia train`.
#[derive(Args)]
pub(super) struct Train {
    /// Folder with the training data: all *.games files, and the optional wthor.txt.gz, wthor24_exact.txt.gz and selfplay.txt.xz
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// File of weights to write; an interrupted training is continued from FILE.training
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of epochs: how many times the net is trained on every position
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// Device that trains the net
    #[arg(long, value_name = "DEVICE", default_value = "auto")]
    device: Device,
    /// Write a report of the training to this file, as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// The errors of [`train`], or if the data folder does not exist.
pub(super) fn run(arguments: Train) -> anyhow::Result<ExitCode> {
    let Train { data, out, epochs, device, report } = arguments;
    anyhow::ensure!(data.is_dir(), "not a folder: {}", data.display());
    train(&TrainOptions { epochs, device, report, ..TrainOptions::new(data, out) })?;
    Ok(ExitCode::SUCCESS)
}
