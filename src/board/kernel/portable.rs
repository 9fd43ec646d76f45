//! The meaning of every kernel, in plain integer arithmetic.

const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// One step in each of the eight directions.
const STEPS: [fn(u64) -> u64; 8] = [
    |b| b << 1 & NOT_A,
    |b| b >> 1 & NOT_H,
    |b| b << 8,
    |b| b >> 8,
    |b| b << 9 & NOT_A,
    |b| b >> 9 & NOT_H,
    |b| b << 7 & NOT_H,
    |b| b >> 7 & NOT_A,
];

/// The empty squares where a disc of `own` would flip at least one of `opp`.
pub fn moves(own: u64, opp: u64) -> u64 {
    let mut moves = 0;
    for step in STEPS {
        let mut line = step(own) & opp;
        for _ in 0..5 {
            line |= step(line) & opp;
        }
        moves |= step(line);
    }
    moves & !(own | opp)
}

/// The discs of `opp` that a disc of `own` on square number `at` (0..64) would flip.
pub fn flips(at: usize, own: u64, opp: u64) -> u64 {
    let mut flips = 0;
    for step in STEPS {
        let mut line = 0;
        let mut next = step(1 << at);
        while next & opp != 0 {
            line |= next;
            next = step(next);
        }
        if next & own != 0 {
            flips |= line;
        }
    }
    flips
}

/// The number of discs that a disc of `own` on `at` (0..64), the only empty square, would flip.
pub fn last_count(at: usize, own: u64) -> u32 {
    flips(at, own, !own & !(1 << at)).count_ones()
}

/// A subset of the discs of `own` that no sequence of legal moves can flip.
pub fn stable(_own: u64, _opp: u64) -> u64 {
    0
}
