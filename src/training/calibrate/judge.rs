//! How often cuts are right that ProbCut would make, on positions that the fit has not seen.

use super::measure::Scores;
use crate::eval::SearchErrors;
use crate::search::{Selectivity, probe_depth};
use std::ops::RangeInclusive;

/// The stages of the game that are told apart, by empty squares.
pub const STAGES: [RangeInclusive<u32>; 5] = [10..=18, 19..=27, 28..=36, 37..=45, 46..=54];

/// How often cuts of one confidence were right in one stage of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Reliability {
    /// The confidence.
    pub selectivity: Selectivity,
    /// The stage, by empty squares.
    pub empties: RangeInclusive<u32>,
    /// Whether the deep searches went to the end of the game.
    pub solved: bool,
    /// How many cuts were looked at.
    pub cuts: usize,
    /// How many of them were right.
    pub right: usize,
}

/// For every confidence and stage, of midgame searches and of perfect play, how often the cut is right that is only just made: the
/// shallow score is by the margin beyond the bound, above or below. All cuts that are made with more to spare are surer.
pub fn reliability(scores: &[Scores], errors: &SearchErrors) -> Vec<Reliability> {
    let mut all = Vec::new();
    for selectivity in Selectivity::ALL {
        let Some(deviations) = selectivity.deviations() else { continue };
        for (empties, solved) in STAGES.into_iter().flat_map(|stage| [(stage.clone(), false), (stage, true)]) {
            let (mut cuts, mut right) = (0, 0);
            for scores in scores.iter().filter(|scores| empties.contains(&scores.empties)) {
                for (deep, shallow, difference) in compared(scores, solved, errors) {
                    let (empties, mobility) = (scores.empties as f32, scores.mobility as f32);
                    let deviation = errors.between(empties, mobility, deep as f32, shallow as f32);
                    let margin = deviations * deviation;
                    cuts += 2;
                    right += usize::from(difference >= -margin) + usize::from(difference <= margin);
                }
            }
            if cuts > 0 {
                all.push(Reliability { selectivity, empties, solved, cuts, right });
            }
        }
    }
    all
}

/// The depths of searches and their probes, with the difference of their scores. The probe of perfect play may be deeper than what
/// was searched; then it is the deepest one of its parity.
fn compared(scores: &Scores, solved: bool, errors: &SearchErrors) -> impl Iterator<Item = (u32, u32, f32)> {
    let deepest = scores.by_depth.len() as u32 - 1;
    scores.depths().filter(move |&deep| deep >= 3 && (deep == scores.empties) == solved).filter_map(move |deep| {
        let probe = probe_depth(deep);
        let over = probe.saturating_sub(deepest);
        let shallow = probe.checked_sub(over + over % 2)?;
        Some((deep, shallow, scores.at(deep, errors)? - scores.at(shallow, errors)?))
    })
}
