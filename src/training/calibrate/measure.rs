//! What searches to different depths, none of them pruned, find of the same positions.

use crate::board::Position;
use crate::eval::{SearchErrors, Weights, total_mobility};
use crate::search::{Limits, Report, Searcher, Selectivity, Stop, probe_depth};
use rayon::prelude::*;
use std::sync::Arc;

/// The most empty squares of a position.
pub(super) const MOST_EMPTIES: u32 = 54;
/// The table of a searcher in MiB.
const HASH: usize = 16;
/// Positions that the searches of one visit at most, about: half a second of work.
const NODES: u64 = 1_000_000;
/// The most empty squares of a position that is solved.
const SOLVED: u32 = 20;
/// Searches that come nearer to the end of the game than this see much of it: they are neither a midgame nor a solution.
const CLEAR_OF_THE_END: u32 = 4;

/// A position to measure with, with its exact score for the side to move, if it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Subject {
    pub position: Position,
    pub exact: Option<i8>,
}

/// What was found of a position, in discs for the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Scores {
    /// How many squares are empty.
    pub empties: u32,
    /// How many moves both sides have.
    pub mobility: u32,
    /// By depth, 0 for the static evaluation, without what leaves are worth beyond it.
    pub by_depth: Vec<f32>,
    /// The score of perfect play, if it is known.
    pub exact: Option<f32>,
}

/// What two searches of the same position found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair {
    /// How many squares are empty.
    pub empties: u32,
    /// How many moves both sides have.
    pub mobility: u32,
    /// The greater depth.
    pub deep: u32,
    /// The smaller one, 0 for the static evaluation.
    pub shallow: u32,
    /// The score of the deep search less that of the shallow one, in discs.
    pub difference: f32,
}

impl Scores {
    /// The score of a search to this depth whose leaves are worth what these errors say.
    pub fn at(&self, depth: u32, errors: &SearchErrors) -> Option<f32> {
        if depth == self.empties {
            return self.exact;
        }
        let sign = if depth.is_multiple_of(2) { 1.0 } else { -1.0 };
        Some(self.by_depth.get(depth as usize)? + sign * errors.at_leaf(self.empties - depth))
    }

    /// The depths that were searched to, perfect play among them.
    pub fn depths(&self) -> impl Iterator<Item = u32> {
        (1..self.by_depth.len() as u32).chain(self.exact.map(|_| self.empties))
    }

    /// What the search compares: every depth with its probe and with the static evaluation. Perfect play is compared with all
    /// depths, as its own probe takes too long.
    pub fn pairs(&self, errors: &SearchErrors) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for deep in self.depths() {
            let probes: Vec<u32> = match deep {
                _ if deep == self.empties => (0..self.by_depth.len() as u32).collect(),
                0..3 => vec![0],
                _ => vec![0, probe_depth(deep)],
            };
            for shallow in probes {
                if let (Some(far), Some(near)) = (self.at(deep, errors), self.at(shallow, errors)) {
                    let Scores { empties, mobility, .. } = *self;
                    pairs.push(Pair { empties, mobility, deep, shallow, difference: far - near });
                }
            }
        }
        pairs
    }
}

/// The scores of all positions at depths up to this one, in their order.
pub(super) fn measure(weights: &Arc<Weights>, subjects: &[Subject], depth: u32) -> Vec<Scores> {
    let searcher = || Searcher::new(weights.clone(), HASH, 1);
    let scores = |searcher: &mut Searcher, subject: &Subject| {
        searcher.clear();
        scores(searcher, weights, *subject, depth)
    };
    subjects.par_iter().map_init(searcher, scores).collect()
}

fn scores(searcher: &mut Searcher, weights: &Weights, Subject { position, exact }: Subject, depth: u32) -> Scores {
    let empties = position.empties();
    let mut by_depth = vec![weights.eval_position(position).to_discs()];
    let depth = depth.min(empties.saturating_sub(CLEAR_OF_THE_END));
    let limits = Limits { nodes: Some(NODES), ..Limits::new(depth, Selectivity::Full) };
    let mut keep = |lines: &[Report<_>]| by_depth.extend(lines.first().map(|line| line.score().to_discs()));
    searcher.search(position, &limits, &Stop::new(), &mut keep);
    let exact = exact.map(f32::from).or_else(|| {
        let reports = (empties <= SOLVED)
            .then(|| searcher.search(position, &Limits::exact(), &Stop::new(), &mut |_: &[Report<_>]| {}));
        reports?.first().map(|report| report.score().to_discs())
    });
    Scores { empties, mobility: total_mobility(position), by_depth, exact }
}
