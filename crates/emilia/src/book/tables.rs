//! The table of the positions in the database, as a tree: for reading at one moment, and for a change.

use super::entry::Entry;
use super::error::BookError;
use super::guard::{access, add_checksum, checked, guarded};
use super::key::Key;
use super::tree::Tree;
use rayon::prelude::*;
use redb::{ReadOnlyTable, ReadableTable, ReadableTableMetadata, Table};

pub(super) type Bytes = &'static [u8];
pub(super) type KeyBytes = &'static [u8; Key::BYTES];

/// The state of a book at one moment, for reading.
pub(super) struct Snapshot(pub ReadOnlyTable<KeyBytes, Bytes>);

/// The positions of a book during a transaction.
pub(super) struct Change<'a>(pub Table<'a, KeyBytes, Bytes>);

impl Snapshot {
    /// The number of positions.
    pub(super) fn len(&self) -> Result<u64, BookError> {
        guarded(|| self.0.len().map_err(access))
    }
}

/// The entry of a key from its bytes in the table; both are covered by the checksum.
fn entry(key: Key, key_bytes: &[u8], bytes: &[u8]) -> Result<Entry, BookError> {
    let damaged = || BookError::Damaged(format!("the entry of {}", key.position()));
    let content = checked(key_bytes, bytes).ok_or_else(damaged)?;
    Entry::from_bytes(key, content).ok_or_else(damaged)
}

fn get(table: &impl ReadableTable<KeyBytes, Bytes>, key: Key) -> Result<Option<Entry>, BookError> {
    let key_bytes = key.to_bytes();
    guarded(|| {
        let bytes = table.get(&key_bytes).map_err(access)?;
        bytes.map(|bytes| entry(key, &key_bytes, bytes.value())).transpose()
    })
}

fn layer(table: &impl ReadableTable<KeyBytes, Bytes>, discs: u8) -> Result<Vec<(Key, Entry)>, BookError> {
    let (mut first, mut last) = ([0; Key::BYTES], [0xFF; Key::BYTES]);
    (first[0], last[0]) = (discs, discs);
    let rows: Vec<([u8; Key::BYTES], Vec<u8>)> = guarded(|| {
        let rows = table.range::<&[u8; Key::BYTES]>(&first..=&last).map_err(access)?.map(|row| {
            let (key, bytes) = row.map_err(access)?;
            Ok((*key.value(), bytes.value().to_vec()))
        });
        rows.collect()
    })?;
    // The database is read by one thread, its bytes are understood by all.
    let rows = rows.par_iter().map(|(key_bytes, bytes)| {
        let damaged = || BookError::Damaged(format!("the key {key_bytes:02x?}"));
        let key = Key::from_bytes(key_bytes).ok_or_else(damaged)?;
        Ok((key, entry(key, key_bytes, bytes)?))
    });
    rows.collect()
}

impl Tree for Snapshot {
    fn get(&self, key: Key) -> Result<Option<Entry>, BookError> {
        get(&self.0, key)
    }

    fn put(&mut self, _: Key, _: &Entry) -> Result<(), BookError> {
        Err(BookError::Access("a snapshot cannot be changed".to_owned()))
    }

    fn remove(&mut self, _: Key) -> Result<(), BookError> {
        Err(BookError::Access("a snapshot cannot be changed".to_owned()))
    }

    fn layer(&self, discs: u8) -> Result<Vec<(Key, Entry)>, BookError> {
        layer(&self.0, discs)
    }
}

impl Tree for Change<'_> {
    fn get(&self, key: Key) -> Result<Option<Entry>, BookError> {
        get(&self.0, key)
    }

    fn put(&mut self, key: Key, entry: &Entry) -> Result<(), BookError> {
        let (key_bytes, mut bytes) = (key.to_bytes(), entry.to_bytes(key));
        add_checksum(&key_bytes, &mut bytes);
        self.0.insert(&key_bytes, bytes.as_slice()).map_err(access)?;
        Ok(())
    }

    fn remove(&mut self, key: Key) -> Result<(), BookError> {
        self.0.remove(&key.to_bytes()).map_err(access)?;
        Ok(())
    }

    fn layer(&self, discs: u8) -> Result<Vec<(Key, Entry)>, BookError> {
        layer(&self.0, discs)
    }
}
