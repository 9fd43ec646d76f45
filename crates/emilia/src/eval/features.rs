//! The contents of all patterns of one position, kept from move to move.
//!
//! Knows nothing of weights. A move changes the contents by sums of constant rows, so the loops below run over whole rows of
//! lanes and become a few vector instructions each.

use super::pattern::{DIGITS, LANES, Lanes};
use emilia_core::{Bitboard, Position, Square};

/// What every pattern holds, as the side to move sees it and as its opponent does. 256 bytes, no heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    own: Lanes,
    opp: Lanes,
}

impl Features {
    /// The features of a position, from scratch.
    pub fn new(position: Position) -> Features {
        let (own, opp) = (sum(position.own()), sum(position.opp()));
        Features { own: combine(&own, &opp, |x, o| x + 2 * o), opp: combine(&own, &opp, |x, o| o + 2 * x) }
    }

    /// The features after the side to move put a disc on `at` and flipped these discs; seen by the other side.
    #[inline]
    #[must_use]
    pub fn play(&self, at: Square, flips: Bitboard) -> Features {
        let (disc, flipped) = (&DIGITS[at.index()], sum(flips));
        // A new own disc is a digit 1, a flipped one goes from 2 to 1; for the opponent 2, and from 1 to 2.
        let mut next = Features { own: self.opp, opp: self.own };
        for lane in 0..LANES {
            let (disc, flipped) = (disc.0[lane], flipped.0[lane]);
            next.opp.0[lane] = next.opp.0[lane].wrapping_add(disc).wrapping_sub(flipped);
            next.own.0[lane] = next.own.0[lane].wrapping_add(disc << 1).wrapping_add(flipped);
        }
        next
    }

    /// The contents after the same move as the other side sees them: half of what [`Features::play`] gives, for half the work.
    #[inline]
    pub fn contents_after(&self, at: Square, flips: Bitboard) -> [u16; LANES] {
        let (disc, flipped) = (&DIGITS[at.index()], sum(flips));
        std::array::from_fn(|lane| self.opp.0[lane].wrapping_add(disc.0[lane] << 1).wrapping_add(flipped.0[lane]))
    }

    /// The features after a pass.
    #[inline]
    #[must_use]
    pub fn pass(&self) -> Features {
        Features { own: self.opp, opp: self.own }
    }

    /// The content of every instance as the side to move sees it.
    #[inline]
    pub fn contents(&self) -> &[u16; LANES] {
        &self.own.0
    }
}

/// The sum of the rows of all squares of a set.
#[inline]
fn sum(set: Bitboard) -> Lanes {
    let mut sum = Lanes([0; LANES]);
    for square in set {
        let row = &DIGITS[square.index()];
        for lane in 0..LANES {
            sum.0[lane] = sum.0[lane].wrapping_add(row.0[lane]);
        }
    }
    sum
}

fn combine(own: &Lanes, opp: &Lanes, rule: fn(u16, u16) -> u16) -> Lanes {
    Lanes(std::array::from_fn(|lane| rule(own.0[lane], opp.0[lane])))
}
