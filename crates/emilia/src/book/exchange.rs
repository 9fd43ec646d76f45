//! Books of other programs.
//!
//! Reading gives positions with the best move outside the book; links and values are derived anew. What other programs call solved is
//! kept as a search to the end of the game, because it was not proved here.

mod edax;
mod egaroucid;
mod foreign;
mod games;
mod header;
mod ntest;
mod zebra;

pub use foreign::ForeignBook;

use super::entry::Entry;
use super::error::BookError;
use super::key::Key;
use super::minimax::derive_all;
use super::store::Store;
use super::tree::Tree;
use std::collections::HashSet;

impl ForeignBook {
    /// Reads a book of another program, recognised by its first bytes or, where a format has no mark, by its length: of Edax (`.dat`),
    /// Egaroucid (`.egbk3`, `.egbk2`, `.egbk`), Zebra (text, `.bin`, `.cmp`) or NTest (format 2).
    ///
    /// # Errors
    /// If it is none of them, or is damaged.
    pub fn read(bytes: &[u8]) -> Result<ForeignBook, BookError> {
        if edax::is_book(bytes) {
            edax::read(bytes)
        } else if zebra::is_book(bytes) {
            zebra::read(bytes)
        } else if egaroucid::is_book(bytes) {
            egaroucid::read(bytes)
        } else if ntest::is_book(bytes) {
            // Last: its only mark is a small number, and the formats without a mark have other lengths.
            ntest::read(bytes)
        } else {
            Err(BookError::Format(format!("not a book in text, nor one of {PROGRAMS}; `emilia book add` reads games")))
        }
    }
}

/// The programs whose books are read.
const PROGRAMS: &str = "Edax (.dat), Egaroucid (.egbk3, .egbk2, .egbk), Zebra (text, .bin, .cmp) or NTest";

impl Store {
    /// Adds the positions of a book of another program. Where both know a position, the more certain leaf stays. The number of positions
    /// that keep another leaf than the one read.
    ///
    /// An empty book takes over what a book of Edax says of itself.
    ///
    /// # Errors
    /// If the book cannot be written.
    pub fn import_foreign(&self, book: &ForeignBook) -> Result<u64, BookError> {
        let keys: HashSet<Key> = book.positions.iter().map(|(key, _)| *key).collect();
        if let Some(header) = book.header
            && self.is_empty()?
        {
            self.keep_header(header)?;
        }
        self.change(|tree| {
            let mut kept = 0;
            for (key, leaf) in &book.positions {
                let mut merged = tree.get(*key)?.unwrap_or_default();
                merged.merge(*key, &Entry::with_leaf(*leaf), |child| Ok(keys.contains(&child) || tree.has(child)?))?;
                kept += u64::from(leaf.value().is_some() && merged.leaf != *leaf);
                tree.put(*key, &merged)?;
            }
            derive_all(tree)?;
            Ok(kept)
        })
    }
}
