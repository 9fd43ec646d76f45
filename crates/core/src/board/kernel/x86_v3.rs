//! Kernels for x86-64-v3: AVX2 works on the four axes of the board at once, BMI2 takes a line out of it.
//!
//! Every function equals the one of the same name in [`portable`](super::portable).

mod u64x4;

use super::portable::{grow_stable, stable_edge};
use super::tables::{NEAR_END, RAYS};
use core::arch::x86_64::*;
pub use u64x4::U64x4;

/// The empty squares where a disc of `own` would flip at least one of `opp`.
#[inline]
pub fn moves(own: u64, opp: u64) -> u64 {
    // SAFETY: this file is compiled only for processors that have AVX2.
    unsafe {
        let step = _mm256_setr_epi64x(1, 8, 9, 7);
        let two = _mm256_add_epi64(step, step);
        let between = 0x7E7E_7E7E_7E7E_7E7E;
        let through =
            _mm256_and_si256(_mm256_set1_epi64x(opp as i64), _mm256_setr_epi64x(between, !0, between, between));
        let start = _mm256_set1_epi64x(own as i64);
        let mut up = _mm256_and_si256(_mm256_sllv_epi64(start, step), through);
        let mut down = _mm256_and_si256(_mm256_srlv_epi64(start, step), through);
        up = _mm256_or_si256(up, _mm256_and_si256(_mm256_sllv_epi64(up, step), through));
        down = _mm256_or_si256(down, _mm256_and_si256(_mm256_srlv_epi64(down, step), through));
        let through_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, step));
        let through_down = _mm256_srlv_epi64(through_up, step);
        for _ in 0..2 {
            up = _mm256_or_si256(up, _mm256_and_si256(_mm256_sllv_epi64(up, two), through_up));
            down = _mm256_or_si256(down, _mm256_and_si256(_mm256_srlv_epi64(down, two), through_down));
        }
        let moves = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
        or_lanes(moves) & !(own | opp)
    }
}

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
    // SAFETY: this file is compiled only for processors that have AVX2; the lanes are aligned to 64 bytes.
    unsafe {
        let own = _mm256_set1_epi64x(own as i64);
        let opp = _mm256_set1_epi64x(opp as i64);
        let up = _mm256_load_si256(rays.as_ptr().cast());
        let down = _mm256_load_si256(rays.as_ptr().add(4).cast());

        // Upwards the first square of the ray without `opp` is the lowest bit of these.
        let stops = _mm256_andnot_si256(opp, up);
        let first = _mm256_and_si256(stops, _mm256_sub_epi64(_mm256_setzero_si256(), stops));
        let end = _mm256_and_si256(first, own);
        // All bits from that one on, or all without one: -1 less nothing, or nothing less the bit.
        let from = _mm256_sub_epi64(_mm256_cmpeq_epi64(end, _mm256_setzero_si256()), end);
        let flips_up = _mm256_andnot_si256(from, up);

        // Downwards it is the highest; it is `own` if the number of these bits is greater than that of the others. Everything from it on is
        // marked.
        let step = _mm256_setr_epi64x(1, 8, 9, 7);
        let stops = _mm256_andnot_si256(opp, down);
        let mut beyond = _mm256_or_si256(stops, _mm256_srlv_epi64(stops, step));
        beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, _mm256_slli_epi64::<1>(step)));
        beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, _mm256_slli_epi64::<2>(step)));
        let is_closed = _mm256_cmpgt_epi64(_mm256_and_si256(stops, own), _mm256_andnot_si256(own, stops));
        let flips_down = _mm256_and_si256(_mm256_andnot_si256(beyond, down), is_closed);

        _mm256_or_si256(flips_up, flips_down)
    }
}

/// The number of discs that a disc of `own` on `at` (0..64), the only empty square, would flip.
#[inline]
pub fn last_count(at: usize, own: u64) -> u32 {
    let Lines { masks: [column, falling, rising], counts } = &LINES[at];
    let row = own >> (at & 56) & 255;
    // SAFETY: this file is compiled only for processors that have BMI2; no line has more than 8 squares.
    unsafe {
        let count = |axis: usize, line: u64| u32::from(*counts[axis].get_unchecked(line as usize));
        count(0, row)
            + count(1, _pext_u64(own, *column))
            + count(2, _pext_u64(own, *falling))
            + count(3, _pext_u64(own, *rising))
    }
}

