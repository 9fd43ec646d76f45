//! A book in few bytes, for reading only: the one that is embedded in the program.
//!
//! Positions are not stored. They are those that the moves lead to, from the start position on, layer by layer: for each position a bit
//! for each move says whether the position after it is in the book and was not listed yet. Then follows the leaf. Links and values are
//! derived after reading.
//!
//! The file is the container `EMILIA-B`: the number of positions, the length and the checksum of the compressed content.

use super::entry::{Entry, Games, Leaf, read_number, read_value, write_number, write_value};
use super::error::BookError;
use super::key::{Child, Key};
use super::minimax::derive_all;
use super::store::Store;
use super::tree::{LAYERS, Memory, Tree};
use crate::container::{Kind, compress, crc32, decompress};
use emilia_core::Position;
use flate2::Compression;
use std::collections::BTreeSet;

const KIND: Kind = Kind { magic: b"EMILIA-B", version: 1, name: "a compact book" };
/// The most bytes of the content: far more than any embedded book has.
const MAX_BYTES: u64 = 1 << 30;
/// The source of the games of a compact book, which has no names of sources.
const SOURCE: u16 = 0;

/// A book in memory, for reading only.
///
/// # Examples
/// ```
/// use emilia::Position;
/// use emilia::book::CompactBook;
///
/// let book = CompactBook::embedded();
/// assert!(book.entry(Position::START).unwrap().value.is_some());
/// ```
#[derive(Debug, Default)]
pub struct CompactBook(Memory);

impl CompactBook {
    /// The embedded book.
    #[must_use]
    pub fn embedded() -> CompactBook {
        CompactBook::read(include_bytes!("../../data/book.bin")).unwrap_or_else(|error| {
            // A test reads it.
            log::error!("the embedded book: {error}");
            CompactBook::default()
        })
    }

    /// The book of these bytes.
    ///
    /// # Errors
    /// If they are not those of a compact book, or are damaged.
    pub fn read(bytes: &[u8]) -> Result<CompactBook, BookError> {
        let format = |error: String| BookError::Format(error);
        let [count, length, sum] = KIND.numbers(bytes).map_err(|error| format(error.to_string()))?;
        let content = &bytes[Kind::header_bytes(3)..];
        if content.len() as u64 != u64::from(length) || crc32(content) != sum {
            return Err(format("the compact book is damaged".to_owned()));
        }
        let content = decompress(content, MAX_BYTES).map_err(|error| format(error.to_string()))?;
        let mut memory = decode(&content, count).ok_or_else(|| format("the compact book is damaged".to_owned()))?;
        derive_all(&mut memory)?;
        Ok(CompactBook(memory))
    }

    /// What the book knows of a position, in the orientation of its key.
    pub fn entry(&self, position: Position) -> Option<Entry> {
        self.0.get(Key::of(position)?.key).ok().flatten()
    }

    /// Whether these are the first bytes of a compact book.
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(KIND.magic)
    }

    pub(super) fn tree(&self) -> &Memory {
        &self.0
    }
}

impl Store {
    /// Adds the positions of a compact book, whose games get a source of this name. Where both know a position, the more certain leaf
    /// stays. The number of positions in the compact book.
    ///
    /// # Errors
    /// If the book cannot be written.
    pub fn import_compact(&self, book: &CompactBook, source: &str) -> Result<u64, BookError> {
        let has_games = book.0.entries().any(|(_, entry)| !entry.games.is_empty());
        let source = if has_games { self.source(source)? } else { 0 };
        self.change(|tree| {
            let mut count = 0;
            for (key, mut entry) in book.0.entries() {
                entry.games.iter_mut().for_each(|(number, _)| *number = source);
                let mut merged = tree.get(key)?.unwrap_or_default();
                merged.merge(key, &entry, |child| Ok(book.0.has(child)? || tree.has(child)?))?;
                tree.put(key, &merged)?;
                count += 1;
            }
            derive_all(tree)?;
            Ok(count)
        })
    }

