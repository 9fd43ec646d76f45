//! The dense layers of the net during training: forward pass, backward pass, and the Adam optimizer.

use emilia::Score;
use emilia::internal::eval::net::{COUNT_UNIT, COUNTS, HIDDEN, HIDDEN_SHIFT, Layer, OUTER_SHIFT, RANGE, WIDTH};
use serde::{Deserialize, Serialize};

/// The number of discs of an output of 1.
pub(super) const OUTPUT_SCALE: f32 = 16.0;
/// The input of a count of 1.
pub(super) const COUNT_SCALE: f32 = COUNT_UNIT as f32 / RANGE as f32;
/// The part of a gradient that passes a clipped activation, so that the activation can leave the limit again.
pub(super) const LEAK: f32 = 0.05;
/// The minimum slope of the squared activation in the backward pass.
pub(super) const MIN_SLOPE: f32 = 0.1;
/// The decay rates of Adam's moments: the mean gradient and the mean squared gradient.
pub(super) const ADAM_DECAY: (f32, f32) = (0.9, 0.999);

/// The parameters of the dense layers of one stage as floating-point numbers; also their gradient.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct DenseLayers {
    input_biases: [f32; WIDTH],
    /// By hidden unit, the weights of the squared inputs.
    hidden_weights: [[f32; WIDTH]; HIDDEN],
    /// By hidden unit, the weights of the counts.
    count_weights: [[f32; COUNTS]; HIDDEN],
    hidden_biases: [f32; HIDDEN],
    output_weights: [f32; HIDDEN],
    output_bias: f32,
}

/// The activations of a forward pass.
pub(super) struct Activations {
    /// The sum of the rows, clipped to 0..=1.
    clipped: [f32; WIDTH],
    counts: [f32; COUNTS],
    hidden: [f32; HIDDEN],
    pub output: f32,
}

impl DenseLayers {
    pub(super) const ZERO: DenseLayers = DenseLayers {
        input_biases: [0.0; WIDTH],
        hidden_weights: [[0.0; WIDTH]; HIDDEN],
        count_weights: [[0.0; COUNTS]; HIDDEN],
        hidden_biases: [0.0; HIDDEN],
        output_weights: [0.0; HIDDEN],
        output_bias: 0.0,
    };

    /// The number of parameters.
    #[cfg(feature = "gpu")]
    pub(super) const LEN: usize = WIDTH + HIDDEN * (WIDTH + COUNTS + 2) + 1;

    /// Random initial parameters. `uniform` draws a number around a mean within a spread.
    pub(super) fn new(uniform: &mut impl FnMut(f32, f32) -> f32) -> DenseLayers {
        DenseLayers {
            input_biases: std::array::from_fn(|_| uniform(0.4, 0.2)),
            hidden_weights: std::array::from_fn(|_| std::array::from_fn(|_| uniform(0.0, 0.3))),
            count_weights: std::array::from_fn(|_| std::array::from_fn(|_| uniform(0.0, 0.3))),
            hidden_biases: std::array::from_fn(|_| uniform(0.2, 0.2)),
            output_weights: std::array::from_fn(|_| uniform(0.0, 0.4)),
            output_bias: 0.0,
        }
    }

    /// The forward pass, for a sum of rows and the counts of a position.
    pub(super) fn forward(&self, sum: &[f32; WIDTH], counts: &[i16; COUNTS]) -> Activations {
        let clipped: [f32; WIDTH] = std::array::from_fn(|k| (sum[k] + self.input_biases[k]).clamp(0.0, 1.0));
        let (squares, counts) =
            (clipped.map(|input| input * input), counts.map(|count| COUNT_SCALE * f32::from(count)));
        let hidden: [f32; HIDDEN] = std::array::from_fn(|j| {
            let input = dot(&self.hidden_weights[j], &squares) + dot(&self.count_weights[j], &counts);
            (input + self.hidden_biases[j]).clamp(0.0, 1.0)
        });
        let output = self.output_bias + dot(&self.output_weights, &hidden);
        Activations { clipped, counts, hidden, output }
    }

