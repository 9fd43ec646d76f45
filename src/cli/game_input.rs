//! The games to analyse: files in any notation, results of earlier analyses, standard input, or moves on the command line.

use super::files;
use super::message::{print_left_out, shown, text_of};
use anyhow::{Context as _, ensure};
use emilia::container::crc32;
use emilia::game::notation::any::{self, ReadGameError};
use emilia::game::notation::dropped::Dropped;
use emilia::game::notation::transcript;
use emilia::game::notation::wthor::Names;
use emilia::game::{Cell, Game, ReplayError};
use emilia::storage::{MOST_BYTES, read_at_most, read_decompressed};
use emilia_analysis::{JudgedGame, read_result};
use serde_json::{Value, json};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A game of the input.
pub(super) enum Entry {
    /// A game to judge.
    Game(Box<Game>),
    /// A game that was judged before.
    Judged(Box<JudgedGame>),
    /// A record that is not a game, and why.
    Fault(String),
}

/// A source of games.
struct Source {
    name: PathBuf,
    bytes: Vec<u8>,
    games: u64,
    /// The names that belong to it.
    names: Names,
    /// The level of the analysis, if the source is a file of results.
    level: Option<u8>,
}

/// All sources in order.
pub(super) struct Input {
    sources: Vec<Source>,
}

impl Input {
    /// Reads the sources, counts their games and says what is left out.
    ///
    /// # Errors
    /// If one cannot be read or is in no known notation.
    pub(super) fn open(names: &[OsString]) -> anyhow::Result<Input> {
        let sources = names.iter().map(|name| Source::open(name)).collect::<anyhow::Result<_>>()?;
        Ok(Input { sources })
    }

    /// The number of games, those that cannot be read included.
    pub(super) fn count(&self) -> u64 {
        self.sources.iter().map(|source| source.games).sum()
    }

    /// The names of the sources with their lengths in bytes.
    pub(super) fn names(&self) -> impl Iterator<Item = (&Path, usize)> {
        self.sources.iter().map(|source| (source.name.as_path(), source.bytes.len()))
    }

    /// The checksum of each source.
    pub(super) fn checksums(&self) -> impl Iterator<Item = u32> {
        self.sources.iter().map(|source| crc32(&source.bytes))
    }

    /// The levels of the analyses, of which those of games without results have this one.
    pub(super) fn levels(&self, own: u8) -> Vec<u8> {
        let mut levels: Vec<u8> = self.sources.iter().map(|source| source.level.unwrap_or(own)).collect();
        levels.sort_unstable();
        levels.dedup();
        levels
    }

    /// The name of a source that has results already, if there is one.
    pub(super) fn with_results(&self) -> Option<String> {
        self.sources.iter().find(|source| source.level.is_some()).map(|source| shown(&source.name))
    }

    /// Whether every source has results already.
    pub(super) fn is_judged(&self) -> bool {
        self.sources.iter().all(|source| source.level.is_some())
    }

    /// Calls `handle` with each game and its number from 0, those before `from` left out, until it returns false.
    ///
    /// # Errors
    /// None: what can be counted can be read.
    pub(super) fn for_each(&self, from: u64, mut handle: impl FnMut(u64, Entry) -> bool) -> anyhow::Result<()> {
        let mut number = 0;
        for source in &self.sources {
            if number + source.games <= from {
                number += source.games;
                continue;
            }
            let mut goes_on = true;
            source.for_each(|entry| {
                let entry = match entry {
                    Entry::Fault(fault) => Entry::Fault(format!("{}: {fault}", text_of(&source.name))),
                    entry => entry,
                };
                goes_on = number < from || handle(number, entry);
                number += 1;
                goes_on
            })?;
            if !goes_on {
                break;
            }
        }
        Ok(())
    }
}

impl Source {
    fn open(from: &OsStr) -> anyhow::Result<Source> {
        let bytes;
        let path = Path::new(from);
        // A name that is not UTF-8 can only be that of a file.
        let text = from.to_str().filter(|_| fs::metadata(path).is_err());
        if from == "-" {
            bytes = read_at_most(io::stdin(), MOST_BYTES).context("cannot read standard input")?;
        } else if let Some(text) = text.filter(|text| transcript::is_transcript(text)) {
            bytes = text.as_bytes().to_vec();
        } else if let Some(error) = text.and_then(fault_of_moves) {
            return Err(error).with_context(|| format!("neither a file nor a game: {from:?}"));
        } else {
            ensure!(!path.is_dir(), "cannot read {}: it is a folder", shown(path));
            bytes = read_decompressed(path)?;
        }
        let name = if from == "-" { Path::new("standard input") } else { path };
        let level = level_of_results(&bytes);
        let names = files::names_beside(path, &bytes)?;
        let mut source = Source { name: name.to_owned(), bytes, games: 0, names, level };
        let mut games = 0;
        let dropped = source.for_each(|_| {
            games += 1;
            true
        });
        let name = shown(name);
        print_left_out(&name, &dropped.with_context(|| format!("cannot read {name}"))?);
        source.games = games;
        Ok(source)
    }

    /// Calls `handle` with each game until it returns false; gives what was left out.
    fn for_each(&self, mut handle: impl FnMut(Entry) -> bool) -> anyhow::Result<Dropped> {
        let text = String::from_utf8_lossy(&self.bytes);
        if self.level.is_some() {
            // The last line of a file that was interrupted may be incomplete.
            let lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')).skip(1);
            lines
                .map(|line| match read_result(line) {
                    Ok(judged) => Entry::Judged(Box::new(judged)),
                    Err(error) => Entry::Fault(fault_of(line).unwrap_or_else(|| error.to_string())),
                })
                .all(handle);
            return Ok(Dropped::default());
        }
        Ok(any::for_each_named_game(&self.bytes, &self.names, |game| {
            handle(match game {
                Ok(game) => Entry::Game(Box::new(game)),
                // A single game: a list names the line.
                Err(error @ ReadGameError::Replay(_)) => {
                    Entry::Fault(format!("{error}; `emilia correct` proposes legal games"))
                }
                Err(error) => Entry::Fault(error.to_string()),
            })
        })?)
    }
}

/// What is wrong with a text that begins as moves do and is not a legal game.
fn fault_of_moves(text: &str) -> Option<ReplayError> {
    text.get(..2)?.parse::<Cell>().ok()?;
    transcript::read(text).err()
}

/// The line of a game that could not be judged.
pub(super) fn fault_line(fault: &anyhow::Error) -> String {
    json!({ "error": format!("{fault:#}") }).to_string()
}

/// The reason in a line of [`fault_line`].
pub(super) fn fault_of(line: &str) -> Option<String> {
    serde_json::from_str::<Value>(line).ok()?.get("error")?.as_str().map(str::to_owned)
}

/// The level in the first line of a file of results; none if these bytes are something else.
fn level_of_results(bytes: &[u8]) -> Option<u8> {
    let line = bytes.split(|byte| *byte == b'\n').next()?;
    let header: Value = serde_json::from_slice(line).ok()?;
    (header["emilia"] == "analysis").then(|| header["level"].as_u64().and_then(|level| level.try_into().ok())).flatten()
}
