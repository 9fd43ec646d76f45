//! The eight symmetries of the board: rotations and mirror images.

use super::{Bitboard, Position, Square};

/// One of the eight symmetries of the square: bit 0 mirrors left-right, bit 1 top-bottom, bit 2 then swaps rows and columns.
///
/// # Examples
/// ```
/// use emilia_core::{Position, Square, Symmetry};
///
/// let images: Vec<Square> = Symmetry::ALL.iter().map(|symmetry| symmetry.square(Square::F5)).collect();
/// assert!(images.contains(&Square::D3));
/// let (canonical, symmetry) = Position::START.canonical();
/// assert_eq!(canonical, symmetry.position(Position::START));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] =
        [Symmetry(0), Symmetry(1), Symmetry(2), Symmetry(3), Symmetry(4), Symmetry(5), Symmetry(6), Symmetry(7)];

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        // A quarter turn is undone by the other quarter turn; every other symmetry undoes itself.
        Symmetry(match self.0 {
            5 => 6,
            6 => 5,
            other => other,
        })
    }

    /// The image of the set.
    pub const fn apply(self, set: Bitboard) -> Bitboard {
        let mut bits = set.0;
        if self.0 & 1 != 0 {
            bits = mirror_left_right(bits);
        }
        if self.0 & 2 != 0 {
            bits = bits.swap_bytes();
        }
        if self.0 & 4 != 0 {
            bits = transpose(bits);
        }
        Bitboard(bits)
    }

    /// The image of the square.
    pub const fn square(self, square: Square) -> Square {
        let (column, row) = self.place((square.column(), square.row()), (7, 7));
        // SAFETY: column and row stay below 8.
        unsafe { Square::new_unchecked(row * 8 + column) }
    }

    /// The column and the row of the image of a place on a board of any size, whose last column and row are `last`. The place must be on it.
    pub const fn place(self, (mut column, mut row): (u8, u8), last: (u8, u8)) -> (u8, u8) {
        if self.0 & 1 != 0 {
            column = last.0 - column;
        }
        if self.0 & 2 != 0 {
            row = last.1 - row;
        }
        if self.exchanges_sides() { (row, column) } else { (column, row) }
    }

    /// Whether columns become rows.
    pub const fn exchanges_sides(self) -> bool {
        self.0 & 4 != 0
    }

    /// The image of the position.
    #[must_use]
    pub const fn position(self, position: Position) -> Position {
        let (own, opp) = (self.apply(position.own()), self.apply(position.opp()));
        match Position::new(own, opp) {
            Some(image) => image,
            None => unreachable!(), // a symmetry keeps disjoint sets disjoint
        }
    }
}

impl Position {
    /// The smallest of the eight images, the same for all of them, with a symmetry that leads to it.
    pub fn canonical(self) -> (Position, Symmetry) {
        let (own, opp) = (images(self.own().0), images(self.opp().0));
        let mut best = 0;
        for number in 1..Symmetry::ALL.len() {
            if (own[number], opp[number]) < (own[best], opp[best]) {
                best = number;
            }
        }
        (Position::disjoint(Bitboard(own[best]), Bitboard(opp[best])), Symmetry::ALL[best])
    }
}

/// The images of a set under [`Symmetry::ALL`], with less work than one by one.
const fn images(bits: u64) -> [u64; 8] {
    let mirrored = mirror_left_right(bits);
    // Rows and columns are swapped last, so that top and bottom of the set are left and right of the image.
    let (swapped, of_mirrored) = (transpose(bits), transpose(mirrored));
    [
        bits,
        mirrored,
        bits.swap_bytes(),
        mirrored.swap_bytes(),
        swapped,
        of_mirrored,
        mirror_left_right(swapped),
        mirror_left_right(of_mirrored),
    ]
}

const fn mirror_left_right(mut bits: u64) -> u64 {
    bits = (bits >> 1 & 0x5555_5555_5555_5555) | (bits & 0x5555_5555_5555_5555) << 1;
    bits = (bits >> 2 & 0x3333_3333_3333_3333) | (bits & 0x3333_3333_3333_3333) << 2;
    (bits >> 4 & 0x0F0F_0F0F_0F0F_0F0F) | (bits & 0x0F0F_0F0F_0F0F_0F0F) << 4
}

/// Mirrors on the diagonal a1-h8 by swapping ever larger blocks across it.
const fn transpose(mut bits: u64) -> u64 {
    let mut swap = (bits ^ bits >> 7) & 0x00AA_00AA_00AA_00AA;
    bits ^= swap ^ swap << 7;
    swap = (bits ^ bits >> 14) & 0x0000_CCCC_0000_CCCC;
    bits ^= swap ^ swap << 14;
    swap = (bits ^ bits >> 28) & 0x0000_0000_F0F0_F0F0;
    bits ^ swap ^ swap << 28
}

#[cfg(test)]
mod tests {
    use super::{Symmetry, images};
    use crate::board::Bitboard;

    #[test]
    fn all_images_together_are_those_one_by_one() {
        for seed in 1..200u64 {
            let bits = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(seed as u32);
            assert_eq!(images(bits), Symmetry::ALL.map(|symmetry| symmetry.apply(Bitboard(bits)).0));
        }
    }
}
