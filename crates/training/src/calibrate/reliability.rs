//! How often ProbCut's cuts are correct on positions that were not used for the fit.

use super::measure::DepthScores;
use emilia::Selectivity;
use emilia::internal::{eval::SearchErrors, search::probe_depth};
use std::ops::RangeInclusive;

/// The phases of the game that are measured separately, by number of empty squares.
pub const EMPTIES_RANGES: [RangeInclusive<u32>; 5] = [10..=18, 19..=27, 28..=36, 37..=45, 46..=54];

/// How often cuts at one selectivity are correct in one phase of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Reliability {
    /// The selectivity.
    pub selectivity: Selectivity,
    /// The phase of the game, by number of empty squares.
    pub empties: RangeInclusive<u32>,
    /// Whether the deep searches solved the position.
    pub solved: bool,
    /// The number of cuts.
    pub cuts: usize,
    /// The number of correct cuts.
    pub correct: usize,
}

/// For every selectivity and phase, separately for midgame searches and for solved positions, how often the weakest possible cut is
/// correct: its shallow score exceeds the bound by exactly the margin. All other cuts are more reliable.
pub fn measure_reliability(scores: &[DepthScores], errors: &SearchErrors) -> Vec<Reliability> {
    let mut all = Vec::new();
    for selectivity in Selectivity::ALL {
        let Some(deviations) = selectivity.deviations() else { continue };
        for (empties, solved) in EMPTIES_RANGES.into_iter().flat_map(|range| [(range.clone(), false), (range, true)]) {
            let (mut cuts, mut correct) = (0, 0);
            for scores in scores.iter().filter(|scores| empties.contains(&scores.empties)) {
                for (deep, shallow, difference) in probe_differences(scores, solved, errors) {
                    let (empties, mobility) = (scores.empties as f32, scores.mobility as f32);
                    let deviation = errors.between(empties, mobility, deep as f32, shallow as f32);
                    let margin = deviations * deviation;
                    cuts += 2;
                    correct += usize::from(difference >= -margin) + usize::from(difference <= margin);
                }
            }
            if cuts > 0 {
                all.push(Reliability { selectivity, empties, solved, cuts, correct });
            }
        }
    }
    all
}

/// The depth of each search and of its probe, and the difference of their scores. If the probe of a solved position is deeper than all
/// searches, the deepest search of its parity is used.
fn probe_differences(
    scores: &DepthScores,
    solved: bool,
    errors: &SearchErrors,
) -> impl Iterator<Item = (u32, u32, f32)> {
    let deepest = scores.by_depth.len() as u32 - 1;
    scores.depths().filter(move |&deep| deep >= 3 && (deep == scores.empties) == solved).filter_map(move |deep| {
        let probe = probe_depth(deep);
        let excess = probe.saturating_sub(deepest);
        let shallow = probe.checked_sub(excess + excess % 2)?;
        Some((deep, shallow, scores.at_depth(deep, errors)? - scores.at_depth(shallow, errors)?))
    })
}
