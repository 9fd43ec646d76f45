//! A book file and the compact form of a book: one from the other.

use super::compact::{CompactBook, KIND};
use super::entry::{Games, Leaf, write_number, write_value};
use super::error::BookError;
use super::key::{Child, Key};
use super::minimax::derive_all;
use super::store::Store;
use super::tree::{LAYERS, Tree};
use crate::container::{compress, crc32};
use emilia_core::Position;
use flate2::Compression;
use std::collections::BTreeSet;

impl Store {
    /// Adds the positions of a compact book, whose games get a source of this name. Where both know a position, the more certain leaf
    /// stays. The number of positions in the compact book.
    ///
    /// # Errors
    /// If the book cannot be written.
    pub fn import_compact(&self, book: &CompactBook, source: &str) -> Result<u64, BookError> {
        let has_games = book.tree().entries().any(|(_, entry)| !entry.games.is_empty());
        let source = if has_games { self.source(source)? } else { 0 };
        self.change(|tree| {
            let mut count = 0;
            for (key, mut entry) in book.tree().entries() {
                entry.games.iter_mut().for_each(|(number, _)| *number = source);
                let mut merged = tree.get(key)?.unwrap_or_default();
                merged.merge(key, &entry, |child| Ok(book.tree().has(child)? || tree.has(child)?))?;
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

/// As [`CompactBook`] reads it.
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