/// The column and the two diagonals through a square, and the [`LAST_COUNT`] of its place on the row and on each of these.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Lines {
    masks: [u64; 3],
    counts: [&'static [u8; 256]; 4],
}

static LINES: [Lines; 64] = {
    let mut table = [Lines { masks: [0; 3], counts: [&LAST_COUNT[0]; 4] }; 64];
    let mut at = 0;
    while at < 64 {
        let rays = &RAYS[at].0;
        table[at].counts[0] = &LAST_COUNT[at & 7];
        let mut axis = 1;
        while axis < 4 {
            table[at].masks[axis - 1] = rays[axis] | rays[axis + 4] | 1 << at;
            table[at].counts[axis] = &LAST_COUNT[rays[axis + 4].count_ones() as usize];
            axis += 1;
        }
        at += 1;
    }
    table
};

/// The discs flipped along a line by a disc on a place of it, its only empty square, by the own discs on the line.
///
/// Squares beyond the end of a short line count as the opponent's, which are never flipped because no own disc is behind them.
static LAST_COUNT: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut at = 0;
    while at < 8 {
        let mut own = 0;
        while own < 256usize {
            let above = own as u32 >> (at + 1);
            if above != 0 {
                table[at][own] += above.trailing_zeros() as u8;
            }
            let below = own as u32 & ((1 << at) - 1);
            if below != 0 {
                table[at][own] += (at as u32 - 1 - below.ilog2()) as u8;
            }
            own += 1;
        }
        at += 1;
    }
    table
};

/// A subset of the discs of `own` that no sequence of legal moves can flip.
#[inline]
pub fn stable(own: u64, opp: u64) -> u64 {
    let empty = !(own | opp);
    let full = if empty.count_ones() <= 5 { lines_without(empty) } else { full_lines(own | opp) };
    grow_stable(own, stable_edges(own, opp), full)
}

/// The own discs on the four edges that no play along an edge can flip.
#[inline]
pub(super) fn stable_edges(own: u64, opp: u64) -> u64 {
    let column = |mask| {
        // SAFETY: this file is compiled only for processors that have BMI2.
        unsafe { _pdep_u64(u64::from(stable_edge(_pext_u64(own, mask) as u8, _pext_u64(opp, mask) as u8)), mask) }
    };
    let row = |shift: u32| u64::from(stable_edge((own >> shift) as u8, (opp >> shift) as u8)) << shift;
    row(0) | row(56) | column(0x0101_0101_0101_0101) | column(0x8080_8080_8080_8080)
}

/// The squares whose row, whose column, whose diagonal parallel to a1-h8, and to h1-a8, is full.
#[inline]
fn full_lines(occupied: u64) -> [u64; 4] {
    // SAFETY: this file is compiled only for processors that have AVX2; the lanes are aligned to 64 bytes.
    unsafe {
        let mut step = _mm256_setr_epi64x(1, 8, 9, 7);
        let mut up = _mm256_set1_epi64x(occupied as i64);
        let mut down = up;
        for near_end in &NEAR_END {
            let up_end = _mm256_load_si256(near_end.0.as_ptr().cast());
            let down_end = _mm256_load_si256(near_end.0.as_ptr().add(4).cast());
            up = _mm256_and_si256(up, _mm256_or_si256(_mm256_srlv_epi64(up, step), up_end));
            down = _mm256_and_si256(down, _mm256_or_si256(_mm256_sllv_epi64(down, step), down_end));
            step = _mm256_add_epi64(step, step);
        }
        core::mem::transmute(_mm256_and_si256(up, down))
    }
}

