//! The file of results: a line of JSON about the analysis, then a line for each game in the order of the input.
//!
//! A line is appended when its game is done, so after a kill the file has whole lines and perhaps the beginning of one, which is dropped
//! when the file is continued.

use crate::cli::files::{CONTINUE_OR_REPLACE, check_new};
use crate::cli::input::{Collection, fault_of};
use anyhow::{Context as _, bail, ensure};
use emilia::Level;
use emilia::book::{Book, Store};
use emilia::internal::storage::LockedFile;
use emilia_analysis::{JudgeOptions, JudgedGame, read_result};
use serde_json::{Map, Value, json};
use std::io::{BufRead as _, BufReader};
use std::path::Path;

/// The version of the file.
const VERSION: u32 = 1;

/// A file of results that is being written.
pub(super) struct Results {
    file: LockedFile,
    /// Games in the file.
    pub done: u64,
}

/// The first line of a file of results, without which its numbers mean nothing; `rating` is that of the people if it was given, `weights` the checksum of a file of weights, and a book
/// in a file is told by its number of positions.
pub(super) fn header(
    input: &Collection,
    options: &JudgeOptions,
    (hash, rating): (usize, Option<u32>),
    weights: Option<u32>,
    (book, moves): &(Book, u8),
) -> anyhow::Result<Value> {
    let book_positions = book.file().map(Store::len).transpose()?;
    let milliseconds = |time: Option<std::time::Duration>| time.map(|time| time.as_millis() as u64);
    Ok(json!({
        "emilia": "analysis",
        "version": VERSION,
        "program": env!("CARGO_PKG_VERSION"),
        "scores": "discs for Black",
        "losses": "discs of the side that moved",
        "level": options.level.get(),
        "exact": options.exact,
        "all_moves": options.all_moves.map(Level::get),
        "nodes": options.nodes,
        "move_time_ms": milliseconds(options.move_time),
        "game_time_ms": milliseconds(options.game_time),
        "hash_mib": hash,
        "rating": rating,
        "weights_crc32": weights,
        "book_moves": moves,
        "book_positions": book_positions,
        "files": input.description(),
    }))
}

impl Results {
    /// Creates the file, or opens it to continue it, and passes the games that it has to `earlier`.
    ///
    /// # Errors
    /// If it exists and is not to be continued or replaced, or has another analysis, or cannot be read or written.
    pub(super) fn open(
        path: &Path,
        header: &Value,
        (resume, overwrite): (bool, bool),
        mut earlier: impl FnMut(Result<JudgedGame, String>) -> anyhow::Result<()>,
    ) -> anyhow::Result<Results> {
        let mut file = LockedFile::open(path)?;
        let header = format!("{header}\n");
        if file.is_empty() || overwrite {
            file.replace(|out| Ok(out.write_all(header.as_bytes())?))?;
            return Ok(Results { file, done: 0 });
        }
        let unusable = || format!("cannot write to {}", path.display());
        check_new(path, resume, CONTINUE_OR_REPLACE)?;
        let (mut valid, mut lines) = (0, 0);
        for line in BufReader::new(file.reader()?).split(b'\n') {
            let line = line.with_context(unusable)?;
            let end = valid + line.len() as u64 + 1;
            if end > file.len() {
                let is_begun = lines > 0 || header.as_bytes().starts_with(&line);
                ensure!(is_begun, "{} is not a file of results", path.display());
                break;
            }
            let text = String::from_utf8_lossy(&line);
            if lines == 0 {
                check_header(&text, header.trim_end()).with_context(unusable)?;
            } else {
                let in_line = || format!("cannot write to {}: line {}", path.display(), lines + 1);
                earlier(match read_result(&text) {
                    Ok(judged) => Ok(judged),
                    Err(error) => Err(fault_of(&text).ok_or(error).with_context(in_line)?),
                })?;
            }
            (valid, lines) = (end, lines + 1);
        }
        file.truncate(valid)?;
        if lines == 0 {
            file.replace(|out| Ok(out.write_all(header.as_bytes())?))?;
        }
        Ok(Results { file, done: u64::saturating_sub(lines, 1) })
    }

    /// Appends the line of the next game.
    pub(super) fn append(&mut self, line: &str) -> anyhow::Result<()> {
        self.file.append(format!("{line}\n").as_bytes())?;
        self.done += 1;
        Ok(())
    }
}

/// Checks that the first line of a file that is continued is this one.
fn check_header(found: &str, expected: &str) -> anyhow::Result<()> {
    if found == expected {
        return Ok(());
    }
    let read = |text| serde_json::from_str::<Map<String, Value>>(text);
    let found = read(found).ok().filter(|found| found.get("emilia") == Some(&json!("analysis")));
    let found = found.context("it is not a file of results")?;
    for (name, value) in &read(expected)? {
        let other = found.get(name).unwrap_or(&Value::Null);
        ensure!(name != "files" || other == value, "its games are others, or have changed");
        ensure!(other == value, "its analysis has {name} {other}, not {value}");
    }
    bail!("its first line has entries that are not known here")
}
