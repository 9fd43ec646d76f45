//! Reading a file of games block by block.

use super::GameRecord;
use super::block::{Block, NextBlock};
use anyhow::{Context as _, ensure};
use emilia::internal::{
    container::{Kind, crc32},
    storage::read_up_to,
};
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

pub(super) const KIND: Kind = Kind { magic: b"EMILIA-G", version: 1, name: "a file of games" };
/// The length of the file header, without the settings, in bytes.
const FILE_HEADER_BYTES: usize = Kind::header_bytes(2);
/// The maximum length of the settings in bytes.
pub(super) const MAX_SETTINGS_BYTES: usize = 1 << 24;

/// An iterator over the games of a file. It ends after an error.
///
/// # Examples
/// ```
/// use emilia_training::games::{GameRecord, Reader, Writer};
///
/// let mut file = Vec::new();
/// let game: GameRecord = "8 64 f5d6c5f4e3f6g5e6e7".parse()?;
/// let mut writer = Writer::new(&mut file, &serde_json::json!({ "seed": 1 }))?;
/// writer.push(game.clone())?;
/// writer.finish()?;
/// let mut reader = Reader::new(file.as_slice(), "a.games")?;
/// assert_eq!(reader.settings()["seed"], 1);
/// assert_eq!(reader.by_ref().collect::<anyhow::Result<Vec<_>>>()?, [game]);
/// assert_eq!(reader.incomplete_bytes(), 0);
/// # Ok::<(), anyhow::Error>(())
/// ```
pub struct Reader<R> {
    blocks: Blocks<R>,
    settings: Value,
    games: std::vec::IntoIter<GameRecord>,
}

impl Reader<BufReader<File>> {
    /// Opens a file and reads its settings.
    ///
    /// # Errors
    /// If the file cannot be read or is not a file of games.
    pub fn open(path: &Path) -> anyhow::Result<Reader<BufReader<File>>> {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        Reader::new(BufReader::with_capacity(1 << 18, file), &path.display().to_string())
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads the settings from the start of a stream. Error messages contain `name`.
    ///
    /// # Errors
    /// If the stream cannot be read or is not a file of games.
    pub fn new(from: R, name: &str) -> anyhow::Result<Reader<R>> {
        let (blocks, settings) = Blocks::new(from, name)?;
        Ok(Reader { blocks, settings, games: Vec::new().into_iter() })
    }

    /// The settings that the games were made with: a JSON object.
    pub fn settings(&self) -> &Value {
        &self.settings
    }

    /// The length of the incomplete block at the end of the file in bytes, known after the last game. Not 0 if a program is writing to
    /// the file or was killed while it did.
    pub fn incomplete_bytes(&self) -> usize {
        self.blocks.incomplete_bytes
    }

    /// Warns in the log of an incomplete block, after the last game.
    pub(crate) fn warn_if_incomplete(&self) {
        if self.incomplete_bytes() > 0 {
            let (name, bytes) = (&self.blocks.name, self.incomplete_bytes());
            log::warn!("{name}: skipped an incomplete block of {bytes} bytes at the end");
        }
    }

    fn next_game(&mut self) -> anyhow::Result<Option<GameRecord>> {
        loop {
            if let Some(game) = self.games.next() {
                return Ok(Some(game));
            }
            let Some(block) = self.blocks.next_block()? else { return Ok(None) };
            self.games = self.blocks.decode(&block)?.into_iter();
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = anyhow::Result<GameRecord>;

    fn next(&mut self) -> Option<anyhow::Result<GameRecord>> {
        self.next_game().transpose()
    }
}

/// The compressed blocks of a file.
pub(super) struct Blocks<R> {
    from: R,
    name: String,
    /// The number of the last block, from 1, and its offset in the file.
    number: usize,
    start: u64,
    /// The offset of the next block.
    pub end: u64,
    incomplete_bytes: usize,
    is_over: bool,
}

impl<R: BufRead> Blocks<R> {
    /// Reads the settings; the blocks follow.
    ///
    /// # Errors
    /// If the stream cannot be read or is not a file of games.
    pub fn new(mut from: R, name: &str) -> anyhow::Result<(Blocks<R>, Value)> {
        let settings = read_settings(&mut from).with_context(|| format!("cannot read {name}"))?;
        let end = (FILE_HEADER_BYTES + settings.len()) as u64;
        let settings = serde_json::from_slice(&settings).with_context(|| format!("cannot read {name}"))?;
        let name = name.to_owned();
        Ok((Blocks { from, name, number: 0, start: 0, end, incomplete_bytes: 0, is_over: false }, settings))
    }

    /// Reads the next block; none at the end.
    ///
    /// # Errors
    /// If the stream cannot be read or the block is damaged.
    pub fn next_block(&mut self) -> anyhow::Result<Option<Block>> {
        if self.is_over {
            return Ok(None);
        }
        (self.number, self.start) = (self.number + 1, self.end);
        let next = Block::read(&mut self.from).with_context(|| self.location());
        self.is_over = !matches!(next, Ok(NextBlock::Complete(_)));
        match next? {
            NextBlock::Complete(block) => {
                self.end += block.bytes();
                Ok(Some(block))
            }
            NextBlock::End(incomplete_bytes) => {
                self.incomplete_bytes = incomplete_bytes;
                Ok(None)
            }
        }
    }

    /// Decodes the games of the last block.
    ///
    /// # Errors
    /// If its content is invalid.
    pub fn decode(&mut self, block: &Block) -> anyhow::Result<Vec<GameRecord>> {
        let games = block.decode().with_context(|| self.location());
        self.is_over |= games.is_err();
        games
    }

    fn location(&self) -> String {
        format!("{} is damaged in block {}, which begins at byte {}", self.name, self.number, self.start)
    }
}

/// Reads the file header and the text of the settings.
fn read_settings(from: &mut impl Read) -> anyhow::Result<Vec<u8>> {
    let header = read_up_to(from, FILE_HEADER_BYTES as u64)?;
    let [length, crc] = KIND.numbers(&header)?;
    ensure!(length as usize <= MAX_SETTINGS_BYTES, "the file is damaged: {length} bytes of settings");
    let settings = read_up_to(from, length.into())?;
    ensure!(settings.len() == length as usize, "the file is damaged: it ends within the settings");
    ensure!(crc32(&settings) == crc, "the file is damaged: wrong checksum of the settings");
    Ok(settings)
}
