//! `emilia games`: what files of games hold, and files made of others.

use crate::training::games::{Summary, each, import, merge, shuffle};
use clap::{Args, Subcommand, value_parser};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `emilia games`.
#[derive(Args)]
pub(super) struct Games {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    /// Print how the games of each file were made, their number and results, and the positions to learn from
    Info {
        /// The files to read
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Write the games of several files to a new one, in their order
    Merge {
        /// The file to make
        out: PathBuf,
        /// The files to read
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Write the games of several files to a new one in random order; the files are read once for every --hold games
    Shuffle {
        /// The file to make
        out: PathBuf,
        /// The files to read
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// Random seed
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// Games in memory at once, about; a million take some 250 MB
        #[arg(long, value_name = "GAMES", value_parser = value_parser!(u64).range(1..), default_value_t = 1_000_000)]
        hold: u64,
    },
    /// Print games as lines `random_plies score moves scores`; the scores, in 1/128 disc for the side that makes the move, are those
    /// of the moves after the random ones, `=` before the first exact one
    Text {
        /// The files to read
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Make a file of games from such lines, plain or in .gz or .xz files; the scores are optional
    Import {
        /// The file to make
        out: PathBuf,
        /// The files to read
        #[arg(value_name = "TEXT", required = true)]
        files: Vec<PathBuf>,
    },
}

/// Runs the command.
///
/// # Errors
/// If a file cannot be read, is damaged, or cannot be written.
pub(super) fn run(arguments: &Games) -> anyhow::Result<ExitCode> {
    match &arguments.tool {
        Tool::Info { files } => {
            let mut out = io::stdout().lock();
            files.iter().try_for_each(|path| write_summary(path, &Summary::of(path)?, &mut out))?;
        }
        Tool::Merge { out, files } => merge(out, files)?,
        Tool::Shuffle { out, files, seed, hold } => shuffle(out, files, *seed, *hold)?,
        Tool::Text { files } => {
            let mut text = BufWriter::new(io::stdout().lock());
            each(files, |game| Ok(writeln!(text, "{game}")?))?;
            text.flush()?;
        }
        Tool::Import { out, files } => import(out, files)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn write_summary(path: &Path, summary: &Summary, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{}: {} games in {} bytes", path.display(), summary.games, summary.bytes)?;
    write_settings(summary, out)?;
    let [won, drawn, lost] = summary.outcomes;
    writeln!(out, "{:<10} {won} for black, {drawn} drawn, {lost} for white", "won")?;
    if summary.without_scores > 0 {
        writeln!(out, "{:<10} of {} games", "no scores", summary.without_scores)?;
    }
    let (all, exact) = summary.positions.iter().fold((0, 0), |sum, [all, exact]| (sum.0 + all, sum.1 + exact));
    writeln!(out, "{:<10} {all} after the random moves, {exact} with an exact score", "positions")?;
    writeln!(out, "{:<10} positions      exact", "empty")?;
    for (empties, [all, exact]) in summary.positions.iter().enumerate().rev().filter(|(_, [all, _])| *all > 0) {
        writeln!(out, "{empties:>10} {all:>9} {exact:>10}")?;
    }
    Ok(())
}

/// A line for each setting; for a merged file, a line for each source.
fn write_settings(Summary { settings, .. }: &Summary, out: &mut impl Write) -> anyhow::Result<()> {
    let Some(object) = settings.as_object() else { return Ok(writeln!(out, "{settings}")?) };
    for (name, value) in object {
        match value.as_array().filter(|_| name == "merged") {
            Some(sources) => sources.iter().try_for_each(|source| writeln!(out, "{name:<10} {source}"))?,
            None => writeln!(out, "{name:<10} {value}")?,
        }
    }
    Ok(())
}
