//! Books of Egaroucid: `.egbk3`, `.egbk2` with the moves of each position, and `.egbk` without a mark.
//!
//! Their bit 0 is h8. That is a board turned by half, so the words are read as they are.

use super::foreign::{ForeignBook, best_leaf, estimate, key_of, merged};
use crate::board::{Position, Square};
use crate::book::entry::Leaf;
use crate::book::error::BookError;
use crate::book::key::{Child, Key, View};
use crate::score::Value;
use std::collections::HashSet;

/// The name of the program, written backwards; the version follows.
const MAGIC: &[u8] = b"DICUORAGE";
const HEADER_BYTES: usize = 14;
/// The bytes of a position in the three versions; in the second without its moves, of two bytes each.
const RECORD_BYTES: usize = 25;
const SECOND_BYTES: usize = 19;
const FIRST_BYTES: usize = 17;
/// The header of the first version is a number of positions.
const FIRST_HEADER: usize = 4;
/// The greatest score of the first version: -64 to 64, from 0.
const FIRST_MAX: u8 = 128;
/// Confidence of a level whose selectivity is not known here, in percent.
const PERCENT: u8 = 73;

/// Whether the bytes are a book of Egaroucid. The first version has no mark: it is recognised by its count, which gives its length.
pub(super) fn is_book(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || first_records(bytes).is_some()
}

pub(super) fn read(bytes: &[u8]) -> Result<ForeignBook, BookError> {
    let collection = match (bytes.strip_prefix(MAGIC), first_records(bytes)) {
        (Some([3, ..]), _) => third(bytes),
        (Some([2, ..]), _) => second(bytes),
        (None, Some(records)) => first(records),
        _ => Err("only versions 1 to 3 (.egbk, .egbk2, .egbk3) are known".to_owned()),
    };
    let collection = collection.map_err(|what| BookError::Format(format!("not a sound book of Egaroucid: {what}")))?;
    Ok(collection.book())
}

/// What was read of a file.
#[derive(Default)]
struct Collection {
    positions: Vec<(Key, Leaf)>,
    /// Positions that are not valid, and positions without a best move outside the book.
    invalid: usize,
    without_leaf: usize,
    /// What the version has, and is not kept.
    dropped: &'static str,
}

impl Collection {
    fn add(&mut self, key: Key, leaf: Leaf) {
        self.without_leaf += usize::from(leaf == Leaf::Unknown);
        self.positions.push((key, leaf));
    }

    fn book(self) -> ForeignBook {
        let mut notes = Vec::new();
        if self.invalid > 0 {
            notes.push(format!("{} positions are not valid and are left out", self.invalid));
        }
        if self.without_leaf > 0 {
            notes.push(format!(
                "{} positions have no best move outside the book; `emilia book fix` searches those that need one",
                self.without_leaf
            ));
        }
        notes.push(self.dropped.to_owned());
        ForeignBook { program: "Egaroucid", level: None, notes, positions: merged(self.positions) }
    }
}

