//! Names for the 64 squares.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// One of the 64 squares: letters run left to right, digits top to bottom.
#[rustfmt::skip]
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

impl Square {
    /// The square with this number, 0 for a1 to 63 for h8; none above.
    #[inline]
    pub const fn new(index: u8) -> Option<Square> {
        if index < 64 {
            // SAFETY: the enum has exactly the discriminants 0..=63.
            Some(unsafe { Square::new_unchecked(index) })
        } else {
            None
        }
    }

    /// The square with this number.
    ///
    /// # Safety
    /// `index` is below 64.
    pub const unsafe fn new_unchecked(index: u8) -> Square {
        debug_assert!(index < 64);
        // SAFETY: the enum is `repr(u8)` with exactly the discriminants 0..=63; the caller keeps below 64.
        unsafe { core::mem::transmute::<u8, Square>(index) }
    }

    /// The square in this column and row, each 0..8; none outside.
    #[inline]
    pub const fn at(column: u8, row: u8) -> Option<Square> {
        if column < 8 { Square::new(row.saturating_mul(8).saturating_add(column)) } else { None }
    }

    /// 0 for a1 to 63 for h8.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 0 for column a to 7 for column h.
    #[inline]
    pub const fn column(self) -> u8 {
        self as u8 & 7
    }

    /// 0 for row 1 to 7 for row 8.
    #[inline]
    pub const fn row(self) -> u8 {
        self as u8 >> 3
    }

    /// The bit of this square in a 64-bit set.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self as u8
    }

    /// All squares from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..64).filter_map(Square::new)
    }
}

/// The name in lower case: `f5`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", char::from(b'a' + self.column()), char::from(b'1' + self.row())))
    }
}

/// The text is not a square.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a square: {0:?}")]
pub struct ParseSquareError(String);

/// Reads a name such as `f5` or `F5`.
impl FromStr for Square {
    type Err = ParseSquareError;
    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        if let [letter, digit] = text.as_bytes() {
            let column = letter.to_ascii_lowercase().wrapping_sub(b'a');
            let row = digit.wrapping_sub(b'1');
            if let Some(square) = Square::at(column, row) {
                return Ok(square);
            }
        }
        Err(ParseSquareError(text.to_owned()))
    }
}
