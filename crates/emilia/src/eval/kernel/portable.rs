//! The reference for the hidden layer, in plain Rust.

use crate::eval::net::{COUNT_UNIT, COUNTS, HIDDEN, HIDDEN_SHIFT, INPUTS, Layer, OUTER_SHIFT, RANGE, WIDTH};

/// The output of the layer for a sum of rows and counts, in 1/128 disc. Counts are at most 64.
#[inline]
pub fn outcome(layer: &Layer, sum: &[i16; WIDTH], counts: &[i16; COUNTS]) -> i32 {
    let square = |number: i16| (i32::from(number) * i32::from(number) / i32::from(RANGE)) as i16;
    let inputs: [i16; INPUTS] = std::array::from_fn(|k| match k.checked_sub(WIDTH) {
        None => square(sum[k].wrapping_add(layer.offsets[k]).clamp(0, RANGE)),
        Some(count) => counts[count] * COUNT_UNIT,
    });
    let mut outcome = layer.outer_offset;
    for hidden in 0..HIDDEN {
        let pairs = inputs.chunks_exact(2).zip(&layer.inner);
        let products = pairs.map(|(inputs, weights)| {
            i32::from(inputs[0]) * i32::from(weights[2 * hidden])
                + i32::from(inputs[1]) * i32::from(weights[2 * hidden + 1])
        });
        let hidden_sum = layer.inner_offsets[hidden].wrapping_add(products.sum());
        let value = (hidden_sum >> HIDDEN_SHIFT).clamp(0, i32::from(RANGE));
        outcome = outcome.wrapping_add(value * i32::from(layer.outer[hidden]));
    }
    outcome >> OUTER_SHIFT
}
