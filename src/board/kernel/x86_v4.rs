//! Kernels for x86-64-v4: AVX-512 works on all eight directions at once.
//!
//! Knows no meaning of its own: every function equals the one of the same name in [`portable`](super::portable).

use super::portable::grow_stable;
use super::tables::{NEAR_END, RAYS};
use super::x86_v3::{or_lanes, stable_edges};
use std::arch::x86_64::*;

pub use super::x86_v3::last_count;

/// The empty squares where a disc of `own` would flip at least one of `opp`.
#[inline]
pub fn moves(own: u64, opp: u64) -> u64 {
    // Only a square with a neighbour on either side can be passed: so no rotation carries a disc round the board.
    const ROW: i64 = 0x7E7E_7E7E_7E7E_7E7E;
    const COLUMN: i64 = 0x00FF_FFFF_FFFF_FF00;
    const DIAGONAL: i64 = ROW & COLUMN;
    // SAFETY: this file is compiled only for processors that have AVX-512F.
    unsafe {
        let step = _mm512_setr_epi64(1, 8, 9, 7, 63, 56, 55, 57);
        let two = _mm512_add_epi64(step, step);
        let between = _mm512_setr_epi64(ROW, COLUMN, DIAGONAL, DIAGONAL, ROW, COLUMN, DIAGONAL, DIAGONAL);
        let through = _mm512_and_si512(_mm512_set1_epi64(opp as i64), between);
        let through_two = _mm512_and_si512(through, _mm512_rolv_epi64(through, step));
        let mut line = _mm512_and_si512(_mm512_rolv_epi64(_mm512_set1_epi64(own as i64), step), through);
        line = or_and(line, _mm512_rolv_epi64(line, step), through);
        line = or_and(line, _mm512_rolv_epi64(line, two), through_two);
        line = or_and(line, _mm512_rolv_epi64(line, two), through_two);
        let moves = _mm512_rolv_epi64(line, step);
        or_lanes(_mm256_or_si256(_mm512_castsi512_si256(moves), _mm512_extracti64x4_epi64::<1>(moves))) & !(own | opp)
    }
}

/// The discs of `opp` that a disc of `own` on square number `at` (0..64) would flip.
#[inline]
pub fn flips(at: usize, own: u64, opp: u64) -> u64 {
    let rays = &RAYS[at].0;
    // SAFETY: this file is compiled only for processors that have AVX-512VL and CD; the rays are aligned to 64 bytes.
    unsafe {
        let own = _mm256_set1_epi64x(own as i64);
        let opp = _mm256_set1_epi64x(opp as i64);
        let up = _mm256_load_si256(rays.as_ptr().cast());
        let down = _mm256_load_si256(rays.as_ptr().add(4).cast());
        let ones = _mm256_set1_epi64x(-1);

        // Upwards a carry stops at the first square of the ray without `opp`.
        let carried = _mm256_sub_epi64(_mm256_ternarylogic_epi64::<OR_NOT>(opp, up, up), ones);
        let end = _mm256_ternarylogic_epi64::<AND>(carried, up, own);
        let upto = _mm256_srlv_epi64(ones, _mm256_lzcnt_epi64(end));
        let flips_up = _mm256_ternarylogic_epi64::<AND_NOT>(upto, up, end);

        // Downwards it is the highest such square.
        let stop = _mm256_lzcnt_epi64(_mm256_andnot_si256(opp, down));
        let end = _mm256_and_si256(_mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), stop), own);
        let above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end, end));

        // (above & down) | flips_up
        or_lanes(_mm256_ternarylogic_epi64::<OR_AND>(flips_up, above, down))
    }
}

/// A subset of the discs of `own` that no sequence of legal moves can flip.
#[inline]
pub fn stable(own: u64, opp: u64) -> u64 {
    grow_stable(own, stable_edges(own, opp), full_lines(own | opp))
}

/// The squares whose row, whose column, whose diagonal parallel to a1-h8, and to h1-a8, is full.
#[inline]
fn full_lines(occupied: u64) -> [u64; 4] {
    // SAFETY: this file is compiled only for processors that have AVX-512F; the rays are aligned to 64 bytes.
    unsafe {
        let mut back = _mm512_setr_epi64(63, 56, 55, 57, 1, 8, 9, 7);
        let mut full = _mm512_set1_epi64(occupied as i64);
        for near_end in &NEAR_END {
            let end = _mm512_load_si512(near_end.0.as_ptr().cast());
            full = _mm512_ternarylogic_epi64::<AND_OR>(full, _mm512_rolv_epi64(full, back), end);
            back = _mm512_add_epi64(back, back);
        }
        let both = _mm256_and_si256(_mm512_castsi512_si256(full), _mm512_extracti64x4_epi64::<1>(full));
        std::mem::transmute(both)
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
/// a & (b | c)
const AND_OR: i32 = 0b1110_0000;

/// a | (b & c), lane by lane.
#[inline]
fn or_and(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    // SAFETY: this file is compiled only for processors that have AVX-512F.
    unsafe { _mm512_ternarylogic_epi64::<OR_AND>(a, b, c) }
}
