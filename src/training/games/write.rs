//! Writing a file of games, block by block, so that there is never half a block that counts.
//!
//! Blocks are only ever added. A block that was written stays as it is, also if there was room for more games in it.

use super::Record;
use super::block::{BLOCK, pack};
use super::read::{Blocks, MAGIC, MOST_SETTINGS, VERSION};
use crate::storage::{OwnedFile, crc};
use anyhow::{Context as _, ensure};
use serde_json::Value;
use std::io::{BufReader, Write};
use std::path::Path;

/// Writes a file of games from its beginning.
pub struct Writer<W> {
    out: W,
    /// Games not yet written.
    pending: Vec<Record>,
}

impl<W: Write> Writer<W> {
    /// Begins a file with its settings.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(mut out: W, settings: &Value) -> anyhow::Result<Writer<W>> {
        out.write_all(&head(settings)?)?;
        Ok(Writer { out, pending: Vec::with_capacity(BLOCK) })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it fills a block and this cannot be written.
    pub fn push(&mut self, record: Record) -> anyhow::Result<()> {
        self.pending.push(record);
        if self.pending.len() < BLOCK { Ok(()) } else { self.write_pending() }
    }

    /// Writes the games that are left.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.write_pending()?;
        Ok(self.out.flush()?)
    }

    fn write_pending(&mut self) -> anyhow::Result<()> {
        if !self.pending.is_empty() {
            self.out.write_all(&pack(&self.pending)?)?;
            self.pending.clear();
        }
        Ok(())
    }
}

/// Adds games to the end of a file that nobody else writes to.
pub struct Appender {
    file: OwnedFile,
    /// Games not yet written.
    pending: Vec<Record>,
    /// Games in the file.
    written: u64,
}

impl Appender {
    /// Opens a file to add games to it; one that is not there yet is made with these settings. What is left of a block that was
    /// not written to its end is left aside.
    ///
    /// # Errors
    /// If the file cannot be read or written, is damaged, has other settings, or another program writes to it.
    pub fn open(path: &Path, settings: &Value) -> anyhow::Result<Appender> {
        let name = path.display().to_string();
        let mut file = OwnedFile::claim(path)?;
        if file.is_empty() {
            let head = head(settings)?;
            file.replace(|out| Ok(out.write_all(&head)?))?;
        }
        let reader = file.reader().with_context(|| format!("cannot read {name}"))?;
        let (mut blocks, found) = Blocks::begin(BufReader::with_capacity(1 << 18, reader), &name)?;
        ensure!(
            found == *settings,
            "{name} has games that were made with other settings: it says {found}, what is asked for is {settings}"
        );
        let mut written = 0;
        while let Some(block) = blocks.next_block()? {
            written += block.games as u64;
        }
        let ends = blocks.ends;
        drop(blocks);
        file.keep(ends)?;
        Ok(Appender { file, pending: Vec::new(), written })
    }

    /// How many games there are, with those not yet written.
    pub fn games(&self) -> u64 {
        self.written + self.pending.len() as u64
    }

    /// How many games are in the file, on the disk.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Adds a game. The one that fills a block has the block written, on the disk.
    ///
    /// # Errors
    /// If the block cannot be written. Its games are kept, and go with the next one.
    pub fn push(&mut self, record: Record) -> anyhow::Result<()> {
        self.pending.push(record);
        if self.pending.len() < BLOCK { Ok(()) } else { self.write() }
    }

    /// Writes what is not yet written in a block of its own, and waits until it is on the disk. Games may follow.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self) -> anyhow::Result<()> {
        if !self.pending.is_empty() {
            self.file.append(&pack(&self.pending)?)?;
            self.written += self.pending.len() as u64;
            self.pending.clear();
        }
        Ok(())
    }
}

/// What a file begins with.
fn head(settings: &Value) -> anyhow::Result<Vec<u8>> {
    let text = settings.to_string();
    ensure!(text.len() <= MOST_SETTINGS, "the settings are too long: {} bytes", text.len());
    let mut head = MAGIC.to_vec();
    for number in [VERSION, text.len() as u32, crc(text.as_bytes())] {
        head.extend_from_slice(&number.to_le_bytes());
    }
    head.extend_from_slice(text.as_bytes());
    Ok(head)
}
