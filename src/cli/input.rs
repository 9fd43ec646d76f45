//! The argument `FILE | POSITION | MOVES | -` of the commands, and the games in it.
//!
//! `-` is standard input. A name that exists is a file, which may be compressed or a pipe. Anything else is the text itself.

use super::message::{print_left_out, shown, text_of};
use anyhow::{Context as _, ensure};
use emilia::internal::{
    container::crc32,
    storage::{MOST_BYTES, read_at_most, read_decompressed},
};
use emilia::notation::{
    any::{self, ReadGameError},
    dropped::Dropped,
    encoding,
    wthor::{self, Names},
};
use emilia::{Game, Rules, Turn};
use emilia_analysis::{JudgedGame, read_result};
use serde_json::{Value, json};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Bytes of a file of names that are read at most, many times those of the 65,536 that there can be.
const MOST_NAMES: u64 = 1 << 24;

/// What an argument names.
pub(super) enum Source {
    StandardInput,
    File(PathBuf),
    Text(String),
}

impl Source {
    /// # Errors
    /// If it is a folder, or neither a file nor UTF-8.
    pub fn of(argument: &OsStr) -> anyhow::Result<Source> {
        match fs::metadata(argument) {
            _ if argument == "-" => Ok(Source::StandardInput),
            Ok(found) => {
                ensure!(!found.is_dir(), "cannot read {}: it is a folder", shown(argument));
                Ok(Source::File(argument.into()))
            }
            Err(_) => Ok(Source::Text(text(argument)?.to_owned())),
        }
    }

    /// A file for a conversation, which would wait for the writer of a pipe.
    ///
    /// # Errors
    /// If it is not a regular file.
    pub fn regular(path: &Path) -> anyhow::Result<Source> {
        let found = fs::metadata(path).with_context(|| format!("cannot read {}", shown(path)))?;
        ensure!(found.is_file(), "cannot read {}: it is not a regular file", shown(path));
        Ok(Source::File(path.to_owned()))
    }

    /// What it is called where results are kept, and whether it is an output as well.
    pub fn path(&self) -> &Path {
        match self {
            Source::StandardInput => Path::new("standard input"),
            Source::File(path) => path,
            Source::Text(text) => Path::new(text),
        }
    }

    /// What it is called in messages.
    pub fn name(&self) -> String {
        shown(self.path())
    }

    /// Reads all of it.
    ///
    /// # Errors
    /// If it cannot be read, or has more than 1 GiB, or 64 MiB when it is decompressed.
    pub fn bytes(&self) -> anyhow::Result<Vec<u8>> {
        match self {
            Source::StandardInput => read_at_most(io::stdin(), MOST_BYTES).context("cannot read standard input"),
            Source::File(path) => read_decompressed(path),
            Source::Text(text) => Ok(text.as_bytes().to_vec()),
        }
    }
}

/// The text of an argument that is not the name of a file.
///
/// # Errors
/// If it is not UTF-8.
pub(super) fn text(argument: &OsStr) -> anyhow::Result<&str> {
    argument.to_str().with_context(|| format!("neither a file nor text: {argument:?}"))
}

/// The game of this number, counted from 1, that an argument names, or the position as a game without moves. Says what is left out.
///
/// # Errors
/// If there is no such game.
pub(super) fn game(argument: &OsStr, number: usize) -> anyhow::Result<Game> {
    let games = Games::read(Source::of(argument)?)?;
    let (game, dropped) = games.game(number)?;
    print_left_out(games.source.name(), &dropped);
    Ok(game)
}

/// A source of games in any notation.
pub(super) struct Games {
    pub source: Source,
    bytes: Vec<u8>,
    /// The names that belong to it.
    names: Names,
}

impl Games {
    /// # Errors
    /// If the source cannot be read.
    pub fn read(source: Source) -> anyhow::Result<Games> {
        let bytes = source.bytes()?;
        let names = match &source {
            Source::File(path) => names_beside(path, &bytes)?,
            _ => Names::default(),
        };
        Ok(Games { source, bytes, names })
    }

