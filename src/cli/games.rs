//! `emilia games`: inspects, merges, shuffles, imports and exports files of training games.

use super::message::shown;
use crate::cli::{CliCommand, Invocation};
use clap::{Args, Subcommand, value_parser};
use emilia::notation::printable::{printable, printable_json};
use emilia_training::games::{Summary, for_each_game, import, merge, shuffle};
use serde_json::Value;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Inspect, merge, shuffle, import and export training games
#[derive(Args)]
pub(super) struct Games {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    /// Print the settings, the results and the number of positions of each file
    Info {
        /// Files of games
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Write the games of several files to a new file, in order
    Merge {
        /// File to create
        out: PathBuf,
        /// Files of games
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Write the games of several files to a new file, in random order
    Shuffle {
        /// File to create
        out: PathBuf,
        /// Files of games
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// Random seed
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// Approximate number of games in memory, 250 MB per million; the files are read once for every GAMES games
        #[arg(long, value_name = "GAMES", value_parser = value_parser!(u64).range(1..), default_value_t = 1_000_000)]
        hold: u64,
    },
    /// Export games as text, one line `random_plies score moves [scores]` per game
    ///
    /// The scores are those of the moves after the random ones, for the side that moves, in 1/128 disc; `=` marks the first exact one.
    Text {
        /// Files of games
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Import games from lines of text, as `emilia games text` prints them, to a new file
    ///
    /// The text can be compressed, in .gz or .xz files. The scores are optional.
    Import {
        /// File to create
        out: PathBuf,
        /// Text files
        #[arg(value_name = "TEXT", required = true)]
        files: Vec<PathBuf>,
    },
}

impl CliCommand for Games {
    /// Runs the command.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged, or the output exists or cannot be written.
    fn run(&self, _: &Invocation) -> anyhow::Result<ExitCode> {
        match &self.tool {
            Tool::Info { files } => {
                let mut out = io::stdout().lock();
                files.iter().try_for_each(|path| write_summary(path, &Summary::read(path)?, &mut out))?;
            }
            Tool::Merge { out, files } => merge(out, files)?,
            Tool::Shuffle { out, files, seed, hold } => shuffle(out, files, *seed, *hold)?,
            Tool::Text { files } => {
                let mut text = BufWriter::new(io::stdout().lock());
                for_each_game(files, |game| Ok(writeln!(text, "{game}")?))?;
                text.flush()?;
            }
            Tool::Import { out, files } => import(out, files)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes the statistics of a file.
fn write_summary(path: &Path, summary: &Summary, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{}: {} games in {} bytes", shown(path), summary.games, summary.bytes)?;
    write_settings(summary, out)?;
    let [won, drawn, lost] = summary.outcomes;
    writeln!(out, "{:<10} {won} black wins, {drawn} draws, {lost} white wins", "results")?;
    if summary.without_scores > 0 {
        writeln!(out, "{:<10} in {} games", "no scores", summary.without_scores)?;
    }
    let (all, exact) = summary.positions.iter().fold((0, 0), |sum, [all, exact]| (sum.0 + all, sum.1 + exact));
    writeln!(out, "{:<10} {all} after the random moves, {exact} with an exact score", "positions")?;
    writeln!(out, "{:<10} positions      exact", "empty")?;
    for (empties, [all, exact]) in summary.positions.iter().enumerate().rev().filter(|(_, [all, _])| *all > 0) {
        writeln!(out, "{empties:>10} {all:>9} {exact:>10}")?;
    }
    Ok(())
}

/// Writes one line per setting; for a merged file, one line per source.
fn write_settings(Summary { settings, .. }: &Summary, out: &mut impl Write) -> anyhow::Result<()> {
    let json = |value: &Value| printable_json(&value.to_string()).into_owned();
    let Some(object) = settings.as_object() else { return Ok(writeln!(out, "{}", json(settings))?) };
    for (name, value) in object {
        let name = printable(name);
        match value.as_array().filter(|_| name == "merged") {
            Some(sources) => sources.iter().try_for_each(|source| writeln!(out, "{name:<10} {}", json(source)))?,
            None => writeln!(out, "{name:<10} {}", json(value))?,
        }
    }
    Ok(())
}
