//! In place of a book file, where there are no files.

use super::error::BookError;
use super::tree::Memory;

/// There is none.
pub enum Store {}

/// The positions of a state of the file.
pub(super) type Snapshot = Memory;

impl Store {
    pub(super) fn snapshot(&self) -> Result<Snapshot, BookError> {
        match *self {}
    }
}
