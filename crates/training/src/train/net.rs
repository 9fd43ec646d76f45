//! Trains the net on the residuals of the linear estimate.
//!
//! Knows nothing of files. An epoch is a sequence of batches. The rows of the input layer are updated with AdaGrad (Duchi, Hazan, Singer
//! 2011), one accumulator per row; the dense layers with Adam (Kingma and Ba 2014). The work of a batch is divided in a fixed way, so the
//! result does not depend on the number of threads.

use super::dense::{DenseLayers, OUTPUT_SCALE};
use super::linear::PatternClasses;
use super::positions::ply;
use emilia::Position;
use emilia::internal::{
    eval::{
        Features, STAGES, Stages, counts, mobility,
        net::{RANGE, Row, WIDTH},
        pattern::{FIRST, INSTANCES, SHAPES},
    },
    random::Random,
};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// The number of examples of a batch.
pub(super) const BATCH: usize = 4096;
/// The number of parts of a batch, whatever the number of threads.
const BATCH_PARTS: usize = 16;
/// The learning rate of the rows, in units of the activation range.
pub(super) const ROW_RATE: f32 = 0.03;
/// The initial value of AdaGrad's accumulators. It keeps the rows of rare pattern contents small.
const INITIAL_ACCUMULATOR: f32 = 0.003;
/// The part of each row that is lost in a batch at the maximum rate (decoupled weight decay, Loshchilov and Hutter 2019). It takes back what
/// rare pattern contents learned by heart: 3 % less error on solved positions after training with 22 million.
pub(super) const ROW_DECAY: f32 = 0.001;
/// The rows decay once in this number of batches, for all of them: there are more rows than examples.
const DECAY_BATCHES: u32 = 16;
/// The learning rate of the dense layers.
pub(super) const LAYER_RATE: f32 = 0.0015;
/// The learning rates grow linearly over this number of batches, ...
const WARM_UP_BATCHES: f32 = 500.0;
/// ... and then decay along a cosine to this part of their maximum.
const FINAL_RATE: f32 = 0.02;
/// The gradient of an error is clipped at this number of discs: the scores of lopsided games say little about a position.
pub(super) const MAX_ERROR: f32 = 15.0;
/// A factor of all gradients.
pub(super) const GRADIENT_SCALE: f32 = 0.5;

/// A training example of the net. Scores are in discs for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Example {
    /// The position.
    pub position: Position,
    /// The linear estimate.
    pub linear: f32,
    /// The label.
    pub score: f32,
    /// The weight of the example.
    pub weight: f32,
}

impl Example {
    /// The stage whose dense layers evaluate the position.
    pub(super) fn stage(&self) -> usize {
        (ply(self.position) / 4).min(STAGES - 1)
    }
}

/// A net with the state of its optimizers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainableNet {
    /// The rows of the input layer, one for each class of pattern contents.
    pub(super) rows: Vec<[f32; WIDTH]>,
    /// AdaGrad's accumulators: for each row the sum of its mean squared gradients.
    pub(super) accumulators: Vec<f32>,
    /// The dense layers by stage.
    layers: Vec<DenseLayers>,
    /// Adam's moments by stage: the mean gradient and the mean squared gradient.
    moments: Vec<(DenseLayers, DenseLayers)>,
    pub(super) steps: u32,
}

/// The gradient of a part of a batch.
struct Gradient {
    /// The rows of each example.
    row_indices: Vec<[u32; INSTANCES]>,
    /// The gradient of each example for all of its rows.
    rows: Vec<[f32; WIDTH]>,
    /// The sum over the examples, by stage.
    layers: Vec<DenseLayers>,
    /// The sum of the weighted errors in discs.
    error: f64,
}

impl TrainableNet {
    /// A net with small random parameters, which follow from the seed.
    pub fn new(classes: &PatternClasses, seed: u64) -> TrainableNet {
        let mut random = Random::new(seed, 0);
        let mut uniform =
            |mean: f32, spread: f32| mean + spread * (random.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0);
        let rows = (0..classes.count()).map(|_| std::array::from_fn(|_| uniform(0.0, 0.02))).collect();
        let layers = DenseLayers::new(&mut uniform);
        TrainableNet {
            rows,
            accumulators: vec![INITIAL_ACCUMULATOR; classes.count()],
            layers: vec![layers; STAGES],
            moments: vec![(DenseLayers::ZERO, DenseLayers::ZERO); STAGES],
            steps: 0,
        }
    }

    /// Trains one epoch and returns the weighted mean error in discs, measured before each step.
    pub fn train_epoch(&mut self, epoch: &Epoch) -> f64 {
        let batches = epoch.batches(self.steps);
        batches.map(|(batch, rate)| self.train_batch(epoch.classes, batch, rate)).sum::<f64>() / epoch.weight()
    }

