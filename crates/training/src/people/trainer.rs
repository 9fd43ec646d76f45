//! Fits the network and the rows: Adam (Kingma and Ba 2014) for the network, AdaGrad (Duchi, Hazan, Singer 2011) for the rows.

use super::samples::Sample;
use emilia::internal::random::Random;
use emilia_analysis::people::internal::{Net, Openings, ROW, SHAPES, classes, softmax};
use emilia_analysis::people::{MoveValues, People};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::f32::consts::PI;

/// The samples of a batch, ...
const BATCH: usize = 1024;
/// ... and its parts, whatever the number of threads.
const PARTS: usize = 16;
/// The learning rates of the network and of the rows.
const RATES: (f32, f32) = (0.002, 0.01);
/// They grow over this number of batches, and fall along a cosine to this part.
const WARM_UP: (f32, f32) = (200.0, 0.01);
/// The decay rates of Adam's moments.
const DECAY: (f32, f32) = (0.9, 0.999);
/// The first value of AdaGrad's accumulators. It keeps the rows of rare contents small.
const FIRST_SQUARES: f32 = 0.02;

/// The state of a training.
#[derive(Serialize, Deserialize)]
pub(super) struct Trainer {
    net: Net,
    rows: Vec<[f32; ROW]>,
    squares: Vec<f32>,
    moments: (Net, Net),
    steps: u32,
    epochs: u32,
}

/// The gradient of a part of a batch.
struct Gradient {
    net: Net,
    rows: Vec<([u32; SHAPES], [f32; ROW])>,
    loss: f64,
}

impl Trainer {
    pub(super) fn new(seed: u64) -> Trainer {
        let mut random = Random::new(seed, 1);
        let mut uniform = || (2.0 * random.fraction() - 1.0) as f32;
        let net = Net::new(&mut uniform);
        let rows =
            (0..classes()).map(|_| std::array::from_fn(|number| if number < 2 { 0.0 } else { 0.02 * uniform() }));
        Trainer {
            net,
            rows: rows.collect(),
            squares: vec![FIRST_SQUARES; classes()],
            moments: (Net::zero(), Net::zero()),
            steps: 0,
            epochs: 0,
        }
    }

    /// The number of finished epochs.
    pub(super) fn epochs(&self) -> u32 {
        self.epochs
    }

    /// The model so far, without openings.
    pub(super) fn model(&self, description: &str) -> People {
        let (net, rows) = (self.net.clone(), self.rows.clone());
        People { net, rows, openings: Openings::default(), stretch: 1.0, description: description.to_owned() }
    }

    /// Learns once from each sample; the mean loss in nats before each step. `people` is the model after it.
    pub(super) fn train_epoch(
        &mut self,
        people: &mut People,
        samples: &[Sample],
        values: &[Vec<MoveValues>],
        epochs: u32,
    ) -> f64 {
        let mut order: Vec<usize> = (0..samples.len()).collect();
        Random::new(u64::from(self.epochs), 2).shuffle(&mut order);
        let steps = (epochs as usize * samples.len().div_ceil(BATCH)) as f32;
        let (mut loss, mut weight) = (0.0, 0.0);
        for batch in order.chunks(BATCH) {
            let part = batch.len().div_ceil(PARTS);
            let of_part = |part: &[usize]| gradient(people, part.iter().map(|&n| (&samples[n], &values[n][..])));
            let gradients: Vec<Gradient> = batch.par_chunks(part).map(of_part).collect();
            let of_batch: f32 = batch.iter().map(|&n| samples[n].weight).sum();
            weight += f64::from(of_batch);
            loss += gradients.iter().map(|gradient| gradient.loss).sum::<f64>();
            let done = self.steps as f32 / steps;
            let falling = WARM_UP.1 + (1.0 - WARM_UP.1) * (1.0 + (PI * done).cos()) / 2.0;
            self.step(people, &gradients, of_batch, falling * ((self.steps + 1) as f32 / WARM_UP.0).min(1.0));
        }
        self.epochs += 1;
        (self.net, self.rows) = (people.net.clone(), people.rows.clone());
        loss / weight
    }

    /// A step with the mean of the gradients at this part of the learning rates.
    fn step(&mut self, people: &mut People, gradients: &[Gradient], weight: f32, rate: f32) {
        self.steps += 1;
        let mut sum = Net::zero();
        for gradient in gradients {
            sum.parameters_mut().iter_mut().zip(gradient.net.parameters()).for_each(|(sum, part)| *sum += part);
        }
        let bias = (1.0 - DECAY.0.powf(self.steps as f32), 1.0 - DECAY.1.powf(self.steps as f32));
        let moments = self.moments.0.parameters_mut().iter_mut().zip(self.moments.1.parameters_mut());
        for ((parameter, gradient), (mean, square)) in
            people.net.parameters_mut().iter_mut().zip(sum.parameters()).zip(moments)
        {
            let gradient = gradient / weight;
            *mean = DECAY.0 * *mean + (1.0 - DECAY.0) * gradient;
            *square = DECAY.1 * *square + (1.0 - DECAY.1) * gradient * gradient;
            *parameter -= RATES.0 * rate * (*mean / bias.0) / ((*square / bias.1).sqrt() + 1e-8);
        }
        for (rows, gradient) in gradients.iter().flat_map(|gradient| &gradient.rows) {
            let square = gradient.iter().map(|number| number * number).sum::<f32>() / ROW as f32;
            for &row in rows {
                let squares = &mut self.squares[row as usize];
                *squares += square;
                let rate = RATES.1 * rate / squares.sqrt();
                let row = &mut people.rows[row as usize];
                row.iter_mut().zip(gradient).for_each(|(number, gradient)| *number -= rate * gradient);
            }
        }
    }
}

/// The gradient of the loss, which is the logarithm of one over the chance of the move that was played.
fn gradient<'a>(people: &People, samples: impl Iterator<Item = (&'a Sample, &'a [MoveValues])>) -> Gradient {
    let mut gradient = Gradient { net: Net::zero(), rows: Vec::new(), loss: 0.0 };
    for (sample, moves) in samples {
        let terms = people.terms(&sample.situation);
        let passed = people.pass(&sample.situation, moves, Some(sample.played));
        let chances = softmax(passed.iter().map(|passed| passed.logit));
        for ((passed, of), chance) in passed.iter().zip(moves).zip(chances) {
            let is_played = of.square == sample.played;
            if is_played {
                gradient.loss -= f64::from(sample.weight * chance.max(1e-9).ln());
            }
            let error = sample.weight * (chance - f32::from(u8::from(is_played)));
            let of_row = people.net.backward(&passed.activations, error, &terms, &mut gradient.net);
            gradient.rows.push((passed.rows, of_row));
        }
    }
    gradient
}