    /// The compact form of the positions that can be reached from the start position, and the number of those that cannot and are
    /// left out. It has no priorities and no sources of games.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub fn compact_form(&self) -> Result<(Vec<u8>, u64), BookError> {
        let snapshot = self.snapshot()?;
        let (content, count) = encode(&snapshot)?;
        let failed = |error: std::io::Error| BookError::Access(error.to_string());
        let content = compress(Compression::best(), |out| out.write_all(&content)).map_err(failed)?;
        let mut bytes = KIND.header(&[count, content.len() as u32, crc32(&content)]);
        bytes.extend(content);
        Ok((bytes, self.len()?.saturating_sub(u64::from(count))))
    }
}

/// The positions in the order in which they are listed: by layers, in each in the order of the moves that lead to them.
fn encode(tree: &dyn Tree) -> Result<(Vec<u8>, u32), BookError> {
    let (mut content, mut count) = (Vec::new(), 0);
    let mut layer: Vec<Key> = Vec::new();
    if let Some(start) = Key::of(Position::START).filter(|start| tree.has(start.key).unwrap_or(false)) {
        layer.push(start.key);
    }
    for _ in LAYERS {
        let (mut next, mut listed) = (Vec::new(), BTreeSet::new());
        for key in layer {
            let Some(entry) = tree.get(key)? else { continue };
            let mut bits = 0;
            for (number, (_, child)) in key.children().enumerate() {
                if let Child::Position(view) = child
                    && tree.has(view.key)?
                    && listed.insert(view.key)
                {
                    bits |= 1 << number;
                    next.push(view.key);
                }
            }
            write_number(bits, &mut content);
            write_leaf(key, entry.leaf, &mut content);
            let Games { wins, draws, losses } = entry.all_games();
            [wins, draws, losses].into_iter().for_each(|games| write_number(u64::from(games), &mut content));
            count += 1;
        }
        layer = next;
    }
    Ok((content, count))
}

fn decode(content: &[u8], count: u32) -> Option<Memory> {
    let (mut memory, mut from) = (Memory::default(), content);
    let mut layer = vec![Key::of(Position::START)?.key];
    let mut read = 0;
    while !layer.is_empty() && read < count {
        let mut next = Vec::new();
        for key in layer {
            let bits = read_number(&mut from)?;
            for (number, (_, child)) in key.children().enumerate() {
                if let Child::Position(view) = child
                    && bits >> number & 1 != 0
                {
                    next.push(view.key);
                }
            }
            let leaf = read_leaf(key, &mut from)?;
            let mut number = || u32::try_from(read_number(&mut from)?).ok();
            let games = Games { wins: number()?, draws: number()?, losses: number()? };
            let mut entry = Entry::with_leaf(leaf);
            if games.count() > 0 {
                entry.add_games(SOURCE, games);
            }
            memory.put(key, &entry).ok()?;
            read += 1;
        }
        layer = next;
    }
    (read == count && from.is_empty()).then_some(memory)
}

/// The number of the move among the legal ones plus two, or 0 if it is unknown and 1 if there is none; then its value. A move that is not
/// named has the number after those of the legal ones.
fn write_leaf(key: Key, leaf: Leaf, to: &mut Vec<u8>) {
    match leaf {
        Leaf::Unknown => write_number(0, to),
        Leaf::Nothing => write_number(1, to),
        Leaf::Unnamed(value) => {
            write_number(u64::from(key.position().moves().len()) + 2, to);
            write_value(value, to);
        }
        Leaf::Best { at, value } => {
            let number = key.position().moves().take_while(|other| *other != at).count();
            write_number(number as u64 + 2, to);
            write_value(value, to);
        }
    }
}

fn read_leaf(key: Key, from: &mut &[u8]) -> Option<Leaf> {
    Some(match read_number(from)? {
        0 => Leaf::Unknown,
        1 => Leaf::Nothing,
        number => {
            let (moves, number) = (key.position().moves(), number - 2);
            let value = read_value(from)?;
            if number == u64::from(moves.len()) {
                return Some(Leaf::Unnamed(value));
            }
            Leaf::Best { at: moves.into_iter().nth(usize::try_from(number).ok()?)?, value }
        }
    })
}
