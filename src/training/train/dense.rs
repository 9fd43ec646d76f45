//! The hidden layer of the net while it is trained: forward, backward, and a step.

use crate::eval::net::{COUNT_UNIT, COUNTS, HIDDEN, HIDDEN_SHIFT, Layer, OUTER_SHIFT, RANGE, WIDTH};
use crate::score::Score;
use serde::{Deserialize, Serialize};

/// What an outcome of 1 is worth, in discs.
pub(super) const OUTCOME: f32 = 16.0;
/// What each one counted adds to an input.
pub(super) const COUNTED: f32 = COUNT_UNIT as f32 / RANGE as f32;
/// What of a gradient reaches a number that is cut off, so that it can come back.
pub(super) const LEAK: f32 = 0.05;
/// The least slope that a square is given on the way back.
pub(super) const LEAST_SLOPE: f32 = 0.1;
/// How much of the running means each step keeps, of the gradients and of their squares.
pub(super) const KEPT: (f32, f32) = (0.9, 0.999);

/// A layer in real numbers; also its gradient.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Dense {
    offsets: [f32; WIDTH],
    /// For every hidden number what it takes of each square.
    inner: [[f32; WIDTH]; HIDDEN],
    /// For every hidden number what it takes of each count.
    counted: [[f32; COUNTS]; HIDDEN],
    inner_offsets: [f32; HIDDEN],
    outer: [f32; HIDDEN],
    outer_offset: f32,
}

/// What came by on the way through a layer.
pub(super) struct Passage {
    /// The sum of the rows, cut to the range.
    cut: [f32; WIDTH],
    counts: [f32; COUNTS],
    hidden: [f32; HIDDEN],
    /// What came out.
    pub outcome: f32,
}

impl Dense {
    pub(super) const ZERO: Dense = Dense {
        offsets: [0.0; WIDTH],
        inner: [[0.0; WIDTH]; HIDDEN],
        counted: [[0.0; COUNTS]; HIDDEN],
        inner_offsets: [0.0; HIDDEN],
        outer: [0.0; HIDDEN],
        outer_offset: 0.0,
    };

    /// How many numbers there are.
    #[cfg(feature = "gpu")]
    pub(super) const LEN: usize = WIDTH + HIDDEN * (WIDTH + COUNTS + 2) + 1;

    /// A layer of numbers by chance: `near` gives one at a middle within a spread.
    pub(super) fn new(near: &mut impl FnMut(f32, f32) -> f32) -> Dense {
        Dense {
            offsets: std::array::from_fn(|_| near(0.4, 0.2)),
            inner: std::array::from_fn(|_| std::array::from_fn(|_| near(0.0, 0.3))),
            counted: std::array::from_fn(|_| std::array::from_fn(|_| near(0.0, 0.3))),
            inner_offsets: std::array::from_fn(|_| near(0.2, 0.2)),
            outer: std::array::from_fn(|_| near(0.0, 0.4)),
            outer_offset: 0.0,
        }
    }

    /// Forward.
    pub(super) fn pass(&self, sum: &[f32; WIDTH], counts: &[i16; COUNTS]) -> Passage {
        let cut: [f32; WIDTH] = std::array::from_fn(|k| (sum[k] + self.offsets[k]).clamp(0.0, 1.0));
        let (squares, counts) = (cut.map(|number| number * number), counts.map(|count| COUNTED * f32::from(count)));
        let hidden: [f32; HIDDEN] = std::array::from_fn(|j| {
            let taken = dot(&self.inner[j], &squares) + dot(&self.counted[j], &counts);
            (taken + self.inner_offsets[j]).clamp(0.0, 1.0)
        });
        let outcome = self.outer_offset + dot(&self.outer, &hidden);
        Passage { cut, counts, hidden, outcome }
    }

