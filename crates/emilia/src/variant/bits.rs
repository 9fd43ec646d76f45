//! Sets of places as words: 64 bits with rows of 8 for boards up to 8x8, 128 bits with rows of 11 for larger ones.

use emilia_core::{Bitboard, kernel};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

/// A word whose bits are the places of a board, row by row.
///
/// Moves, flips and neighbours may lie off the board, which is smaller than the word's own: the caller keeps those that are on it. A place
/// off the board never holds a disc, so lines end there.
pub(super) trait Bits:
    Copy
    + Eq
    + Debug
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    const EMPTY: Self;
    /// Columns and rows of the largest board that has room.
    const SIDE: u8;
    /// From a place to the one below it.
    const STRIDE: u32;
    /// The bytes of the word that hold places.
    const BYTES: usize;
    /// The set of one place.
    fn of(place: u32) -> Self;
    fn is_empty(self) -> bool;
    fn len(self) -> u32;
    /// The first place of a set that is not empty.
    fn first(self) -> u32;
    /// Without the first place.
    fn rest(self) -> Self;
    /// The eight places from `8 * index` on.
    fn byte(self, index: usize) -> u8;
    /// A number that depends on all bits.
    fn mixed(self) -> u64;
    /// The places behind lines of `opp` that begin beside `own`; empty ones are moves.
    fn moves(own: Self, opp: Self) -> Self;
    /// The discs of `opp` that a disc of `own` at this place flips.
    fn flips(own: Self, opp: Self, place: u32) -> Self;
    /// The set and the places beside it.
    fn spread(self) -> Self;
}

macro_rules! word {
    () => {
        const EMPTY: Self = 0;

        fn of(place: u32) -> Self {
            1 << place
        }
        fn is_empty(self) -> bool {
            self == 0
        }
        fn len(self) -> u32 {
            self.count_ones()
        }
        fn first(self) -> u32 {
            self.trailing_zeros()
        }
        fn rest(self) -> Self {
            self & self.wrapping_sub(1)
        }
        fn byte(self, index: usize) -> u8 {
            (self >> (8 * index)) as u8
        }
    };
}

/// The kernels of the 8x8 board.
impl Bits for u64 {
    word!();
    const SIDE: u8 = 8;
    const STRIDE: u32 = 8;
    const BYTES: usize = 8;

    fn mixed(self) -> u64 {
        self.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn moves(own: u64, opp: u64) -> u64 {
        kernel::moves(own, opp)
    }
    fn flips(own: u64, opp: u64, place: u32) -> u64 {
        kernel::flips(place as usize, own, opp)
    }
    fn spread(self) -> u64 {
        Bitboard(self).spread().0
    }
}

/// Rows of ten places and one that no board has.
impl Bits for u128 {
    word!();
    const SIDE: u8 = 10;
    const STRIDE: u32 = STRIDE;
    const BYTES: usize = (STRIDE as usize * 10).div_ceil(8);

    fn mixed(self) -> u64 {
        (self as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ ((self >> 64) as u64).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    fn moves(own: u128, opp: u128) -> u128 {
        line_ends::<1>(own, opp)
            | line_ends::<{ STRIDE - 1 }>(own, opp)
            | line_ends::<STRIDE>(own, opp)
            | line_ends::<{ STRIDE + 1 }>(own, opp)
    }

    fn flips(own: u128, opp: u128, place: u32) -> u128 {
        let (after, before) = &RAYS[place as usize];
        let mut flips = 0;
        for &ray in after {
            let others = ray & !opp;
            let first = others & others.wrapping_neg() & own;
            // Nothing if no own disc ends the line: the mask is 0 then.
            flips |= ray & opp & (first.wrapping_sub((first != 0) as u128));
        }
        for &ray in before {
            let others = ray & !opp;
            let last = if others == 0 { 0 } else { 1 << (127 - others.leading_zeros()) } & own;
            flips |= if last == 0 { 0 } else { ray & !(last | (last - 1)) };
        }
        flips
    }

    fn spread(self) -> u128 {
        let row = self | self << 1 | self >> 1;
        row | row << STRIDE | row >> STRIDE
    }
}

/// From a place to the one below it in 128 bits.
const STRIDE: u32 = 11;

/// The places behind lines of `opp` that begin beside `own`, in both directions of this step. A line has eight discs at most.
fn line_ends<const STEP: u32>(own: u128, opp: u128) -> u128 {
    let (pairs, up, down) = (opp & opp << STEP, own << STEP & opp, own >> STEP & opp);
    let up = up | up << STEP & opp;
    let up = up | up << (2 * STEP) & pairs;
    let up = up | up << (4 * STEP) & pairs & pairs << (2 * STEP);
    let pairs = opp & opp >> STEP;
    let down = down | down >> STEP & opp;
    let down = down | down >> (2 * STEP) & pairs;
    let down = down | down >> (4 * STEP) & pairs & pairs >> (2 * STEP);
    up << STEP | down >> STEP
}

/// The places in the four directions after each place and the four before it.
static RAYS: [([u128; 4], [u128; 4]); (STRIDE * 10) as usize] = {
    let mut rays = [([0; 4], [0; 4]); (STRIDE * 10) as usize];
    let steps = [1, STRIDE as i32 - 1, STRIDE as i32, STRIDE as i32 + 1];
    let mut place = 0;
    while place < rays.len() {
        let mut i = 0;
        while i < 4 {
            rays[place].0[i] = ray(place as i32, steps[i]);
            rays[place].1[i] = ray(place as i32, -steps[i]);
            i += 1;
        }
        place += 1;
    }
    rays
};

/// The places from this one on, without it, in steps, up to the side of the 10x10 board.
const fn ray(place: i32, step: i32) -> u128 {
    let mut ray = 0;
    let mut next = place + step;
    while next >= 0 && next < STRIDE as i32 * 10 && next % STRIDE as i32 != 10 {
        ray |= 1 << next;
        next += step;
    }
    ray
}

/// The lines of a set of discs that a disc at this place flips, each behind the place of the disc at its end, clockwise from that to the
/// right. No flipped disc is at the side of the board at which its line ends, so no step goes around it.
pub(super) fn lines<B: Bits>(flips: B, place: u32) -> impl Iterator<Item = (u32, B)> {
    let steps = [1, B::STRIDE + 1, B::STRIDE, B::STRIDE - 1];
    [false, true].into_iter().flat_map(move |is_back| steps.map(|step| (is_back, step))).filter_map(
        move |(is_back, step)| {
            let next = |at: B| if is_back { at >> step } else { at << step };
            let (mut line, mut at) = (B::EMPTY, next(B::of(place)));
            while !(at & flips).is_empty() {
                line |= at;
                at = next(at);
            }
            (!line.is_empty()).then(|| (at.first(), line))
        },
    )
}

/// The places of a set, the first one first.
pub(super) fn places<B: Bits>(set: B) -> impl Iterator<Item = u32> {
    let mut left = set;
    std::iter::from_fn(move || {
        let place = (!left.is_empty()).then(|| left.first());
        left = left.rest();
        place
    })
}