    /// One optimizer step at this part of the maximum rates. Returns the sum of the weighted errors in discs.
    fn train_batch(&mut self, classes: &PatternClasses, batch: &[Example], rate: f32) -> f64 {
        let net = &*self;
        let part = batch.len().div_ceil(BATCH_PARTS).max(1);
        let gradients: Vec<Gradient> = batch.par_chunks(part).map(|examples| net.gradient(classes, examples)).collect();
        self.update_rows(classes, &gradients, ROW_RATE * rate);
        self.steps += 1;
        let step = self.steps;
        let kept = kept_of_rows(step, rate);
        if kept < 1.0 {
            self.rows.par_iter_mut().for_each(|row| row.iter_mut().for_each(|parameter| *parameter *= kept));
        }
        for (stage, (layers, moments)) in self.layers.iter_mut().zip(&mut self.moments).enumerate() {
            let mut sum = DenseLayers::ZERO;
            gradients.iter().for_each(|gradient| sum.add(&gradient.layers[stage]));
            layers.adam_step(&sum, moments, batch.len(), step, LAYER_RATE * rate);
        }
        gradients.iter().map(|gradient| gradient.error).sum()
    }

    /// The forward and backward pass of these examples.
    fn gradient(&self, classes: &PatternClasses, examples: &[Example]) -> Gradient {
        let mut gradient = Gradient {
            row_indices: Vec::with_capacity(examples.len()),
            rows: Vec::with_capacity(examples.len()),
            layers: vec![DenseLayers::ZERO; STAGES],
            error: 0.0,
        };
        for example in examples {
            let row_indices = row_indices(classes, example.position);
            let (stage, sum) = (example.stage(), self.row_sum(&row_indices));
            let layers = &self.layers[stage];
            let activations = layers.forward(&sum, &counts(example.position, mobility(example.position)));
            let error = example.linear + OUTPUT_SCALE * activations.output - example.score;
            gradient.error += f64::from(example.weight * error.abs());
            let clipped = error.clamp(-MAX_ERROR, MAX_ERROR);
            let output_gradient = clipped / OUTPUT_SCALE * example.weight * GRADIENT_SCALE;
            gradient.rows.push(layers.backward(&activations, output_gradient, &mut gradient.layers[stage]));
            gradient.row_indices.push(row_indices);
        }
        gradient
    }

    fn row_sum(&self, row_indices: &[u32; INSTANCES]) -> [f32; WIDTH] {
        let mut sum = [0.0; WIDTH];
        for &row in row_indices {
            for (sum, parameter) in sum.iter_mut().zip(&self.rows[row as usize]) {
                *sum += parameter;
            }
        }
        sum
    }

    /// One step of AdaGrad for the rows of a batch. Pattern shapes share no rows, so each shape is one unit of parallel work.
    fn update_rows(&mut self, classes: &PatternClasses, gradients: &[Gradient], rate: f32) {
        let (mut rows, mut accumulators) = (self.rows.as_mut_slice(), self.accumulators.as_mut_slice());
        let mut shapes = Vec::with_capacity(SHAPES.len());
        for shape in 0..SHAPES.len() {
            let first = classes.first_of_shape(shape);
            let count = classes.first_of_shape(shape + 1) - first;
            let (shape_rows, later_rows) = rows.split_at_mut(count);
            let (shape_accumulators, later_accumulators) = accumulators.split_at_mut(count);
            (rows, accumulators) = (later_rows, later_accumulators);
            shapes.push((FIRST[shape]..FIRST[shape + 1], first, shape_rows, shape_accumulators));
        }
        shapes.into_par_iter().for_each(|(instances, first, rows, accumulators)| {
            let row_gradients = || {
                let examples = gradients.iter().flat_map(|gradient| gradient.row_indices.iter().zip(&gradient.rows));
                examples.flat_map(|(row_indices, gradient)| {
                    row_indices[instances.clone()].iter().map(move |&row| (row as usize - first, gradient))
                })
            };
            for (row, gradient) in row_gradients() {
                accumulators[row] += gradient.iter().map(|partial| partial * partial).sum::<f32>() / WIDTH as f32;
            }
            for (row, gradient) in row_gradients() {
                let step = rate / accumulators[row].sqrt();
                rows[row].iter_mut().zip(gradient).for_each(|(parameter, partial)| *parameter -= step * partial);
            }
        });
    }

    /// The parameters of all dense layers, then the mean gradients, then the mean squared gradients.
    #[cfg(feature = "gpu")]
    pub(super) fn layer_parameters(&self) -> Vec<f32> {
        let moments =
            self.moments.iter().map(|moments| &moments.0).chain(self.moments.iter().map(|moments| &moments.1));
        self.layers.iter().chain(moments).flat_map(DenseLayers::parameters).copied().collect()
    }

    /// Replaces the rows, the accumulators, and the parameters in the order of [`TrainableNet::layer_parameters`].
    #[cfg(feature = "gpu")]
    pub(super) fn set_parameters(&mut self, rows: &[[f32; WIDTH]], accumulators: &[f32], layers: &[f32]) {
        self.rows.copy_from_slice(rows);
        self.accumulators.copy_from_slice(accumulators);
        let (means, squares): (Vec<_>, Vec<_>) = self.moments.iter_mut().map(|(mean, square)| (mean, square)).unzip();
        let all = self.layers.iter_mut().chain(means).chain(squares);
        all.flat_map(DenseLayers::parameters_mut).zip(layers).for_each(|(parameter, &value)| *parameter = value);
    }

