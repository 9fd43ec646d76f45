//! The result of a search, its observer, and the request to stop it.

use emilia_core::{Certainty, Score, Value};
use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A result: a line of moves, its score for the side to move at the root, and the certainty of the score.
///
/// If one line is wanted, the value is that of the position. If several are, each value is that of the line's first move; the value
/// of the position follows from all of them, see [`best_value`].
///
/// # Examples
/// ```
/// use emilia::{Engine, EngineOptions, Limits, Position, Report};
///
/// let analysis = Engine::new(EngineOptions::default()).search(&Position::START, &Limits::depth(6).with_lines(4));
/// let report: &Report<_> = &analysis.lines()[3];
/// assert!(report.nodes > 0 && report.score() <= analysis.score());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Report<M> {
    /// The score for the side to move at the root, with its certainty.
    pub value: Value,
    /// The expected moves, the best one first; empty if the game is over. Those of an exact score are perfect play, to the end of the game
    /// unless the search was stopped or has forgotten a proof. Those of a bound may begin with its move alone.
    pub line: Vec<M>,
    /// Nodes visited since the search began, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

impl<M> Report<M> {
    /// The score for the side to move at the root, in fractions of a disc.
    pub fn score(&self) -> Score {
        self.value.score()
    }

    /// The certainty of the score.
    pub fn certainty(&self) -> Certainty {
        self.value.certainty()
    }

    /// The first of these lines, one for each move of a position, whose move is proved to be as good as every other one; none if no move is.
    ///
    /// # Examples
    /// ```
    /// use emilia::{Report, Square, Value};
    /// use std::time::Duration;
    ///
    /// let line = |at, value| Report { value, line: vec![at], nodes: 1, time: Duration::ZERO };
    /// let [least, most] = [line(Square::B5, Value::exact(-64)), line(Square::C8, Value::at_most(-2))];
    /// // c8 may get as little as b5.
    /// assert_eq!(Report::proved_best(&[most, least.clone()]), None);
    /// assert_eq!(Report::proved_best(std::slice::from_ref(&least)), Some(&least));
    /// ```
    pub fn proved_best(lines: &[Report<M>]) -> Option<&Report<M>> {
        let is_best = |n: usize| {
            let others = || lines[..n].iter().chain(&lines[n + 1..]);
            let is_reached = |least: i32| others().all(|line| line.value.upper().is_some_and(|most| most <= least));
            others().next().is_none() || lines[n].value.lower().is_some_and(is_reached)
        };
        (0..lines.len()).find(|&n| is_best(n)).map(|n| &lines[n])
    }

    /// What orders lines, the greatest first: the score, and of equal scores one that no more than an upper bound is known of last.
    pub(super) fn rank(&self) -> (Score, bool) {
        (self.score(), self.certainty() != Certainty::AtMost)
    }
}

/// The value and the moves: `+0.34 (12@73%) f5 d6 c3`.
impl<M: fmt::Display> fmt::Display for Report<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        self.line.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// The value of a position whose legal moves have these values, and the index of the move that has it; none without moves.
///
/// The greatest lower bound of a move is one for the position. The greatest upper bound is one if every move has an upper bound.
/// An estimate above all lower bounds is the result as an estimate.
pub fn best_value(moves: &[Value]) -> Option<(Value, usize)> {
    let numbered = || moves.iter().copied().enumerate();
    // Of equal bounds the first.
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
        // That a move loses every square is no bound for the position.
        (Some((least, n)), ..) if least > Score::MIN.floor() => Some((Value::at_least(least), n)),
        (_, _, Some((n, value))) => Some((value, n)),
        (_, Some((most, n)), None) => Some((Value::at_most(most), n)),
        (Some((least, n)), None, None) => Some((Value::at_least(least), n)),
        (None, None, None) => None,
    }
}

/// An observer of finished iterations. Any closure is one.
///
/// # Examples
/// ```
/// use emilia::{Observer, Report, Square};
///
/// let mut count = 0;
/// let mut observer = |lines: &[Report<Square>]| count += lines.len();
/// observer.report(&[]);
/// assert_eq!(count, 0);
/// ```
pub trait Observer<M>: Send {
    /// Called with all lines of a finished iteration, best first.
    fn report(&mut self, lines: &[Report<M>]);
}

impl<M, F: FnMut(&[Report<M>]) + Send> Observer<M> for F {
    fn report(&mut self, lines: &[Report<M>]) {
        self(lines);
    }
}

/// A request to stop, shared by its owners and the search. Clones share one request.
///
/// # Examples
/// ```
/// use emilia::Stop;
///
/// let stop = Stop::new();
/// let other = stop.clone();
/// std::thread::spawn(move || other.request()).join().unwrap();
/// assert!(stop.is_requested());
/// ```
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A request that is not made yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Requests the stop. The search ends within milliseconds.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the stop was requested.
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
            (vec![Value::at_most(-8), Value::at_most(-2), Value::exact(-64)], (Value::at_most(-2), 1)),
            (vec![Value::exact(-64), estimate(-64.0)], (estimate(-64.0), 1)),
            (vec![Value::exact(-64), Value::exact(-64)], (Value::exact(-64), 0)),
            (vec![estimate(1.0), Value::exact(64)], (Value::exact(64), 1)),
            (vec![four, four], (four, 0)),
        ] {
            assert_eq!(best_value(&moves), Some(expected), "{moves:?}");
        }
        assert_eq!(best_value(&[]), None);
    }
}
