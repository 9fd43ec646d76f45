//! The difference of the values of two moves, no more certain than they are.

use emilia::{Certainty, Score, Value};

/// The value of one move less that of another one in the same position; none if bounds say nothing about it.
///
/// It is exact if both are, a bound if that is all that is proved, and else an estimate with the depth of the shallower search.
pub(super) fn between(one: Value, other: Value) -> Option<Value> {
    // Differences may be larger than every score, of which they are bounds then.
    let (least, most) = (Score::MIN.floor(), Score::MAX.floor());
    let at_least = |discs: i32| (discs >= least).then(|| Value::at_least(discs.min(most)));
    let at_most = |discs: i32| (discs <= most).then(|| Value::at_most(discs.max(least)));
    if one.is_exact() && other.is_exact() {
        return match one.score().floor() - other.score().floor() {
            discs if discs > most => at_least(discs),
            discs if discs < least => at_most(discs),
            discs => Some(Value::exact(discs)),
        };
    }
    match (one.certainty(), other.certainty()) {
        (Certainty::Depth { plies, percent }, Certainty::Depth { plies: others, percent: of_other }) => {
            Some(Value::estimate(one.score() - other.score(), plies.min(others), percent.min(of_other)))
        }
        (Certainty::Depth { plies, percent }, _) | (_, Certainty::Depth { plies, percent }) => {
            Some(Value::estimate(one.score() - other.score(), plies, percent))
        }
        _ => {
            let from_below = one.lower().zip(other.upper()).and_then(|(one, other)| at_least(one - other));
            let from_above = || one.upper().zip(other.lower()).and_then(|(one, other)| at_most(one - other));
            from_below.or_else(from_above)
        }
    }
}

/// The size of a difference with these words and its certainty: `6 discs better (exact)`, `at least 6 discs better (proved)`,
/// `5.8 discs better (12@73%)`.
pub(super) fn size(value: Value, words: &str) -> String {
    let whole = value.score().rounded().abs();
    match value.certainty() {
        Certainty::Exact => format!("{whole} discs{words} (exact)"),
        Certainty::AtLeast | Certainty::AtMost => format!("at least {whole} discs{words} (proved)"),
        certainty @ Certainty::Depth { .. } => {
            format!("{:.1} discs{words} ({certainty})", value.score().to_discs().abs())
        }
    }
}
