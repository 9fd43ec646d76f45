//! Numbers as JSON.

use emilia::score::Score;
use serde_json::{Value, json};

/// A whole number of discs where it is one, else with two decimals.
pub(crate) fn number(score: Score) -> Value {
    match score.raw() % Score::UNIT {
        0 => json!(score.rounded()),
        _ => json!(rounded(f64::from(score.to_discs()), 1e2)),
    }
}

/// The nearest multiple of 1/`steps`.
pub(crate) fn rounded(number: f64, steps: f64) -> f64 {
    (number * steps).round() / steps
}
