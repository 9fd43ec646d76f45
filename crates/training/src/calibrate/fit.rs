//! Fits the error model of searches to the differences between the scores of positions at several depths.
//!
//! Knows nothing of searches. The deviations are around the shallow score, not around the mean difference, because ProbCut uses them so.

use super::measure::ScorePair;
use super::normal_equations::NormalEquations;
use emilia::internal::eval::SearchErrors;
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

/// The measured error of searches with the same depths, the same number of empty squares, and similar mobility.
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
    let mut fit = NormalEquations::new();
    for bin in bins {
        let (empties, mobility) = (bin.empties as f32, bin.mobility as f32);
        let terms = SearchErrors::terms(empties, mobility, bin.deep as f32, bin.shallow as f32).map(f64::from);
        fit.add(&terms, bin.deviation.max(MIN_DEVIATION).ln(), bin.count as f64);
    }
    fit.solve()
}
