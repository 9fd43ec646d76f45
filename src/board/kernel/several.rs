//! Several positions at once, in plain loops over lanes that the compiler turns into vector instructions.
//!
//! Knows nothing of processors: four lanes are one register of AVX2, eight are one of AVX-512, and with less they are more of them.

use super::portable;

/// The moves of `N` positions: lane by lane the same as [`portable::moves`].
///
/// Not inlined: within a larger function the compiler no longer vectorises it, and solving endings takes a quarter longer.
#[inline(never)]
pub fn moves<const N: usize>(own: &[u64; N], opp: &[u64; N]) -> [u64; N] {
    let mut moves = [0; N];
    for lane in 0..N {
        moves[lane] = portable::moves(own[lane], opp[lane]);
    }
    moves
}
