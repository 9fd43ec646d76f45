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
    [4.0, 4.0, 4.0, 2.0], // takes corner
    [8.0, 8.0, 6.0, 4.0], // gives corner
    [2.0, 2.0, 2.0, 1.0], // denies corner
    [2.0, 2.0, 2.0, 1.0], // threatens corner
    [4.0, 3.0, 2.0, 0.5], // X-square
    [2.0, 1.5, 1.0, 0.3], // C-square
    [0.5, 0.6, 0.6, 0.4], // opponent's mobility
    [0.3, 0.4, 0.4, 0.3], // own mobility
    [1.0, 1.0, 1.0, 1.0], // forced pass
    [0.3, 0.3, 0.2, 0.0], // frontier
    [0.1, 0.1, 0.1, 0.0], // wall
    [0.5, 0.5, 0.3, 0.0], // quiet
    [0.5, 0.5, 0.5, 0.5], // stable
    [0.0, 0.0, 0.5, 1.5], // odd region
    [0.0, 0.5, 1.0, 1.0], // own region
    [0.0, 0.5, 0.5, 1.0], // tempo
    [0.2, 0.3, 0.3, 0.2], // opponent's safe moves
    [0.2, 0.3, 0.3, 0.2], // own safe moves
    [1.0, 1.0, 1.0, 0.5], // wedge
    [0.5, 0.5, 0.5, 0.5], // hole
    [1.0, 1.0, 1.0, 0.5], // unbalanced five
    [0.5, 0.5, 0.5, 0.5], // balanced six
    [1.0, 1.0, 1.0, 1.0], // Stoner trap
];

/// The discs that a kind explains of the difference between two moves in this phase, from their amounts: positive if the first one has more.
/// `index` is that of the kind in [`ClaimKind::MEASURED`].
pub(super) fn contribution(index: usize, phase: usize, [one, other]: [&Amounts; 2]) -> f32 {
    WEIGHTS[index][phase] * (one[index] - other[index]) as f32
}