    /// Backward: adds the gradient of this layer for such a pull at the outcome, and gives that of the sum.
    pub(super) fn pull_back(&self, passage: &Passage, pull: f32, gradient: &mut Dense) -> [f32; WIDTH] {
        let Passage { cut, counts, hidden, .. } = passage;
        let mut sum = [0.0; WIDTH];
        gradient.outer_offset += pull;
        for (j, &hidden) in hidden.iter().enumerate() {
            gradient.outer[j] += pull * hidden;
            let is_free = 0.0 < hidden && hidden < 1.0;
            let pull = pull * self.outer[j] * if is_free { 1.0 } else { LEAK };
            gradient.inner_offsets[j] += pull;
            for k in 0..WIDTH {
                gradient.inner[j][k] += pull * cut[k] * cut[k];
                sum[k] += pull * self.inner[j][k];
            }
            gradient.counted[j].iter_mut().zip(counts).for_each(|(gradient, count)| *gradient += pull * count);
        }
        for (k, pull) in sum.iter_mut().enumerate() {
            *pull *= (2.0 * cut[k]).max(LEAST_SLOPE);
            // A number that is cut off is pulled only towards where it is not.
            *pull *= match cut[k] {
                cut if 0.0 < cut && cut < 1.0 => 1.0,
                cut if (cut <= 0.0) == (*pull < 0.0) => LEAK,
                _ => 0.0,
            };
            gradient.offsets[k] += *pull;
        }
        sum
    }

    /// Adds another, number by number.
    pub(super) fn add(&mut self, other: &Dense) {
        self.numbers_mut().zip(other.numbers()).for_each(|(number, other)| *number += other);
    }

    /// The step of this number (from 1) against the gradient summed over so many examples; the means go on.
    pub(super) fn follow(
        &mut self,
        gradient: &Dense,
        (mean, square): &mut (Dense, Dense),
        examples: usize,
        step: u32,
        rate: f32,
    ) {
        let young = (1.0 - KEPT.0.powf(step as f32), 1.0 - KEPT.1.powf(step as f32));
        let means = mean.numbers_mut().zip(square.numbers_mut());
        for ((number, gradient), (mean, square)) in self.numbers_mut().zip(gradient.numbers()).zip(means) {
            let gradient = gradient / examples.max(1) as f32;
            *mean = KEPT.0 * *mean + (1.0 - KEPT.0) * gradient;
            *square = KEPT.1 * *square + (1.0 - KEPT.1) * gradient * gradient;
            *number -= rate * (*mean / young.0) / ((*square / young.1).sqrt() + 1e-8);
        }
    }

    /// Offsets, inner, counted, inner offsets, outer, outer offset.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &f32> {
        let inner = self.inner.iter().flatten().chain(self.counted.iter().flatten()).chain(&self.inner_offsets);
        self.offsets.iter().chain(inner).chain(&self.outer).chain([&self.outer_offset])
    }

    /// In the same order.
    pub(super) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let inner = self.inner.iter_mut().flatten().chain(self.counted.iter_mut().flatten());
        let inner = inner.chain(&mut self.inner_offsets);
        self.offsets.iter_mut().chain(inner).chain(&mut self.outer).chain([&mut self.outer_offset])
    }

    /// The layer in the whole numbers of the evaluation.
    pub(super) fn rounded(&self) -> Layer {
        let range = f32::from(RANGE);
        let (inner, outer) = ((1 << HIDDEN_SHIFT) as f32, OUTCOME * Score::UNIT as f32 * (1 << OUTER_SHIFT) as f32);
        // `as` saturates, so that a wild number stays in range.
        let taken = |hidden: usize, k: usize| match k.checked_sub(WIDTH) {
            None => self.inner[hidden][k],
            Some(count) => self.counted[hidden][count],
        };
        Layer {
            offsets: self.offsets.map(|number| (number * range).round() as i16),
            inner: std::array::from_fn(|pair| {
                std::array::from_fn(|at| (taken(at / 2, 2 * pair + at % 2) * inner).round() as i16)
            }),
            inner_offsets: self.inner_offsets.map(|number| (number * range * inner).round() as i32),
            outer: self.outer.map(|number| (number * outer / range).round() as i16),
            outer_offset: (self.outer_offset * outer).round() as i32,
        }
    }
}

fn dot<const N: usize>(weights: &[f32; N], inputs: &[f32; N]) -> f32 {
    weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum()
}
