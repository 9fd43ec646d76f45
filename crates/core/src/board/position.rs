//! A position as the side to move sees it.

use super::{Bitboard, Square, kernel};
use crate::score::Score;
use core::fmt;
use core::str::FromStr;

/// The discs of the side to move and of its opponent; the two sets are disjoint. Sixteen bytes, no history.
///
/// # Examples
/// ```
/// use emilia_core::{Position, Square};
///
/// let position = Position::START;
/// assert_eq!(format!("{:?}", position.moves()), "{d3 c4 f5 e6}");
/// let next = position.try_play(Square::F5).expect("a legal move");
/// assert_eq!((next.own().len(), next.opp().len()), (1, 4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Position {
    own: Bitboard,
    opp: Bitboard,
}

impl Position {
    /// The start of Othello, black to move: black on d5 and e4, white on d4 and e5.
    pub const START: Position = Position { own: Bitboard(0x0000_0008_1000_0000), opp: Bitboard(0x0000_0010_0800_0000) };

    /// A position of these discs; none if a square holds both.
    #[inline]
    pub const fn new(own: Bitboard, opp: Bitboard) -> Option<Position> {
        if own.0 & opp.0 == 0 { Some(Position { own, opp }) } else { None }
    }

    /// A position of these discs, which the caller knows to be disjoint.
    #[inline]
    pub const fn disjoint(own: Bitboard, opp: Bitboard) -> Position {
        debug_assert!(own.0 & opp.0 == 0);
        Position { own, opp }
    }

    /// The discs of the side to move.
    #[inline]
    pub const fn own(self) -> Bitboard {
        self.own
    }

    /// The discs of the side that waits.
    #[inline]
    pub const fn opp(self) -> Bitboard {
        self.opp
    }

    /// The squares without a disc.
    #[inline]
    pub const fn empty(self) -> Bitboard {
        Bitboard(!(self.own.0 | self.opp.0))
    }

    /// The number of squares without a disc.
    #[inline]
    pub const fn empties(self) -> u32 {
        self.empty().len()
    }

    /// The squares where the side to move may play.
    #[inline]
    pub fn moves(self) -> Bitboard {
        Bitboard(kernel::moves(self.own.0, self.opp.0))
    }

    /// The discs that a move to `at` would flip; the move is legal if `at` is empty and there is at least one.
    #[inline]
    pub fn flips(self, at: Square) -> Bitboard {
        Bitboard(kernel::flips(at.index(), self.own.0, self.opp.0))
    }

    /// The position after a disc on `at` flipped these discs, seen by the other side, which moves next.
    #[inline]
    #[must_use]
    pub const fn play(self, at: Square, flips: Bitboard) -> Position {
        Position { own: Bitboard(self.opp.0 & !flips.0), opp: Bitboard(self.own.0 | flips.0 | at.bit()) }
    }

    /// The position after the legal move to `at`; none if the move is not legal.
    #[inline]
    pub fn try_play(self, at: Square) -> Option<Position> {
        let flips = self.flips(at);
        (self.empty().has(at) && !flips.is_empty()).then(|| self.play(at, flips))
    }

    /// The same discs with the other side to move.
    #[inline]
    #[must_use]
    pub const fn pass(self) -> Position {
        Position { own: self.opp, opp: self.own }
    }

    /// Whether neither side can move.
    #[inline]
    pub fn is_over(self) -> bool {
        self.moves().is_empty() && self.pass().moves().is_empty()
    }

    /// Own discs minus the opponent's.
    #[inline]
    pub const fn disc_difference(self) -> i32 {
        self.own.len() as i32 - self.opp.len() as i32
    }

    /// The score if the game ended here, in whole discs: the empty squares go to the winner.
    #[inline]
    pub const fn final_discs(self) -> i32 {
        let difference = self.disc_difference();
        difference + difference.signum() * self.empties() as i32
    }

    /// The score if the game ended here: the empty squares go to the winner.
    #[inline]
    pub const fn final_score(self) -> Score {
        Score::discs(self.final_discs())
    }

    /// Discs of the side to move that can never be flipped again: a sound subset, see [`kernel::stable`].
    #[inline]
    pub fn stable(self) -> Bitboard {
        Bitboard(kernel::stable(self.own.0, self.opp.0))
    }
}

/// 64 letters from a1 to h8: `X` for the side to move, `O` for the other, `-` for empty.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Square::all().try_for_each(|square| {
            let letter = match (self.own.has(square), self.opp.has(square)) {
                (true, _) => "X",
                (_, true) => "O",
                _ => "-",
            };
            f.write_str(letter)
        })
    }
}

/// The text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePositionError {
    /// A character that is not part of a board.
    #[error("not a square's content: {0:?}")]
    Letter(char),
    /// Fewer or more than 64 squares.
    #[error("a board has 64 squares, not {0}")]
    Length(usize),
}

/// Reads 64 squares, white space ignored: `X`, `x`, `*` for the side to move, `O`, `o` for the other, `-`, `.` for empty.
impl FromStr for Position {
    type Err = ParsePositionError;
    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        let (mut own, mut opp, mut count) = (0, 0, 0);
        for letter in text.chars().filter(|c| !c.is_whitespace()) {
            let bit = 1u64.checked_shl(count).unwrap_or(0);
            match letter {
                'X' | 'x' | '*' => own |= bit,
                'O' | 'o' => opp |= bit,
                '-' | '.' => {}
                _ => return Err(ParsePositionError::Letter(letter)),
            }
            count += 1;
        }
        if count == 64 {
            Ok(Position { own: Bitboard(own), opp: Bitboard(opp) })
        } else {
            Err(ParsePositionError::Length(count as usize))
        }
    }
}
