//! Chance that is the same on every machine: all that is drawn follows from a seed and a number.

/// A stream of random numbers.
///
/// Source of the step: wyrand by Wang Yi (2019), one wide multiplication, its halves folded.
pub(super) struct Random(u64);

impl Random {
    /// The stream of this number among those of the seed.
    pub fn new(seed: u64, number: u64) -> Random {
        let mut of_seed = Random(seed);
        Random(of_seed.next() ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xA076_1D64_78BD_642F);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0xE703_7ED1_A0B4_28DB);
        product as u64 ^ (product >> 64) as u64
    }

    /// A number below this one (1..), each as likely as the others to within 1 in 2^32 for all that fit 32 bits.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }
}
