//! How results and events are put into JSON.

use emilia::game::Move;
use emilia::search::Proof;
use serde_json::{Value, json};

pub(super) fn line(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// A move with its bounds.
pub(super) fn proof(proof: &Proof) -> Value {
    json!({ "move": proof.at.to_string(), "lower": proof.lower, "upper": proof.upper })
}
