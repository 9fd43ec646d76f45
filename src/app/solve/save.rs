//! The file in which a solve is kept, so that it goes on after whatever ends the program.
//!
//! Written beside its place and then moved there, so that it is always whole. All numbers are little-endian:
//!
//! ```text
//!  0  8 bytes  "EMILIA-S"
//!  8  u32      version
//! 12  2 x      u64 length and u32 CRC-32 of a section
//! 36  zlib     the state as JSON: settings, positions, answers, and where the search stands
//!     zlib     entries of the table, 24 bytes each
//! ```

use super::state::State;
use crate::app::files;
use crate::search::{Kept, Standing};
use anyhow::Context as _;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use flate2::{Compression, CrcReader, CrcWriter};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"EMILIA-S";
const VERSION: u32 = 2;
const HEADER: u64 = 36;
/// Bytes of a state at most, expanded: more than any set of positions takes.
const LONGEST: u64 = 1 << 30;
/// Entries of the table that are kept at most: some 20 MB.
const MOST_ENTRIES: usize = 1 << 20;

/// A part of the file.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Section {
    length: u64,
    crc: u32,
}

/// The file, and what of it need not be written anew each time.
pub(super) struct SaveFile {
    path: PathBuf,
    /// Where the entries of the table begin, and their section.
    entries: (u64, Section),
}

impl SaveFile {
    /// A file to be written at this path.
    pub fn new(path: &Path) -> SaveFile {
        SaveFile { path: path.to_owned(), entries: (0, Section::default()) }
    }

    /// Writes the state. The entries of the table are those of this search; without one those that the file has already, unless
    /// they are to be dropped.
    ///
    /// # Errors
    /// If the file cannot be written; the old one is left as it was then.
    pub fn write(&mut self, state: &State, entries: Entries) -> anyhow::Result<()> {
        let unwritable = || format!("cannot write {}", self.path.display());
        let sections =
            files::replace(&self.path, |file| self.write_sections(file, state, entries).with_context(unwritable))?;
        self.entries = (HEADER + sections[0].length, sections[1]);
        Ok(())
    }

    /// Writes the state and the entries to an empty file.
    fn write_sections(&self, file: &mut File, state: &State, entries: Entries) -> anyhow::Result<[Section; 2]> {
        file.write_all(&[0; HEADER as usize])?;
        let text = serde_json::to_vec(state)?;
        let of_state = section(file, |out| out.write_all(&text))?;
        let of_entries = match entries {
            Entries::Of(standing, most) => section(file, |out| {
                standing.kept(most.min(MOST_ENTRIES)).try_for_each(|kept| out.write_all(&kept.to_bytes()))
            })?,
            Entries::AsBefore if self.entries.1.length > 0 => {
                let mut old = File::open(&self.path)?;
                old.seek(SeekFrom::Start(self.entries.0))?;
                io::copy(&mut old, file)?;
                self.entries.1
            }
            Entries::AsBefore | Entries::None => section(file, |_| Ok(()))?,
        };
        file.seek(SeekFrom::Start(0))?;
        file.write_all(MAGIC)?;
        file.write_all(&VERSION.to_le_bytes())?;
        for section in [of_state, of_entries] {
            file.write_all(&section.length.to_le_bytes())?;
            file.write_all(&section.crc.to_le_bytes())?;
        }
        Ok([of_state, of_entries])
    }

    /// Reads a file: what it holds, and its entries of the table.
    ///
    /// # Errors
    /// If it cannot be read, is no such file, or is damaged anywhere.
    pub fn read(path: &Path) -> anyhow::Result<(SaveFile, State, Vec<Kept>)> {
        let about = || format!("cannot resume from {}", path.display());
        let mut file = BufReader::new(File::open(path).with_context(about)?);
        let (of_state, of_entries) = read_header(&mut file).with_context(about)?;
        let length = file.get_ref().metadata().with_context(about)?.len();
        let promised = HEADER.saturating_add(of_state.length).saturating_add(of_entries.length);
        if length != promised {
            return Err(anyhow::anyhow!("the file is damaged: {length} bytes instead of {promised}"))
                .with_context(about);
        }
        let text = expand(&mut file, of_state, LONGEST).with_context(about)?;
        let entries = expand(&mut file, of_entries, (MOST_ENTRIES * Kept::BYTES) as u64).with_context(about)?;
        let state = serde_json::from_slice(&text).context("the file is damaged").with_context(about)?;
        let kept = entries.as_chunks::<{ Kept::BYTES }>().0.iter().filter_map(Kept::from_bytes).collect();
        let file = SaveFile { path: path.to_owned(), entries: (HEADER + of_state.length, of_entries) };
        Ok((file, state, kept))
    }
}

/// Which entries of the table a file is to have.
pub(super) enum Entries<'a> {
    /// Those of this search, at most so many.
    Of(&'a Standing<'a>, usize),
    /// Those that it has already.
    AsBefore,
    None,
}

/// Appends a section whose content is written by `write`.
fn section(file: &mut File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Section> {
    let begin = file.stream_position()?;
    let mut out = ZlibEncoder::new(CrcWriter::new(BufWriter::new(&mut *file)), Compression::fast());
    write(&mut out)?;
    let mut out = out.finish()?;
    out.flush()?;
    let crc = out.crc().sum();
    drop(out);
    Ok(Section { length: file.stream_position()? - begin, crc })
}

fn read_header(file: &mut impl Read) -> anyhow::Result<(Section, Section)> {
    let mut header = Vec::new();
    file.by_ref().take(HEADER).read_to_end(&mut header)?;
    anyhow::ensure!(
        header.starts_with(MAGIC),
        "it is no saved solve: it begins with {:02x?}",
        &header[..header.len().min(8)]
    );
    anyhow::ensure!(header.len() == HEADER as usize, "the file is damaged: only {} bytes", header.len());
    let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| header[at + i]));
    let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
    anyhow::ensure!(word(8) == VERSION, "a saved solve of an unknown version: {}", word(8));
    Ok((Section { length: long(12), crc: word(20) }, Section { length: long(24), crc: word(32) }))
}

/// The content of the section that begins here, at most so many bytes of it.
fn expand(file: &mut impl Read, section: Section, most: u64) -> anyhow::Result<Vec<u8>> {
    let mut packed = CrcReader::new(file.by_ref().take(section.length));
    let mut content = Vec::new();
    let expanded = ZlibDecoder::new(&mut packed).take(most + 1).read_to_end(&mut content);
    // The sum is over everything, also over what the decoder had no need of.
    io::copy(&mut packed, &mut io::sink())?;
    anyhow::ensure!(packed.crc().sum() == section.crc, "the file is damaged: wrong checksum");
    expanded.context("the file is damaged")?;
    anyhow::ensure!(content.len() as u64 <= most, "the file is damaged: more than {most} bytes");
    Ok(content)
}
