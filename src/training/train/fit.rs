//! Ridge least squares on rows that name a few weights each, by preconditioned conjugate gradients.
//!
//! Knows nothing of games. Source of the method: Hestenes and Stiefel (1952) on the normal equations, preconditioned with
//! their diagonal (Jacobi).

use super::rows::Row;
use crate::eval::pattern::{FIRST, INSTANCES, SHAPES};
use crate::eval::{Features, STAGES};
use rayon::prelude::*;

/// Rows are summed in so many parts, whatever the number of threads, so that rounding is the same everywhere.
const PARTS: usize = 16;

/// Find the weights whose sums over the places of each row come closest to its target.
pub struct Problem {
    /// How many places a row has.
    pub width: usize,
    /// How many weights there are.
    pub weights: usize,
    /// The weights that each row adds up, `width` numbers a row.
    pub places: Vec<u32>,
    /// What each row should come to.
    pub targets: Vec<f32>,
    /// How much each row counts.
    pub importance: Vec<f32>,
}

impl Problem {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The weighted mean distance between the rows' sums and their targets.
    pub fn mean_error(&self, solution: &[f32]) -> f64 {
        let (mut error, mut total) = (0.0, 0.0);
        for ((row, target), importance) in self.places.chunks_exact(self.width).zip(&self.targets).zip(&self.importance)
        {
            error += f64::from(importance * (sum(row, solution) - target).abs());
            total += f64::from(*importance);
        }
        if total > 0.0 { error / total } else { 0.0 }
    }

    /// For each weight the sum, over the rows that name it, of what `value` gives for the row.
    fn gather(&self, value: impl Fn(&[u32], f32, f32) -> f32 + Sync) -> Vec<f32> {
        let part = self.len().div_ceil(PARTS).max(1);
        let parts: Vec<Vec<f32>> = (self.places.par_chunks(part * self.width))
            .zip(self.targets.par_chunks(part))
            .zip(self.importance.par_chunks(part))
            .map(|((places, targets), importance)| {
                let mut sums = vec![0.0; self.weights];
                for ((row, &target), &importance) in places.chunks_exact(self.width).zip(targets).zip(importance) {
                    let value = value(row, target, importance);
                    row.iter().for_each(|&place| sums[place as usize] += value);
                }
                sums
            })
            .collect();
        let mut total = vec![0.0; self.weights];
        for part in parts {
            total.iter_mut().zip(part).for_each(|(total, part)| *total += part);
        }
        total
    }
}

