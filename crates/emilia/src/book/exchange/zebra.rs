//! Books of Zebra: text, `.bin`, and the compressed form `.cmp`.
//!
//! Text and `.bin` name positions by a hash, and have no boards: the positions are found by a walk from the start position. The compressed
//! form is a tree of moves. In all of them the best move outside the book is a square of the orientation with the smallest hash.

mod hash;
mod hashed;
mod node;
mod tree;

use super::foreign::ForeignBook;
use crate::book::error::BookError;

/// The two numbers with which text and `.bin` begin.
const TEXT_MAGIC: &[u8] = b"2718";
const BINARY_MAGIC: &[u8] = &[0x9E, 0x0A, 0x02, 0x0B];

/// Whether the bytes are a book of Zebra. The compressed form has no mark: it is recognised by its counts, which give its length.
pub(super) fn is_book(bytes: &[u8]) -> bool {
    bytes.starts_with(TEXT_MAGIC) || bytes.starts_with(BINARY_MAGIC) || tree::counts(bytes).is_some()
}

pub(super) fn read(bytes: &[u8]) -> Result<ForeignBook, BookError> {
    let found = if bytes.starts_with(TEXT_MAGIC) {
        hashed::text(bytes).and_then(hashed::walk)
    } else if bytes.starts_with(BINARY_MAGIC) {
        hashed::binary(bytes).and_then(hashed::walk)
    } else {
        tree::read(bytes)
    };
    let found = found.map_err(|what| BookError::Format(format!("not a sound book of Zebra: {what}")))?;
    found.book("Zebra", None, "private marks are not kept")
}