    /// The backward pass: adds the gradient of the parameters to `gradient`, and returns the gradient of the sum of rows.
    pub(super) fn backward(
        &self,
        activations: &Activations,
        output_gradient: f32,
        gradient: &mut DenseLayers,
    ) -> [f32; WIDTH] {
        let Activations { clipped, counts, hidden, .. } = activations;
        let mut sum = [0.0; WIDTH];
        gradient.output_bias += output_gradient;
        for (j, &hidden) in hidden.iter().enumerate() {
            gradient.output_weights[j] += output_gradient * hidden;
            let is_unclipped = 0.0 < hidden && hidden < 1.0;
            let hidden_gradient = output_gradient * self.output_weights[j] * if is_unclipped { 1.0 } else { LEAK };
            gradient.hidden_biases[j] += hidden_gradient;
            for k in 0..WIDTH {
                gradient.hidden_weights[j][k] += hidden_gradient * clipped[k] * clipped[k];
                sum[k] += hidden_gradient * self.hidden_weights[j][k];
            }
            let count_gradients = gradient.count_weights[j].iter_mut().zip(counts);
            count_gradients.for_each(|(gradient, count)| *gradient += hidden_gradient * count);
        }
        for (k, input_gradient) in sum.iter_mut().enumerate() {
            *input_gradient *= (2.0 * clipped[k]).max(MIN_SLOPE);
            // The gradient of a clipped input leaks only if a step against it moves the input away from the limit.
            *input_gradient *= match clipped[k] {
                clipped if 0.0 < clipped && clipped < 1.0 => 1.0,
                clipped if (clipped <= 0.0) == (*input_gradient < 0.0) => LEAK,
                _ => 0.0,
            };
            gradient.input_biases[k] += *input_gradient;
        }
        sum
    }

    /// Adds other parameters elementwise.
    pub(super) fn add(&mut self, other: &DenseLayers) {
        self.parameters_mut().zip(other.parameters()).for_each(|(parameter, other)| *parameter += other);
    }

    /// One step of Adam (Kingma and Ba 2014), counted from 1, with a gradient summed over this number of examples. Updates the moments.
    pub(super) fn adam_step(
        &mut self,
        gradient: &DenseLayers,
        (mean, square): &mut (DenseLayers, DenseLayers),
        examples: usize,
        step: u32,
        rate: f32,
    ) {
        let bias_corrections = (1.0 - ADAM_DECAY.0.powf(step as f32), 1.0 - ADAM_DECAY.1.powf(step as f32));
        let moments = mean.parameters_mut().zip(square.parameters_mut());
        for ((parameter, gradient), (mean, square)) in self.parameters_mut().zip(gradient.parameters()).zip(moments) {
            let gradient = gradient / examples.max(1) as f32;
            *mean = ADAM_DECAY.0 * *mean + (1.0 - ADAM_DECAY.0) * gradient;
            *square = ADAM_DECAY.1 * *square + (1.0 - ADAM_DECAY.1) * gradient * gradient;
            *parameter -= rate * (*mean / bias_corrections.0) / ((*square / bias_corrections.1).sqrt() + 1e-8);
        }
    }

    /// All parameters: input biases, hidden weights, count weights, hidden biases, output weights, output bias.
    pub(super) fn parameters(&self) -> impl Iterator<Item = &f32> {
        let weights = self.hidden_weights.iter().flatten().chain(self.count_weights.iter().flatten());
        let hidden = weights.chain(&self.hidden_biases);
        self.input_biases.iter().chain(hidden).chain(&self.output_weights).chain([&self.output_bias])
    }

    /// All parameters in the same order.
    pub(super) fn parameters_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let weights = self.hidden_weights.iter_mut().flatten().chain(self.count_weights.iter_mut().flatten());
        let hidden = weights.chain(&mut self.hidden_biases);
        self.input_biases.iter_mut().chain(hidden).chain(&mut self.output_weights).chain([&mut self.output_bias])
    }

    /// Quantizes the parameters to the integers of the evaluation.
    pub(super) fn quantized(&self) -> Layer {
        let range = f32::from(RANGE);
        let (hidden, output) =
            ((1 << HIDDEN_SHIFT) as f32, OUTPUT_SCALE * Score::UNIT as f32 * (1 << OUTER_SHIFT) as f32);
        // `as` saturates, so an extreme parameter stays in range.
        let weight = |unit: usize, k: usize| match k.checked_sub(WIDTH) {
            None => self.hidden_weights[unit][k],
            Some(count) => self.count_weights[unit][count],
        };
        Layer {
            offsets: self.input_biases.map(|bias| (bias * range).round() as i16),
            inner: std::array::from_fn(|pair| {
                std::array::from_fn(|at| (weight(at / 2, 2 * pair + at % 2) * hidden).round() as i16)
            }),
            inner_offsets: self.hidden_biases.map(|bias| (bias * range * hidden).round() as i32),
            outer: self.output_weights.map(|weight| (weight * output / range).round() as i16),
            outer_offset: (self.output_bias * output).round() as i32,
        }
    }
}

fn dot<const N: usize>(weights: &[f32; N], inputs: &[f32; N]) -> f32 {
    weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum()
}