/// The word of a record that begins here.
fn word(record: &[u8], at: usize) -> u64 {
    record[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// The number of positions in the header of the later versions.
fn count(bytes: &[u8]) -> Option<usize> {
    bytes.get(10..HEADER_BYTES)?.first_chunk().map(|count| u32::from_le_bytes(*count) as usize)
}

/// The plies of a search at this level; 0 for games of humans and undefined levels.
fn plies(level: i8, position: Position) -> u32 {
    let level = u32::try_from(level).ok().filter(|level| (1..=60).contains(level));
    level.map_or(0, |level| level.min(position.empties()))
}

/// The square of the key and the value of a move of the file, if it is legal and has a score.
fn scored(view: &View, at: u8, score: i8, plies: u32) -> Option<(Square, Value)> {
    let at = Square::new(at).map(|at| view.to_key(at)).filter(|at| view.key.position().moves().has(*at))?;
    Some((at, estimate(score, plies, PERCENT)?))
}

fn third(bytes: &[u8]) -> Result<Collection, String> {
    let (records, rest) = bytes.get(HEADER_BYTES..).unwrap_or_default().as_chunks::<RECORD_BYTES>();
    if !rest.is_empty() || count(bytes) != Some(records.len()) {
        return Err(format!("{} bytes are not the positions that it promises", bytes.len()));
    }
    let mut found = Collection {
        dropped: "values of positions, line counts and levels of values are not kept: values are derived from the leaves",
        ..Collection::default()
    };
    for record in records {
        let Some(view) = key_of(word(record, 0), word(record, 8)) else {
            found.invalid += 1;
            continue;
        };
        let (score, at, level) = (record[22] as i8, record[23], record[24] as i8);
        let leaf = scored(&view, at, score, plies(level, view.key.position()));
        found.add(view.key, leaf.map_or(Leaf::Unknown, |(at, value)| Leaf::Best { at, value }));
    }
    Ok(found)
}

/// A position of the second version with its moves: scores and squares.
struct Second<'a> {
    own: u64,
    opp: u64,
    level: i8,
    moves: &'a [[u8; 2]],
}

fn second(bytes: &[u8]) -> Result<Collection, String> {
    let count = count(bytes).ok_or("its header is incomplete")?;
    let (mut records, mut rest) = (Vec::new(), bytes.get(HEADER_BYTES..).unwrap_or_default());
    while !rest.is_empty() {
        let read = || -> Option<(Second<'_>, &[u8])> {
            let (head, rest) = rest.split_at_checked(SECOND_BYTES)?;
            let (moves, rest) = rest.split_at_checked(2 * usize::from(head[18]))?;
            let (moves, _) = moves.as_chunks::<2>();
            Some((Second { own: word(head, 0), opp: word(head, 8), level: head[17] as i8, moves }, rest))
        };
        let (record, after) = read().ok_or_else(|| format!("it ends in position {}", records.len() + 1))?;
        records.push(record);
        rest = after;
    }
    if records.len() != count {
        return Err(format!("it promises {count} positions and has {}", records.len()));
    }
    let stored: HashSet<Key> = records.iter().filter_map(|record| Some(key_of(record.own, record.opp)?.key)).collect();
    let mut found = Collection {
        dropped: "values of positions are not kept: values are derived from the leaves",
        ..Collection::default()
    };
    for record in &records {
        let Some(view) = key_of(record.own, record.opp) else {
            found.invalid += 1;
            continue;
        };
        let plies = plies(record.level, view.key.position());
        let outside = record.moves.iter().filter_map(|&[score, at]| scored(&view, at, score as i8, plies)).filter(
            |(at, _)| !matches!(view.key.child(*at), Some(Child::Position(child)) if stored.contains(&child.key)),
        );
        found.add(view.key, best_leaf(outside));
    }
    Ok(found)
}

/// The positions of the first version, if the count at its beginning gives its length.
fn first_records(bytes: &[u8]) -> Option<&[[u8; FIRST_BYTES]]> {
    let (count, records) = bytes.split_first_chunk::<FIRST_HEADER>()?;
    let (records, rest) = records.as_chunks::<FIRST_BYTES>();
    let is_whole = rest.is_empty() && !records.is_empty() && u32::from_le_bytes(*count) as usize == records.len();
    is_whole.then_some(records)
}

fn first(records: &[[u8; FIRST_BYTES]]) -> Result<Collection, String> {
    let mut found = Collection {
        dropped: "values of positions are not kept: the file does not tell the moves that they follow from",
        ..Collection::default()
    };
    for (number, record) in records.iter().enumerate() {
        let (own, opp) = (word(record, 0), word(record, 8));
        // Nothing else tells a book from other bytes of this length.
        if own & opp != 0 || record[16] > FIRST_MAX {
            return Err(format!("position {} has overlapping discs or no score", number + 1));
        }
        match key_of(own, opp) {
            Some(view) => found.add(view.key, Leaf::Unknown),
            None => found.invalid += 1,
        }
    }
    Ok(found)
}
