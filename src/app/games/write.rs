//! Writing a file of games, block by block, so that there is never half a block that counts.

use super::Record;
use super::block::{BLOCK, crc, pack};
use super::read::{Blocks, MAGIC, MOST_SETTINGS, VERSION};
use crate::app::files;
use anyhow::{Context as _, ensure};
use serde_json::Value;
use std::fs::File;
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

/// Somebody who adds games to the end of a file.
pub struct Writer {
    file: File,
    name: String,
    /// Where the next block goes. What stands behind it in the file is a smaller block with the first of the pending games.
    end: u64,
    /// Games not yet written, or written in a block with room for more.
    pending: Vec<Record>,
    /// How many of these are not written.
    unwritten: usize,
    /// Games in the blocks before.
    games: u64,
}

impl Writer {
    /// Begins a file in an empty one; errors will call it by this name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(mut file: File, name: &str, settings: &Value) -> anyhow::Result<Writer> {
        let text = settings.to_string();
        ensure!(text.len() <= MOST_SETTINGS, "the settings are too long: {} bytes", text.len());
        let mut head = MAGIC.to_vec();
        for number in [VERSION, text.len() as u32, crc(text.as_bytes())] {
            head.extend_from_slice(&number.to_le_bytes());
        }
        head.extend_from_slice(text.as_bytes());
        file.write_all(&head).with_context(|| format!("cannot write {name}"))?;
        Ok(Writer { file, name: name.to_owned(), end: head.len() as u64, pending: Vec::new(), unwritten: 0, games: 0 })
    }

    /// Opens a file to add games to it; one that is not there yet is made with these settings. What is left of a block that was
    /// not written to its end is cut off.
    ///
    /// # Errors
    /// If the file cannot be read or written, is damaged, has other settings, or somebody else writes to it.
    pub fn append(path: &Path, settings: &Value) -> anyhow::Result<Writer> {
        let name = path.display().to_string();
        let unwritable = || format!("cannot write {name}");
        if !path.exists() {
            files::replace(path, |file| Writer::begin(file.try_clone().with_context(unwritable)?, &name, settings))?;
        }
        let file = File::options().read(true).write(true).open(path).with_context(unwritable)?;
        file.try_lock().context("somebody else writes to it").with_context(unwritable)?;
        let (mut blocks, found) = Blocks::begin(BufReader::with_capacity(1 << 18, &file), &name)?;
        ensure!(
            found == *settings,
            "{name} has games that were made with other settings: it says {found}, what is asked for is {settings}"
        );
        let (mut games, mut end, mut last) = (0, blocks.ends, None);
        while let Some(block) = blocks.next_block()? {
            games += block.games as u64;
            if let Some(block) = last.replace(block) {
                end += block.bytes();
            }
        }
        let mut pending = Vec::new();
        match last {
            Some(block) if block.games < BLOCK => {
                pending = blocks.unpack(&block)?;
                games -= block.games as u64;
            }
            _ => end = blocks.ends,
        }
        file.set_len(blocks.ends).with_context(unwritable)?;
        Ok(Writer { file, name, end, pending, unwritten: 0, games })
    }

    /// How many games there are, with those not yet written.
    pub fn games(&self) -> u64 {
        self.games + self.pending.len() as u64
    }

    /// Adds a game; gives whether it filled a block, which was written.
    ///
    /// # Errors
    /// If the block cannot be written.
    pub fn push(&mut self, record: Record) -> anyhow::Result<bool> {
        self.pending.push(record);
        self.unwritten += 1;
        if self.pending.len() < BLOCK {
            return Ok(false);
        }
        self.end += self.write_pending()?;
        self.games += self.pending.len() as u64;
        self.pending.clear();
        Ok(true)
    }

    /// Writes all that is not yet written, and waits until it is on the disk. Games may follow.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn sync(&mut self) -> anyhow::Result<()> {
        if self.unwritten > 0 {
            self.write_pending()?;
        }
        self.file.sync_data().with_context(|| format!("cannot write {}", self.name))
    }

    /// Writes the pending games in a block; gives its size.
    fn write_pending(&mut self) -> anyhow::Result<u64> {
        let bytes = self.try_write_pending().with_context(|| format!("cannot write {}", self.name))?;
        self.unwritten = 0;
        Ok(bytes)
    }

    fn try_write_pending(&mut self) -> io::Result<u64> {
        let block = pack(&self.pending)?;
        // The smaller block with some of the same games, if there is one, goes first: half of it must not be left behind.
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&block)?;
        Ok(block.len() as u64)
    }
}
