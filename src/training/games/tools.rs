//! Files of games made of other files: merged, shuffled, imported from text.

use super::read::Blocks;
use super::{Reader, Record, Writer};
use crate::storage::{self, OwnedFile};
use crate::training::random::Random;
use anyhow::{Context as _, ensure};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

/// Gives all games of the files to `take`, in their order. A block that breaks off at the end of a file is skipped with a warning in
/// the log.
///
/// # Errors
/// If a file cannot be read or is damaged, and those of `take`.
pub fn each(files: &[PathBuf], mut take: impl FnMut(Record) -> anyhow::Result<()>) -> anyhow::Result<()> {
    for path in files {
        let mut reader = Reader::open(path)?;
        reader.by_ref().try_for_each(|game| take(game?))?;
        if reader.torn_bytes() > 0 {
            log::warn!("{} breaks off: its last {} bytes are skipped", path.display(), reader.torn_bytes());
        }
    }
    Ok(())
}

/// Writes the games of several files to a new one, in their order.
///
/// # Errors
/// If a file cannot be read or is damaged, or `out` exists or cannot be written.
pub fn merge(out: &Path, files: &[PathBuf]) -> anyhow::Result<()> {
    make(out, &json!({ "merged": sources(files)? }), |writer| each(files, |game| writer.push(game)))
}

/// Writes the games of several files to a new one in random order; about `hold` of them (1..) are in memory at once, and the files
/// are read once for each such part.
///
/// Every order is equally likely: each game is assigned to a part at random, the parts follow each other, and each is shuffled by
/// itself. Source: Rao (1961), Sandelius (1962).
///
/// # Errors
/// If a file cannot be read or is damaged, or `out` exists or cannot be written.
pub fn shuffle(out: &Path, files: &[PathBuf], seed: u64, hold: u64) -> anyhow::Result<()> {
    let games = files.iter().map(|path| Ok(count(path)?.0)).sum::<anyhow::Result<u64>>()?;
    let parts = usize::try_from(games.div_ceil(hold).max(1))?;
    let settings = json!({ "shuffled": { "seed": seed, "hold": hold }, "merged": sources(files)? });
    make(out, &settings, |writer| {
        for part in 0..parts {
            let mut choice = Random::new(seed, 0);
            let mut held = Vec::new();
            each(files, |game| {
                if choice.below(parts) == part {
                    held.push(game);
                }
                Ok(())
            })?;
            let mut order = Random::new(seed, 1 + part as u64);
            for last in (1..held.len()).rev() {
                held.swap(last, order.below(last + 1));
            }
            held.into_iter().try_for_each(|game| writer.push(game))?;
        }
        Ok(())
    })
}

/// Writes games from lines of text, see [`Record`]'s `FromStr`, to a new file; `.gz` and `.xz` files are decompressed.
///
/// # Errors
/// If a file cannot be read or has a line that is no game, or `out` exists or cannot be written.
pub fn import(out: &Path, texts: &[PathBuf]) -> anyhow::Result<()> {
    let names: Vec<_> = texts.iter().map(|path| path.file_name().unwrap_or_default().to_string_lossy()).collect();
    make(out, &json!({ "imported": names }), |writer| {
        for path in texts {
            let (mut number, mut result) = (0, Ok(()));
            let read = storage::lines(storage::unpacked(path)?, |line| {
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

/// How the games of each file were made, and their number; for a file made of others, those others.
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

/// The number of games of a file and how they were made, without decompressing them.
fn count(path: &Path) -> anyhow::Result<(u64, Value)> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (mut blocks, settings) = Blocks::begin(BufReader::new(file), &path.display().to_string())?;
    let mut games = 0;
    while let Some(block) = blocks.next_block()? {
        games += block.games as u64;
    }
    Ok((games, settings))
}