fn sum(row: &[u32], solution: &[f32]) -> f32 {
    row.iter().map(|&place| solution[place as usize]).sum()
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

/// The weights that minimise the weighted squares of the errors plus `lambda` times the squares of the weights.
pub fn solve(problem: &Problem, lambda: f32, iterations: u32) -> Vec<f32> {
    let mut solution = vec![0.0; problem.weights];
    let counts = problem.gather(|_, _, importance| importance);
    let mut residual = problem.gather(|_, target, importance| target * importance);
    let conditioned = |residual: &[f32]| -> Vec<f32> {
        residual.iter().zip(&counts).map(|(residual, count)| residual / (count + lambda)).collect()
    };
    let mut ahead = conditioned(&residual);
    let mut direction = ahead.clone();
    let mut slope = dot(&residual, &ahead);
    for _ in 0..iterations {
        if slope <= f64::MIN_POSITIVE {
            break;
        }
        let mut image = problem.gather(|row, _, importance| importance * sum(row, &direction));
        image.iter_mut().zip(&direction).for_each(|(image, direction)| *image += lambda * direction);
        let step = (slope / dot(&direction, &image)) as f32;
        solution.iter_mut().zip(&direction).for_each(|(solution, direction)| *solution += step * direction);
        residual.iter_mut().zip(&image).for_each(|(residual, image)| *residual -= step * image);
        ahead = conditioned(&residual);
        let next = dot(&residual, &ahead);
        let turn = (next / slope) as f32;
        slope = next;
        direction.iter_mut().zip(&ahead).for_each(|(direction, ahead)| *direction = ahead + turn * *direction);
    }
    solution
}

/// As [`solve`], with rows that a first, shorter fit misses by more than `limit` counting less: the more, the further.
///
/// Source: Huber (1964), one step of reweighting. Lopsided games end with scores that say little about the position.
pub fn solve_robustly(problem: &mut Problem, lambda: f32, iterations: u32, limit: f32) -> Vec<f32> {
    let first = solve(problem, lambda, iterations / 3);
    let rows = problem.places.par_chunks_exact(problem.width).zip(&problem.targets);
    problem.importance.par_iter_mut().zip(rows).for_each(|(importance, (row, target))| {
        let error = (sum(row, &first) - target).abs();
        *importance *= if error > limit { limit / error } else { 1.0 };
    });
    solve(problem, lambda, iterations)
}

/// For every content of every instance the number of its weight.
pub struct Classes {
    shapes: Vec<Vec<u32>>,
    /// Where the weights of each shape begin, and after the last shape the number of all weights.
    first: [usize; SHAPES.len() + 1],
}

impl Default for Classes {
    fn default() -> Classes {
        Classes::new()
    }
}

impl Classes {
    /// The numbers in the order of the file of weights.
    pub fn new() -> Classes {
        let (mut shapes, mut first) = (Vec::new(), [0; SHAPES.len() + 1]);
        for (number, shape) in SHAPES.iter().enumerate() {
            let (mut classes, count) = shape.classes();
            classes.iter_mut().for_each(|class| *class += first[number] as u32);
            first[number + 1] = first[number] + count;
            shapes.push(classes);
        }
        Classes { shapes, first }
    }

    /// The number of weights.
    pub fn count(&self) -> usize {
        self.first[SHAPES.len()]
    }

    /// The number of the first weight of a shape; of the shape after the last one, the number of all weights.
    pub fn first(&self, shape: usize) -> usize {
        self.first[shape]
    }

    /// The weights that make up the estimate of a position.
    pub fn places(&self, features: &Features) -> impl Iterator<Item = u32> {
        let contents = features.contents();
        self.shapes.iter().zip(FIRST.windows(2)).flat_map(|(classes, lanes)| {
            contents[lanes[0]..lanes[1]].iter().map(|&content| classes[usize::from(content)])
        })
    }
}

/// The first and the last ply of the rows that a stage is fitted to.
pub fn stage_plies(stage: usize) -> [usize; 2] {
    [4 * stage, 4 * stage + 4]
}

/// What a stage has to fit: the rows of its five plies, the outermost shared with the stages beside it.
///
/// Two weights beyond those of the patterns stand for the parity of the empty squares.
pub fn stage_problem(classes: &Classes, rows: &[Vec<Row>], stage: usize) -> Problem {
    let [first, last] = stage_plies(stage);
    let share = |ply: usize| {
        let shared = (ply == first && stage > 0) || (ply == last && stage + 1 < STAGES);
        if shared { 0.5 } else { 1.0 }
    };
    let width = INSTANCES + 1;
    let window = || rows.iter().enumerate().skip(first).take(last - first + 1);
    let count = window().map(|(_, rows)| rows.len()).sum();
    let mut places = vec![0; count * width];
    let (mut targets, mut importance) = (Vec::with_capacity(count), Vec::with_capacity(count));
    let mut free = places.as_mut_slice();
    for (ply, rows) in window() {
        let (now, later) = free.split_at_mut(rows.len() * width);
        free = later;
        now.par_chunks_exact_mut(width).zip(rows).for_each(|(places, row)| {
            let parity = (classes.count() + ply % 2) as u32;
            let features = Features::new(row.position);
            let all = classes.places(&features).chain([parity]);
            places.iter_mut().zip(all).for_each(|(place, found)| *place = found);
        });
        targets.extend(rows.iter().map(|row| f32::from(row.score)));
        importance.extend(rows.iter().map(|row| row.weight * share(ply)));
    }
    Problem { width, weights: classes.count() + 2, places, targets, importance }
}
