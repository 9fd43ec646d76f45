//! New files of games from existing ones: merge, shuffle, import from text.

use super::read::Blocks;
use super::{GameRecord, Reader, Writer};
use anyhow::{Context as _, ensure};
use emilia::internal::{
    random::Random,
    storage::{self, LockedFile},
};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

/// Calls `handle` with every game of the files, in order. An incomplete block at the end of a file is skipped with a warning in the log.
///
/// # Errors
/// If a file cannot be read or is damaged, and the errors of `handle`.
///
/// # Examples
/// ```
/// use emilia_training::games::{Appender, for_each_game};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("a.games");
/// let mut appender = Appender::open(&path, &serde_json::json!({}))?;
/// appender.push("8 64 f5d6c5f4e3f6g5e6e7".parse()?)?;
/// appender.flush()?;
/// let mut score = 0;
/// for_each_game(&[path], |game| Ok(score += game.score))?;
/// assert_eq!(score, 64);
/// # Ok::<(), anyhow::Error>(())
/// ```
pub fn for_each_game(
    files: &[PathBuf],
    mut handle: impl FnMut(GameRecord) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for path in files {
        let mut reader = Reader::open(path)?;
        reader.by_ref().try_for_each(|game| handle(game?))?;
        reader.warn_if_incomplete();
    }
    Ok(())
}

/// Writes the games of several files to a new file, in order.
///
/// # Errors
/// If a file cannot be read or is damaged, or `out` exists or cannot be written.
pub fn merge(out: &Path, files: &[PathBuf]) -> anyhow::Result<()> {
    let (_, sources) = sources(files)?;
    create(out, &json!({ "merged": sources }), |writer| for_each_game(files, |game| writer.push(game)))
}

/// Writes the games of several files to a new file in random order, with about `hold` games (1 or more) in memory at once. The files are
/// read once for every `hold` games.
///
/// Each permutation is equally likely: each game is assigned to a random part, and each part is shuffled in memory (Rao 1961, Sandelius
/// 1962). The order follows from `seed` and `hold`.
///
/// # Errors
/// If a file cannot be read or is damaged, or `out` exists or cannot be written.
pub fn shuffle(out: &Path, files: &[PathBuf], seed: u64, hold: u64) -> anyhow::Result<()> {
    let (games, sources) = sources(files)?;
    let parts = usize::try_from(games.div_ceil(hold).max(1))?;
    let settings = json!({ "shuffled": { "seed": seed, "hold": hold }, "merged": sources });
    create(out, &settings, |writer| {
        for part in 0..parts {
            let mut assignment = Random::new(seed, 0);
            let mut games = Vec::new();
            for_each_game(files, |game| {
                if assignment.below(parts) == part {
                    games.push(game);
                }
                Ok(())
            })?;
            Random::new(seed, 1 + part as u64).shuffle(&mut games);
            games.into_iter().try_for_each(|game| writer.push(game))?;
        }
        Ok(())
    })
}

/// Writes games from lines of text, see the `FromStr` of [`GameRecord`], to a new file. `.gz` and `.xz` files are decompressed; empty
/// lines are skipped.
///
/// # Errors
/// If a file cannot be read or has an invalid line, or `out` exists or cannot be written.
pub fn import(out: &Path, texts: &[PathBuf]) -> anyhow::Result<()> {
    let names: Vec<_> = texts.iter().map(|path| path.file_name().unwrap_or_default().to_string_lossy()).collect();
    create(out, &json!({ "imported": names }), |writer| {
        for path in texts {
            let (mut number, mut result) = (0, Ok(()));
            let read = storage::for_each_line(storage::open_decompressed(path)?, |line| {
                number += 1;
                if !line.trim().is_empty() {
                    let game = line.parse::<GameRecord>().with_context(|| format!("{}, line {number}", path.display()));
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

/// Creates a file with these settings and the games that `write` writes.
fn create(
    out: &Path,
    settings: &Value,
    write: impl FnOnce(&mut Writer<&mut dyn Write>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut file = LockedFile::open(out)?;
    ensure!(!file.exists(), "{} already exists", out.display());
    file.replace(|out| {
        let mut writer = Writer::new(out, settings)?;
        write(&mut writer)?;
        writer.finish()
    })
}

/// The number of games of all files, and the number of games and the settings of each. A merged file contributes its own sources instead.
fn sources(files: &[PathBuf]) -> anyhow::Result<(u64, Vec<Value>)> {
    let (mut total, mut all) = (0, Vec::new());
    for path in files {
        let (games, settings) = count_games(path)?;
        total += games;
        match settings.get("merged").and_then(Value::as_array) {
            Some(merged) => all.extend_from_slice(merged),
            None => all.push(json!({ "games": games, "settings": settings })),
        }
    }
    Ok((total, all))
}

/// The number of games of a file and its settings, read without decompressing the games.
fn count_games(path: &Path) -> anyhow::Result<(u64, Value)> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (mut blocks, settings) = Blocks::new(BufReader::new(file), &path.display().to_string())?;
    let mut games = 0;
    while let Some(block) = blocks.next_block()? {
        games += block.games as u64;
    }
    Ok((games, settings))
}
