//! The file of a solve, from which it is resumed after any end of the program.
//!
//! A snapshot of the solve, written in one step, with a journal behind it: each answer and each proved move is added to the end,
//! on disk by the time it is reported. The next snapshot includes the journal. All numbers are little-endian:
//!
//! ```text
//!  0  8 bytes  "EMILIA-S"
//!  8  u32      version
//! 12  2 x      u64 length and u32 CRC-32 of a section
//! 36  zlib     the state as JSON: settings, positions or a game by other rules, answers, and the state of the search
//!     zlib     entries of the table: 24 bytes each, 16 of a game by other rules
//!     records  u32 length, u32 CRC-32, and a change of the state as JSON, one after the other
//! ```
//!
//! An incomplete record at the end of the file was never reported and is ignored. Files of version 3, which knew no other rules, and those of
//! variants in their own format are still read.

use super::state::{OldVariant, Record, State};
use crate::container::{Kind, compress, crc32, decompress};
use crate::search::{SavedEntry, Snapshot};
use crate::storage::{LockedFile, read_up_to, remaining_zeros};
use crate::variant::Table;
use anyhow::{Context as _, ensure};
use flate2::{Compression, CrcReader};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

const KIND: Kind = Kind { magic: b"EMILIA-S", version: 4, name: "a saved solve" };
/// The same without games by other rules.
const VERSION_3: Kind = Kind { version: 3, ..KIND };
/// A solve of a variant in its own format: a checksum, and zlib data with a line of JSON and entries of 16 bytes. Nothing writes it any more.
const OF_VARIANT: Kind = Kind { magic: b"EMILIA-V", version: 2, name: "a saved solve of a variant" };
const HEADER: u64 = Kind::header_bytes(6) as u64;
/// Bytes of a state at most, expanded: more than any set of positions takes.
const MOST_STATE: u64 = 1 << 30;
/// Bytes of a record at most: more than any position has moves and lines for.
const MOST_RECORD: u32 = 1 << 24;
/// Bytes that a journal may take in any case.
const LONG_JOURNAL: u64 = 1 << 20;
/// Entries of the table that are kept at most: some 20 MB.
const MOST_ENTRIES: usize = 1 << 20;

/// A part of the file.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Section {
    length: u64,
    crc: u32,
}

/// The content of a file.
pub struct Saved {
    /// The settings, positions and answers.
    pub state: State,
    /// Entries of the table as bytes: their kind depends on the rules.
    table: Vec<u8>,
    entries: Section,
    /// Where the entries begin, and where the last whole record ends.
    entries_begin: u64,
    end: u64,
}

impl Saved {
    /// The entries of the table of a search on 8x8; invalid ones are left out.
    pub fn entries(&self) -> Vec<SavedEntry> {
        self.table.as_chunks().0.iter().filter_map(SavedEntry::from_bytes).collect()
    }

    /// The entries of the table of a search by other rules.
    pub fn words(&self) -> Vec<[u64; 2]> {
        let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
        let words: Vec<u64> = self.table.as_chunks().0.iter().map(word).collect();
        words.as_chunks().0.to_vec()
    }
}

/// A save file, locked against other programs.
pub struct SaveFile {
    file: LockedFile,
    /// Where the entries of the table begin, and their section.
    entries: (u64, Section),
    /// Where the journal begins.
    journal: u64,
}

impl SaveFile {
    /// Opens and locks the file at this path. A missing file is created by the first [`SaveFile::write`].
    ///
    /// # Errors
    /// If it cannot be written, or another program writes to it.
    pub fn open(path: &Path) -> anyhow::Result<SaveFile> {
        Ok(SaveFile { file: LockedFile::open(path)?, entries: (0, Section::default()), journal: 0 })
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.file.is_empty()
    }

    /// The path as it was given.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Whether there are entries of a table in it.
    pub fn has_entries(&self) -> bool {
        self.entries.1.length > 0
    }

    /// Reads it to resume the solve.
    ///
    /// # Errors
    /// If it cannot be read, is not a save file, or is damaged other than by an incomplete record at the end.
    pub fn read(&mut self) -> anyhow::Result<Saved> {
        let about = || format!("cannot resume from {}", self.file.path().display());
        let saved = parse(BufReader::new(self.file.reader().with_context(about)?)).with_context(about)?;
        self.file.truncate(saved.end)?;
        self.entries = (saved.entries_begin, saved.entries);
        self.journal = saved.entries_begin + saved.entries.length;
        Ok(saved)
    }