    /// The game of this number, counted from 1, and what was left out. A position, of any size, is a game without moves.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn game(&self, number: usize) -> anyhow::Result<(Game, Dropped)> {
        let mut dropped = Dropped::default();
        let error = match any::read_counting(&self.bytes, &self.names, number, &mut dropped) {
            Ok(game) => return Ok((game, dropped)),
            Err(error) => error,
        };
        match Turn::read(&encoding::decode(&self.bytes, &mut Dropped::default())) {
            Ok(turn) => Ok((Game::new(Rules::from_start(turn)), Dropped::default())),
            Err(_) => Err(self.fault(error, || format!("no game {number} in {}", self.source.name()))),
        }
    }

    /// The number of games, with those that cannot be read; 0 for a position.
    pub fn count(&self) -> usize {
        let mut count = 0;
        // A position is in no notation of games.
        let _ = self.for_each(|_| {
            count += 1;
            true
        });
        count
    }

    /// Calls `handle` with each game until it returns false; gives what was left out.
    ///
    /// # Errors
    /// If it is in no known notation.
    pub fn for_each(&self, handle: impl FnMut(Result<Game, ReadGameError>) -> bool) -> anyhow::Result<Dropped> {
        any::for_each_named_game(&self.bytes, &self.names, handle)
            .map_err(|error| self.fault(error, || format!("cannot read {}", self.source.name())))
    }

    /// The error for a person; of a source that is not a text with this context.
    fn fault(&self, error: ReadGameError, context: impl FnOnce() -> String) -> anyhow::Error {
        let Source::Text(text) = &self.source else { return anyhow::Error::from(error).context(context()) };
        let ReadGameError::Unknown { error: fault, .. } = error else { return neither(text, error) };
        let (is_word, path) = (!text.contains(char::is_whitespace), Path::new(text));
        match (Turn::read(text), fs::metadata(path)) {
            (Err(fault), _) if is_board(text) => fault.into(),
            // A name with a folder or an ending is meant as a file.
            (_, Err(missing)) if is_word && (path.extension().is_some() || path.components().count() > 1) => {
                anyhow::Error::from(missing).context(format!("cannot read {}", shown(path)))
            }
            _ => neither(text, fault),
        }
    }
}

fn neither(text: &str, error: impl Into<anyhow::Error>) -> anyhow::Error {
    error.into().context(format!("neither a file, a position nor moves: {text:?}"))
}

/// Whether a text has nothing but the signs of a board.
pub(super) fn is_board(text: &str) -> bool {
    text.chars().all(|letter| letter.is_whitespace() || "-.*xXoO".contains(letter))
}

/// The names that belong to a WTHOR database in this file with these bytes: those in files beside it that have its name or `WTHOR`, and
/// the endings `.jou` and `.trn`, in any case. None for other files.
///
/// # Errors
/// If a file beside it cannot be read or has no names.
fn names_beside(path: &Path, bytes: &[u8]) -> anyhow::Result<Names> {
    let (true, Some(stem)) = (wthor::is_database(bytes), path.file_stem()) else { return Ok(Names::default()) };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let beside: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    let find = |stem: &OsStr, ending: &str| {
        beside.iter().find(|path| {
            let is_same =
                |part: Option<&OsStr>, other: &OsStr| part.is_some_and(|part| part.eq_ignore_ascii_case(other));
            is_same(path.file_stem(), stem) && is_same(path.extension(), ending.as_ref())
        })
    };
    let read = |ending: &str, length: usize| {
        let Some(path) = find(stem, ending).or_else(|| find("wthor".as_ref(), ending)) else { return Ok(Vec::new()) };
        let unreadable = || format!("cannot read {}", path.display());
        let bytes = File::open(path).and_then(|file| read_at_most(file, MOST_NAMES)).with_context(unreadable)?;
        wthor::names(&bytes, length).with_context(unreadable)
    };
    Ok(Names { players: read("jou", wthor::PLAYER_LENGTH)?, tournaments: read("trn", wthor::TOURNAMENT_LENGTH)? })
}

