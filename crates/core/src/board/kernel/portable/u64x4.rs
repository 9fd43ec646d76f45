//! Four words in an array.

/// Four sets of squares, or four numbers: a vector register where the compiler finds one.
#[derive(Clone, Copy)]
pub struct U64x4(pub(super) [u64; 4]);

impl U64x4 {
    /// These four.
    #[inline]
    pub fn new(lanes: [u64; 4]) -> U64x4 {
        U64x4(lanes)
    }

    /// The same four times.
    #[inline]
    pub fn splat(lane: u64) -> U64x4 {
        U64x4([lane; 4])
    }

    /// All four.
    #[inline]
    pub fn to_array(self) -> [u64; 4] {
        self.0
    }

    /// The squares in both sets.
    #[inline]
    pub fn and(self, other: U64x4) -> U64x4 {
        self.zip(other, |a, b| a & b)
    }

    /// The squares in either set.
    #[inline]
    pub fn or(self, other: U64x4) -> U64x4 {
        self.zip(other, |a, b| a | b)
    }

    /// The squares that are not in the other set.
    #[inline]
    pub fn and_not(self, other: U64x4) -> U64x4 {
        self.zip(other, |a, b| a & !b)
    }

    /// The squares `N` (0..64) further towards h8.
    #[inline]
    pub fn up<const N: i32>(self) -> U64x4 {
        U64x4(self.0.map(|set| set << N))
    }

    /// The squares `N` (0..64) further towards a1.
    #[inline]
    pub fn down<const N: i32>(self) -> U64x4 {
        U64x4(self.0.map(|set| set >> N))
    }

    /// The numbers of squares.
    #[inline]
    pub fn count(self) -> U64x4 {
        U64x4(self.0.map(|set| u64::from(set.count_ones())))
    }

    /// The weight where there is any square, else 0.
    #[inline]
    pub fn weight_where_any(self, weight: i64) -> U64x4 {
        U64x4(self.0.map(|set| if set != 0 { weight as u64 } else { 0 }))
    }

    /// The sums of the numbers.
    #[inline]
    pub fn plus(self, other: U64x4) -> U64x4 {
        self.zip(other, u64::wrapping_add)
    }

    /// The numbers, below 2^31, times a weight that fits 32 bits.
    #[inline]
    pub fn times(self, weight: i64) -> U64x4 {
        U64x4(self.0.map(|number| number.wrapping_mul(weight as u64)))
    }

    /// The four numbers and four others, all below 2^16.
    #[inline]
    pub fn pack(self, other: U64x4) -> [u16; 8] {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        [a, b, c, d, e, f, g, h].map(|number| number as u16)
    }

    #[inline]
    fn zip(self, other: U64x4, join: impl Fn(u64, u64) -> u64) -> U64x4 {
        U64x4(core::array::from_fn(|lane| join(self.0[lane], other.0[lane])))
    }
}
