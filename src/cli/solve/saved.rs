//! The file of a solve of a variant: what it is about, and entries of the table. All numbers are little-endian.
//!
//! ```text
//!  0  8 bytes  "EMILIA-V"
//!  8  u32      version
//! 12  u32      CRC-32 of what follows
//! 16  zlib     what is solved as a line of JSON, then entries of 16 bytes
//! ```
//!
//! It is replaced in one step, so a program that is killed leaves the last file that was complete. What is proved need not be proved again,
//! but a resumed solve searches from the start of the game.

use super::variant::{Task, play};
use crate::cli::files;
use anyhow::{Context as _, ensure};
use emilia::internal::{
    container::{Kind, compress, crc32, decompress},
    storage::LockedFile,
};
use emilia::variant::Table;
use emilia::{Colour, Game, Rules, Turn};
use flate2::Compression;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

const KIND: Kind = Kind { magic: b"EMILIA-V", version: 2, name: "a saved solve of a variant" };
const HEADER: usize = Kind::header_bytes(1);
/// Entries that are kept at most: 16 MiB before they are compressed.
const MOST_ENTRIES: usize = 1 << 20;
/// Bytes that a file has at most when expanded.
const MOST_BYTES: u64 = (MOST_ENTRIES as u64) * 16 + (1 << 16);

/// The line of JSON. The moves are kept, and not the position after them, because they say which discs the sides have left.
#[derive(Serialize, Deserialize)]
struct About {
    variant: String,
    conditions: String,
    start: String,
    moves: String,
    depth: Option<u32>,
    window: (i32, i32),
    all_moves: bool,
}

impl About {
    fn of(task: &Task) -> About {
        let &Task { ref name, ref game, depth, window, all_moves } = task;
        let (conditions, start) = (game.rules().conditions().to_string(), game.rules().start().to_string());
        About { variant: name.clone(), conditions, start, moves: game.transcript(), depth, window, all_moves }
    }

    fn task(self) -> anyhow::Result<Task> {
        let About { variant: name, conditions, start, moves, depth, window, all_moves } = self;
        let rules = Rules::from_start(start.parse::<Turn>()?).with_conditions(conditions.parse()?);
        let is_window = (-64..window.1).contains(&window.0) && window.1 <= 64;
        ensure!(is_window, "the window is {} to {}", window.0, window.1);
        Ok(Task { name, game: play(rules, &moves)?, depth, window, all_moves })
    }
}

/// A saved solve that is to be resumed.
pub(super) struct Resumed {
    file: LockedFile,
    pub(super) task: Task,
    entries: Vec<[u64; 2]>,
}

impl Resumed {
    /// Whether the file is a saved solve of a variant, of any version.
    pub(super) fn is_at(path: &Path) -> bool {
        let mut magic = [0; KIND.magic.len()];
        // Opening a pipe would wait for its writer.
        let is_file = fs::metadata(path).is_ok_and(|found| found.is_file());
        is_file && File::open(path).and_then(|mut file| file.read_exact(&mut magic)).is_ok() && magic == *KIND.magic
    }

    /// Locks and reads the file.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is another program's or another solve's file.
    pub(super) fn open(path: &Path, given: Option<&Game>) -> anyhow::Result<Resumed> {
        let read = || {
            let file = LockedFile::open(path)?;
            let mut bytes = Vec::new();
            file.reader()?.take(MOST_BYTES + HEADER as u64).read_to_end(&mut bytes)?;
            let (task, entries) = parse(&bytes)?;
            let is_same = given.is_none_or(|game| is_same_position(game, &task.game));
            ensure!(is_same, "it is a solve of another position or by other rules");
            Ok(Resumed { file, task, entries })
        };
        read().with_context(|| format!("cannot resume from {}", path.display()))
    }
}

/// Whether both games can continue in the same way.
fn is_same_position(one: &Game, other: &Game) -> bool {
    let left = |game: &Game| [Colour::Black, Colour::White].map(|colour| game.supply(colour));
    let conditions = |game: &Game| *game.rules().conditions();
    one.turn() == other.turn() && conditions(one) == conditions(other) && left(one) == left(other)
}

/// The file that a solve is saved in.
pub(super) struct Saved {
    file: LockedFile,
    about: String,
}

impl Saved {
    /// The file of --save or --resume, if there is one; what the resumed one has is put into the table.
    ///
    /// # Errors
    /// If the file cannot be written, or exists and is not to be replaced.
    pub(super) fn open(
        task: &Task,
        save: Option<&Path>,
        overwrite: bool,
        resumed: Option<Resumed>,
        table: &Table,
    ) -> anyhow::Result<Option<Saved>> {
        let about = serde_json::to_string(&About::of(task))? + "\n";
        if let Some(resumed) = &resumed {
            table.restore(&resumed.entries);
        }
        let file = match (save, resumed) {
            (None, None) => return Ok(None),
            (None, Some(resumed)) => resumed.file,
            (Some(save), Some(resumed)) if files::is_one_file(save, resumed.file.path()) => resumed.file,
            (Some(save), _) => {
                let file = LockedFile::open(save).with_context(|| format!("cannot save to {}", save.display()))?;
                files::check_new(save, file.is_empty() || overwrite, files::CONTINUE_OR_REPLACE)?;
                file
            }
        };
        Ok(Some(Saved { file, about }))
    }

    /// The path of the file.
    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Writes the deepest entries of the table.
    pub(super) fn write(&mut self, table: &Table) -> anyhow::Result<()> {
        let entries = table.deepest(MOST_ENTRIES);
        let content = compress(Compression::fast(), |out| {
            out.write_all(self.about.as_bytes())?;
            entries.as_flattened().iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))
        })?;
        let header = KIND.header(&[crc32(&content)]);
        self.file.replace(|out| Ok(out.write_all(&header).and_then(|()| out.write_all(&content))?))
    }
}

/// What the file is about, and its entries.
fn parse(bytes: &[u8]) -> anyhow::Result<(Task, Vec<[u64; 2]>)> {
    let damaged = "the file is damaged";
    let [crc] = KIND.numbers(bytes)?;
    let content = bytes.get(HEADER..).unwrap_or_default();
    ensure!(crc32(content) == crc, damaged);
    let content = decompress(content, MOST_BYTES)?;
    let end = content.iter().position(|byte| *byte == b'\n').context(damaged)?;
    let task = serde_json::from_slice::<About>(&content[..end])?.task().context(damaged)?;
    let (words, rest) = content[end + 1..].as_chunks::<8>();
    ensure!(rest.is_empty() && words.len().is_multiple_of(2), damaged);
    let words: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
    Ok((task, words.as_chunks::<2>().0.to_vec()))
}