    /// Writes a snapshot of the state. `entries` selects the entries of the table: of a search, as they are in the file, or none.
    ///
    /// # Errors
    /// If the file cannot be written; the old one is unchanged then.
    pub fn write(&mut self, state: &State, entries: Entries) -> anyhow::Result<()> {
        let (packed_state, of_state) = pack(|out| Ok(serde_json::to_writer(out, state)?))?;
        let (packed_entries, of_entries) = match entries {
            Entries::Of(snapshot, most) => pack(|out| {
                snapshot.deepest(most.min(MOST_ENTRIES)).try_for_each(|saved| out.write_all(&saved.to_bytes()))
            })?,
            Entries::OfTable(table) => pack(|out| {
                table
                    .deepest(MOST_ENTRIES)
                    .as_flattened()
                    .iter()
                    .try_for_each(|word| out.write_all(&word.to_le_bytes()))
            })?,
            Entries::AsBefore if self.has_entries() => (self.packed_entries()?, self.entries.1),
            Entries::AsBefore | Entries::None => (Vec::new(), Section::default()),
        };
        let snapshot = [header([of_state, of_entries]), packed_state, packed_entries];
        self.file.replace(|out| Ok(snapshot.iter().try_for_each(|part| out.write_all(part))?))?;
        self.entries = (HEADER + of_state.length, of_entries);
        self.journal = self.file.len();
        Ok(())
    }

    /// Whether the journal has become larger than a snapshot, and is not small.
    pub fn has_long_journal(&self) -> bool {
        self.file.len().saturating_sub(self.journal) > self.journal.max(LONG_JOURNAL)
    }

    /// Adds a change of the state, and waits until it is on the disk.
    ///
    /// # Errors
    /// If the file cannot be written; the change is not in it then.
    pub(super) fn append(&mut self, record: &Record) -> anyhow::Result<()> {
        let text = serde_json::to_vec(record)?;
        let head = [text.len() as u32, crc32(&text)].map(u32::to_le_bytes);
        self.file.append(&[head.as_flattened(), &text].concat())
    }

    /// The entries of the table as they are in the file.
    fn packed_entries(&self) -> anyhow::Result<Vec<u8>> {
        let (begin, section) = self.entries;
        let unreadable = || format!("cannot read {}", self.file.path().display());
        let mut file = self.file.reader().with_context(unreadable)?;
        file.seek(SeekFrom::Start(begin)).with_context(unreadable)?;
        let packed = read_up_to(&mut file, section.length).with_context(unreadable)?;
        ensure!(crc32(&packed) == section.crc, "{}: its entries have changed", unreadable());
        Ok(packed)
    }
}

/// The header of a file.
fn header(sections: [Section; 2]) -> Vec<u8> {
    let numbers = sections.map(|Section { length, crc }| [length as u32, (length >> 32) as u32, crc]);
    KIND.header(numbers.as_flattened())
}

/// The saved solve in these bytes as one snapshot that includes the changes of its journal: what a file becomes when it is resumed.
///
/// # Errors
/// If they are not a saved solve, are damaged, or have an invalid position.
pub fn compacted(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let saved = parse(bytes)?;
    saved.state.check()?;
    let (packed_state, of_state) = pack(|out| Ok(serde_json::to_writer(out, &saved.state)?))?;
    let (packed_entries, of_entries) = pack(|out| match saved.state.is_of_game() {
        true => saved.words().as_flattened().iter().try_for_each(|word| out.write_all(&word.to_le_bytes())),
        false => saved.entries().iter().try_for_each(|entry| out.write_all(&entry.to_bytes())),
    })?;
    Ok([header([of_state, of_entries]), packed_state, packed_entries].concat())
}

/// Which entries of the table a file is to have.
pub enum Entries<'a> {
    /// Those of this search, at most this number.
    Of(&'a Snapshot<'a>, usize),
    /// The deepest ones of this table of a search by other rules.
    OfTable(&'a Table),
    /// Those that it has already.
    AsBefore,
    /// None at all.
    None,
}

/// Reads a saved solve without locking its file.
///
/// # Errors
/// As [`SaveFile::read`].
pub fn load(path: &Path) -> anyhow::Result<Saved> {
    let about = || format!("cannot resume from {}", path.display());
    parse(BufReader::new(File::open(path).with_context(about)?)).with_context(about)
}

