//! Eight positions at once, in plain loops over lanes that the compiler turns into vector instructions.
//!
//! Knows nothing of processors: with AVX-512 the eight lanes are one register, with less they are several.

use super::portable;

/// The moves of eight positions: lane by lane the same as [`portable::moves`].
#[inline]
pub fn moves(own: &[u64; 8], opp: &[u64; 8]) -> [u64; 8] {
    let mut moves = [0; 8];
    for lane in 0..8 {
        moves[lane] = portable::moves(own[lane], opp[lane]);
    }
    moves
}
