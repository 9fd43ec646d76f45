//! How far a value is from perfect play.

use crate::eval::{Weights, total_mobility};
use crate::search::Selectivity;
use emilia_core::{Certainty, Position, Value};

/// The error, in discs, that remains however deep a search is, as long as it ends before the game. The differences between depths do not
/// show it. Fitted to searches of 400 solved positions with 24 empty squares to depths of 6 to 22.
const BEYOND_THE_HORIZON: f32 = 1.9;

/// Fewest empty squares with forward pruning in a search to the end of the game: the positions after a move of smaller ones are endings,
/// which are searched without an evaluation.
const LEAST_PRUNED: u32 = 15;

/// The logarithm of the error, in discs, of searches to the end of the game with forward pruning: a constant, and the factors of the margin
/// of a cut in standard deviations, of the empty squares above 20, of the distance of the score from zero in tens of discs, and of its
/// square. Fitted by `examples/ending_errors.rs` of this crate.
const SELECTIVE_ENDING: [f32; 5] = [0.74, -0.75, 0.034, 0.35, -0.074];

/// The root of the mean square error in discs, see [`super::Engine::deviation`].
pub(super) fn deviation(position: Position, value: Value, weights: &Weights) -> f32 {
    let Certainty::Depth { plies, percent } = value.certainty() else { return 0.0 };
    if is_to_the_end(value, position.empties()) {
        return of_selective_ending(position.empties(), percent, value.score().to_discs());
    }
    let (empties, mobility) = (position.empties() as f32, total_mobility(position) as f32);
    weights.errors().between(empties, mobility, empties, plies.into()).hypot(BEYOND_THE_HORIZON)
}

/// Whether this is the result of a search to the end of the game with forward pruning, in a position with this number of empty squares: it
/// looks like a solution and is none.
pub fn is_provisional(value: Value, empties: u32) -> bool {
    empties >= LEAST_PRUNED && is_to_the_end(value, empties)
}

/// Whether this is the result of a search to the end of the game that proves nothing.
pub(super) fn is_to_the_end(value: Value, empties: u32) -> bool {
    matches!(value.certainty(), Certainty::Depth { plies, .. } if u32::from(plies) >= empties)
}

/// The same for a search to the end of the game with forward pruning at this confidence.
fn of_selective_ending(empties: u32, percent: u8, score: f32) -> f32 {
    let margin = Selectivity::from_percent(percent.into()).and_then(Selectivity::deviations);
    let Some(margin) = margin.filter(|_| empties >= LEAST_PRUNED) else { return 0.0 };
    let distance = score.abs() / 10.0;
    let terms = [1.0, margin, empties as f32 - 20.0, distance, distance * distance];
    SELECTIVE_ENDING.iter().zip(terms).map(|(factor, term)| factor * term).sum::<f32>().exp()
}
