//! How results and events are put into JSON.

use crate::game::Move;
use crate::score::Score;
use crate::search::Proof;
use serde_json::{Value, json};

/// The moves as text.
pub(super) fn line(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// A whole number where it is one, else with two decimals.
pub(super) fn number(score: Score) -> Value {
    match score.raw() % Score::UNIT {
        0 => json!(score.rounded()),
        _ => json!(rounded(f64::from(score.to_discs()), 1e2)),
    }
}

/// The nearest multiple of 1/`steps`.
pub(super) fn rounded(number: f64, steps: f64) -> f64 {
    (number * steps).round() / steps
}

/// A move with its bounds.
pub(super) fn proof(proof: &Proof) -> Value {
    json!({ "move": proof.at.to_string(), "lower": proof.lower, "upper": proof.upper })
}
