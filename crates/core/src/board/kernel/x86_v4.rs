//! Kernels for x86-64-v4: AVX-512 finds the highest square of four lanes at once.
//!
//! Every function equals the one of the same name in [`portable`](super::portable).

use super::tables::RAYS;
use super::x86_v3::{or_lanes, or_lanes_x4};
use core::arch::x86_64::*;

// Two or four squares at once in 512-bit registers made endings 5 to 8 % slower on a Sapphire Rapids Xeon.
// Eight directions in one 512-bit register were slower for `moves` on Zen 4, 3.1 against 2.3 ns, and no faster for `stable`.
pub use super::x86_v3::{U64x4, last_count, min_position, moves, moves_x4, stable};

/// The discs of `opp` that a disc of `own` on square number `at` (0..64) would flip.
#[inline]
pub fn flips(at: usize, own: u64, opp: u64) -> u64 {
    or_lanes(flips_by_axis(at, own, opp))
}

/// The [`flips`] of moves to four squares (0..64).
#[inline]
pub fn flips_x4(squares: [u32; 4], own: u64, opp: u64) -> U64x4 {
    or_lanes_x4(squares.map(|at| flips_by_axis(at as usize & 63, own, opp)))
}

/// The discs flipped along each of the four axes.
#[inline]
fn flips_by_axis(at: usize, own: u64, opp: u64) -> __m256i {
    let rays = &RAYS[at].0;
    // SAFETY: this file is compiled only for processors that have AVX-512VL and CD; the lanes are aligned to 64 bytes.
    unsafe {
        let own = _mm256_set1_epi64x(own as i64);
        let opp = _mm256_set1_epi64x(opp as i64);
        let up = _mm256_load_si256(rays.as_ptr().cast());
        let down = _mm256_load_si256(rays.as_ptr().add(4).cast());
        let ones = _mm256_set1_epi64x(-1);

        // Upwards a carry stops at the first square of the ray without `opp`; what it passed is flipped if that is `own`.
        let passable = _mm256_ternarylogic_epi64::<OR_NOT>(opp, up, up);
        let carried = _mm256_sub_epi64(passable, ones);
        let is_closed = _mm256_test_epi64_mask(_mm256_and_si256(carried, up), own);
        let flips_up = _mm256_maskz_ternarylogic_epi64::<AND_NOT>(is_closed, passable, up, carried);

        // Downwards it is the highest of these squares; without one, the rotation ends at h8, which none of these rays contains.
        let stop = _mm256_lzcnt_epi64(_mm256_andnot_si256(opp, down));
        let end = _mm256_ternarylogic_epi64::<AND>(_mm256_rorv_epi64(_mm256_set1_epi64x(i64::MIN), stop), down, own);
        let above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end, end));

        // (above & down) | flips_up
        _mm256_ternarylogic_epi64::<OR_AND>(flips_up, above, down)
    }
}

/// Truth tables for three operands a, b, c: bit 4a + 2b + c is the result.
const AND: i32 = 0b1000_0000;
/// a & b & !c
const AND_NOT: i32 = 0b0100_0000;
/// a | !b, c ignored
const OR_NOT: i32 = 0b1111_0011;
/// a | (b & c)
const OR_AND: i32 = 0b1111_1000;
