//! Books of Egaroucid: `.egbk3`, `.egbk2` with the moves of each position, and `.egbk` without a mark.
//!
//! Their bit 0 is h8. That is a board turned by half, so the words are read as they are.

use super::foreign::{Collection, ForeignBook, estimate, key_of};
use crate::book::entry::Leaf;
use crate::book::error::BookError;
use crate::book::key::{Key, View};
use emilia_core::{Position, Value};
use std::collections::BTreeSet;

/// The name of the program, written backwards; the version follows.
const MAGIC: &[u8] = b"DICUORAGE";
const HEADER_BYTES: usize = 14;
/// The bytes of a position in the three versions; in the second without its moves, of two bytes each.
const RECORD_BYTES: usize = 25;
const SECOND_BYTES: usize = 19;
const FIRST_BYTES: usize = 17;
/// The header of the first version is a number of positions.
const FIRST_HEADER: usize = 4;
/// The greatest score of the first version, 64 minus a score, and that of a draw.
const FIRST_MAX: u8 = 128;
const FIRST_ZERO: u8 = 64;
/// Moves from here on are no squares: none, or not known.
const NO_MOVE: u8 = 64;
/// Confidence of a level whose selectivity is not known here, in percent.
const PERCENT: u8 = 73;

/// Whether the bytes are a book of Egaroucid. The first version has no mark: it is recognised by its count, which gives its length.
pub(super) fn is_book(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || first_records(bytes).is_some()
}

pub(super) fn read(bytes: &[u8]) -> Result<ForeignBook, BookError> {
    let found = match (bytes.strip_prefix(MAGIC), first_records(bytes)) {
        (Some([3, ..]), _) => third(bytes),
        (Some([2, ..]), _) => second(bytes),
        (None, Some(records)) => first(records),
        _ => Err("only versions 1 to 3 (.egbk, .egbk2, .egbk3) are known".to_owned()),
    };
    let (found, dropped) = found.map_err(|what| BookError::Format(format!("not a sound book of Egaroucid: {what}")))?;
    found.book("Egaroucid", None, dropped)
}

/// What was read of a file, and what of all its positions is not kept.
type Found = (Collection, &'static str);

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

/// The value of a position with this score and this level.
fn value(score: u8, level: u8, position: Position) -> Option<Value> {
    estimate(score as i8, plies(level as i8, position), PERCENT)
}

fn third(bytes: &[u8]) -> Result<Found, String> {
    let (records, rest) = bytes.get(HEADER_BYTES..).unwrap_or_default().as_chunks::<RECORD_BYTES>();
    if !rest.is_empty() || count(bytes) != Some(records.len()) {
        return Err(format!("{} bytes are not the positions that it promises", bytes.len()));
    }
    let (mut found, stored) = (Collection::default(), BTreeSet::new());
    for (number, record) in records.iter().enumerate() {
        let Some(view) = key_or_left_out(&mut found, record, number) else { continue };
        let position = view.key.position();
        let [score, at, level] = [record[22], record[23], record[24]];
        let moves = (at < NO_MOVE).then(|| (at, value(score, level, position)));
        let leaf = found.leaf_of(&view, moves, &stored);
        found.add(view.key, leaf, value(record[16], record[17], position));
    }
    Ok((found, "line counts and levels of values are not kept"))
}

/// A position of the second version with its moves: scores and squares.
struct Second<'a> {
    head: &'a [u8],
    moves: &'a [[u8; 2]],
}

fn second(bytes: &[u8]) -> Result<Found, String> {
    let count = count(bytes).ok_or("its header is incomplete")?;
    let (mut records, mut rest) = (Vec::new(), bytes.get(HEADER_BYTES..).unwrap_or_default());
    while !rest.is_empty() {
        let read = || -> Option<(Second<'_>, &[u8])> {
            let (head, rest) = rest.split_at_checked(SECOND_BYTES)?;
            let (moves, rest) = rest.split_at_checked(2 * usize::from(head[18]))?;
            let (moves, _) = moves.as_chunks::<2>();
            Some((Second { head, moves }, rest))
        };
        let (record, after) = read().ok_or_else(|| format!("it ends in position {}", records.len() + 1))?;
        records.push(record);
        rest = after;
    }
    if records.len() != count {
        return Err(format!("it promises {count} positions and has {}", records.len()));
    }
    let key = |record: &Second| Some(key_of(word(record.head, 0), word(record.head, 8))?.key);
    let stored: BTreeSet<Key> = records.iter().filter_map(key).collect();
    let mut found = Collection::default();
    for (number, Second { head, moves }) in records.iter().enumerate() {
        let Some(view) = key_or_left_out(&mut found, head, number) else { continue };
        let position = view.key.position();
        let moves =
            moves.iter().filter(|[_, at]| *at < NO_MOVE).map(|[score, at]| (*at, value(*score, head[17], position)));
        let leaf = found.leaf_of(&view, moves, &stored);
        found.add(view.key, leaf, value(head[16], head[17], position));
    }
    Ok((found, "levels of values are not kept"))
}

/// The positions of the first version, if the count at its beginning gives its length.
fn first_records(bytes: &[u8]) -> Option<&[[u8; FIRST_BYTES]]> {
    let (count, records) = bytes.split_first_chunk::<FIRST_HEADER>()?;
    let (records, rest) = records.as_chunks::<FIRST_BYTES>();
    let is_whole = rest.is_empty() && !records.is_empty() && u32::from_le_bytes(*count) as usize == records.len();
    is_whole.then_some(records)
}

fn first(records: &[[u8; FIRST_BYTES]]) -> Result<Found, String> {
    // Nothing else tells a book from other bytes of this length.
    let is_sound = |record: &&[u8; FIRST_BYTES]| word(*record, 0) & word(*record, 8) == 0 && record[16] <= FIRST_MAX;
    if 2 * records.iter().filter(is_sound).count() <= records.len() {
        return Err("most of its positions have overlapping discs or no score".to_owned());
    }
    let mut found = Collection::default();
    for (number, record) in records.iter().enumerate() {
        let Some(view) = key_or_left_out(&mut found, record, number) else { continue };
        let value = estimate(FIRST_ZERO.wrapping_sub(record[16]) as i8, 0, PERCENT);
        if value.is_none() {
            found.leave_out("values are not scores and are left out", format!("position {}", number + 1));
        }
        found.add(view.key, Leaf::Unknown, value);
    }
    Ok((found, "its values have no level"))
}

/// The key of the position of a record; none if it is not valid, which is counted.
fn key_or_left_out(found: &mut Collection, record: &[u8], number: usize) -> Option<View> {
    let view = key_of(word(record, 0), word(record, 8));
    if view.is_none() {
        let place = format!("position {}", number + 1);
        found.leave_out("positions are over, need a pass or are not valid and are left out", place);
    }
    view
}
