//! Fits the error model of searches to the scores of positions at several depths.
//!
//! Knows nothing of searches. The deviations are around the shallow score, not around the mean difference, because ProbCut uses them so.

use super::measure::{DepthScores, ScorePair};
use crate::eval::{PLIES, SearchErrors};
use std::collections::BTreeMap;

/// The minimum number of pairs of a bin.
const MIN_PAIRS: usize = 6;
/// The maximum number of bins by mobility for the same depths and number of empty squares.
const MOBILITY_BINS: usize = 4;
/// The minimum deviation in discs. Smaller ones are set to it.
pub(super) const MIN_DEVIATION: f64 = 1.0;
/// Differences are clipped at this number of deviations, so that few lost positions do not dominate.
const CLIP_DEVIATIONS: f64 = 3.0;
/// The deviation of a standard normal distribution that is clipped at [`CLIP_DEVIATIONS`].
const CLIPPED_NORMAL_DEVIATION: f64 = 0.9975;
/// The corrections of leaves are fitted to search scores of at most this many discs for either side.
const MAX_LEAF_SCORE: f32 = 20.0;
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

/// The measured error of searches with the same depths, the same number of empty squares, and similar mobility.
///
/// # Examples
/// ```
/// use emilia::training::calibrate::{ScorePair, bin_pairs};
///
/// let pair = |difference| ScorePair { empties: 30, mobility: 20, deep: 5, shallow: 1, difference };
/// let bins = bin_pairs(&[[pair(2.0); 6], [pair(-2.0); 6]].concat());
/// assert_eq!((bins.len(), bins[0].count, bins[0].bias), (2, 6, 2.0));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bin {
    /// The number of empty squares.
    pub empties: u32,
    /// The mean number of legal moves of both sides together.
    pub mobility: f64,
    /// The greater depth in plies.
    pub deep: u32,
    /// The smaller depth in plies.
    pub shallow: u32,
    /// The number of pairs.
    pub count: usize,
    /// The mean difference in discs.
    pub bias: f64,
    /// The root mean square difference in discs, outliers clipped.
    pub deviation: f64,
}

/// Groups pairs into bins with enough pairs each.
///
/// If only some positions were searched to a depth, they are not a representative sample. A depth with less than nine tenths of the pairs
/// of the most frequent depth, for the same number of empty squares, is left out.
pub fn bin_pairs(pairs: &[ScorePair]) -> Vec<Bin> {
    let mut groups: BTreeMap<(u32, u32, u32), Vec<&ScorePair>> = BTreeMap::new();
    for pair in pairs {
        groups.entry((pair.empties, pair.deep, pair.shallow)).or_default().push(pair);
    }
    let mut max_counts: BTreeMap<u32, usize> = BTreeMap::new();
    for ((empties, ..), group) in &groups {
        let max_count = max_counts.entry(*empties).or_default();
        *max_count = group.len().max(*max_count);
    }
    let is_complete = |empties: u32, count: usize| {
        count >= 2 * MIN_PAIRS && 10 * count >= 9 * max_counts.get(&empties).copied().unwrap_or_default()
    };
    let mut bins = Vec::new();
    for ((empties, ..), mut group) in groups {
        let count = group.len();
        if is_complete(empties, count) {
            group.sort_by_key(|pair| pair.mobility);
            let parts = (count / MIN_PAIRS).min(MOBILITY_BINS);
            bins.extend((0..parts).map(|part| Bin::new(&group[part * count / parts..(part + 1) * count / parts])));
        }
    }
    bins
}

impl Bin {
    /// The bin of these pairs, one or more.
    fn new(pairs: &[&ScorePair]) -> Bin {
        let ScorePair { empties, deep, shallow, .. } = *pairs[0];
        let count = pairs.len();
        let differences: Vec<f64> = pairs.iter().map(|pair| f64::from(pair.difference)).collect();
        let mobility = pairs.iter().map(|pair| f64::from(pair.mobility)).sum::<f64>() / count as f64;
        let bias = differences.iter().sum::<f64>() / count as f64;
        Bin { empties, mobility, deep, shallow, count, bias, deviation: robust_deviation(&differences) }
    }
}

