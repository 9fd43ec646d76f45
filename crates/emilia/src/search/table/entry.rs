//! An entry of the table, and its packing in 64 bits.

use crate::search::Selectivity;
use emilia_core::{Score, Square};

/// The result of a search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The score is at least this.
    pub lower: Score,
    /// The score is at most this.
    pub upper: Score,
    /// Plies searched below the position.
    pub depth: u8,
    /// The confidence of the forward pruning.
    pub selectivity: Selectivity,
    /// The best moves found, the better first.
    pub moves: [Option<Square>; 2],
}

impl Entry {
    /// Whether the bounds hold for a search of this depth and selectivity.
    pub fn serves(&self, depth: u32, selectivity: Selectivity) -> bool {
        u32::from(self.depth) >= depth && self.selectivity >= selectivity
    }

    /// The score that the bounds give for this window; none if it may be inside of both.
    #[inline]
    pub fn answer(&self, alpha: Score, beta: Score) -> Option<Score> {
        if self.lower >= beta || self.lower == self.upper {
            Some(self.lower)
        } else {
            Some(self.upper).filter(|&upper| upper <= alpha)
        }
    }

    /// Narrows the bounds by those of another search of the same depth and selectivity; contradictory ones are dropped.
    pub fn merge(&mut self, old: &Entry) {
        let (lower, upper) = (self.lower.max(old.lower), self.upper.min(old.upper));
        if lower <= upper {
            (self.lower, self.upper) = (lower, upper);
        }
        if self.moves[0].is_none() {
            self.moves = old.moves;
        } else if self.moves[0] != old.moves[0] {
            self.moves[1] = old.moves[0];
        } else {
            self.moves[1] = old.moves[1];
        }
    }
}

// An entry in 64 bits: two scores of 16, then depth, selectivity, generation, epoch and two moves.
const DEPTH_SHIFT: u32 = 32;
const DEPTH_MASK: u32 = 63;
const SELECTIVITY_SHIFT: u32 = 38;
const SELECTIVITY_MASK: u32 = 7;
const GENERATION_SHIFT: u32 = 41;
/// Generations are counted in these bits.
pub const GENERATION_MASK: u8 = 31;
const EPOCH_SHIFT: u32 = 46;
/// Epochs are counted in these bits.
pub const EPOCH_MASK: u8 = 15;
const MOVE_SHIFTS: [u32; 2] = [50, 57];
const MOVE_MASK: u8 = 127;
/// The code for no move.
const NO_SQUARE: u8 = 64;

/// The entry in a word, without generation and epoch.
pub fn pack(entry: &Entry) -> u64 {
    let square = |i: usize| u64::from(entry.moves[i].map_or(NO_SQUARE, |at| at as u8)) << MOVE_SHIFTS[i];
    u64::from(entry.lower.raw() as u16)
        | u64::from(entry.upper.raw() as u16) << 16
        | u64::from(entry.depth) << DEPTH_SHIFT
        | (entry.selectivity as u64) << SELECTIVITY_SHIFT
        | square(0)
        | square(1)
}

/// The entry in the word; any word is one.
#[inline]
pub fn unpack(packed: u64) -> Entry {
    let selectivity = (packed >> SELECTIVITY_SHIFT) as u32 & SELECTIVITY_MASK;
    let square = |i: usize| Square::new((packed >> MOVE_SHIFTS[i]) as u8 & MOVE_MASK);
    Entry {
        lower: Score::from_raw(packed as i16),
        upper: Score::from_raw((packed >> 16) as i16),
        depth: ((packed >> DEPTH_SHIFT) as u32 & DEPTH_MASK) as u8,
        selectivity: Selectivity::ALL[(selectivity as usize).min(Selectivity::ALL.len() - 1)],
        moves: [square(0), square(1)],
    }
}

/// The bits of a word for the generation and the epoch in which it was written.
pub fn age(generation: u8, epoch: u8) -> u64 {
    u64::from(generation) << GENERATION_SHIFT | u64::from(epoch) << EPOCH_SHIFT
}

/// Whether this generation wrote the entry.
#[inline]
pub fn is_of(packed: u64, generation: u8) -> bool {
    (packed >> GENERATION_SHIFT) as u8 & GENERATION_MASK == generation
}

/// Whether there is an entry of this epoch.
#[inline]
pub fn is_valid(packed: u64, epoch: u8) -> bool {
    packed != 0 && (packed >> EPOCH_SHIFT) as u8 & EPOCH_MASK == epoch
}

/// An order of entries by the cost of their search: by depth, then by confidence.
#[inline]
pub fn effort(packed: u64) -> u32 {
    ((packed >> DEPTH_SHIFT) as u32 & DEPTH_MASK) * 8 + ((packed >> SELECTIVITY_SHIFT) as u32 & SELECTIVITY_MASK)
}
