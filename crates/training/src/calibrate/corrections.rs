//! Fits the corrections of leaves and of the static evaluation by the number of empty squares.
//!
//! Knows nothing of searches. Only balanced positions count, because the bonus of the last move is smaller in others. The method is least
//! squares with penalties on the differences between neighbours (Whittaker 1923); they are two empty squares apart, as odd and even numbers
//! differ.

use super::measure::DepthScores;
use super::normal_equations::NormalEquations;
use emilia::internal::eval::{PLIES, SearchErrors};

/// A score of at most this many discs for either side is balanced.
const MAX_BALANCED_SCORE: f32 = 20.0;
/// The weight of a comparison of an estimate with perfect play, from a standard deviation of five discs, ...
const EXACT_WEIGHT: f64 = 1.0 / 25.0;
/// ... and of searches to several depths, of two discs.
const SEARCH_WEIGHT: f64 = 1.0 / 4.0;
/// The weight of the second differences of the corrections, ...
const SMOOTHNESS: f64 = 20.0;
/// ... of the first ones, so that corrections without any measurement are about those of the nearest leaves with one, ...
const FLATNESS: f64 = 1.0;
/// ... and of the corrections themselves, so that there is always a solution.
const SMALLNESS: f64 = 0.01;

/// Fits the correction of leaves by their number of empty squares: the scores of a position at all depths should agree with perfect play
/// or, where that is not known, with each other. None without scores to compare.
pub fn fit_leaf(scores: &[DepthScores]) -> Option<[f32; PLIES]> {
    fit_by_empties(scores.iter().flat_map(compare_depths))
}

/// Fits what the static evaluation lacks on average, by the number of empty squares, for the side to move: the distance to perfect play or,
/// where that is not known, to the mean of the searches with these errors; 0 where nothing was compared. None without scores to compare.
pub fn fit_static(scores: &[DepthScores], errors: &SearchErrors) -> Option<[f32; PLIES]> {
    let mut is_compared = [false; PLIES];
    let comparisons = scores.iter().filter_map(|scores| {
        let estimate = *scores.by_depth.first().filter(|estimate| is_balanced(**estimate))?;
        let searches = (1..scores.by_depth.len() as u32).filter_map(|depth| scores.at_depth(depth, errors));
        let (sum, count) = searches.fold((0.0, 0.0), |(sum, count), score| (sum + score, count + 1.0));
        let truth = scores.exact.or_else(|| (count > 0.0).then_some(sum / count))?;
        let empties = (scores.empties as usize).min(PLIES - 1);
        is_compared[empties] = true;
        let factors = factors([(empties, 1.0)]);
        Some(Comparison { factors, target: f64::from(truth - estimate), weight: EXACT_WEIGHT })
    });
    let missing = fit_by_empties(comparisons)?;
    Some(std::array::from_fn(|empties| if is_compared[empties] { missing[empties] } else { 0.0 }))
}

/// A comparison of scores: the sum of the corrections with these factors should be the target.
struct Comparison {
    factors: [f64; PLIES],
    target: f64,
    weight: f64,
}

/// The comparisons of the scores of a position at all depths with the exact one, or with their mean.
fn compare_depths(scores: &DepthScores) -> Vec<Comparison> {
    let empties = (scores.empties as usize).min(PLIES - 1);
    let depths = 1..scores.by_depth.len().min(empties + 1);
    let mut comparisons: Vec<Comparison> = depths
        .filter(|&depth| is_balanced(scores.by_depth[depth]))
        .map(|depth| Comparison {
            factors: factors([(empties - depth, if depth.is_multiple_of(2) { 1.0 } else { -1.0 })]),
            target: f64::from(scores.exact.unwrap_or_default() - scores.by_depth[depth]),
            weight: if scores.exact.is_some() { EXACT_WEIGHT } else { SEARCH_WEIGHT },
        })
        .collect();
    if scores.exact.is_none() {
        let mean = |of: &dyn Fn(&Comparison) -> f64| comparisons.iter().map(of).sum::<f64>() / comparisons.len() as f64;
        let means: [f64; PLIES] = std::array::from_fn(|i| mean(&|comparison| comparison.factors[i]));
        let mean_target = mean(&|comparison| comparison.target);
        for comparison in &mut comparisons {
            comparison.factors.iter_mut().zip(means).for_each(|(factor, mean)| *factor -= mean);
            comparison.target -= mean_target;
        }
    }
    comparisons
}

/// Corrections that agree with these comparisons and are smooth. None without comparisons.
fn fit_by_empties(comparisons: impl Iterator<Item = Comparison>) -> Option<[f32; PLIES]> {
    let mut fit = NormalEquations::new();
    comparisons.for_each(|Comparison { factors, target, weight }| fit.add(&factors, target, weight));
    if fit.is_empty() {
        return None;
    }
    for empties in 0..PLIES {
        fit.add(&factors([(empties, 1.0)]), 0.0, SMALLNESS);
        if empties + 2 < PLIES {
            fit.add(&factors([(empties, 1.0), (empties + 2, -1.0)]), 0.0, FLATNESS);
        }
        if empties + 4 < PLIES {
            fit.add(&factors([(empties, 1.0), (empties + 2, -2.0), (empties + 4, 1.0)]), 0.0, SMOOTHNESS);
        }
    }
    fit.solve()
}

/// The factors of the corrections: these by the number of empty squares, 0 for the others.
fn factors<const N: usize>(given: [(usize, f64); N]) -> [f64; PLIES] {
    let mut factors = [0.0; PLIES];
    given.into_iter().for_each(|(empties, factor)| factors[empties] = factor);
    factors
}

fn is_balanced(score: f32) -> bool {
    score.abs() <= MAX_BALANCED_SCORE
}
