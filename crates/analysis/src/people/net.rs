//! The network: from the numbers of a move to the logarithm of its chance, up to a constant.
//!
//! ```text
//!   logit = rows + inputs * (1, rating, phase, products) * skip          linear, so that means over ratings and phases fit
//!         + outer * relu(second * relu(first * (inputs, rows)))             what depends on several inputs at once
//! ```

use super::inputs::{INPUTS, Inputs};
use serde::{Deserialize, Serialize};

/// The numbers of a row.
pub const ROW: usize = 8;
/// The units of the first hidden layer, ...
pub const HIDDEN: usize = 48;
/// ... and of the second one.
pub const SECOND: usize = 16;
/// The factors of the linear part.
pub const TERMS: usize = 6;
/// The inputs of the first layer.
const ALL: usize = INPUTS + ROW;

/// The parameters of the network; also their gradient.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Net(Vec<f32>);

/// What a forward pass leaves for the backward one.
#[derive(Clone, Debug)]
pub struct Activations {
    inputs: [f32; ALL],
    hidden: [f32; HIDDEN],
    second: [f32; SECOND],
}

/// Where the parts of the parameters begin.
const FIRST: usize = 0;
const FIRST_BIAS: usize = FIRST + HIDDEN * ALL;
const INNER: usize = FIRST_BIAS + HIDDEN;
const INNER_BIAS: usize = INNER + SECOND * HIDDEN;
const OUTER: usize = INNER_BIAS + SECOND;
const SKIP: usize = OUTER + SECOND;
const LENGTH: usize = SKIP + INPUTS * TERMS;

/// The factors of the linear part in a situation.
pub fn terms(rating: f32, phase: f32) -> [f32; TERMS] {
    [1.0, rating, phase, rating * phase, rating * rating, phase * phase]
}

impl Net {
    /// All zero.
    pub fn zero() -> Net {
        Net(vec![0.0; LENGTH])
    }

    /// Random parameters; `uniform` draws a number in -1..1.
    pub fn new(mut uniform: impl FnMut() -> f32) -> Net {
        let mut net = Net::zero();
        let mut fill = |range: std::ops::Range<usize>, spread: f32| {
            net.0[range].iter_mut().for_each(|weight| *weight = spread * uniform());
        };
        fill(FIRST..FIRST_BIAS, 0.25);
        fill(FIRST_BIAS..INNER, 0.2);
        fill(INNER..INNER_BIAS, 0.25);
        fill(INNER_BIAS..OUTER, 0.1);
        fill(OUTER..SKIP, 0.2);
        net
    }

    /// From its parameters; none if their number is another one or one is not finite.
    pub fn from_parameters(parameters: Vec<f32>) -> Option<Net> {
        let are_finite = parameters.iter().all(|parameter| parameter.is_finite());
        (parameters.len() == LENGTH && are_finite).then_some(Net(parameters))
    }

    /// The parameters.
    pub fn parameters(&self) -> &[f32] {
        &self.0
    }

    /// The parameters, to be changed.
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.0
    }

    fn part<const N: usize>(&self, at: usize) -> &[f32; N] {
        self.0[at..].first_chunk().expect("a part of the parameters")
    }

    /// The logit of a move with these inputs and this sum of rows.
    pub fn forward(&self, inputs: &Inputs, row: &[f32; ROW], terms: &[f32; TERMS]) -> (f32, Activations) {
        let mut all = [0.0; ALL];
        all[..INPUTS].copy_from_slice(inputs);
        all[INPUTS..].copy_from_slice(row);
        let hidden = std::array::from_fn(|unit| {
            (self.0[FIRST_BIAS + unit] + dot::<ALL>(self.part(FIRST + unit * ALL), &all)).max(0.0)
        });
        let second = std::array::from_fn(|unit| {
            (self.0[INNER_BIAS + unit] + dot::<HIDDEN>(self.part(INNER + unit * HIDDEN), &hidden)).max(0.0)
        });
        let mut logit = dot::<SECOND>(self.part(OUTER), &second) + row[0] + terms[1] * row[1];
        for (term, factor) in terms.iter().enumerate() {
            logit += factor * dot::<INPUTS>(self.part(SKIP + term * INPUTS), inputs);
        }
        (logit, Activations { inputs: all, hidden, second })
    }

    /// Adds the gradient of the parameters to `sum` for a move whose logit has this gradient; that of its row.
    pub fn backward(&self, of: &Activations, gradient: f32, terms: &[f32; TERMS], sum: &mut Net) -> [f32; ROW] {
        let sum = &mut sum.0;
        for (term, factor) in terms.iter().enumerate() {
            add_scaled(&mut sum[SKIP + term * INPUTS..][..INPUTS], factor * gradient, &of.inputs[..INPUTS]);
        }
        let mut of_hidden = [0.0; HIDDEN];
        add_scaled(&mut sum[OUTER..][..SECOND], gradient, &of.second);
        for (unit, &second) in of.second.iter().enumerate() {
            if second > 0.0 {
                let gradient = gradient * self.0[OUTER + unit];
                sum[INNER_BIAS + unit] += gradient;
                add_scaled(&mut sum[INNER + unit * HIDDEN..][..HIDDEN], gradient, &of.hidden);
                add_scaled(&mut of_hidden, gradient, self.part::<HIDDEN>(INNER + unit * HIDDEN));
            }
        }
        let mut of_row = [0.0; ROW];
        for (unit, (&hidden, &gradient)) in of.hidden.iter().zip(&of_hidden).enumerate() {
            if hidden > 0.0 {
                sum[FIRST_BIAS + unit] += gradient;
                add_scaled(&mut sum[FIRST + unit * ALL..][..ALL], gradient, &of.inputs);
                add_scaled(&mut of_row, gradient, &self.part::<ALL>(FIRST + unit * ALL)[INPUTS..]);
            }
        }
        of_row[0] += gradient;
        of_row[1] += terms[1] * gradient;
        of_row
    }
}

/// In eight sums that do not wait for each other.
fn dot<const N: usize>(weights: &[f32; N], inputs: &[f32; N]) -> f32 {
    let mut sums = [0.0; 8];
    let (weights, rest) = weights.as_chunks::<8>();
    let (inputs, of_rest) = inputs.as_chunks::<8>();
    for (weights, inputs) in weights.iter().zip(inputs) {
        (0..8).for_each(|k| sums[k] += weights[k] * inputs[k]);
    }
    sums.iter().sum::<f32>() + rest.iter().zip(of_rest).map(|(weight, input)| weight * input).sum::<f32>()
}

fn add_scaled(to: &mut [f32], factor: f32, values: &[f32]) {
    to.iter_mut().zip(values).for_each(|(to, value)| *to += factor * value);
}