    /// Replaces the net of the weights by this one, quantized to integers. A row that no example had is zero, not random: it says
    /// nothing, and zeros take no room in a file. They are a third of the rows after millions of games.
    pub fn quantize_into(&self, stages: &mut Stages) {
        let range = f32::from(RANGE);
        // `as` saturates, so an extreme parameter stays in range.
        let quantize =
            |row: &[f32; WIDTH]| -> Row { row.map(|parameter| (parameter * range).round().max(-127.0) as i8) };
        let rows = self.rows.iter().zip(&self.accumulators);
        let is_trained = |accumulator: &f32| *accumulator > INITIAL_ACCUMULATOR;
        stages.rows = rows.map(|(row, sum)| if is_trained(sum) { quantize(row) } else { [0; WIDTH] }).collect();
        stages.layers = self.layers.iter().map(DenseLayers::quantized).collect();
    }
}

/// One epoch: every example once.
#[derive(Clone, Copy)]
pub struct Epoch<'a> {
    /// The classes of pattern contents, one for each row of the net.
    pub classes: &'a PatternClasses,
    /// The examples, in the order of the epoch.
    pub examples: &'a [Example],
    /// The index of the epoch, from 0. With `epochs` it sets the learning rates.
    pub index: u32,
    /// The number of epochs of the training.
    pub epochs: u32,
}

impl<'a> Epoch<'a> {
    /// The batches, each with its part of the maximum learning rates, after this number of steps in earlier epochs.
    pub(super) fn batches(self, steps: u32) -> impl Iterator<Item = (&'a [Example], f32)> {
        let count = self.examples.len().div_ceil(BATCH) as f32;
        (0u32..).zip(self.examples.chunks(BATCH)).map(move |(number, batch)| {
            let progress = (self.index as f32 + number as f32 / count) / self.epochs.max(1) as f32;
            let cosine = 0.5 * (1.0 + (std::f32::consts::PI * progress).cos());
            let warm_up = ((steps + number + 1) as f32 / WARM_UP_BATCHES).min(1.0);
            (batch, warm_up * (cosine * (1.0 - FINAL_RATE) + FINAL_RATE))
        })
    }

    /// The total weight of the examples. It is positive, so errors can be divided by it.
    pub(super) fn weight(&self) -> f64 {
        self.examples.iter().map(|example| f64::from(example.weight)).sum::<f64>().max(f64::MIN_POSITIVE)
    }
}

/// What is left of each row after a step, counted from 1, at this part of the maximum rates.
pub(super) fn kept_of_rows(step: u32, rate: f32) -> f32 {
    if step.is_multiple_of(DECAY_BATCHES) { 1.0 - ROW_DECAY * rate * DECAY_BATCHES as f32 } else { 1.0 }
}

/// Shuffles the examples for an epoch, starting from the order of the epoch before.
pub(super) fn shuffle(examples: &mut [Example], epoch: u32) {
    Random::new(u64::from(epoch), 1).shuffle(examples);
}

/// The rows of a position.
pub(super) fn row_indices(classes: &PatternClasses, position: Position) -> [u32; INSTANCES] {
    let mut indices = [0; INSTANCES];
    let features = Features::new(position);
    indices.iter_mut().zip(classes.indices(&features)).for_each(|(index, found)| *index = found);
    indices
}

#[cfg(test)]
mod tests {
    use super::{DECAY_BATCHES, Epoch, Example, PatternClasses, ROW_DECAY, TrainableNet, row_indices};
    use emilia::Position;

    #[test]
    fn rows_without_examples_decay_once_in_a_number_of_batches() {
        let classes = PatternClasses::new();
        let examples = [Example { position: Position::START, linear: 0.0, score: 2.0, weight: 1.0 }];
        let used = row_indices(&classes, Position::START);
        let row = (0..).find(|row| !used.contains(row)).expect("more rows than a position has") as usize;
        let mut net = TrainableNet::new(&classes, 1);
        let first = net.rows[row];
        for index in 0..DECAY_BATCHES {
            assert_eq!(net.rows[row], first, "after {index} batches");
            let epoch = Epoch { classes: &classes, examples: &examples, index, epochs: DECAY_BATCHES };
            net.train_epoch(&epoch);
        }
        // A cosine falls to its last part, and the rate has grown for few batches only.
        let progress = 1.0 - 1.0 / DECAY_BATCHES as f32;
        let cosine = 0.5 * (1.0 + (std::f32::consts::PI * progress).cos());
        let rate = DECAY_BATCHES as f32 / 500.0 * (cosine * 0.98 + 0.02);
        let kept = 1.0 - ROW_DECAY * rate * DECAY_BATCHES as f32;
        for (now, before) in net.rows[row].iter().zip(&first) {
            assert!((now - kept * before).abs() <= 1e-6 * before.abs(), "{now} from {before}, kept {kept}");
            assert!(now.abs() < before.abs());
        }
    }
}
