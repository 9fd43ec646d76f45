//! Protection against damaged files: checksums of entries, and errors in place of panics of the database.

use super::error::BookError;
use crate::container::crc32_of_parts;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// The bytes of the checksum of an entry.
const CHECKSUM_BYTES: usize = 2;

/// Appends a checksum of the key and the bytes.
pub(super) fn add_checksum(key: &[u8], bytes: &mut Vec<u8>) {
    let sum = checksum(key, bytes);
    bytes.extend(sum);
}

/// The bytes without the checksum; none if it is wrong.
pub(super) fn checked<'a>(key: &[u8], bytes: &'a [u8]) -> Option<&'a [u8]> {
    let (content, sum) = bytes.split_last_chunk::<CHECKSUM_BYTES>()?;
    (checksum(key, content) == *sum).then_some(content)
}

fn checksum(key: &[u8], bytes: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let [low, high, ..] = crc32_of_parts(&[key, bytes]).to_le_bytes();
    [low, high]
}

/// Whether the file begins with the first bytes of every database of redb.
pub(super) fn begins_as_database(path: &Path) -> io::Result<bool> {
    const MAGIC: &[u8] = b"redb";
    let mut start = Vec::new();
    File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    Ok(start == MAGIC)
}

pub(super) fn access(error: impl std::fmt::Display) -> BookError {
    BookError::Access(error.to_string())
}

thread_local! {
    /// Whether this thread runs code whose panics become errors.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether a panic of this thread becomes an error, so that it need not be reported.
pub fn is_guarded() -> bool {
    IS_GUARDED.get()
}

/// Runs code of the database, which panics on some damaged files.
pub(super) fn guarded<T>(work: impl FnOnce() -> Result<T, BookError>) -> Result<T, BookError> {
    let before = IS_GUARDED.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(before);
    done.unwrap_or_else(|_| Err(BookError::Damaged("its pages are invalid".to_owned())))
}
