//! How likely slips of the pen are, as costs in tenths of a misread neighbouring square.
//!
//! The numbers are judged by how often the original game is among the first proposals; `examples/correction.rs` measures it.

use emilia::Square;

/// The least cost of a square other than the one that is written.
pub(super) const LEAST: u32 = 7;
/// Two neighbouring moves are exchanged.
pub(super) const SWAP: u32 = 12;
/// A move that is not in the record, and one that the record has elsewhere.
pub(super) const MISSING: u32 = 16;
pub(super) const MISSING_KNOWN: u32 = 22;
/// A move too many, and one on a square that the record has twice.
pub(super) const EXTRA: u32 = 18;
pub(super) const EXTRA_TWICE: u32 = 13;
/// A letter or digit too many.
pub(super) const EXTRA_LETTER: u32 = 10;
/// What is less for a square that the record has twice.
const TWICE: u32 = 3;
/// A long record of a game that is not over.
pub(super) const UNFINISHED: u32 = 6;
/// No slip of the pen: another square, another number.
const FAR: u32 = 26;
const FAR_NUMBER: u32 = 20;

/// Letters and digits that look alike in handwriting.
const ALIKE_COLUMNS: [&str; 6] = ["ce", "bd", "bh", "ad", "fe", "gc"];
const ALIKE_DIGITS: [&str; 7] = ["17", "56", "38", "68", "14", "27", "35"];

/// A place as it is written, from 0; none for a letter or digit that cannot be read or is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub column: Option<u8>,
    pub row: Option<u8>,
}

impl Place {
    pub(super) fn square(self) -> Option<Square> {
        Square::at(self.column?, self.row?)
    }
}

/// The cost of a square where this place is written; `is_twice` if the record has the place more than once.
pub(super) fn of_place(place: Place, square: Square, is_twice: bool) -> u32 {
    let (column, row) = (square.column(), square.row());
    let by_column = place.column.map(|written| of_line(written, column, &ALIKE_COLUMNS, b'a'));
    let by_row = place.row.map(|written| of_line(written, row, &ALIKE_DIGITS, b'1'));
    let cost = match (by_column, by_row) {
        (Some(0), Some(0)) => return 0,
        (Some(by_column), Some(by_row)) => {
            let is_mirrored = place.column == Some(row) && place.row == Some(column);
            (by_column + by_row).min(if is_mirrored { 14 } else { FAR })
        }
        (Some(cost), None) | (None, Some(cost)) => LEAST + cost,
        (None, None) => 10,
    };
    if is_twice { cost - TWICE } else { cost }
}

/// The cost of one letter or digit.
fn of_line(written: u8, meant: u8, alike: &[&str], first: u8) -> u32 {
    match written.abs_diff(meant) {
        0 => 0,
        1 => 10,
        _ if are_alike(alike, first + written, first + meant) => 10,
        _ => 14,
    }
}

fn are_alike(pairs: &[&str], one: u8, other: u8) -> bool {
    pairs.iter().any(|pair| [[one, other], [other, one]].iter().any(|both| pair.as_bytes() == both))
}

/// The cost of reading a number of a sheet as another one.
pub(super) fn of_number(written: u8, meant: u8) -> u32 {
    let digits = |number: u8| [number / 10, number % 10];
    let ([tens, ones], [meant_tens, meant_ones]) = (digits(written), digits(meant));
    let one = |written: u8, meant: u8| match written == meant {
        true => 0,
        false if are_alike(&ALIKE_DIGITS, b'0' + written, b'0' + meant) => 9,
        false => 12,
    };
    if tens == meant_ones && ones == meant_tens {
        return 9;
    }
    match written.abs_diff(meant) {
        0 => 0,
        1 => 10,
        _ => (one(tens, meant_tens) + one(ones, meant_ones)).min(FAR_NUMBER),
    }
}
