//! `emilia games`: what files of games hold, and files made of others.

use super::read::Blocks;
use super::{Reader, Record, Writer};
use crate::app::files::{self, OwnedFile};
use crate::app::random::Random;
use crate::app::{complain, input};
use anyhow::{Context as _, ensure};
use clap::{Args, Subcommand, value_parser};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What `emilia games` is told.
#[derive(Args)]
pub(in crate::app) struct Games {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    /// Tell how the games of each file were made, how many there are, how they ended, and what there is to learn from
    Info {
        /// The files to look into
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Put the games of several files into a new one, in their order
    Merge {
        /// The file to make
        out: PathBuf,
        /// The files to read
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Put the games of several files into a new one in random order; the files are read once for every --hold games
    Shuffle {
        /// The file to make
        out: PathBuf,
        /// The files to read
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// What the order follows from
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// Games to hold in memory at once, about; a million take some 250 MB
        #[arg(long, value_name = "GAMES", value_parser = value_parser!(u64).range(1..), default_value_t = 1_000_000)]
        hold: u64,
    },
    /// Write games as lines `random_plies score moves scores`; the scores, in 1/128 disc for the side that makes the move, are those
    /// of the moves after the random ones, `=` before the first exact one
    Text {
        /// The files to read
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Make a file of games from such lines, plain or in .gz or .xz files; the scores may be missing
    Import {
        /// The file to make
        out: PathBuf,
        /// The files to read
        #[arg(value_name = "TEXT", required = true)]
        files: Vec<PathBuf>,
    },
}

/// Does what is asked for.
///
/// # Errors
/// If a file cannot be read, is damaged, or cannot be written.
pub(in crate::app) fn run(request: &Games) -> anyhow::Result<ExitCode> {
    match &request.tool {
        Tool::Info { files } => super::info::tell(files, &mut io::stdout().lock())?,
        Tool::Merge { out, files } => {
            make(out, &json!({ "merged": sources(files)? }), |writer| each(files, |game| writer.push(game)))?;
        }
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

/// Makes a new file with these settings and the games that `write` gives the writer.
fn make(
    out: &Path,
    settings: &Value,
    write: impl FnOnce(&mut Writer<&mut dyn Write>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut file = OwnedFile::claim(out)?;
    ensure!(!file.exists(), "{} already exists", out.display());
    file.replace(|out| {
        let mut writer = Writer::begin(out, settings)?;
        write(&mut writer)?;
        writer.finish()
    })
}

/// Gives all games of the files to `take`.
pub(super) fn each(files: &[PathBuf], mut take: impl FnMut(Record) -> anyhow::Result<()>) -> anyhow::Result<()> {
    for path in files {
        let mut reader = Reader::open(path)?;
        reader.by_ref().try_for_each(|game| take(game?))?;
        if reader.torn_bytes() > 0 {
            complain(&format!("{} breaks off: left out were {} bytes", path.display(), reader.torn_bytes()));
        }
    }
    Ok(())
}

/// How the games of each file were made, and how many there are; of files that were made of others those others.
fn sources(files: &[PathBuf]) -> anyhow::Result<Vec<Value>> {
    let mut all = Vec::new();
    for path in files {
        let (games, settings) = count(path)?;
        match settings.get("merged").and_then(Value::as_array) {
            Some(merged) => all.extend_from_slice(merged),
            None => all.push(json!({ "games": games, "settings": settings })),
        }
    }
    Ok(all)
}

/// The number of games of a file and how they were made, found without unpacking them.
fn count(path: &Path) -> anyhow::Result<(u64, Value)> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (mut blocks, settings) = Blocks::begin(BufReader::new(file), &path.display().to_string())?;
    let mut games = 0;
    while let Some(block) = blocks.next_block()? {
        games += block.games as u64;
    }
    Ok((games, settings))
}

/// Every order is as likely as any other: each game gets a heap by chance, the heaps follow each other, and each is shuffled by
/// itself. Source: Rao (1961), Sandelius (1962).
fn shuffle(out: &Path, files: &[PathBuf], seed: u64, hold: u64) -> anyhow::Result<()> {
    let games = files.iter().map(|path| Ok(count(path)?.0)).sum::<anyhow::Result<u64>>()?;
    let heaps = usize::try_from(games.div_ceil(hold).max(1))?;
    let settings = json!({ "shuffled": { "seed": seed, "hold": hold }, "merged": sources(files)? });
    make(out, &settings, |writer| {
        for heap in 0..heaps {
            let mut choice = Random::new(seed, 0);
            let mut held = Vec::new();
            each(files, |game| {
                if choice.below(heaps) == heap {
                    held.push(game);
                }
                Ok(())
            })?;
            let mut order = Random::new(seed, 1 + heap as u64);
            for last in (1..held.len()).rev() {
                held.swap(last, order.below(last + 1));
            }
            held.into_iter().try_for_each(|game| writer.push(game))?;
        }
        Ok(())
    })
}

fn import(out: &Path, texts: &[PathBuf]) -> anyhow::Result<()> {
    let names: Vec<_> = texts.iter().map(|path| path.file_name().unwrap_or_default().to_string_lossy()).collect();
    make(out, &json!({ "imported": names }), |writer| {
        for path in texts {
            let (mut number, mut result) = (0, Ok(()));
            let read = input::lines(files::unpacked(path)?, |line| {
                number += 1;
                if !line.trim().is_empty() {
                    let game = line.parse::<Record>().with_context(|| format!("{}, line {number}", path.display()));
                    result = game.and_then(|game| writer.push(game));
                }
                result.is_ok()
            });
            read.with_context(|| format!("cannot read {}", path.display()))?;
            result?;
        }
        Ok(())
    })
}
