//! The difference of the values of two moves, no more certain than they are.

use crate::score::{Certainty, Score, Value};

/// The value of one move less that of another one in the same position; none if bounds say nothing about it.
///
/// It is exact if both are, a bound if that is all that is proved, and else an estimate with the depth of the shallower search.
pub(super) fn between(one: Value, other: Value) -> Option<Value> {
    let clamped = |discs: i32| discs.clamp(Score::MIN.floor(), Score::MAX.floor());
    if one.is_exact() && other.is_exact() {
        return Some(Value::exact(clamped(one.score().floor() - other.score().floor())));
    }
    match (one.certainty(), other.certainty()) {
        (Certainty::Depth { plies, percent }, Certainty::Depth { plies: others, percent: of_other }) => {
            Some(Value::estimate(one.score() - other.score(), plies.min(others), percent.min(of_other)))
        }
        (Certainty::Depth { plies, percent }, _) | (_, Certainty::Depth { plies, percent }) => {
            Some(Value::estimate(one.score() - other.score(), plies, percent))
        }
        _ => {
            let at_least = one.lower().zip(other.upper()).map(|(one, other)| Value::at_least(clamped(one - other)));
            let at_most = one.upper().zip(other.lower()).map(|(one, other)| Value::at_most(clamped(one - other)));
            at_least.or(at_most)
        }
    }
}

/// Discs with a sign: whole ones if they are proved, with one decimal if they are an estimate.
pub(super) fn text(value: Value) -> String {
    let whole = value.score().rounded();
    match value.certainty() {
        Certainty::Exact => format!("{whole:+}"),
        Certainty::AtLeast => format!("{whole:+} or more"),
        Certainty::AtMost => format!("{whole:+} or less"),
        Certainty::Depth { .. } => format!("{:+.1}", value.score().to_discs()),
    }
}
