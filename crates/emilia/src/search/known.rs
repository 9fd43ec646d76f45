//! Positions whose value is known from elsewhere, for example from a book.
//!
//! They are in the transposition table too, but nodes of the principal variation have no cut-offs by the table.

use super::SavedEntry;
use super::table::{Entry, Table};
use emilia_core::Position;
use std::collections::HashMap;

/// Entries for positions that a search may meet; empty for most searches.
#[derive(Default)]
pub(super) struct KnownPositions(HashMap<Position, Entry>);

impl KnownPositions {
    pub(super) fn new(entries: impl IntoIterator<Item = SavedEntry>) -> KnownPositions {
        KnownPositions(entries.into_iter().map(SavedEntry::into_parts).collect())
    }

    /// The entry of a position.
    pub(super) fn get(&self, position: Position) -> Option<&Entry> {
        if self.0.is_empty() { None } else { self.0.get(&position) }
    }
}

impl Table {
    /// Stores entries as results of the present search, so that shallower ones do not replace them.
    pub(super) fn put_known(&self, known: &KnownPositions) {
        known.0.iter().for_each(|(position, entry)| self.put(*position, *entry));
    }
}