/// Parses a saved solve.
///
/// # Errors
/// If they are not a saved solve, or are damaged other than by an incomplete record at the end.
fn parse(mut from: impl BufRead) -> anyhow::Result<Saved> {
    let (of_state, entries) = match read_header(&mut from)? {
        Header::Sections(sections) => sections,
        Header::OfVariant(packed) => return parse_variant(&packed, from),
    };
    let text = expand(&mut from, of_state, MOST_STATE)?;
    let table = expand(&mut from, entries, (MOST_ENTRIES * SavedEntry::BYTES) as u64)?;
    let mut state: State = serde_json::from_slice(&text).context("the file is damaged")?;
    let entries_begin = HEADER + of_state.length;
    let mut end = entries_begin + entries.length;
    while let Some((record, bytes)) = read_record(&mut from)? {
        state.apply(record);
        end += bytes;
    }
    Ok(Saved { state, table, entries, entries_begin, end })
}

/// Parses a solve of a variant in its own format.
fn parse_variant(header: &[u8], mut from: impl Read) -> anyhow::Result<Saved> {
    const DAMAGED: &str = "the file is damaged";
    let most = MOST_ENTRIES as u64 * 16 + (1 << 16);
    let [crc] = OF_VARIANT.numbers(header)?;
    let mut packed = header[Kind::header_bytes(1)..].to_vec();
    from.by_ref().take(most).read_to_end(&mut packed)?;
    ensure!(crc32(&packed) == crc, DAMAGED);
    let content = decompress(packed.as_slice(), most)?;
    let end = content.iter().position(|byte| *byte == b'\n').context(DAMAGED)?;
    let state = serde_json::from_slice::<OldVariant>(&content[..end]).context(DAMAGED)?.into();
    let length = (Kind::header_bytes(1) + packed.len()) as u64;
    let table = content[end + 1..].to_vec();
    Ok(Saved { state, table, entries: Section::default(), entries_begin: length, end: length })
}

/// How a file begins.
enum Header {
    /// The sections of the state and of the entries.
    Sections((Section, Section)),
    /// The same bytes, of a solve of a variant in its own format.
    OfVariant(Vec<u8>),
}

fn read_header(from: &mut impl Read) -> anyhow::Result<Header> {
    let header = read_up_to(from, HEADER)?;
    ensure!(!header.is_empty(), "it is empty");
    if header.starts_with(OF_VARIANT.magic) {
        return Ok(Header::OfVariant(header));
    }
    let [a, b, c, d, e, f] = VERSION_3.numbers(&header).or_else(|_| KIND.numbers(&header))?;
    let section = |low, high, crc| Section { length: u64::from(low) | u64::from(high) << 32, crc };
    let sections = (section(a, b, c), section(d, e, f));
    ensure!(sections.0.length.max(sections.1.length) <= MOST_STATE, "the file is damaged: it is too long");
    Ok(Header::Sections(sections))
}

/// The next record with its bytes in the file; none at the end, or where the last one breaks off.
fn read_record(from: &mut impl BufRead) -> anyhow::Result<Option<(Record, u64)>> {
    let head = read_up_to(from, 8)?;
    let (&[length, sum], []) = head.as_chunks::<4>() else { return Ok(None) };
    let [length, sum] = [length, sum].map(u32::from_le_bytes);
    if length == 0 || length > MOST_RECORD {
        ensure!(head == [0; 8] && remaining_zeros(from)?.is_some(), "the file is damaged: a record of {length} bytes");
        return Ok(None);
    }
    let text = read_up_to(from, u64::from(length))?;
    if text.len() < length as usize {
        return Ok(None);
    }
    ensure!(crc32(&text) == sum, "the file is damaged: wrong checksum of a record");
    let record = serde_json::from_slice(&text).context("the file is damaged")?;
    Ok(Some((record, 8 + u64::from(length))))
}

/// A section whose content is written by `write`.
fn pack(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<(Vec<u8>, Section)> {
    let packed = compress(Compression::fast(), write)?;
    let section = Section { length: packed.len() as u64, crc: crc32(&packed) };
    Ok((packed, section))
}

/// The content of the section that begins here, at most `most` bytes.
fn expand(from: &mut impl Read, section: Section, most: u64) -> anyhow::Result<Vec<u8>> {
    if section.length == 0 {
        ensure!(section.crc == 0, "the file is damaged: wrong checksum");
        return Ok(Vec::new());
    }
    let mut packed = CrcReader::new(from.by_ref().take(section.length));
    let content = decompress(&mut packed, most);
    // The checksum covers everything, also bytes that the decoder did not need.
    io::copy(&mut packed, &mut io::sink())?;
    ensure!(u64::from(packed.crc().amount()) == section.length, "the file is damaged: it breaks off");
    ensure!(packed.crc().sum() == section.crc, "the file is damaged: wrong checksum");
    let content = content.context("the file is damaged")?;
    ensure!(content.len() as u64 <= most, "the file is damaged: more than {most} bytes");
    Ok(content)
}
