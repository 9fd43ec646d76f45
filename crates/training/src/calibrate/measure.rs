//! The scores of the same positions at different depths, from searches without pruning.

use emilia::internal::{
    eval::{SearchErrors, total_mobility},
    search::{Searcher, probe_depth},
};
use emilia::{Limits, Position, Report, Selectivity, Stop, Weights};
use rayon::prelude::*;
use std::sync::Arc;

/// The maximum number of empty squares of a position.
pub(super) const MAX_EMPTIES: u32 = 54;
/// The size of a searcher's transposition table in MiB.
const TABLE_MIB: usize = 16;
/// The maximum number of nodes of the searches of one position: about half a second.
const MAX_NODES: u64 = 1_000_000;
/// Positions with at most this many empty squares are solved.
const MAX_SOLVED_EMPTIES: u32 = 20;
/// Searches end at least this many plies before the end of the game: deeper ones see many final positions and are neither a midgame
/// search nor a solution.
const MIN_PLIES_TO_END: u32 = 4;

/// A position to measure, with its exact score for the side to move if it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SampledPosition {
    pub position: Position,
    pub exact: Option<i8>,
}

/// The scores of a position at several depths, in discs for the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct DepthScores {
    /// The number of empty squares.
    pub empties: u32,
    /// The number of legal moves of both sides together.
    pub mobility: u32,
    /// The scores by depth, from depth 0, the static evaluation. The corrections of leaf scores are not included.
    pub by_depth: Vec<f32>,
    /// The score of perfect play, if it is known.
    pub exact: Option<f32>,
}

/// The difference between the scores of two searches of the same position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScorePair {
    /// The number of empty squares.
    pub empties: u32,
    /// The number of legal moves of both sides together.
    pub mobility: u32,
    /// The greater depth in plies.
    pub deep: u32,
    /// The smaller depth in plies; 0 for the static evaluation.
    pub shallow: u32,
    /// The score of the deep search minus that of the shallow one, in discs.
    pub difference: f32,
}

impl DepthScores {
    /// The score at this depth with the leaf corrections of `errors`; the exact score at a depth of all empty squares. None if it is not
    /// known.
    pub fn at_depth(&self, depth: u32, errors: &SearchErrors) -> Option<f32> {
        if depth == self.empties {
            return self.exact;
        }
        let sign = if depth.is_multiple_of(2) { 1.0 } else { -1.0 };
        Some(self.by_depth.get(depth as usize)? + sign * errors.at_leaf(self.empties - depth))
    }

    /// The depths of the searches from 1, and the number of empty squares if the exact score is known.
    pub fn depths(&self) -> impl Iterator<Item = u32> {
        (1..self.by_depth.len() as u32).chain(self.exact.map(|_| self.empties))
    }

    /// The pairs that ProbCut compares: each depth with its probe and with the static evaluation. The exact score is compared with all
    /// depths, because its own probe would be too expensive.
    pub fn pairs(&self, errors: &SearchErrors) -> Vec<ScorePair> {
        let mut pairs = Vec::new();
        for deep in self.depths() {
            let probes: Vec<u32> = match deep {
                _ if deep == self.empties => (0..self.by_depth.len() as u32).collect(),
                0..3 => vec![0],
                _ => vec![0, probe_depth(deep)],
            };
            for shallow in probes {
                if let (Some(deep_score), Some(score)) = (self.at_depth(deep, errors), self.at_depth(shallow, errors)) {
                    let DepthScores { empties, mobility, .. } = *self;
                    pairs.push(ScorePair { empties, mobility, deep, shallow, difference: deep_score - score });
                }
            }
        }
        pairs
    }
}

/// Searches all positions at depths up to `depth`. The results are in the order of the positions.
pub(super) fn measure(weights: &Arc<Weights>, positions: &[SampledPosition], depth: u32) -> Vec<DepthScores> {
    let searcher = || Searcher::new(weights.clone(), TABLE_MIB, 1);
    let scores = |searcher: &mut Searcher, sampled: &SampledPosition| {
        searcher.clear();
        search_depths(searcher, weights, *sampled, depth)
    };
    positions.par_iter().map_init(searcher, scores).collect()
}

fn search_depths(searcher: &mut Searcher, weights: &Weights, sampled: SampledPosition, depth: u32) -> DepthScores {
    let SampledPosition { position, exact } = sampled;
    let empties = position.empties();
    let mut by_depth = vec![weights.eval_position(position).to_discs()];
    let depth = depth.min(empties.saturating_sub(MIN_PLIES_TO_END));
    let limits = Limits { nodes: Some(MAX_NODES), ..Limits::new(depth, Selectivity::Full) };
    let mut push = |lines: &[Report<_>]| by_depth.extend(lines.first().map(|line| line.score().to_discs()));
    searcher.search(position, &limits, &Stop::new(), &mut push);
    let exact = exact.map(f32::from).or_else(|| {
        let reports = (empties <= MAX_SOLVED_EMPTIES)
            .then(|| searcher.search(position, &Limits::exact(), &Stop::new(), &mut |_: &[Report<_>]| {}));
        reports?.first().map(|report| report.score().to_discs())
    });
    DepthScores { empties, mobility: total_mobility(position), by_depth, exact }
}
