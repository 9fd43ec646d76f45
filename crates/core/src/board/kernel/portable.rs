//! The reference for every kernel, in plain integer arithmetic.
//!
//! Knows nothing of processors. A line of the board is walked as a whole: shifted by the step from one of its squares to
//! the next, a set of squares moves along all the lines of one direction at once.

mod u64x4;

use super::tables::{NEAR_END, RAYS, STABLE_EDGE, STEPS, TERNARY};
pub use u64x4::U64x4;

/// Columns b to g: the squares where a disc can be flipped along a row or a diagonal.
const COLUMNS_B_TO_G: u64 = 0x7E7E_7E7E_7E7E_7E7E;
/// The squares that are not on an edge.
const INNER: u64 = 0x007E_7E7E_7E7E_7E00;
const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// The empty squares where a disc of `own` would flip at least one of `opp`.
///
/// Source: Kogge and Stone's parallel prefix, as in the fill algorithms of chess programs.
#[inline]
pub fn moves(own: u64, opp: u64) -> u64 {
    let mut moves = 0;
    for (step, between) in [(1, COLUMNS_B_TO_G), (8, !0), (9, COLUMNS_B_TO_G), (7, COLUMNS_B_TO_G)] {
        let through = opp & between;
        let mut up = own << step & through;
        let mut down = own >> step & through;
        up |= up << step & through;
        down |= down >> step & through;
        // From here on two squares at a time, where both can be passed: 2 + 2 + 2 discs are all that fit between two others.
        let through_up = through & through << step;
        let through_down = through & through >> step;
        for _ in 0..2 {
            up |= up << (2 * step) & through_up;
            down |= down >> (2 * step) & through_down;
        }
        moves |= up << step | down >> step;
    }
    moves & !(own | opp)
}

/// The discs of `opp` that a disc of `own` on square number `at` (0..64) would flip.
#[inline]
pub fn flips(at: usize, own: u64, opp: u64) -> u64 {
    let rays = &RAYS[at].0;
    let mut flips = 0;
    for lane in 0..4 {
        // Towards h8 the first square of the ray without `opp` is where a carry from below stops.
        let ray = rays[lane];
        let end = (opp | !ray).wrapping_add(1) & ray & own;
        flips |= end.saturating_sub(1) & ray;
        // Towards a1 it is the highest of these bits; bit 0 added, there always is one.
        let ray = rays[lane + 4];
        let end = 1 << (!opp & ray | 1).ilog2() & ray & own;
        flips |= end.wrapping_neg() << 1 & ray;
    }
    flips
}

/// The number of discs that a disc of `own` on `at` (0..64), the only empty square, would flip.
#[inline]
pub fn last_count(at: usize, own: u64) -> u32 {
    flips(at, own, !own & !(1 << at)).count_ones()
}

/// A subset of the discs of `own` that no sequence of legal moves can flip.
///
/// Sound, not complete: the edges are exact as far as play along one edge goes; elsewhere a disc is stable if each of
/// the four lines through it is full or leads to a stable disc of `own` next to it.
/// Source: Rosenbloom (1982), "A world-championship-level Othello program"; edges by enumeration.
#[inline]
pub fn stable(own: u64, opp: u64) -> u64 {
    grow_stable(own, stable_edges(own, opp), full_lines(own | opp))
}

/// The own discs on the four edges that no play along an edge can flip.
#[inline]
pub(super) fn stable_edges(own: u64, opp: u64) -> u64 {
    let row = |shift: u32| u64::from(stable_edge((own >> shift) as u8, (opp >> shift) as u8)) << shift;
    let column = |shift: u32| {
        // Multiplied, column a moves to the highest byte, and seven bits of the lowest byte move back.
        let gather = |set: u64| ((set >> shift & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
        let line = u64::from(stable_edge(gather(own), gather(opp)));
        let spread = ((line & 0x7F) * 0x0002_0408_1020_4081) | (line << 49);
        (spread & COLUMN_A) << shift
    };
    row(0) | row(56) | column(0) | column(7)
}

/// The discs of an edge that no play along it can flip: bit 0 is one corner, bit 7 the other.
#[inline]
pub(super) fn stable_edge(own: u8, opp: u8) -> u8 {
    STABLE_EDGE[usize::from(TERNARY[usize::from(own)] + 2 * TERNARY[usize::from(opp)])]
}

/// The stable discs of `own`, given those on the edges and the squares of full rows, columns and diagonals.
#[inline]
pub(super) fn grow_stable(own: u64, edges: u64, full: [u64; 4]) -> u64 {
    let [row, column, falling, rising] = full;
    let inner = own & INNER;
    let grow = |stable: u64| {
        stable
            | inner
                & (row | stable << 1 | stable >> 1)
                & (column | stable << 8 | stable >> 8)
                & (falling | stable << 9 | stable >> 9)
                & (rising | stable << 7 | stable >> 7)
    };
    // Nearly all has grown after three rounds, so that the processor guesses the end of the loop.
    let mut stable = grow(grow(grow(edges)));
    loop {
        let next = grow(stable);
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

/// The squares whose row, whose column, whose diagonal parallel to a1-h8, and to h1-a8, is full.
#[inline]
fn full_lines(occupied: u64) -> [u64; 4] {
    let mut full = [occupied; 4];
    for (axis, step) in STEPS.into_iter().enumerate() {
        // The squares from which one sees only discs for 1, 3 and 7 squares, or to the end of the board, either way.
        let (mut up, mut down) = (occupied, occupied);
        for (doublings, near_end) in NEAR_END.iter().enumerate() {
            up &= up >> (step << doublings) | near_end.0[axis];
            down &= down << (step << doublings) | near_end.0[axis + 4];
        }
        full[axis] = up & down;
    }
    full
}

/// The [`flips`] of moves to four squares (0..64).
#[inline]
pub fn flips_x4(squares: [u32; 4], own: u64, opp: u64) -> U64x4 {
    U64x4(squares.map(|at| flips(at as usize & 63, own, opp)))
}

/// The [`moves`] of four positions.
///
/// Not inlined: within a larger function the compiler no longer vectorises it, and solving endings takes a quarter longer.
#[inline(never)]
pub fn moves_x4(own: U64x4, opp: U64x4) -> U64x4 {
    let (own, opp, mut all) = (own.0, opp.0, [0; 4]);
    for lane in 0..4 {
        all[lane] = moves(own[lane], opp[lane]);
    }
    U64x4(all)
}

/// The least of these keys and its place, the first of equal ones.
#[inline]
pub fn min_position(keys: &[u16; 8]) -> (u16, usize) {
    let packed = keys.iter().zip(0..).map(|(key, place)| u32::from(*key) << 3 | place);
    let least = packed.fold(u32::MAX, u32::min);
    ((least >> 3) as u16, least as usize & 7)
}
