//! Moves that mirror each other in a symmetric position.

use super::{Bitboard, Position, Square, Symmetry};
use alloc::vec::Vec;

impl Position {
    /// The symmetries that leave the position as it is; the identity at least.
    pub fn symmetries(self) -> impl Iterator<Item = Symmetry> {
        Symmetry::ALL.into_iter().filter(move |symmetry| symmetry.position(self) == self)
    }

    /// One move of each group of legal moves that mirror each other; all legal moves if the position has no symmetry.
    ///
    /// Of a group it is the last square, those to the right of the diagonal a1-h8 preferred: from the start f5, as in most game
    /// records.
    ///
    /// # Examples
    /// ```
    /// use emilia_core::{Bitboard, Position, Square};
    ///
    /// assert_eq!(Position::START.distinct_moves(), Bitboard::from(Square::F5));
    /// ```
    pub fn distinct_moves(self) -> Bitboard {
        let rank = |at: Square| (at.column() > at.row(), at as u8);
        let symmetries: Vec<Symmetry> = self.symmetries().skip(1).collect();
        self.moves().filter(|&at| symmetries.iter().all(|symmetry| rank(symmetry.square(at)) <= rank(at))).collect()
    }

    /// Whether two squares are the same but for a symmetry of the position.
    pub fn are_mirrored(self, one: Square, other: Square) -> bool {
        self.symmetries().any(|symmetry| symmetry.square(one) == other)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Bitboard, Position, Square};

    #[test]
    fn from_the_start_only_f5_is_left() {
        assert_eq!(Position::START.distinct_moves(), Bitboard::from(Square::F5));
        for at in Position::START.moves() {
            assert!(Position::START.are_mirrored(Square::F5, at));
        }
    }

    #[test]
    fn every_move_has_exactly_one_image_among_the_distinct_ones() {
        let mut positions = vec![Position::START];
        for _ in 0..5 {
            let next = |position: &Position| {
                let position = *position;
                position.moves().filter_map(move |at| position.try_play(at)).collect::<Vec<_>>()
            };
            positions = positions.iter().flat_map(next).collect();
            for &position in &positions {
                let distinct = position.distinct_moves();
                let images = |at: Square| distinct.filter(|&other| position.are_mirrored(at, other)).count();
                assert!(position.moves().all(|at| images(at) == 1), "{position:?}");
            }
        }
    }
}
