//! Writing and appending to a file of games, block by block.
//!
//! Blocks are only appended. A written block is never changed, even if it has fewer games than a full one.

use super::GameRecord;
use super::block::{GAMES_PER_BLOCK, encode_block};
use super::read::{Blocks, KIND, MAX_SETTINGS_BYTES};
use anyhow::{Context as _, ensure};
use emilia::internal::{container::crc32, storage::LockedFile};
use serde_json::Value;
use std::io::{BufReader, Write};
use std::path::Path;

/// Writes a new file of games to a stream.
///
/// # Examples
/// ```
/// use emilia_training::games::Writer;
///
/// let mut file = Vec::new();
/// let mut writer = Writer::new(&mut file, &serde_json::json!({ "seed": 1 }))?;
/// writer.push("8 64 f5d6c5f4e3f6g5e6e7".parse()?)?;
/// writer.finish()?;
/// assert!(file.starts_with(b"EMILIA-G"));
/// # Ok::<(), anyhow::Error>(())
/// ```
pub struct Writer<W> {
    out: W,
    /// The games that are not written yet.
    pending: Vec<GameRecord>,
}

impl<W: Write> Writer<W> {
    /// Writes the header with the settings.
    ///
    /// # Errors
    /// If the stream cannot be written or the settings are longer than 16 MiB.
    pub fn new(mut out: W, settings: &Value) -> anyhow::Result<Writer<W>> {
        out.write_all(&header(settings)?)?;
        Ok(Writer { out, pending: Vec::with_capacity(GAMES_PER_BLOCK) })
    }

    /// Adds a game. A full block is written.
    ///
    /// # Errors
    /// If the block cannot be written.
    pub fn push(&mut self, record: GameRecord) -> anyhow::Result<()> {
        self.pending.push(record);
        if self.pending.len() < GAMES_PER_BLOCK { Ok(()) } else { self.write_pending() }
    }

    /// Writes the remaining games.
    ///
    /// # Errors
    /// If the stream cannot be written.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.write_pending()?;
        Ok(self.out.flush()?)
    }

    fn write_pending(&mut self) -> anyhow::Result<()> {
        if !self.pending.is_empty() {
            self.out.write_all(&encode_block(&self.pending)?)?;
            self.pending.clear();
        }
        Ok(())
    }
}

/// Appends games to a locked file.
///
/// # Examples
/// ```
/// use emilia_training::games::{Appender, Reader};
///
/// let folder = tempfile::tempdir()?;
/// let (path, settings) = (folder.path().join("a.games"), serde_json::json!({ "seed": 1 }));
/// let mut appender = Appender::open(&path, &settings)?;
/// appender.push("8 64 f5d6c5f4e3f6g5e6e7".parse()?)?;
/// assert_eq!((appender.games(), appender.games_on_disk()), (1, 0));
/// appender.flush()?;
/// assert_eq!(appender.games_on_disk(), 1);
/// assert_eq!(Reader::open(&path)?.count(), 1);
/// # Ok::<(), anyhow::Error>(())
/// ```
pub struct Appender {
    file: LockedFile,
    /// The games that are not written yet.
    pending: Vec<GameRecord>,
    /// The number of games in the file.
    on_disk: u64,
}

impl Appender {
    /// Opens and locks a file. A missing file is created with these settings. An incomplete block at the end is overwritten by the next
    /// one.
    ///
    /// # Errors
    /// If the file cannot be read or written, is damaged, has other settings, or is locked by another program.
    pub fn open(path: &Path, settings: &Value) -> anyhow::Result<Appender> {
        let name = path.display().to_string();
        let mut file = LockedFile::open(path)?;
        if file.is_empty() {
            let header = header(settings)?;
            file.replace(|out| Ok(out.write_all(&header)?))?;
        }
        let reader = file.reader().with_context(|| format!("cannot read {name}"))?;
        let (mut blocks, existing) = Blocks::new(BufReader::with_capacity(1 << 18, reader), &name)?;
        ensure!(
            existing == *settings,
            "{name} has games that were made with other settings: {existing}, not {settings}"
        );
        let mut on_disk = 0;
        while let Some(block) = blocks.next_block()? {
            on_disk += block.games as u64;
        }
        let end = blocks.end;
        drop(blocks);
        file.truncate(end)?;
        Ok(Appender { file, pending: Vec::new(), on_disk })
    }

    /// The number of games, including those that are not written yet.
    pub fn games(&self) -> u64 {
        self.on_disk + self.pending.len() as u64
    }

    /// The number of games on disk.
    pub fn games_on_disk(&self) -> u64 {
        self.on_disk
    }

    /// Adds a game. A full block is written to disk.
    ///
    /// # Errors
    /// If the block cannot be written. Its games are kept for the next attempt.
    pub fn push(&mut self, record: GameRecord) -> anyhow::Result<()> {
        self.pending.push(record);
        if self.pending.len() < GAMES_PER_BLOCK { Ok(()) } else { self.flush() }
    }

    /// Writes the remaining games and waits until they are on disk. More games can be added afterwards.
    ///
    /// # Errors
    /// If a block cannot be written. Its games are kept for the next attempt.
    pub fn flush(&mut self) -> anyhow::Result<()> {
        // After failed attempts there can be more games than a block may have.
        while !self.pending.is_empty() {
            let games = self.pending.len().min(GAMES_PER_BLOCK);
            self.file.append(&encode_block(&self.pending[..games])?)?;
            self.on_disk += games as u64;
            self.pending.drain(..games);
        }
        Ok(())
    }
}

/// The header of a file with its settings.
fn header(settings: &Value) -> anyhow::Result<Vec<u8>> {
    let text = settings.to_string();
    ensure!(text.len() <= MAX_SETTINGS_BYTES, "the settings are too long: {} bytes", text.len());
    let mut header = KIND.header(&[text.len() as u32, crc32(text.as_bytes())]);
    header.extend_from_slice(text.as_bytes());
    Ok(header)
}

#[cfg(test)]
mod tests {
    use super::{Appender, Blocks, GAMES_PER_BLOCK, GameRecord};
    use std::fs;

    #[test]
    fn games_kept_after_failures_are_written_in_blocks_of_the_usual_size() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a.games");
        let mut appender = Appender::open(&path, &serde_json::json!({}))?;
        let game: GameRecord = "8 64 f5d6c5f4e3f6g5e6e7".parse()?;
        appender.pending = vec![game; 2 * GAMES_PER_BLOCK + 9];
        appender.flush()?;
        assert_eq!((appender.games(), appender.games_on_disk()), (521, 521));
        let bytes = fs::read(&path)?;
        let (mut blocks, _) = Blocks::new(bytes.as_slice(), "a.games")?;
        let mut sizes = Vec::new();
        while let Some(block) = blocks.next_block()? {
            sizes.push(block.games);
        }
        assert_eq!(sizes, [GAMES_PER_BLOCK, GAMES_PER_BLOCK, 9]);
        Ok(())
    }
}
