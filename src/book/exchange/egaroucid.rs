//! Books of Egaroucid, `.egbk3`: 25 bytes a position, without links.
//!
//! Its bit 0 is h8. That is a board turned by half, so the words are read as they are.

use super::foreign::{ForeignBook, estimate, key_of};
use crate::board::Square;
use crate::book::entry::Leaf;
use crate::book::error::BookError;
use crate::book::key::Key;
use std::collections::HashMap;

/// The name of the program, written backwards, and the version.
const MAGIC: &[u8] = b"DICUORAGE\x03";
const HEADER_BYTES: usize = 14;
const RECORD_BYTES: usize = 25;

pub(super) fn is_book(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC[..9])
}

pub(super) fn read(bytes: &[u8]) -> Result<ForeignBook, BookError> {
    let fault = |what: String| BookError::Format(format!("not a sound book of Egaroucid: {what}"));
    if !bytes.starts_with(MAGIC) {
        return Err(fault("only version 3 (.egbk3) is known".to_owned()));
    }
    let (records, rest) = bytes.get(HEADER_BYTES..).unwrap_or_default().as_chunks::<RECORD_BYTES>();
    let count = bytes.get(10..HEADER_BYTES).and_then(|count| Some(u32::from_le_bytes(count.try_into().ok()?)));
    if !rest.is_empty() || count.map(|count| count as usize) != Some(records.len()) {
        return Err(fault(format!("{} bytes are not the positions that it promises", bytes.len())));
    }
    let (mut positions, mut invalid, mut without_leaf) = (HashMap::<Key, Leaf>::new(), 0, 0);
    for record in records {
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| record[at + i]));
        let Some(view) = key_of(word(0), word(8)) else {
            invalid += 1;
            continue;
        };
        let (score, at, level) = (record[22] as i8, record[23], record[24] as i8);
        let empties = view.key.position().empties();
        let plies =
            u32::try_from(level).ok().filter(|level| (1..=60).contains(level)).map_or(0, |level| level.min(empties));
        let leaf = Square::new(at).map(|at| view.to_key(at)).filter(|at| view.key.position().moves().has(*at));
        let leaf = leaf.zip(estimate(score, plies, 73)).map(|(at, value)| Leaf::Best { at, value });
        without_leaf += usize::from(leaf.is_none());
        positions.insert(view.key, leaf.unwrap_or_default());
    }
    let mut notes = Vec::new();
    if invalid > 0 {
        notes.push(format!("{invalid} positions are not valid and are left out"));
    }
    if without_leaf > 0 {
        notes.push(format!("{without_leaf} positions have no best move outside the book; `emilia book fix` searches those that need one"));
    }
    notes.push(
        "values of positions, line counts and levels of values are not kept: values are derived from the leaves"
            .to_owned(),
    );
    let mut positions: Vec<(Key, Leaf)> = positions.into_iter().collect();
    positions.sort_unstable_by_key(|(key, _)| key.to_bytes());
    Ok(ForeignBook { program: "Egaroucid", level: None, notes, positions })
}
