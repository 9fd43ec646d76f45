//! Trains the net on what the linear estimate leaves over.
//!
//! Knows nothing of files: examples in, rows and layers out. Batch after batch, every row that an example names is moved against the
//! gradient of the example's error, the less the more it is pulled, this time and before (Duchi, Hazan, Singer 2011, one number for
//! a whole row); the layers follow Kingma and Ba (2014). What the threads do is fixed by the batch, so that their number changes nothing.

use super::dense::{Dense, OUTCOME};
use super::fit::Classes;
use crate::board::Position;
use crate::eval::net::{RANGE, Row, WIDTH};
use crate::eval::pattern::{FIRST, INSTANCES, SHAPES};
use crate::eval::{Features, PLIES, STAGES, Stages, counts};
use crate::training::random::Random;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Examples between two steps.
pub(super) const BATCH: usize = 4096;
/// Threads share a batch in so many parts, however many they are.
const PARTS: usize = 16;
/// How far the first step may move a row, in units of the range that sums are cut to.
pub(super) const ROW_RATE: f32 = 0.03;
/// What a row seems to have moved before it moves: rare contents stay small.
const ROW_CALM: f32 = 0.003;
/// How far a step moves a weight of the layers.
pub(super) const LAYER_RATE: f32 = 0.0015;
/// The rates grow over so many batches and then fall, as a cosine, to this part.
const WARM_UP: f32 = 500.0;
const LAST_RATE: f32 = 0.02;
/// Errors beyond so many discs count no more than these: lopsided games say little.
pub(super) const OUTLIER: f32 = 15.0;
/// What the weight of an example is multiplied by.
pub(super) const IMPORTANCE: f32 = 0.5;

/// A position, what the linear estimate says of it, and what it turned out to be worth, in discs for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Example {
    /// The position.
    pub position: Position,
    /// The linear estimate.
    pub linear: f32,
    /// The outcome.
    pub score: f32,
    /// How much it counts.
    pub weight: f32,
}

impl Example {
    /// The stage whose layer sees it.
    pub(super) fn stage(&self) -> usize {
        let ply = PLIES - 1 - self.position.empties() as usize;
        (ply / 4).min(STAGES - 1)
    }
}

/// A net while it is trained, with all that is needed to go on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NetFit {
    pub(super) rows: Vec<[f32; WIDTH]>,
    /// For every row the sum of the squares of its gradients.
    pub(super) moved: Vec<f32>,
    layers: Vec<Dense>,
    /// For every layer the running means of its gradients and of their squares.
    means: Vec<(Dense, Dense)>,
    pub(super) batches: u32,
}

/// What a part of a batch asks for.
struct Wish {
    places: Vec<[u32; INSTANCES]>,
    rows: Vec<[f32; WIDTH]>,
    layers: Vec<Dense>,
    error: f64,
}

impl NetFit {
    /// A net before any training: small numbers by chance, which follow from the seed.
    pub fn new(classes: &Classes, seed: u64) -> NetFit {
        let mut random = Random::new(seed, 0);
        let mut near =
            |middle: f32, spread: f32| middle + spread * (random.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0);
        let rows = (0..classes.count()).map(|_| std::array::from_fn(|_| near(0.0, 0.02))).collect();
        let layer = Dense::new(&mut near);
        NetFit {
            rows,
            moved: vec![ROW_CALM; classes.count()],
            layers: vec![layer; STAGES],
            means: vec![(Dense::ZERO, Dense::ZERO); STAGES],
            batches: 0,
        }
    }

    /// Goes once through the examples of an epoch in their order. The weighted mean error in discs, as it was on the way.
    pub fn train_epoch(&mut self, epoch: &Epoch) -> f64 {
        let batches = epoch.batches(self.batches);
        batches.map(|(batch, rate)| self.step(epoch.classes, batch, rate)).sum::<f64>() / epoch.weight()
    }

    /// One step for a batch, at this part of the full rates; the sum of the weighted errors.
    fn step(&mut self, classes: &Classes, batch: &[Example], rate: f32) -> f64 {
        let net = &*self;
        let part = batch.len().div_ceil(PARTS).max(1);
        let wishes: Vec<Wish> = batch.par_chunks(part).map(|examples| net.wish(classes, examples)).collect();
        self.move_rows(classes, &wishes, ROW_RATE * rate);
        self.batches += 1;
        let batches = self.batches;
        for (stage, (layer, means)) in self.layers.iter_mut().zip(&mut self.means).enumerate() {
            let mut gradient = Dense::ZERO;
            wishes.iter().for_each(|wish| gradient.add(&wish.layers[stage]));
            layer.follow(&gradient, means, batch.len(), batches, LAYER_RATE * rate);
        }
        wishes.iter().map(|wish| wish.error).sum()
    }

    fn wish(&self, classes: &Classes, examples: &[Example]) -> Wish {
        let mut wish = Wish {
            places: Vec::with_capacity(examples.len()),
            rows: Vec::with_capacity(examples.len()),
            layers: vec![Dense::ZERO; STAGES],
            error: 0.0,
        };
        for example in examples {
            let places = places(classes, example.position);
            let (stage, sum) = (example.stage(), self.sum(&places));
            let layer = &self.layers[stage];
            let passage = layer.pass(&sum, &counts(example.position));
            let error = example.linear + OUTCOME * passage.outcome - example.score;
            wish.error += f64::from(example.weight * error.abs());
            let pull = error.clamp(-OUTLIER, OUTLIER) / OUTCOME * example.weight * IMPORTANCE;
            wish.rows.push(layer.pull_back(&passage, pull, &mut wish.layers[stage]));
            wish.places.push(places);
        }
        wish
    }

