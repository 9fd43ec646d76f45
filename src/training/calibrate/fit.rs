//! The errors of searches, from the scores of positions at several depths.
//!
//! Knows nothing of searches. The deviations are fitted as ProbCut uses them: around the shallow score, not around a mean.

use super::measure::{Pair, Scores};
use crate::eval::SearchErrors;
use std::collections::BTreeMap;

/// Fewer pairs than this make no bin: their spread says little.
const LEAST: usize = 6;
/// The most bins that pairs of the same depths and number of empty squares are parted into, by the mobility that the positions offer.
const PARTS: usize = 4;
/// The least deviation that is believed, in discs.
const FLOOR: f64 = 1.0;
/// Differences beyond so many deviations count as if they were so many. A few lines that are lost at once would else decide.
const OUTLIER: f64 = 3.0;
/// What the deviation of a normal distribution looks like when it is treated so.
const CLIPPED: f64 = 0.9975;
/// What the last move is worth is asked where a search finds neither side ahead by more discs than this, ...
const BALANCED: f32 = 20.0;
/// ... with so many empty squares or more: nearer to the end the games that were learnt from were perfect.
const OPEN: u32 = 16;

/// Pairs of the same depths and number of empty squares, and about the same mobility.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bin {
    /// How many squares are empty.
    pub empties: u32,
    /// How many moves both sides have on average.
    pub mobility: f64,
    /// The greater depth.
    pub deep: u32,
    /// The smaller one.
    pub shallow: u32,
    /// The number of pairs.
    pub count: usize,
    /// The mean difference, in discs.
    pub bias: f64,
    /// The standard deviation of the differences from nothing, in discs, outliers clipped.
    pub deviation: f64,
}

/// The bins, each with enough pairs. Where only some positions were searched to a depth, these are not like the others: depths with
/// less than nine tenths of the pairs that the fullest ones with as many empty squares have are left out.
pub fn bins(pairs: &[Pair]) -> Vec<Bin> {
    let mut sorted: BTreeMap<(u32, u32, u32), Vec<&Pair>> = BTreeMap::new();
    for pair in pairs {
        sorted.entry((pair.empties, pair.deep, pair.shallow)).or_default().push(pair);
    }
    let mut fullest: BTreeMap<u32, usize> = BTreeMap::new();
    for ((empties, ..), alike) in &sorted {
        let most = fullest.entry(*empties).or_default();
        *most = alike.len().max(*most);
    }
    let is_full = |empties: u32, count: usize| {
        count >= 2 * LEAST && 10 * count >= 9 * fullest.get(&empties).copied().unwrap_or_default()
    };
    let mut bins = Vec::new();
    for ((empties, ..), mut alike) in sorted {
        let count = alike.len();
        if is_full(empties, count) {
            alike.sort_by_key(|pair| pair.mobility);
            let parts = (count / LEAST).min(PARTS);
            bins.extend((0..parts).map(|part| Bin::of(&alike[part * count / parts..(part + 1) * count / parts])));
        }
    }
    bins
}

impl Bin {
    /// The bin of these pairs, at least one.
    fn of(pairs: &[&Pair]) -> Bin {
        let Pair { empties, deep, shallow, .. } = *pairs[0];
        let count = pairs.len();
        let differences: Vec<f64> = pairs.iter().map(|pair| f64::from(pair.difference)).collect();
        let mobility = pairs.iter().map(|pair| f64::from(pair.mobility)).sum::<f64>() / count as f64;
        let bias = differences.iter().sum::<f64>() / count as f64;
        Bin { empties, mobility, deep, shallow, count, bias, deviation: deviation(&differences) }
    }
}

/// The standard deviation from nothing, outliers clipped. Source of the method: Huber (1964).
fn deviation(differences: &[f64]) -> f64 {
    let clipped = |limit: f64| {
        let squares = differences.iter().map(|difference| difference.abs().min(limit).powi(2)).sum::<f64>();
        (squares / differences.len() as f64).sqrt()
    };
    (0..8).fold(clipped(f64::INFINITY), |deviation, _| clipped(OUTLIER * deviation) / CLIPPED)
}

/// The factors of the logarithm of the deviation, by least squares over the bins, each weighted with its pairs: the logarithm of a
/// deviation has a variance of about 1 in twice their number. None if the bins do not determine them.
pub fn fit_deviation(bins: &[Bin]) -> Option<[f32; 6]> {
    const N: usize = 6;
    let mut sums = [[0.0; N + 1]; N];
    for bin in bins {
        let (empties, mobility) = (bin.empties as f32, bin.mobility as f32);
        let terms = SearchErrors::terms(empties, mobility, bin.deep as f32, bin.shallow as f32).map(f64::from);
        let target = bin.deviation.max(FLOOR).ln();
        for (row, left) in sums.iter_mut().zip(terms) {
            let right = terms.iter().chain([&target]);
            row.iter_mut().zip(right).for_each(|(sum, right)| *sum += bin.count as f64 * left * right);
        }
    }
    solve(sums).map(|factors| factors.map(|factor| factor as f32))
}

/// The solution of linear equations, the right sides last; none if there is more than one.
fn solve<const N: usize, const M: usize>(mut rows: [[f64; M]; N]) -> Option<[f64; N]> {
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

/// How much nearer to each other odd and even depths come if every leaf is worth so much more to the side to move there: the mean,
/// over positions and depths, of how far a depth is from the middle of those beside it. None without positions that have three.
///
/// Half of that distance is the tempo: it moves odd depths down and even ones up.
pub fn tempo(scores: &[Scores]) -> Option<f32> {
    let mut bends = Vec::new();
    for scores in scores {
        for (depth, three) in (1..).zip(scores.by_depth.windows(3)) {
            let bend = three[1] - (three[0] + three[2]) / 2.0;
            bends.push(f64::from(if depth % 2 == 1 { bend } else { -bend }));
        }
    }
    let mean = bends.iter().sum::<f64>() / bends.len() as f64;
    (!bends.is_empty()).then_some((mean / 2.0) as f32)
}

/// What perfect play is worth more than searches with these errors say to a side that moves with an odd number of empty squares, and
/// less to one with an even number, in discs: the mean over both, so that it does not matter of which there are more. Lopsided and
/// late positions are not asked: there it is worth less. None without solved positions of both kinds that were searched.
pub fn parity(scores: &[Scores], errors: &SearchErrors) -> Option<f32> {
    let mut sums = [(0.0, 0.0); 2];
    for scores in scores.iter().filter(|scores| scores.empties >= OPEN) {
        let searched = (1..scores.by_depth.len() as u32).filter(|&depth| depth < scores.empties);
        let found = searched.filter_map(|depth| Some((scores.exact?, scores.at(depth, errors)?)));
        for (exact, score) in found.filter(|(_, score)| score.abs() <= BALANCED) {
            let (sum, count) = &mut sums[scores.empties as usize % 2];
            (*sum, *count) = (*sum + f64::from(exact - score), *count + 1.0);
        }
    }
    let [(even, evens), (odd, odds)] = sums;
    (evens > 0.0 && odds > 0.0).then(|| ((odd / odds - even / evens) / 2.0) as f32)
}
