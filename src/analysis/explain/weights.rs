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
/// Least squares over the pairs of moves of 10,810 positions of 3,000 games of people, every move scored at level 8, by
/// `examples/explain_weights.rs`; `docs/analysis.md` has the method and the errors.
#[rustfmt::skip]
const WEIGHTS: [[f32; PHASES.len()]; ClaimKind::MEASURED.len()] = [
    [0.00, 0.00, 1.27, 2.00], // TakesCorner
    [4.36, 4.25, 3.98, 1.93], // GivesCorner
    [0.00, 2.46, 1.45, 1.56], // DeniesCorner
    [0.00, 0.00, 0.00, 0.00], // ThreatensCorner
    [6.18, 5.37, 3.09, 0.00], // XSquare
    [4.83, 3.85, 2.04, 0.00], // CSquare
    [0.00, 0.00, 0.00, 0.00], // ForcedPass
    [0.25, 0.39, 0.40, 0.38], // OpponentMobility
    [0.39, 0.16, 0.13, 0.00], // OwnMobility
    [1.89, 1.33, 0.66, 0.19], // Frontier
    [0.00, 0.00, 0.00, 0.00], // Wall
    [1.21, 0.34, 0.39, 0.49], // Quiet
    [0.00, 0.90, 0.34, 0.46], // Stable
    [0.00, 0.00, 0.00, 1.22], // OddRegion
    [0.00, 0.22, 0.51, 1.08], // OwnRegion
    [0.00, 0.00, 0.00, 0.00], // Tempo
    [0.43, 0.06, 0.09, 0.34], // OpponentSafe
    [0.11, 0.20, 0.14, 0.13], // OwnSafe
    [0.00, 0.00, 0.00, 0.90], // Wedge
    [1.38, 1.51, 1.88, 1.07], // Hole
    [0.00, 0.00, 0.00, 0.00], // UnbalancedEdge
    [0.00, 4.68, 1.86, 1.40], // BalancedEdge
    [0.00, 6.89, 2.43, 0.00], // StonerTrap
];

/// The discs that a kind explains of the difference between two moves in this phase, from their amounts: positive if the first one has more.
/// `index` is that of the kind in [`ClaimKind::MEASURED`].
pub(super) fn contribution(index: usize, phase: usize, [one, other]: [&Amounts; 2]) -> f32 {
    WEIGHTS[index][phase] * (one[index] - other[index]) as f32
}
