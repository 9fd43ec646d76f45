//! Fits the error model of searches to the scores of positions at several depths.
//!
//! Knows nothing of searches. The deviations are around the shallow score, not around the mean difference, because ProbCut uses them so.

use super::measure::{DepthScores, ScorePair};
use crate::eval::SearchErrors;
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
/// The parity correction is fitted to positions with a search score of at most this many discs for either side, ...
const MAX_PARITY_SCORE: f32 = 20.0;
/// ... and with at least this many empty squares. The training games play later positions perfectly.
const MIN_PARITY_EMPTIES: u32 = 16;

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
        let target = bin.deviation.max(MIN_DEVIATION).ln();
        for (row, left) in equations.iter_mut().zip(terms) {
            let right = terms.iter().chain([&target]);
            row.iter_mut().zip(right).for_each(|(sum, right)| *sum += bin.count as f64 * left * right);
        }
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

/// Fits the tempo: the bonus in discs for the side to move at a leaf that brings the scores of odd and even depths together. It is half of
/// the mean distance of a depth's score from the middle of its two neighbours. None if no position has scores of three depths.
pub fn fit_tempo(scores: &[DepthScores]) -> Option<f32> {
    let mut distances = Vec::new();
    for scores in scores {
        for (depth, three) in (1..).zip(scores.by_depth.windows(3)) {
            let distance = three[1] - (three[0] + three[2]) / 2.0;
            distances.push(f64::from(if depth % 2 == 1 { distance } else { -distance }));
        }
    }
    let mean = distances.iter().sum::<f64>() / distances.len() as f64;
    (!distances.is_empty()).then_some((mean / 2.0) as f32)
}

/// Fits the parity bonus: by how many discs searches with these errors underestimate, compared with perfect play, the side to move with an
/// odd number of empty squares, and overestimate it with an even number. The two cases have equal weight. Only balanced positions with
/// many empty squares are used, because the bonus is smaller in others. None without solved positions of both cases.
pub fn fit_parity(scores: &[DepthScores], errors: &SearchErrors) -> Option<f32> {
    let mut sums = [(0.0, 0.0); 2];
    for scores in scores.iter().filter(|scores| scores.empties >= MIN_PARITY_EMPTIES) {
        let depths = (1..scores.by_depth.len() as u32).filter(|&depth| depth < scores.empties);
        let compared = depths.filter_map(|depth| Some((scores.exact?, scores.at_depth(depth, errors)?)));
        for (exact, score) in compared.filter(|(_, score)| score.abs() <= MAX_PARITY_SCORE) {
            let (sum, count) = &mut sums[scores.empties as usize % 2];
            (*sum, *count) = (*sum + f64::from(exact - score), *count + 1.0);
        }
    }
    let [(even_sum, even_count), (odd_sum, odd_count)] = sums;
    let is_determined = even_count > 0.0 && odd_count > 0.0;
    is_determined.then(|| ((odd_sum / odd_count - even_sum / even_count) / 2.0) as f32)
}