/// The root mean square, outliers clipped (Huber 1964).
fn robust_deviation(differences: &[f64]) -> f64 {
    let clipped = |limit: f64| {
        let squares = differences.iter().map(|difference| difference.abs().min(limit).powi(2)).sum::<f64>();
        (squares / differences.len() as f64).sqrt()
    };
    (0..8).fold(clipped(f64::INFINITY), |deviation, _| clipped(CLIP_DEVIATIONS * deviation) / CLIPPED_NORMAL_DEVIATION)
}

/// Fits the coefficients of the logarithm of the deviation by least squares. A bin is weighted by its number of pairs `n`, because the
/// logarithm of its deviation has a variance of about 1 / 2n. None if the bins do not determine the coefficients.
pub fn fit_deviation(bins: &[Bin]) -> Option<[f32; 6]> {
    const N: usize = 6;
    let mut equations = [[0.0; N + 1]; N];
    for bin in bins {
        let (empties, mobility) = (bin.empties as f32, bin.mobility as f32);
        let terms = SearchErrors::terms(empties, mobility, bin.deep as f32, bin.shallow as f32).map(f64::from);
        let [a, b, c, d, e, f] = terms;
        add_square(&mut equations, &[a, b, c, d, e, f, bin.deviation.max(MIN_DEVIATION).ln()], bin.count as f64);
    }
    let coefficients = solve_equations(equations)?.map(|coefficient| coefficient as f32);
    coefficients.iter().all(|coefficient| coefficient.is_finite()).then_some(coefficients)
}

/// Solves linear equations, whose last column is the right side, by Gauss-Jordan elimination. None if they are singular.
fn solve_equations<const N: usize, const M: usize>(mut rows: [[f64; M]; N]) -> Option<[f64; N]> {
    let scale: [f64; N] = std::array::from_fn(|i| rows[i][i].abs());
    for i in 0..N {
        let pivot = (i..N).max_by(|&a, &b| rows[a][i].abs().total_cmp(&rows[b][i].abs()))?;
        rows.swap(i, pivot);
        let pivot = rows[i];
        if pivot[i].abs() <= 1e-12 * scale[i] {
            return None;
        }
        for (_, row) in rows.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let factor = row[i] / pivot[i];
            row.iter_mut().zip(pivot).for_each(|(left, right)| *left -= factor * right);
        }
    }
    Some(std::array::from_fn(|i| rows[i][N] / rows[i][i]))
}

/// Fits the correction of leaves by their number of empty squares: the scores of a position at all depths should agree with perfect play
/// or, where that is not known, with each other. Only balanced positions count, because the bonus of the last move is smaller in others.
/// Corrections of leaves that are two and four empty squares apart are smoothed. None without scores to compare.
///
/// The method is least squares with penalties on differences (Whittaker 1923).
pub fn fit_leaf(scores: &[DepthScores]) -> Option<[f32; PLIES]> {
    fit_by_empties(scores.iter().flat_map(comparisons))
}

/// Fits what the static evaluation lacks on average, by the number of empty squares, for the side to move in balanced positions: the
/// distance to perfect play or, where that is not known, to the mean of the searches with these errors. Smoothed like
/// [`fit_leaf`]; 0 where nothing was compared. None without scores to compare.
pub fn fit_static(scores: &[DepthScores], errors: &SearchErrors) -> Option<[f32; PLIES]> {
    let mut is_compared = [false; PLIES];
    let comparisons = scores.iter().filter_map(|scores| {
        let estimate = *scores.by_depth.first().filter(|estimate| estimate.abs() <= MAX_LEAF_SCORE)?;
        let searches = (1..scores.by_depth.len() as u32).filter_map(|depth| scores.at_depth(depth, errors));
        let (sum, count) = searches.fold((0.0, 0.0), |(sum, count), score| (sum + score, count + 1.0));
        let truth = scores.exact.or_else(|| (count > 0.0).then_some(sum / count))?;
        let empties = (scores.empties as usize).min(PLIES - 1);
        is_compared[empties] = true;
        let mut terms = [0.0; PLIES + 1];
        (terms[empties], terms[PLIES]) = (1.0, f64::from(truth - estimate));
        Some(Comparison { terms, weight: EXACT_WEIGHT })
    });
    let missing = fit_by_empties(comparisons)?;
    Some(std::array::from_fn(|empties| if is_compared[empties] { missing[empties] } else { 0.0 }))
}

