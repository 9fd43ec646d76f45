//! How strongly each kind of claim separates better moves from worse ones.

use super::amounts::Amounts;
use super::kind::ClaimKind;
use emilia::Position;

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
    [0.00, 0.00, 0.00, 2.10], // TakesCorner
    [3.54, 3.97, 3.68, 2.48], // GivesCorner
    [0.00, 7.17, 2.35, 1.55], // DeniesCorner
    [0.00, 2.70, 0.00, 0.00], // WinsCorner
    [6.75, 5.74, 3.34, 0.00], // XSquare
    [5.95, 4.39, 2.47, 0.00], // CSquare
    [0.00, 0.00, 0.00, 0.00], // ForcedPass
    [0.34, 0.35, 0.38, 0.40], // OpponentMobility
    [0.22, 0.18, 0.23, 0.00], // OwnMobility
    [1.94, 1.33, 0.67, 0.39], // Frontier
    [0.00, 0.00, 0.00, 0.00], // Wall
    [0.89, 1.15, 1.32, 0.00], // Quiet
    [0.00, 0.00, 0.45, 0.42], // Stable
    [0.00, 0.00, 0.00, 0.95], // OddRegion
    [0.00, 0.00, 0.54, 1.07], // OwnRegion
    [5.71, 1.75, 0.00, 0.00], // Tempo
    [0.28, 0.00, 0.00, 0.31], // OpponentSafe
    [0.32, 0.21, 0.15, 0.00], // OwnSafe
    [0.00, 0.00, 0.00, 0.00], // Wedge
    [0.00, 2.36, 1.04, 1.36], // Hole
    [0.00, 0.00, 0.00, 0.00], // UnbalancedEdge
    [0.00, 0.00, 0.00, 0.00], // BalancedEdge
    [0.00, 0.00, 0.00, 0.00], // StonerTrap
];

/// The discs that a kind explains of the difference between two moves in this phase, from their amounts: positive if the first one has more.
/// `index` is that of the kind in [`ClaimKind::MEASURED`].
pub(super) fn contribution(index: usize, phase: usize, [one, other]: [&Amounts; 2]) -> f32 {
    WEIGHTS[index][phase] * (one[index] - other[index]) as f32
}
