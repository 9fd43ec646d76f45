//! Sets of squares.

use super::Square;
use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

/// A set of squares: bit 0 is a1, bit 63 is h8. Iterating it gives the squares in that order.
///
/// # Examples
/// ```
/// use emilia_core::{Bitboard, Square};
///
/// let set = Bitboard::EMPTY.with(Square::A1).with(Square::H8);
/// assert!(set.has(Square::A1) && (set & Bitboard::CORNERS) == set);
/// assert_eq!(set.collect::<Vec<_>>(), [Square::A1, Square::H8]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const ALL: Bitboard = Bitboard(!0);
    /// a1, h1, a8, h8.
    pub const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
    /// The squares diagonally beside the corners.
    pub const X_SQUARES: Bitboard = Bitboard(0x0042_0000_0000_4200);
    /// The squares of the edges beside the corners.
    pub const C_SQUARES: Bitboard = Bitboard(0x4281_0000_0000_8142);

    /// The number of squares in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 & square.bit() != 0
    }

    /// The first square, in the order a1, b1 … h8.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        Square::new(self.0.trailing_zeros() as u8)
    }

    /// The set with all squares beside it, along rows, columns and diagonals.
    #[inline]
    pub const fn spread(self) -> Bitboard {
        const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
        const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
        let row = self.0 | (self.0 & NOT_A) >> 1 | (self.0 & NOT_H) << 1;
        Bitboard(row | row << 8 | row >> 8)
    }

    /// The squares of the quarters of the board that have an odd number of squares of the set. A quarter of the board is a cheap
    /// approximation of a region of empty squares: the side that plays first in an odd one also plays there last.
    #[inline]
    pub const fn odd_quarters(self) -> Bitboard {
        // The exclusive or of the four squares of half a row, then of the four rows of a quarter, in the bits of one square.
        let columns = self.0 ^ self.0 >> 1;
        let columns = (columns ^ columns >> 2) & 0x1111_1111_1111_1111;
        let rows = columns ^ columns >> 8;
        let odd = (rows ^ rows >> 16) & 0x0000_0011_0000_0011;
        Bitboard(odd * 0x0F0F_0F0F)
    }

    /// The set with this square in it.
    #[inline]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | square.bit())
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard(square.bit())
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

/// The squares of the one set that are not in the other.
impl Sub for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

/// The names of the squares: `{a1 h8}`.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (i, square) in self.enumerate() {
            write!(f, "{}{square}", if i > 0 { " " } else { "" })?;
        }
        f.write_str("}")
    }
}