/// Numbers by empty squares that fit these comparisons and are smooth.
fn fit_by_empties(comparisons: impl Iterator<Item = Comparison>) -> Option<[f32; PLIES]> {
    let mut equations = [[0.0; PLIES + 1]; PLIES];
    comparisons.for_each(|row| add_square(&mut equations, &row.terms, row.weight));
    if equations.iter().flatten().all(|&sum| sum == 0.0) {
        return None;
    }
    let mut add = |weight: f64, factors: &[(usize, f64)]| {
        let mut terms = [0.0; PLIES + 1];
        factors.iter().for_each(|&(empties, factor)| terms[empties] = factor);
        add_square(&mut equations, &terms, weight);
    };
    for empties in 0..PLIES {
        add(SMALLNESS, &[(empties, 1.0)]);
        if empties + 2 < PLIES {
            add(FLATNESS, &[(empties, 1.0), (empties + 2, -1.0)]);
        }
        if empties + 4 < PLIES {
            add(SMOOTHNESS, &[(empties, 1.0), (empties + 2, -2.0), (empties + 4, 1.0)]);
        }
    }
    let corrections = solve_equations(equations)?.map(|correction| correction as f32);
    corrections.iter().all(|correction| correction.is_finite()).then_some(corrections)
}

/// A comparison of scores: the sum of corrections with these factors should be the last number.
struct Comparison {
    terms: [f64; PLIES + 1],
    weight: f64,
}

/// The comparisons of the scores of a position with the exact one, or with their mean.
fn comparisons(scores: &DepthScores) -> Vec<Comparison> {
    let empties = (scores.empties as usize).min(PLIES - 1);
    let depths = 1..scores.by_depth.len().min(empties + 1);
    let depths = depths.filter(|&depth| scores.by_depth[depth].abs() <= MAX_LEAF_SCORE);
    let row = |depth: usize| {
        let mut terms = [0.0; PLIES + 1];
        terms[empties - depth] = if depth.is_multiple_of(2) { 1.0 } else { -1.0 };
        terms[PLIES] = f64::from(scores.exact.unwrap_or_default() - scores.by_depth[depth]);
        terms
    };
    let mut rows: Vec<[f64; PLIES + 1]> = depths.map(row).collect();
    if scores.exact.is_none() {
        let count = rows.len() as f64;
        let mean: [f64; PLIES + 1] = std::array::from_fn(|i| rows.iter().map(|row| row[i]).sum::<f64>() / count);
        rows.iter_mut().flat_map(|row| row.iter_mut().zip(mean)).for_each(|(term, mean)| *term -= mean);
    }
    let weight = if scores.exact.is_some() { EXACT_WEIGHT } else { SEARCH_WEIGHT };
    rows.into_iter().map(|terms| Comparison { terms, weight }).collect()
}

/// Adds the square of a linear equation, whose last number is the right side, to the normal equations.
fn add_square<const N: usize, const M: usize>(equations: &mut [[f64; M]; N], terms: &[f64; M], weight: f64) {
    for (row, &left) in equations.iter_mut().zip(terms).filter(|(_, left)| **left != 0.0) {
        row.iter_mut().zip(terms).for_each(|(sum, right)| *sum += weight * left * right);
    }
}
