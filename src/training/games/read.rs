//! Reading a file of games, block by block.

use super::Record;
use super::block::{Block, Found};
use crate::storage::{crc, take};
use anyhow::{Context as _, ensure};
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

pub(super) const MAGIC: &[u8; 8] = b"EMILIA-G";
pub(super) const VERSION: u32 = 1;
/// Bytes before the settings.
pub(super) const HEAD: usize = 20;
/// Bytes of the settings at most.
pub(super) const MOST_SETTINGS: usize = 1 << 24;

/// The games of a file, one after the other. After an error there are none.
pub struct Reader<R> {
    blocks: Blocks<R>,
    settings: Value,
    games: std::vec::IntoIter<Record>,
}

impl Reader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read or holds no games.
    pub fn open(path: &Path) -> anyhow::Result<Reader<BufReader<File>>> {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        Reader::new(BufReader::with_capacity(1 << 18, file), &path.display().to_string())
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads games from here on; errors will call the source by this name.
    ///
    /// # Errors
    /// If it cannot be read or holds no games.
    pub fn new(from: R, name: &str) -> anyhow::Result<Reader<R>> {
        let (blocks, settings) = Blocks::begin(from, name)?;
        Ok(Reader { blocks, settings, games: Vec::new().into_iter() })
    }

    /// How the games were made: a JSON object.
    pub fn settings(&self) -> &Value {
        &self.settings
    }

    /// How many bytes after the last whole block were left aside, once all games are read: somebody is writing there, or was ended
    /// in the midst of it.
    pub fn torn_bytes(&self) -> usize {
        self.blocks.torn
    }

    fn next_game(&mut self) -> anyhow::Result<Option<Record>> {
        loop {
            if let Some(game) = self.games.next() {
                return Ok(Some(game));
            }
            let Some(block) = self.blocks.next_block()? else { return Ok(None) };
            self.games = self.blocks.unpack(&block)?.into_iter();
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = anyhow::Result<Record>;

    fn next(&mut self) -> Option<anyhow::Result<Record>> {
        self.next_game().transpose()
    }
}

/// The blocks of a file, packed as they are.
pub(super) struct Blocks<R> {
    from: R,
    name: String,
    /// The number of the block read last, counted from 1, and where it begins.
    number: usize,
    begins: u64,
    /// Where the next one begins.
    pub ends: u64,
    torn: usize,
    is_over: bool,
}

impl<R: BufRead> Blocks<R> {
    /// Reads the settings; the blocks come next.
    ///
    /// # Errors
    /// If it cannot be read or holds no games.
    pub fn begin(mut from: R, name: &str) -> anyhow::Result<(Blocks<R>, Value)> {
        let settings = read_settings(&mut from).with_context(|| format!("cannot read {name}"))?;
        let ends = (HEAD + settings.len()) as u64;
        let settings = serde_json::from_slice(&settings).with_context(|| format!("cannot read {name}"))?;
        Ok((Blocks { from, name: name.to_owned(), number: 0, begins: 0, ends, torn: 0, is_over: false }, settings))
    }

    /// The next block; none at the end.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn next_block(&mut self) -> anyhow::Result<Option<Block>> {
        if self.is_over {
            return Ok(None);
        }
        (self.number, self.begins) = (self.number + 1, self.ends);
        let found = Block::read(&mut self.from).with_context(|| self.place());
        self.is_over = !matches!(found, Ok(Found::Block(_)));
        match found? {
            Found::Block(block) => {
                self.ends += block.bytes();
                Ok(Some(block))
            }
            Found::End(torn) => {
                self.torn = torn;
                Ok(None)
            }
        }
    }

    /// The games of the block read last.
    ///
    /// # Errors
    /// If it was made wrong.
    pub fn unpack(&mut self, block: &Block) -> anyhow::Result<Vec<Record>> {
        let games = block.unpack().with_context(|| self.place());
        self.is_over |= games.is_err();
        games
    }

    fn place(&self) -> String {
        format!("{} is damaged in block {}, which begins at byte {}", self.name, self.number, self.begins)
    }
}

/// The text of the settings.
fn read_settings(from: &mut impl Read) -> anyhow::Result<Vec<u8>> {
    let head = take(from, HEAD as u64)?;
    ensure!(head.starts_with(MAGIC), "it holds no training games: it begins with {:02x?}", &head[..head.len().min(8)]);
    ensure!(head.len() == HEAD, "the file is damaged: only {} bytes", head.len());
    let [version, length, sum] = [8, 12, 16].map(|at| u32::from_le_bytes(std::array::from_fn(|i| head[at + i])));
    ensure!(version == VERSION, "training games of an unknown version: {version}");
    ensure!(length as usize <= MOST_SETTINGS, "the file is damaged: {length} bytes of settings");
    let settings = take(from, length.into())?;
    ensure!(settings.len() == length as usize, "the file is damaged: it ends within the settings");
    ensure!(crc(&settings) == sum, "the file is damaged: wrong checksum of the settings");
    Ok(settings)
}
