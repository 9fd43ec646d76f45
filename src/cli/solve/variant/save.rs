//! The file of a solve of a variant: what it is about, and entries of the table. All numbers are little-endian.
//!
//! ```text
//!  0  8 bytes  "EMILIA-V"
//!  8  u32      version
//! 12  u32      CRC-32 of what follows
//! 16  zlib     the rules and the position as lines of text with an empty line behind them, then entries of 16 bytes
//! ```
//!
//! It is replaced in one step, so a program that is killed leaves the last file that was complete. What is proved need not be proved again, but
//! a resumed solve searches from the start of the game.

use crate::cli::solve::request::Request;
use crate::container::{Kind, compress, crc32, decompress};
use crate::storage::LockedFile;
use crate::variant::Table;
use anyhow::{Context as _, bail, ensure};
use flate2::Compression;
use std::io::Read as _;

const KIND: Kind = Kind { magic: b"EMILIA-V", version: 1, name: "a saved solve of a variant" };
const HEADER: usize = Kind::header_bytes(1);
/// Entries that are kept at most: 16 MiB before they are compressed.
const MOST_ENTRIES: usize = 1 << 20;
/// Bytes that a file has at most when expanded.
const MOST_BYTES: u64 = (MOST_ENTRIES as u64) * 16 + (1 << 16);

/// The file that a solve is saved in.
pub(super) struct Saved {
    file: LockedFile,
    about: String,
}

impl Saved {
    /// The file of --save or --resume, if there is one; what it has is put into the table.
    pub(super) fn open(request: &Request, table: &Table) -> anyhow::Result<Option<Saved>> {
        let Request { game, save, resume, overwrite, .. } = request;
        let Some(path) = save.as_deref().or(resume.as_deref()) else { return Ok(None) };
        let about = format!("{}\n{}\n\n", game.rules().conditions(), game.turn());
        if let Some(resume) = resume {
            let unreadable = || format!("cannot resume from {}", resume.display());
            let file = LockedFile::open(resume).with_context(unreadable)?;
            let mut bytes = Vec::new();
            let most = MOST_BYTES + HEADER as u64;
            file.reader().and_then(|reader| reader.take(most).read_to_end(&mut bytes)).with_context(unreadable)?;
            table.restore(&read(&bytes, &about).with_context(unreadable)?);
            if save.is_none() {
                return Ok(Some(Saved { file, about }));
            }
        }
        let file = LockedFile::open(path).with_context(|| format!("cannot save to {}", path.display()))?;
        if !file.is_empty() && !overwrite {
            bail!(
                "cannot save to {}: already exists; use --resume to continue it or --overwrite to replace it",
                path.display()
            );
        }
        Ok(Some(Saved { file, about }))
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

/// The entries of a file about this position.
fn read(bytes: &[u8], about: &str) -> anyhow::Result<Vec<[u64; 2]>> {
    let [crc] = KIND.numbers(bytes)?;
    let content = bytes.get(HEADER..).unwrap_or_default();
    ensure!(crc32(content) == crc, "the file is damaged");
    let content = decompress(content, MOST_BYTES)?;
    let entries =
        content.strip_prefix(about.as_bytes()).context("it is a solve of another position or by other rules")?;
    let (words, rest) = entries.as_chunks::<8>();
    ensure!(rest.is_empty() && words.len().is_multiple_of(2), "the file is damaged");
    let words: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
    Ok(words.as_chunks::<2>().0.to_vec())
}
