//! How strongly each kind of claim separates better moves from worse ones.

use super::amounts::Amounts;
use super::kind::ClaimKind;
use crate::board::Position;

/// The fewest empty squares of each phase: opening, early midgame, late midgame, ending.
pub const PHASES: [u32; 4] = [45, 30, 16, 0];

/// The phase of a position as an index into [`PHASES`].
pub fn phase(position: Position) -> usize {
    PHASES.iter().position(|&fewest| position.empties() >= fewest).unwrap_or(PHASES.len() - 1)
}

/// Discs for one unit of the amount of a kind, in each phase; 0 where it separates nothing beyond what the others do.
///
/// Least squares over the pairs of moves of 5,764 positions of 1,572 games of people, every move scored at level 8, by
/// `examples/explain_weights.rs`; `docs/analysis.md` has the method and the errors.
#[rustfmt::skip]
const WEIGHTS: [[f32; PHASES.len()]; ClaimKind::MEASURED.len()] = [
    [0.00, 0.00, 1.18, 1.81], // TakesCorner
    [5.07, 4.51, 4.03, 2.13], // GivesCorner
    [0.00, 1.72, 1.78, 2.05], // DeniesCorner
    [0.00, 0.00, 0.00, 0.00], // ThreatensCorner
    [6.07, 5.35, 3.03, 0.00], // XSquare
    [4.82, 3.91, 2.11, 0.00], // CSquare
    [0.00, 0.00, 0.00, 0.00], // ForcedPass
    [0.30, 0.40, 0.39, 0.39], // OpponentMobility
    [0.50, 0.20, 0.16, 0.00], // OwnMobility
    [1.86, 1.37, 0.64, 0.30], // Frontier
    [0.00, 0.00, 0.00, 0.00], // Wall
    [1.39, 0.00, 0.47, 0.00], // Quiet
    [0.00, 0.54, 0.39, 0.48], // Stable
    [0.00, 0.00, 0.00, 1.26], // OddRegion
    [0.00, 0.17, 0.51, 1.09], // OwnRegion
    [0.00, 0.00, 0.00, 0.00], // Tempo
    [0.40, 0.06, 0.09, 0.33], // OpponentSafe
    [0.00, 0.17, 0.11, 0.00], // OwnSafe
    [0.00, 0.00, 0.00, 1.14], // Wedge
    [0.00, 1.16, 1.36, 0.91], // Hole
    [0.00, 0.00, 0.00, 0.00], // UnbalancedEdge
    [0.00, 3.65, 1.90, 1.70], // BalancedEdge
    [0.00, 13.09, 2.84, 0.00], // StonerTrap
];

/// The discs that a kind explains of the difference between two moves in this phase, from their amounts: positive if the first one has more.
/// `index` is that of the kind in [`ClaimKind::MEASURED`].
pub(super) fn contribution(index: usize, phase: usize, [one, other]: [&Amounts; 2]) -> f32 {
    WEIGHTS[index][phase] * (one[index] - other[index]) as f32
}
