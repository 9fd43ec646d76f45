//! Four words in a register of AVX2.

use core::arch::x86_64::*;

/// Four sets of squares, or four numbers, in one register.
#[derive(Clone, Copy)]
pub struct U64x4(pub(super) __m256i);

impl U64x4 {
    /// These four.
    #[inline]
    pub fn new([a, b, c, d]: [u64; 4]) -> U64x4 {
        // SAFETY: this file is compiled only for processors that have AVX2; the same for all methods.
        U64x4(unsafe { _mm256_setr_epi64x(a as i64, b as i64, c as i64, d as i64) })
    }

    /// The same four times.
    #[inline]
    pub fn splat(lane: u64) -> U64x4 {
        // SAFETY: see `new`.
        U64x4(unsafe { _mm256_set1_epi64x(lane as i64) })
    }

    /// All four.
    #[inline]
    pub fn to_array(self) -> [u64; 4] {
        // SAFETY: both are 32 bytes of which any value is valid.
        unsafe { core::mem::transmute(self.0) }
    }

    /// The squares in both sets.
    #[inline]
    pub fn and(self, other: U64x4) -> U64x4 {
        // SAFETY: see `new`.
        U64x4(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    /// The squares in either set.
    #[inline]
    pub fn or(self, other: U64x4) -> U64x4 {
        // SAFETY: see `new`.
        U64x4(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    /// The squares that are not in the other set.
    #[inline]
    pub fn and_not(self, other: U64x4) -> U64x4 {
        // SAFETY: see `new`.
        U64x4(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    /// The squares `N` (0..64) further towards h8.
    #[inline]
    pub fn up<const N: i32>(self) -> U64x4 {
        // SAFETY: see `new`.
        U64x4(unsafe { _mm256_slli_epi64::<N>(self.0) })
    }

    /// The squares `N` (0..64) further towards a1.
    #[inline]
    pub fn down<const N: i32>(self) -> U64x4 {
        // SAFETY: see `new`.
        U64x4(unsafe { _mm256_srli_epi64::<N>(self.0) })
    }

    /// The numbers of squares.
    #[inline]
    pub fn count(self) -> U64x4 {
        #[cfg(all(target_feature = "avx512vl", target_feature = "avx512vpopcntdq"))]
        // SAFETY: this line is compiled only for processors that have VPOPCNTDQ.
        return U64x4(unsafe { _mm256_popcnt_epi64(self.0) });
        #[cfg(not(all(target_feature = "avx512vl", target_feature = "avx512vpopcntdq")))]
        // SAFETY: see `new`.
        return U64x4(unsafe {
            // The halves of each byte are looked up, then the bytes of each lane added. Source: Mula, Kurz, Lemire (2018).
            let counts = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
            let half = _mm256_set1_epi8(15);
            let low = _mm256_shuffle_epi8(counts, _mm256_and_si256(self.0, half));
            let high = _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), half));
            _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256())
        });
    }

    /// The weight where there is any square, else 0.
    #[inline]
    pub fn weight_where_any(self, weight: i64) -> U64x4 {
        // SAFETY: see `new`.
        U64x4(unsafe {
            let none = _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256());
            _mm256_andnot_si256(none, _mm256_set1_epi64x(weight))
        })
    }

    /// The sums of the numbers.
    #[inline]
    pub fn plus(self, other: U64x4) -> U64x4 {
        // SAFETY: see `new`.
        U64x4(unsafe { _mm256_add_epi64(self.0, other.0) })
    }

    /// The numbers, below 2^31, times a weight that fits 32 bits.
    #[inline]
    pub fn times(self, weight: i64) -> U64x4 {
        // SAFETY: see `new`.
        U64x4(unsafe { _mm256_mul_epi32(self.0, _mm256_set1_epi64x(weight)) })
    }

    /// The four numbers and four others, all below 2^16.
    #[inline]
    pub fn pack(self, other: U64x4) -> [u16; 8] {
        // SAFETY: see `new`; both are 16 bytes of which any value is valid.
        unsafe {
            let even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
            let narrow = |lanes| _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(lanes, even));
            core::mem::transmute(_mm_packus_epi32(narrow(self.0), narrow(other.0)))
        }
    }
}
