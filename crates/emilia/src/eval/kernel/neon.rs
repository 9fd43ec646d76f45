//! The hidden layer with NEON: the products of two inputs with the weights of four hidden numbers in two instructions.
//!
//! Equals [`portable`](super::portable). NEON is part of every aarch64 processor.

use crate::eval::net::{COUNT_UNIT, COUNTS, HIDDEN, HIDDEN_SHIFT, INPUTS, Layer, OUTER_SHIFT, RANGE, WIDTH};
use std::arch::aarch64::*;

/// The hidden numbers of a register.
const LANES: usize = 4;

/// The output of the layer for a sum of rows and counts, in 1/128 disc. Counts are at most 64.
#[inline]
pub fn outcome(layer: &Layer, sum: &[i16; WIDTH], counts: &[i16; COUNTS]) -> i32 {
    let mut inputs = [0; INPUTS];
    inputs[WIDTH..].iter_mut().zip(counts).for_each(|(input, count)| *input = count * COUNT_UNIT);
    // SAFETY: every aarch64 processor has NEON; every load and store stays within its array.
    unsafe {
        let (zero, range) = (vdupq_n_s16(0), vdupq_n_s16(RANGE));
        for at in (0..WIDTH).step_by(8) {
            let sum = vaddq_s16(vld1q_s16(sum.as_ptr().add(at)), vld1q_s16(layer.offsets.as_ptr().add(at)));
            let input = vminq_s16(vmaxq_s16(sum, zero), range);
            // The upper half of twice the product of a number times 16 and times 8 is its square over 256.
            let square = vqdmulhq_s16(vshlq_n_s16(input, 4), vshlq_n_s16(input, 3));
            vst1q_s16(inputs.as_mut_ptr().add(at), square);
        }
        // The products with the first and with the second input of each pair, in turn; two registers for four hidden numbers.
        let mut products = [vdupq_n_s32(0); 2 * HIDDEN / LANES];
        for (pair, weights) in inputs.as_chunks::<2>().0.iter().zip(&layer.inner) {
            let pair = vreinterpretq_s16_s32(vdupq_n_s32(i32::from(pair[0]) | i32::from(pair[1]) << 16));
            for four in 0..HIDDEN / LANES {
                let weights = vld1q_s16(weights.as_ptr().add(2 * LANES * four));
                let [low, high] = [2 * four, 2 * four + 1];
                products[low] = vmlal_s16(products[low], vget_low_s16(pair), vget_low_s16(weights));
                products[high] = vmlal_high_s16(products[high], pair, weights);
            }
        }
        let range = vdupq_n_s32(i32::from(RANGE));
        let mut outcome = vdupq_n_s32(0);
        for four in 0..HIDDEN / LANES {
            let sum = vpaddq_s32(products[2 * four], products[2 * four + 1]);
            let sum = vaddq_s32(sum, vld1q_s32(layer.inner_offsets.as_ptr().add(LANES * four)));
            let hidden = vminq_s32(vmaxq_s32(vshrq_n_s32(sum, HIDDEN_SHIFT), vdupq_n_s32(0)), range);
            let outer = vmovl_s16(vld1_s16(layer.outer.as_ptr().add(LANES * four)));
            outcome = vmlaq_s32(outcome, hidden, outer);
        }
        layer.outer_offset.wrapping_add(vaddvq_s32(outcome)) >> OUTER_SHIFT
    }
}