/// The same as [`full_lines`], from the empty squares: faster if these are few.
#[inline]
fn lines_without(mut empty: u64) -> [u64; 4] {
    // SAFETY: this file is compiled only for processors that have AVX2; the lanes are aligned to 64 bytes.
    unsafe {
        let mut open = _mm256_setzero_si256();
        while empty != 0 {
            let rays = &RAYS[empty.trailing_zeros() as usize & 63].0;
            empty &= empty - 1;
            let up = _mm256_load_si256(rays.as_ptr().cast());
            let down = _mm256_load_si256(rays.as_ptr().add(4).cast());
            open = _mm256_or_si256(open, _mm256_or_si256(up, down));
        }
        core::mem::transmute(_mm256_xor_si256(open, _mm256_set1_epi64x(-1)))
    }
}

/// From four vectors of four lanes each, the squares of each vector's lanes together.
#[inline]
pub(super) fn or_lanes_x4([a, b, c, d]: [__m256i; 4]) -> U64x4 {
    // SAFETY: this file is compiled only for processors that have AVX2.
    unsafe {
        let ab = _mm256_or_si256(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
        let cd = _mm256_or_si256(_mm256_unpacklo_epi64(c, d), _mm256_unpackhi_epi64(c, d));
        U64x4(_mm256_or_si256(_mm256_permute2x128_si256::<0x20>(ab, cd), _mm256_permute2x128_si256::<0x31>(ab, cd)))
    }
}

/// The squares of each of the four lanes, together.
#[inline]
pub(super) fn or_lanes(lanes: __m256i) -> u64 {
    // SAFETY: this file is compiled only for processors that have AVX2.
    unsafe {
        let pair = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
        _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
    }
}

/// The [`moves`] of four positions.
#[inline]
pub fn moves_x4(own: U64x4, opp: U64x4) -> U64x4 {
    let between = opp.and(U64x4::splat(0x7E7E_7E7E_7E7E_7E7E));
    let moves = moves_along_rows(own, between)
        .or(moves_along::<8, 16>(own, opp))
        .or(moves_along::<9, 18>(own, between))
        .or(moves_along::<7, 14>(own, between));
    moves.and_not(own.or(opp))
}

/// The squares behind discs that can be passed, along the rows. Towards h8 a carry passes them; it stays in its row, as no disc on the
/// edges can be passed. Other bits of the sum are discs.
#[inline]
fn moves_along_rows(own: U64x4, through: U64x4) -> U64x4 {
    let up = own.up::<1>().and(through).plus(through);
    up.or(moves_down::<1, 2>(own, through, through.and(through.down::<1>())))
}

/// The squares behind discs that can be passed, along the axis with this step, given twice as well.
#[inline]
fn moves_along<const STEP: i32, const TWO: i32>(own: U64x4, through: U64x4) -> U64x4 {
    let mut up = own.up::<STEP>().and(through);
    up = up.or(up.up::<STEP>().and(through));
    let through_two = through.and(through.up::<STEP>());
    for _ in 0..2 {
        up = up.or(up.up::<TWO>().and(through_two));
    }
    up.up::<STEP>().or(moves_down::<STEP, TWO>(own, through, through_two.down::<STEP>()))
}

/// The same towards a1 only; `through_two` are the squares that can be passed together with the next one.
#[inline]
fn moves_down<const STEP: i32, const TWO: i32>(own: U64x4, through: U64x4, through_two: U64x4) -> U64x4 {
    let mut down = own.down::<STEP>().and(through);
    down = down.or(down.down::<STEP>().and(through));
    for _ in 0..2 {
        down = down.or(down.down::<TWO>().and(through_two));
    }
    down.down::<STEP>()
}

/// The least of these keys and its place, the first of equal ones.
#[inline]
pub fn min_position(keys: &[u16; 8]) -> (u16, usize) {
    // SAFETY: this file is compiled only for processors that have AVX2, and with it SSE4.1; eight keys are 16 bytes.
    let found = unsafe { _mm_cvtsi128_si32(_mm_minpos_epu16(_mm_loadu_si128(keys.as_ptr().cast()))) };
    (found as u16, found as usize >> 16 & 7)
}
