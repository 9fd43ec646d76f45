//! Fits the linear part: ridge regression on sparse rows with the preconditioned conjugate gradient method.
//!
//! Knows nothing of games. The method solves the normal equations (Hestenes and Stiefel 1952) with a diagonal (Jacobi) preconditioner.

use super::positions::LabelledPosition;
use emilia::internal::eval::{
    Features, STAGES,
    pattern::{FIRST, INSTANCES, SHAPES},
};
use rayon::prelude::*;

/// The number of parts of a sum over all rows, whatever the number of threads, so that rounding is the same everywhere.
const SUM_PARTS: usize = 16;
/// The fewest rows of a part. Each part has a vector of sums as long as the weights, which costs more than a few rows.
const LEAST_PART: usize = 4096;

/// A least squares problem: find the weights whose sum over the indices of each row is closest to the row's target.
pub struct LeastSquares {
    /// The number of indices of a row.
    pub width: usize,
    /// The number of weights.
    pub weights: usize,
    /// The indices of the weights, `width` for each row.
    pub indices: Vec<u32>,
    /// The target of each row.
    pub targets: Vec<f32>,
    /// The importance of each row: a factor of its squared error.
    pub importance: Vec<f32>,
}

impl LeastSquares {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The mean absolute error of a solution, weighted by importance.
    pub fn mean_error(&self, solution: &[f32]) -> f64 {
        let (mut error, mut total) = (0.0, 0.0);
        let rows = self.indices.chunks_exact(self.width).zip(&self.targets).zip(&self.importance);
        for ((row, target), importance) in rows {
            error += f64::from(importance * (sum(row, solution) - target).abs());
            total += f64::from(*importance);
        }
        if total > 0.0 { error / total } else { 0.0 }
    }

