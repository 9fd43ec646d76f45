//! What a book of Edax says of itself before its positions: kept when it is read, so that it is written again.

use crate::book::error::BookError;
use crate::book::store::Store;

pub(super) const MAGIC: &[u8] = b"XADEKOOB";
pub(super) const VERSION: u8 = 4;
const RELEASE: u8 = 6;
pub(super) const HEADER_BYTES: usize = 42;
/// The settings of a book that came from Edax.
const NAMES: [&str; 5] = ["edax date", "edax empties", "edax midgame error", "edax endcut error", "edax verbosity"];

/// The header of a book of Edax without its level, which is that of the book.
#[derive(Clone, Copy)]
pub(super) struct Header {
    /// The year in two bytes, then month, day, hour, minute and second.
    date: [u8; 7],
    /// The fewest empty squares of positions that the book is extended from: Edax calls 61 minus this number the depth.
    pub empties: i32,
    /// The errors that Edax assumes of searches of the midgame and of selective solves, in discs.
    pub midgame_error: i32,
    pub endcut_error: i32,
    verbosity: i32,
}

impl Header {
    /// The header of a book that did not come from Edax. It has no date: the same book gives the same bytes.
    pub fn new(empties: i32) -> Header {
        let [low, high] = 2000i16.to_le_bytes();
        Header { date: [low, high, 1, 1, 0, 0, 0], empties, midgame_error: 2, endcut_error: 1, verbosity: 1 }
    }

    /// The header of these bytes with its level and its number of positions.
    pub fn read(bytes: &[u8; HEADER_BYTES]) -> (Header, i32, i32) {
        let int = |at: usize| i32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let header = Header {
            date: std::array::from_fn(|i| bytes[10 + i]),
            empties: int(22),
            midgame_error: int(26).clamp(0, 64),
            endcut_error: int(30).clamp(0, 64),
            verbosity: int(34),
        };
        (header, int(18), int(38))
    }

    /// The bytes for a book of this level and this number of positions.
    pub fn bytes(&self, level: u8, count: u32) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, RELEASE]);
        bytes.extend(self.date);
        bytes.push(0);
        for number in [i32::from(level), self.empties, self.midgame_error, self.endcut_error, self.verbosity] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(count.to_le_bytes());
        bytes
    }
}

impl Store {
    /// Keeps the header for the next export.
    pub(super) fn keep_header(&self, header: Header) -> Result<(), BookError> {
        let Header { date, empties, midgame_error, endcut_error, verbosity } = header;
        let numbers = [empties, midgame_error, endcut_error, verbosity].map(|number| u64::from(number as u32));
        let date = date.iter().rev().fold(0, |date, byte| date << 8 | u64::from(*byte));
        self.keep_settings(NAMES.into_iter().zip(std::iter::once(date).chain(numbers)))
    }

    /// The header of the book of Edax that this book was made from, if it was.
    pub(super) fn kept_header(&self) -> Result<Option<Header>, BookError> {
        let mut values = [0; NAMES.len()];
        for (name, value) in NAMES.into_iter().zip(&mut values) {
            let Some(setting) = self.setting(name)? else { return Ok(None) };
            *value = setting;
        }
        let [date, empties, midgame_error, endcut_error, verbosity] = values;
        let date = date.to_le_bytes();
        Ok(Some(Header {
            date: std::array::from_fn(|i| date[i]),
            empties: empties as i32,
            midgame_error: midgame_error as i32,
            endcut_error: endcut_error as i32,
            verbosity: verbosity as i32,
        }))
    }
}
