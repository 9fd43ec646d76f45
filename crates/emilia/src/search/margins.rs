//! The standard deviation between the results of shallow and deep searches, in tables.
//!
//! The measured errors come with the weights, as [`SearchErrors`].

use super::params::{probcut_caution, probe_depth};
use crate::eval::SearchErrors;
use emilia_core::Score;

/// One more than the most empty squares, and than the greatest depth.
const SIZE: usize = 61;
/// One more than the greatest total mobility that is distinguished.
const MOBILITIES: usize = 64;

/// The standard deviations for every depth that ProbCut probes, and the correction of leaves.
pub(super) struct Margins {
    /// By empty squares and depth: between that depth and its probe, and between that depth and the static evaluation, where neither
    /// side has a move (total mobility 0).
    deviations: Vec<[(f32, f32); SIZE]>,
    /// The factor of the deviations by total mobility.
    uncertainties: [f32; MOBILITIES],
    /// By empty squares, see [`SearchErrors::leaf`].
    at_leaf: [Score; SIZE],
}

impl Margins {
    pub(super) fn new(errors: &SearchErrors) -> Margins {
        let of = |empties: usize, depth: usize| {
            let probe = probe_depth(depth.max(3) as u32) as f32;
            let (empties, depth) = (empties as f32, depth as f32);
            let between = |deep, shallow| errors.between(empties, 0.0, deep, shallow);
            (between(depth.max(3.0), probe), between(depth.max(1.0), 0.0))
        };
        let uncertainty = |mobility: usize| {
            let of = |mobility| errors.between(0.0, mobility, 1.0, 0.0);
            of(mobility as f32) / of(0.0)
        };
        Margins {
            deviations: (0..SIZE).map(|empties| std::array::from_fn(|depth| of(empties, depth))).collect(),
            uncertainties: std::array::from_fn(uncertainty),
            at_leaf: std::array::from_fn(|empties| Score::from_discs(errors.at_leaf(empties as u32))),
        }
    }

    /// The standard deviation, in discs, between the results of a search and of its probe, for a position of this uncertainty.
    #[inline]
    pub(super) fn of_probe(&self, empties: u32, depth: u32, uncertainty: f32) -> f32 {
        uncertainty * self.at(empties, depth).0
    }

    /// The standard deviation, in discs, between the result of a search and the static evaluation, for a position of this uncertainty.
    #[inline]
    pub(super) fn of_estimate(&self, empties: u32, depth: u32, uncertainty: f32) -> f32 {
        uncertainty * self.at(empties, depth).1
    }

    #[inline]
    fn at(&self, empties: u32, depth: u32) -> (f32, f32) {
        self.deviations[(empties as usize).min(SIZE - 1)][(depth as usize).min(SIZE - 1)]
    }

    /// The factor by which the errors in a position with this mobility exceed those without any.
    #[inline]
    pub(super) fn uncertainty(&self, mobility: [u32; 2]) -> f32 {
        self.uncertainties[(mobility.iter().sum::<u32>() as usize).min(MOBILITIES - 1)] * probcut_caution() as f32
            / 100.0
    }

    /// The correction of the static evaluation of a leaf with this number of empty squares, for its side to move.
    #[inline]
    pub(super) fn at_leaf(&self, empties: u32) -> Score {
        self.at_leaf[(empties as usize).min(SIZE - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::Margins;
    use crate::eval::{SearchErrors, mobility, total_mobility};
    use crate::search::probe_depth;
    use emilia_core::{Bitboard, Position};

    #[test]
    fn the_tables_hold_the_measured_errors() {
        let errors = SearchErrors {
            leaf: std::array::from_fn(|empties| empties as f32 / 8.0),
            deviation: [1.4, 0.03, -0.0006, 0.2, -0.08, -0.04],
        };
        let margins = Margins::new(&errors);
        let after = Position::START.moves().filter_map(|at| Position::START.try_play(at));
        // A position without moves for either side.
        let still = Position::new(Bitboard(0xFF), Bitboard(0xFF << 56)).expect("a position");
        for position in after.chain([Position::START, still]) {
            let (empties, uncertainty) = (position.empties(), margins.uncertainty(mobility(position)));
            let between = |deep: u32, shallow: u32| {
                errors.between(empties as f32, total_mobility(position) as f32, deep as f32, shallow as f32)
            };
            for depth in 3..=empties {
                let pairs = [
                    (margins.of_probe(empties, depth, uncertainty), between(depth, probe_depth(depth))),
                    (margins.of_estimate(empties, depth, uncertainty), between(depth, 0)),
                ];
                assert!(pairs.iter().all(|(found, truth)| (found / truth - 1.0).abs() < 1e-4), "{pairs:?}");
            }
            assert_eq!(margins.at_leaf(empties).to_discs(), empties as f32 / 8.0);
        }
    }
}
