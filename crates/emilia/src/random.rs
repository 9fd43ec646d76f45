//! Reproducible random numbers, the same on every machine.
//!
//! The only generator of the crate. Self-play games, shuffled files and trained weights follow from this generator and their seed.
//! A change to its output changes them all.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

/// A pseudo-random number generator: wyrand (Wang Yi, 2019), one widening multiplication whose halves are combined by XOR.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator for this stream of the seed. Streams of the same seed are independent.
    pub fn new(seed: u64, stream: u64) -> Random {
        let mut seeded = Random(seed);
        Random(seeded.next() ^ stream.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// A generator with a different seed each time.
    pub fn unseeded() -> Random {
        // The standard library seeds its hash tables from the operating system.
        Random::new(RandomState::new().build_hasher().finish(), 0)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xA076_1D64_78BD_642F);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0xE703_7ED1_A0B4_28DB);
        product as u64 ^ (product >> 64) as u64
    }

    /// A uniform number in 0..limit, with `limit` 1 or more. The bias is at most 1 in 2^32 for limits of 32 bits.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }

    /// Puts the items in random order, each order equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// A uniform number in 0..1.
    pub fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_output_of_every_version_is_the_same() {
        let mut random = Random::new(1, 0);
        assert_eq!(
            [(); 4].map(|()| random.next()),
            [0x2650_5A5D_1FEF_14F6, 0x3DF7_D69D_7799_A37B, 0xCAE2_1AAD_0D49_3F62, 0x7F9C_863E_9DD2_B435]
        );
        let mut random = Random::new(7, 3);
        assert_eq!([(); 8].map(|()| random.below(60)), [26, 7, 6, 33, 25, 7, 8, 8]);
    }
}