    fn sum(&self, places: &[u32; INSTANCES]) -> [f32; WIDTH] {
        let mut sum = [0.0; WIDTH];
        for &place in places {
            for (sum, number) in sum.iter_mut().zip(&self.rows[place as usize]) {
                *sum += number;
            }
        }
        sum
    }

    /// Moves the rows that the wishes name; the shapes share no row, so that each can have its thread.
    fn move_rows(&mut self, classes: &Classes, wishes: &[Wish], rate: f32) {
        let (mut rows, mut moved) = (self.rows.as_mut_slice(), self.moved.as_mut_slice());
        let mut shapes = Vec::with_capacity(SHAPES.len());
        for shape in 0..SHAPES.len() {
            let first = classes.first(shape);
            let count = classes.first(shape + 1) - first;
            let ((now, later), (moved_now, moved_later)) = (rows.split_at_mut(count), moved.split_at_mut(count));
            (rows, moved) = (later, moved_later);
            shapes.push((FIRST[shape]..FIRST[shape + 1], first, now, moved_now));
        }
        shapes.into_par_iter().for_each(|(instances, first, rows, moved)| {
            let pulls = || {
                let pulls = wishes.iter().flat_map(|wish| wish.places.iter().zip(&wish.rows));
                pulls.flat_map(|(places, pull)| {
                    places[instances.clone()].iter().map(move |&place| (place as usize - first, pull))
                })
            };
            for (place, pull) in pulls() {
                moved[place] += pull.iter().map(|number| number * number).sum::<f32>() / WIDTH as f32;
            }
            for (place, pull) in pulls() {
                let step = rate / moved[place].sqrt();
                rows[place].iter_mut().zip(pull).for_each(|(number, pull)| *number -= step * pull);
            }
        });
    }

    /// The numbers of all layers, then the means of their gradients, then those of the squares.
    #[cfg(feature = "gpu")]
    pub(super) fn layer_numbers(&self) -> Vec<f32> {
        let means = self.means.iter().map(|means| &means.0).chain(self.means.iter().map(|means| &means.1));
        self.layers.iter().chain(means).flat_map(Dense::numbers).copied().collect()
    }

    /// Takes over what was learnt elsewhere: rows, how much they moved, and numbers as [`NetFit::layer_numbers`] gives them.
    #[cfg(feature = "gpu")]
    pub(super) fn set(&mut self, rows: &[[f32; WIDTH]], moved: &[f32], layers: &[f32]) {
        self.rows.copy_from_slice(rows);
        self.moved.copy_from_slice(moved);
        let (means, squares): (Vec<_>, Vec<_>) = self.means.iter_mut().map(|(mean, square)| (mean, square)).unzip();
        let all = self.layers.iter_mut().chain(means).chain(squares);
        all.flat_map(Dense::numbers_mut).zip(layers).for_each(|(number, &learnt)| *number = learnt);
    }

    /// Puts the net, in the whole numbers of the evaluation, into the weights.
    pub fn write_to(&self, stages: &mut Stages) {
        let range = f32::from(RANGE);
        // `as` saturates, so that a wild number stays in range.
        let row = |row: &[f32; WIDTH]| -> Row { row.map(|number| (number * range).round().max(-127.0) as i8) };
        stages.rows = self.rows.iter().map(row).collect();
        stages.layers = self.layers.iter().map(Dense::rounded).collect();
    }
}

/// One way through all examples.
#[derive(Clone, Copy)]
pub struct Epoch<'a> {
    /// The classes of contents that the net has rows for.
    pub classes: &'a Classes,
    /// The examples, in the order of this epoch.
    pub examples: &'a [Example],
    /// How many epochs were before it: with `of`, this sets the rates.
    pub number: u32,
    /// How many epochs there are in all.
    pub of: u32,
}

impl<'a> Epoch<'a> {
    /// The batches, each with its part of the full rates, after so many of the epochs before.
    pub(super) fn batches(self, before: u32) -> impl Iterator<Item = (&'a [Example], f32)> {
        let count = self.examples.len().div_ceil(BATCH) as f32;
        (0u32..).zip(self.examples.chunks(BATCH)).map(move |(number, batch)| {
            let past = (self.number as f32 + number as f32 / count) / self.of.max(1) as f32;
            let cosine = 0.5 * (1.0 + (std::f32::consts::PI * past).cos());
            let warm = ((before + number + 1) as f32 / WARM_UP).min(1.0);
            (batch, warm * (cosine * (1.0 - LAST_RATE) + LAST_RATE))
        })
    }

    /// How much all examples count; not 0, so that errors can be divided by it.
    pub(super) fn weight(&self) -> f64 {
        self.examples.iter().map(|example| f64::from(example.weight)).sum::<f64>().max(f64::MIN_POSITIVE)
    }
}

/// Brings examples into the order of an epoch. Each order follows from the one of the epoch before.
pub(super) fn shuffle(examples: &mut [Example], epoch: u32) {
    let mut random = Random::new(u64::from(epoch), 1);
    for i in (1..examples.len()).rev() {
        examples.swap(i, random.below(i + 1));
    }
}

/// The rows that a position names.
pub(super) fn places(classes: &Classes, position: Position) -> [u32; INSTANCES] {
    let mut places = [0; INSTANCES];
    let features = Features::new(position);
    places.iter_mut().zip(classes.places(&features)).for_each(|(place, found)| *place = found);
    places
}