    /// For each weight, the sum of `value(row, target, importance)` over the rows that contain its index.
    fn scatter_add(&self, value: impl Fn(&[u32], f32, f32) -> f32 + Sync) -> Vec<f32> {
        let part = self.len().div_ceil(SUM_PARTS).max(LEAST_PART);
        let parts: Vec<Vec<f32>> = (self.indices.par_chunks(part * self.width))
            .zip(self.targets.par_chunks(part))
            .zip(self.importance.par_chunks(part))
            .map(|((indices, targets), importance)| {
                let mut sums = vec![0.0; self.weights];
                for ((row, &target), &importance) in indices.chunks_exact(self.width).zip(targets).zip(importance) {
                    let value = value(row, target, importance);
                    row.iter().for_each(|&index| sums[index as usize] += value);
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
    row.iter().map(|&index| solution[index as usize]).sum()
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

/// Minimizes the weighted sum of squared errors plus `lambda` times the sum of squared weights, with at most `iterations` iterations.
pub fn solve_ridge(problem: &LeastSquares, lambda: f32, iterations: u32) -> Vec<f32> {
    let mut solution = vec![0.0; problem.weights];
    let diagonal = problem.scatter_add(|_, _, importance| importance);
    let mut residual = problem.scatter_add(|_, target, importance| target * importance);
    // Without a ridge, the weights that are in no row have a diagonal of 0 and a residual of 0.
    let scale = |diagonal: f32| (diagonal + lambda).max(f32::MIN_POSITIVE);
    let precondition = |residual: &[f32]| -> Vec<f32> {
        residual.iter().zip(&diagonal).map(|(residual, &diagonal)| residual / scale(diagonal)).collect()
    };
    let mut preconditioned = precondition(&residual);
    let mut direction = preconditioned.clone();
    let mut residual_norm = dot(&residual, &preconditioned);
    for _ in 0..iterations {
        if residual_norm <= f64::MIN_POSITIVE {
            break;
        }
        let mut product = problem.scatter_add(|row, _, importance| importance * sum(row, &direction));
        product.iter_mut().zip(&direction).for_each(|(product, direction)| *product += lambda * direction);
        let alpha = (residual_norm / dot(&direction, &product)) as f32;
        solution.iter_mut().zip(&direction).for_each(|(solution, direction)| *solution += alpha * direction);
        residual.iter_mut().zip(&product).for_each(|(residual, product)| *residual -= alpha * product);
        preconditioned = precondition(&residual);
        let next_norm = dot(&residual, &preconditioned);
        let beta = (next_norm / residual_norm) as f32;
        residual_norm = next_norm;
        let next = direction.iter_mut().zip(&preconditioned);
        next.for_each(|(direction, preconditioned)| *direction = preconditioned + beta * *direction);
    }
    solution
}

/// As [`solve_ridge`], but robust against outliers: a first fit with a third of the iterations reduces the importance of rows with an error
/// above `limit` by the factor `limit / error` (one step of reweighting, Huber 1964). The scores of lopsided games say little about a
/// position.
pub fn solve_robust(problem: &mut LeastSquares, lambda: f32, iterations: u32, limit: f32) -> Vec<f32> {
    let first = solve_ridge(problem, lambda, iterations / 3);
    let rows = problem.indices.par_chunks_exact(problem.width).zip(&problem.targets);
    problem.importance.par_iter_mut().zip(rows).for_each(|(importance, (row, target))| {
        let error = (sum(row, &first) - target).abs();
        *importance *= if error > limit { limit / error } else { 1.0 };
    });
    solve_ridge(problem, lambda, iterations)
}

/// The classes of pattern contents that share a weight because they are symmetric, by shape of the pattern.
pub struct PatternClasses {
    /// By shape, the weight index of each content.
    shapes: Vec<Vec<u32>>,
    /// The first weight index of each shape, and the number of weights.
    first: [usize; SHAPES.len() + 1],
}

impl Default for PatternClasses {
    fn default() -> PatternClasses {
        PatternClasses::new()
    }
}

impl PatternClasses {
    /// The classes of all shapes, in the order of the file of weights.
    pub fn new() -> PatternClasses {
        let (mut shapes, mut first) = (Vec::new(), [0; SHAPES.len() + 1]);
        for (number, shape) in SHAPES.iter().enumerate() {
            let (mut classes, count) = shape.classes();
            classes.iter_mut().for_each(|class| *class += first[number] as u32);
            first[number + 1] = first[number] + count;
            shapes.push(classes);
        }
        PatternClasses { shapes, first }
    }

    /// The number of weights.
    pub fn count(&self) -> usize {
        self.first[SHAPES.len()]
    }

    /// The first weight index of a shape. For the index after the last shape, the number of weights.
    pub fn first_of_shape(&self, shape: usize) -> usize {
        self.first[shape]
    }

    /// The indices of the weights whose sum is the linear estimate of a position.
    pub fn indices(&self, features: &Features) -> impl Iterator<Item = u32> {
        let contents = features.contents();
        self.shapes.iter().zip(FIRST.windows(2)).flat_map(|(classes, instances)| {
            contents[instances[0]..instances[1]].iter().map(|&content| classes[usize::from(content)])
        })
    }
}

/// The first and the last ply of the positions of a stage.
pub fn stage_plies(stage: usize) -> [usize; 2] {
    [4 * stage, 4 * stage + 4]
}

/// The least squares problem of a stage: the positions of its five plies. The first and the last ply are shared with the adjacent stages
/// and have half the importance.
///
/// Two additional weights stand for the parity of the empty squares.
pub fn stage_problem(classes: &PatternClasses, by_ply: &[Vec<LabelledPosition>], stage: usize) -> LeastSquares {
    let [first, last] = stage_plies(stage);
    let share = |ply: usize| {
        let is_shared = (ply == first && stage > 0) || (ply == last && stage + 1 < STAGES);
        if is_shared { 0.5 } else { 1.0 }
    };
    let width = INSTANCES + 1;
    let plies = || by_ply.iter().enumerate().skip(first).take(last - first + 1);
    let count = plies().map(|(_, positions)| positions.len()).sum();
    let mut indices = vec![0; count * width];
    let (mut targets, mut importance) = (Vec::with_capacity(count), Vec::with_capacity(count));
    let mut unset = indices.as_mut_slice();
    for (ply, positions) in plies() {
        let (of_ply, rest) = unset.split_at_mut(positions.len() * width);
        unset = rest;
        of_ply.par_chunks_exact_mut(width).zip(positions).for_each(|(row, labelled)| {
            let parity = (classes.count() + ply % 2) as u32;
            let features = Features::new(labelled.position);
            let all = classes.indices(&features).chain([parity]);
            row.iter_mut().zip(all).for_each(|(index, found)| *index = found);
        });
        targets.extend(positions.iter().map(|labelled| labelled.score));
        importance.extend(positions.iter().map(|labelled| labelled.weight * share(ply)));
    }
    LeastSquares { width, weights: classes.count() + 2, indices, targets, importance }
}