/// A game of a collection.
pub(super) enum Entry {
    /// A game to judge.
    Game(Box<Game>),
    /// A game that was judged before.
    Judged(Box<JudgedGame>),
    /// A record that is not a game, and why.
    Fault(String),
}

/// A source of a collection.
struct Part {
    games: Games,
    count: u64,
    /// The level of the analysis, if the source is a file of results.
    level: Option<u8>,
}

/// The games of several sources, in order. A source may be the results of an earlier analysis.
pub(super) struct Collection(Vec<Part>);

impl Collection {
    /// Reads the sources, counts their games and says what is left out.
    ///
    /// # Errors
    /// If one cannot be read or is in no known notation.
    pub fn open(arguments: &[OsString]) -> anyhow::Result<Collection> {
        let parts = arguments.iter().map(|argument| Part::open(Source::of(argument)?));
        Ok(Collection(parts.collect::<anyhow::Result<_>>()?))
    }

    /// The number of games, those that cannot be read included.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|part| part.count).sum()
    }

    /// The names of the sources.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(|part| part.games.source.path())
    }

    /// The name, length and checksum of each source.
    pub fn description(&self) -> Vec<Value> {
        let of_part = |Part { games: Games { source, bytes, .. }, .. }: &Part| json!({ "name": text_of(source.path()), "bytes": bytes.len(), "crc32": crc32(bytes) });
        self.0.iter().map(of_part).collect()
    }

    /// The levels of the analyses, of which those of games without results have this one.
    pub fn levels(&self, own: u8) -> Vec<u8> {
        let mut levels: Vec<u8> = self.0.iter().map(|part| part.level.unwrap_or(own)).collect();
        levels.sort_unstable();
        levels.dedup();
        levels
    }

    /// The name of a source that has results already, if there is one.
    pub fn with_results(&self) -> Option<String> {
        self.0.iter().find(|part| part.level.is_some()).map(|part| part.games.source.name())
    }

    /// Whether every source has results already.
    pub fn is_judged(&self) -> bool {
        self.0.iter().all(|part| part.level.is_some())
    }

    /// Calls `handle` with each game and its number from 0, those before `from` left out, until it returns false.
    pub fn for_each(&self, from: u64, mut handle: impl FnMut(u64, Entry) -> bool) -> anyhow::Result<()> {
        let mut number = 0;
        for part in &self.0 {
            if number + part.count <= from {
                number += part.count;
                continue;
            }
            let mut goes_on = true;
            part.for_each(|entry| {
                let entry = match entry {
                    Entry::Fault(fault) => Entry::Fault(format!("{}: {fault}", text_of(part.games.source.path()))),
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

impl Part {
    fn open(source: Source) -> anyhow::Result<Part> {
        let games = Games::read(source)?;
        let mut part = Part { level: level_of_results(&games.bytes), games, count: 0 };
        let mut count = 0;
        let dropped = part.for_each(|_| {
            count += 1;
            true
        })?;
        print_left_out(part.games.source.name(), &dropped);
        part.count = count;
        Ok(part)
    }

    /// Calls `handle` with each game until it returns false; gives what was left out.
    fn for_each(&self, mut handle: impl FnMut(Entry) -> bool) -> anyhow::Result<Dropped> {
        if self.level.is_some() {
            let text = String::from_utf8_lossy(&self.games.bytes);
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
        self.games.for_each(|game| {
            handle(match game {
                Ok(game) => Entry::Game(Box::new(game)),
                // A single game: a list names the line.
                Err(error @ ReadGameError::Replay(_)) => {
                    Entry::Fault(format!("{error}; `emilia correct` proposes legal games"))
                }
                Err(error) => Entry::Fault(error.to_string()),
            })
        })
    }
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
