//! The hidden layer with AVX2: the products of two inputs with the weights of eight hidden numbers in one instruction.
//!
//! Equals [`portable`](super::portable).

use crate::eval::net::{COUNT_UNIT, COUNTS, HIDDEN_SHIFT, INPUTS, Layer, OUTER_SHIFT, RANGE, WIDTH};
use std::arch::x86_64::*;

/// The output of the layer for a sum of rows and counts, in 1/128 disc. Counts are at most 64.
#[inline]
pub fn outcome(layer: &Layer, sum: &[i16; WIDTH], counts: &[i16; COUNTS]) -> i32 {
    // SAFETY: this file is compiled only for processors that have AVX2; every load stays within its array.
    unsafe {
        let (zero, range) = (_mm256_setzero_si256(), _mm256_set1_epi16(RANGE));
        let cut = |numbers| _mm256_min_epi16(_mm256_max_epi16(numbers, zero), range);
        let mut pairs = [0i32; INPUTS / 2];
        for half in 0..2 {
            let sum = _mm256_loadu_si256(sum.as_ptr().add(16 * half).cast());
            let offsets = _mm256_loadu_si256(layer.offsets.as_ptr().add(16 * half).cast());
            // The upper half of the product of two numbers times 16 each is their product over 256.
            let inputs = _mm256_slli_epi16(cut(_mm256_add_epi16(sum, offsets)), 4);
            let squares = _mm256_mulhi_epi16(inputs, inputs);
            _mm256_storeu_si256(pairs.as_mut_ptr().add(8 * half).cast(), squares);
        }
        for (pair, two) in pairs[WIDTH / 2..].iter_mut().zip(counts.as_chunks::<2>().0) {
            *pair = i32::from(two[0] * COUNT_UNIT) | i32::from(two[1] * COUNT_UNIT) << 16;
        }
        // Four sums of products in turn: a processor that multiplies and adds in one instruction takes several cycles for each.
        let mut sums = [[_mm256_setzero_si256(); 2]; 4];
        sums[0] = [0, 8].map(|at| _mm256_loadu_si256(layer.inner_offsets.as_ptr().add(at).cast()));
        for (i, (pair, weights)) in pairs.iter().zip(&layer.inner).enumerate() {
            let pair = _mm256_set1_epi32(*pair);
            for (half, sum) in sums[i % 4].iter_mut().enumerate() {
                let products = _mm256_madd_epi16(pair, _mm256_loadu_si256(weights.as_ptr().add(16 * half).cast()));
                *sum = _mm256_add_epi32(*sum, products);
            }
        }
        let [low, high] = [0, 1].map(|half| {
            let [a, b, c, d] = sums.map(|sum| sum[half]);
            _mm256_add_epi32(_mm256_add_epi32(a, b), _mm256_add_epi32(c, d))
        });
        // Packing works within the halves of a register, and is put right by the permutation.
        let shift = _mm_cvtsi32_si128(HIDDEN_SHIFT);
        let packed = _mm256_packs_epi32(_mm256_sra_epi32(low, shift), _mm256_sra_epi32(high, shift));
        let hidden = cut(_mm256_permute4x64_epi64(packed, 0b11_01_10_00));
        let products = _mm256_madd_epi16(hidden, _mm256_loadu_si256(layer.outer.as_ptr().cast()));
        let sum = _mm_add_epi32(_mm256_castsi256_si128(products), _mm256_extracti128_si256(products, 1));
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b01_00_11_10));
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b10_11_00_01));
        layer.outer_offset.wrapping_add(_mm_cvtsi128_si32(sum)) >> OUTER_SHIFT
    }
}
