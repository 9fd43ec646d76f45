//! What a search tells while it runs and when it ends, and how it is stopped.

use crate::score::{Certainty, Score, Value};
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A result: a line of play, its score for the side to move at the root, and how certain that is.
///
/// Where one line is asked for, the value is that of the position. Where several are, each value is that of the line's first move:
/// what the position is worth follows from all of them, see [`best_value`].
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The score for the side to move at the root, with its certainty.
    pub value: Value,
    /// The expected moves, the best one first; empty if the game is over.
    pub line: Vec<M>,
    /// Positions visited since the search began, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

impl<M> Report<M> {
    /// The score for the side to move at the root, in fractions of a disc.
    pub fn score(&self) -> Score {
        self.value.score()
    }

    /// How far the score can be trusted.
    pub fn certainty(&self) -> Certainty {
        self.value.certainty()
    }
}

/// What a position is worth whose legal moves have these values, one each, and the number of the move that says so; none without
/// moves.
///
/// The position is worth at least what any move is proved to be worth, and at most the greatest upper bound if every move has one.
/// Where a move without an upper bound is estimated above all that is proved, the estimate stands.
pub fn best_value(moves: &[Value]) -> Option<(Value, usize)> {
    let numbered = || moves.iter().copied().enumerate();
    // Of equals the first.
    let best = |bound: fn(Value) -> Option<i32>| {
        numbered().filter_map(|(n, value)| Some((bound(value)?, n))).max_by_key(|&(bound, n)| (bound, Reverse(n)))
    };
    let lower = best(Value::lower);
    let upper = best(Value::upper).filter(|_| moves.iter().all(|value| value.upper().is_some()));
    let estimate = numbered()
        .filter(|(_, value)| !value.certainty().is_proved())
        .max_by_key(|&(n, value)| (value.score(), Reverse(n)));
    match (lower, upper, estimate) {
        (Some((least, n)), Some((most, _)), _) if least == most => Some((Value::exact(least), n)),
        (Some((least, n)), ..) if least == Score::MAX.floor() => Some((Value::exact(least), n)),
        (Some((least, _)), _, Some((n, value))) if value.score() > Score::discs(least) => Some((value, n)),
        (Some((least, n)), ..) => Some((Value::at_least(least), n)),
        (None, _, Some((n, value))) => Some((value, n)),
        (None, Some((most, n)), None) => Some((Value::at_most(most), n)),
        (None, None, None) => None,
    }
}

/// Something that is told the results of each finished depth, all lines asked for at once, best first.
pub trait Observer<M>: Send {
    /// Takes note of the lines of a finished depth.
    fn report(&mut self, lines: &[Report<M>]);
}

impl<M, F: FnMut(&[Report<M>]) + Send> Observer<M> for F {
    fn report(&mut self, lines: &[Report<M>]) {
        self(lines);
    }
}

/// A request to stop, shared between those who may ask and the search that obeys.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A request not yet made.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Asks to stop. The search ends within milliseconds.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::{Score, Value, best_value};

    fn estimate(discs: f32) -> Value {
        Value::estimate(Score::from_discs(discs), 8, 73)
    }

    #[test]
    fn a_position_is_exact_only_if_no_other_move_can_be_better() {
        let [four, least, most] = [Value::exact(4), Value::at_least(2), Value::at_most(6)];
        for (moves, expected) in [
            (vec![four, Value::at_most(4), Value::exact(-2)], (four, 0)),
            (vec![Value::exact(-2), four], (four, 1)),
            (vec![four, most], (Value::at_least(4), 0)),
            (vec![four, least], (Value::at_least(4), 0)),
            (vec![least, Value::exact(-2)], (least, 0)),
            (vec![four, estimate(3.5)], (Value::at_least(4), 0)),
            (vec![four, estimate(4.5)], (estimate(4.5), 1)),
            (vec![estimate(-1.0), most, estimate(1.0)], (estimate(1.0), 2)),
            (vec![most, Value::at_most(-4)], (most, 0)),
            (vec![estimate(1.0), Value::exact(64)], (Value::exact(64), 1)),
            (vec![four, four], (four, 0)),
        ] {
            assert_eq!(best_value(&moves), Some(expected), "{moves:?}");
        }
        assert_eq!(best_value(&[]), None);
    }
}
