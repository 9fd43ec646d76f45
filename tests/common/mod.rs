//! What several tests share: random numbers that are the same everywhere, moves and positions drawn with them.

pub mod documents;
pub mod files;
pub mod help;
pub mod moves;
pub mod positions;

use std::io::Write as _;

/// Says that a test is skipped, and what it needs. Written to the stream itself, as the test runner hides what a passed test prints;
/// `scripts/test` repeats these lines at its end.
pub fn skip(test: &str, reason: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {test}: {reason}");
}

/// Marsaglia's xorshift64*: the same numbers on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 32) as usize % limit
    }
}
