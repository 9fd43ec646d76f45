//! Positions with what is known of them: the view of a book that building, checking and exchange share.

use super::entry::Entry;
use super::error::BookError;
use super::key::Key;
use std::collections::BTreeMap;

/// The numbers of discs of the positions of a book.
pub(super) const LAYERS: std::ops::RangeInclusive<u8> = 4..=63;

/// A set of positions with their entries.
///
/// Moves lead from each layer, the positions with the same number of discs, to the next one.
pub(super) trait Tree {
    /// The entry of a position.
    fn get(&self, key: Key) -> Result<Option<Entry>, BookError>;

    /// Adds or replaces a position.
    fn put(&mut self, key: Key, entry: &Entry) -> Result<(), BookError>;

    /// Removes a position.
    fn remove(&mut self, key: Key) -> Result<(), BookError>;

    /// The positions with this number of discs, in order.
    fn layer(&self, discs: u8) -> Result<Vec<(Key, Entry)>, BookError>;

    /// Whether the position is in the set.
    fn has(&self, key: Key) -> Result<bool, BookError> {
        Ok(self.get(key)?.is_some())
    }
}

/// A set of positions in memory.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Memory(BTreeMap<(u8, Key), Entry>);

impl Memory {
    /// All positions, by their number of discs.
    pub(super) fn entries(&self) -> impl Iterator<Item = (Key, Entry)> {
        self.0.iter().map(|((_, key), entry)| (*key, entry.clone()))
    }
}

impl Tree for Memory {
    fn get(&self, key: Key) -> Result<Option<Entry>, BookError> {
        Ok(self.0.get(&(key.discs(), key)).cloned())
    }

    fn put(&mut self, key: Key, entry: &Entry) -> Result<(), BookError> {
        self.0.insert((key.discs(), key), entry.clone());
        Ok(())
    }

    fn remove(&mut self, key: Key) -> Result<(), BookError> {
        self.0.remove(&(key.discs(), key));
        Ok(())
    }

    fn layer(&self, discs: u8) -> Result<Vec<(Key, Entry)>, BookError> {
        let of_layer = self.0.iter().filter(|((of, _), _)| *of == discs);
        Ok(of_layer.map(|((_, key), entry)| (*key, entry.clone())).collect())
    }
}
