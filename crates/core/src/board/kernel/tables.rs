//! What never changes about the lines of the board, worked out by the compiler.
//!
//! Knows nothing of processors: the same tables serve every kernel, and all of them together fit a first-level cache.

/// From a square to the next along its row, its column and its two diagonals, towards h8.
pub const STEPS: [u32; 4] = [1, 8, 9, 7];

/// A set of squares for each of the eight directions, on one cache line.
///
/// Lanes 0..4 lead towards h8 by the [`STEPS`], lanes 4..8 back along the same lines.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub struct Lanes(pub [u64; 8]);

/// The squares of the rays that leave a square in each direction, the square itself not among them.
pub static RAYS: [Lanes; 64] = {
    const WAYS: [(i32, i32); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];
    let mut table = [Lanes([0; 8]); 64];
    let mut at = 0;
    while at < 64 {
        let mut lane = 0;
        while lane < 8 {
            let (mut column, mut row) = (at as i32 % 8 + WAYS[lane].0, at as i32 / 8 + WAYS[lane].1);
            while 0 <= column && column < 8 && 0 <= row && row < 8 {
                table[at].0[lane] |= 1 << (row * 8 + column);
                column += WAYS[lane].0;
                row += WAYS[lane].1;
            }
            lane += 1;
        }
        at += 1;
    }
    table
};

/// The squares that have fewer than 1, 2 and 4 squares before them on the ray of each lane.
pub static NEAR_END: [Lanes; 3] = {
    let mut table = [Lanes([0; 8]); 3];
    let mut at = 0;
    while at < 64 {
        let mut lane = 0;
        while lane < 8 {
            let mut doublings = 0;
            while doublings < 3 {
                if RAYS[at].0[lane].count_ones() < 1 << doublings {
                    table[doublings].0[lane] |= 1 << at;
                }
                doublings += 1;
            }
            lane += 1;
        }
        at += 1;
    }
    table
};

/// The number with one bit a square of a line, read as a number with one ternary digit a square.
pub static TERNARY: [u16; 256] = {
    let mut table = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        table[bits] = 3 * table[bits / 2] + (bits % 2) as u16;
        bits += 1;
    }
    table
};

/// The own discs of an edge that no play along that edge can flip, by its contents in ternary: 0 empty, 1 own, 2 other.
///
/// Any player may fill any empty square at any time, with the flips that follow along the edge: other lines end at the
/// edge, so they decide which of these moves are legal but flip nothing there. Every move leaves fewer empty squares,
/// which gives the order of the computation.
#[allow(long_running_const_eval)] // about a million steps
pub static STABLE_EDGE: [u8; 6561] = {
    let mut table = [0; 6561];
    let mut empties = 0;
    while empties <= 8 {
        let mut own = 0;
        while own < 256usize {
            let mut opp = 0;
            while opp < 256usize {
                if own & opp == 0 && (own | opp).count_ones() == 8 - empties {
                    table[(TERNARY[own] + 2 * TERNARY[opp]) as usize] = stable_on_edge(own as u8, opp as u8, &table);
                }
                opp += 1;
            }
            own += 1;
        }
        empties += 1;
    }
    table
};

/// The entry of [`STABLE_EDGE`] for an edge, given those of all edges with fewer empty squares.
const fn stable_on_edge(own: u8, opp: u8, fuller: &[u8; 6561]) -> u8 {
    let mut stable = own;
    let mut empty = !(own | opp);
    while empty != 0 {
        let at = empty.trailing_zeros();
        empty &= empty - 1;
        let gained = edge_flips(at, own, opp);
        let lost = edge_flips(at, opp, own);
        stable &= fuller[edge_index(own | gained | 1 << at, opp & !gained)];
        stable &= fuller[edge_index(own & !lost, opp | lost | 1 << at)];
    }
    stable
}

/// The place of an edge in [`STABLE_EDGE`].
const fn edge_index(own: u8, opp: u8) -> usize {
    (TERNARY[own as usize] + 2 * TERNARY[opp as usize]) as usize
}

/// The discs of `opp` that a disc of `own` on `at` would flip along an edge.
const fn edge_flips(at: u32, own: u8, opp: u8) -> u8 {
    let mut flips = 0;
    let (mut up, mut line) = (at + 1, 0);
    while up < 8 && opp >> up & 1 != 0 {
        line |= 1 << up;
        up += 1;
    }
    if up < 8 && own >> up & 1 != 0 {
        flips |= line;
    }
    let (mut down, mut line) = (at, 0);
    while down > 0 && opp >> (down - 1) & 1 != 0 {
        down -= 1;
        line |= 1 << down;
    }
    if down > 0 && own >> (down - 1) & 1 != 0 {
        flips |= line;
    }
    flips
}
