//! A book in few bytes, for reading only: the one that is embedded in the program.
//!
//! Positions are not stored. They are those that the moves lead to, from the start position on, layer by layer: for each position a bit
//! for each move says whether the position after it is in the book and was not listed yet. Then follows the leaf. Links and values are
//! derived after reading.
//!
//! The file is the container `EMILIA-B`: the number of positions, the length and the checksum of the compressed content.

use super::entry::{Entry, Games, Leaf, read_number, read_value};
use super::error::BookError;
use super::key::{Child, Key};
use super::minimax::derive_all;
use super::tree::{Memory, Tree};
use crate::container::{Kind, crc32, decompress};
use emilia_core::Position;

pub(super) const KIND: Kind = Kind { magic: b"EMILIA-B", version: 1, name: "a compact book" };
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
