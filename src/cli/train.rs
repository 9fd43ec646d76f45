//! `emilia train`: trains the weights of the evaluation.

mod variant;

use super::files;
use crate::cli::{CliCommand, Invocation};
use clap::{Args, value_parser};
use emilia_training::people::{PeopleOptions, train_people};
use emilia_training::train::{Device, TrainOptions, checkpoint_path, data_files, train};
use emilia_training::variants::LearnSettings;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Train the weights of the evaluation
#[derive(Args)]
pub(super) struct Train {
    /// Folder with the training data: all *.games files, and the optional wthor.txt.gz, wthor24_exact.txt.gz and selfplay.txt.xz
    #[arg(long, value_name = "DIR", required_unless_present_any = ["variant", "moves"])]
    data: Option<PathBuf>,
    /// Learn the weights for these rules by self-play, and put them into the file of weights of variants: the name of a variant, words
    /// such as '6x6 anti', or a file with a picture of the board
    #[arg(long, value_name = "RULES", conflicts_with_all = ["data", "epochs", "device", "report"])]
    variant: Option<OsString>,
    /// Learn the moves of people: fit the model of them to these games, lines as in docs/people.md, also compressed by gzip
    #[arg(long, value_name = "FILE", conflicts_with_all = ["data", "variant", "device"])]
    moves: Option<PathBuf>,
    /// Positions to learn from, drawn from all
    #[arg(long, value_name = "N", default_value_t = 1_500_000, requires = "moves")]
    positions: usize,
    /// Games from this year on are held out for the report
    #[arg(long, value_name = "YEAR", default_value_t = 2019, requires = "moves")]
    held_out: u16,
    /// Games of a round of self-play
    #[arg(long, value_name = "N", default_value_t = LearnSettings::default().games, requires = "variant",
        value_parser = value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Rounds of self-play, each with the weights of the one before
    #[arg(long, value_name = "N", default_value_t = LearnSettings::default().rounds, requires = "variant",
        value_parser = value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// Plies of the searches of self-play
    #[arg(long, value_name = "N", default_value_t = LearnSettings::default().plies, requires = "variant",
        value_parser = value_parser!(u32).range(1..=20))]
    plies: u32,
    /// File of weights to write; an interrupted training is continued from FILE.training
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of epochs: how many times the net is trained on every position
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// Device that trains the net
    #[arg(long, value_enum, value_name = "DEVICE", default_value = "auto")]
    device: DeviceName,
    /// Write a report of the training to this file, as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Replace existing files
    #[arg(long, conflicts_with = "variant")]
    overwrite: bool,
}

impl CliCommand for Train {
    /// Runs the command.
    ///
    /// # Errors
    /// The errors of [`train`], or if the data folder does not exist, or a file to write exists or is one of the data; for a variant, if
    /// its rules or the file of weights cannot be read.
    fn run(&self, _: &Invocation) -> anyhow::Result<ExitCode> {
        super::start_threads()?;
        let Train { data, out, report, variant, moves, .. } = self;
        let &Train { epochs, device, overwrite, games, rounds, plies, .. } = self;
        if let Some(rules) = variant {
            return variant::run(rules, out, &LearnSettings { games, rounds, plies, ..LearnSettings::default() });
        }
        if let Some(games) = moves {
            return self.learn_moves(games);
        }
        let data = data.clone().unwrap_or_default();
        anyhow::ensure!(data.is_dir(), "not a folder: {}", data.display());
        check_outputs(&data, out, report.as_ref(), overwrite)?;
        let device = match device {
            DeviceName::Auto => Device::Auto,
            DeviceName::Cpu => Device::Cpu,
            DeviceName::Gpu => Device::Gpu,
        };
        train(&TrainOptions { epochs, device, report: report.clone(), ..TrainOptions::new(data, out.clone()) })?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Train {
    /// Fits the model of people.
    fn learn_moves(&self, games: &Path) -> anyhow::Result<ExitCode> {
        let &Train { positions, held_out, epochs, .. } = self;
        let outputs: Vec<&PathBuf> = [&self.out].into_iter().chain(&self.report).collect();
        files::check_distinct(&outputs, [games].into_iter())?;
        let is_continued = fs::metadata(checkpoint_path(&self.out)).is_ok_and(|found| found.len() > 0);
        outputs.iter().try_for_each(|path| files::check_free(path, self.overwrite || is_continued))?;
        let options = PeopleOptions::new(games.to_owned(), self.out.clone());
        let options = PeopleOptions { positions, held_out, epochs, report: self.report.clone(), ..options };
        println!("{}", train_people(&options)?);
        Ok(ExitCode::SUCCESS)
    }
}

/// Checks that the files to write can be written, and are none of those in the folder. A training that is continued may replace what it has
/// written.
fn check_outputs(data: &Path, out: &PathBuf, report: Option<&PathBuf>, overwrite: bool) -> anyhow::Result<()> {
    let checkpoint = checkpoint_path(out);
    let outputs: Vec<&PathBuf> = [out, &checkpoint].into_iter().chain(report).collect();
    files::check_distinct(&outputs, data_files(data)?.iter().map(PathBuf::as_path))?;
    let is_continued = fs::metadata(&checkpoint).is_ok_and(|found| found.len() > 0);
    [out].into_iter().chain(report).try_for_each(|path| files::check_free(path, overwrite || is_continued))
}

/// [`Device`] on the command line.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum DeviceName {
    /// A graphics processor if there is one and the program is built with --features gpu, otherwise all cores
    Auto,
    /// All cores
    Cpu,
    /// A graphics processor
    Gpu,
}
