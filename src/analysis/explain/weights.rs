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

/// Discs for one unit of the amount of a kind, in each phase; 0 where it separates nothing.
#[rustfmt::skip]
const WEIGHTS: [[f32; PHASES.len()]; ClaimKind::MEASURED.len()] = [
    [0.00, 0.00, 0.97, 1.98], // TakesCorner
    [4.98, 4.45, 4.03, 1.95], // GivesCorner
    [0.00, 2.35, 1.96, 2.15], // DeniesCorner
    [0.00, 0.00, 0.00, 0.00], // ThreatensCorner
    [6.13, 5.29, 3.07, 0.00], // XSquare
    [4.86, 3.76, 2.03, 0.00], // CSquare
    [0.00, 0.00, 0.00, 0.00], // ForcedPass
    [0.31, 0.46, 0.42, 0.36], // OpponentMobility
    [0.57, 0.20, 0.17, 0.00], // OwnMobility
    [1.93, 1.28, 0.62, 0.27], // Frontier
    [0.00, 0.00, 0.00, 0.00], // Wall
    [1.32, 0.59, 0.53, 0.00], // Quiet
    [0.00, 0.77, 0.38, 0.49], // Stable
    [0.00, 0.00, 0.00, 1.17], // OddRegion
    [0.00, 0.00, 0.52, 1.18], // OwnRegion
    [0.00, 0.00, 0.00, 0.00], // Tempo
    [0.44, 0.00, 0.08, 0.38], // OpponentSafe
    [0.00, 0.16, 0.08, 0.00], // OwnSafe
    [0.00, 0.00, 0.00, 1.32], // Wedge
    [0.00, 1.33, 1.60, 1.04], // Hole
    [0.00, 0.00, 0.00, 0.00], // UnbalancedEdge
    [0.00, 3.57, 1.95, 1.50], // BalancedEdge
    [0.00, 12.61, 3.63, 0.00], // StonerTrap
];

/// The discs that a kind explains of the difference between two moves in this phase, from their amounts: positive if the first one has more.
/// `index` is that of the kind in [`ClaimKind::MEASURED`].
pub(super) fn contribution(index: usize, phase: usize, [one, other]: [&Amounts; 2]) -> f32 {
    WEIGHTS[index][phase] * (one[index] - other[index]) as f32
}
