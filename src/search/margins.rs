//! How far apart the results of a shallow and a deep search are, looked up instead of computed.
//!
//! Knows nothing of positions: what was measured comes with the weights, as [`SearchErrors`].

use super::params::{probcut_caution, probe_depth};
use crate::eval::SearchErrors;
use crate::score::Score;

/// One more than the most empty squares, and than the greatest depth.
const SIZE: usize = 61;

/// The standard deviations for every depth that ProbCut probes, and what leaves are worth beyond their estimates.
pub(super) struct Margins {
    /// By empty squares and depth: between that depth and its probe, and between that depth and the static evaluation.
    deviations: Vec<[(f32, f32); SIZE]>,
    /// By parity of the empty squares, see [`SearchErrors::at_leaf`].
    at_leaf: [Score; 2],
}

impl Margins {
    pub(super) fn new(errors: &SearchErrors) -> Margins {
        let of = |empties: usize, depth: usize| {
            let probe = probe_depth(depth.max(3) as u32) as f32;
            let (empties, depth) = (empties as f32, depth as f32);
            (errors.between(empties, depth.max(3.0), probe), errors.between(empties, depth.max(1.0), 0.0))
        };
        Margins {
            deviations: (0..SIZE).map(|empties| std::array::from_fn(|depth| of(empties, depth))).collect(),
            at_leaf: [0, 1].map(|empties| Score::from_discs(errors.at_leaf(empties))),
        }
    }

    /// The standard deviation, in discs, between the results of a search and of its probe.
    #[inline]
    pub(super) fn of_probe(&self, empties: u32, depth: u32) -> f32 {
        self.at(empties, depth).0
    }

    /// The standard deviation, in discs, between the results of a search and the static evaluation.
    #[inline]
    pub(super) fn of_estimate(&self, empties: u32, depth: u32) -> f32 {
        self.at(empties, depth).1
    }

    #[inline]
    fn at(&self, empties: u32, depth: u32) -> (f32, f32) {
        let (probe, estimate) = self.deviations[(empties as usize).min(SIZE - 1)][(depth as usize).min(SIZE - 1)];
        let caution = probcut_caution() as f32 / 100.0;
        (probe * caution, estimate * caution)
    }

    /// What a leaf with so many empty squares is worth more to the side to move there than the static evaluation says.
    #[inline]
    pub(super) fn at_leaf(&self, empties: u32) -> Score {
        self.at_leaf[empties as usize % 2]
    }
}
