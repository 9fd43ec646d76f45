//! The result of a search.

use crate::search::{Report, best_value};
use emilia_core::{Certainty, Move, Score, Value};
use std::time::Duration;

/// The result of a search: lines of play with their values, best first.
///
/// There is at least one line. It is empty if the game is over or the limits leave no move, and begins with a pass if the side to move has no move.
///
/// # Examples
/// ```
/// use emilia::{Engine, EngineOptions, Limits, Position};
///
/// let mut engine = Engine::new(EngineOptions::default());
/// let analysis = engine.search(&Position::START, &Limits::depth(6));
/// assert!(analysis.best_move().is_some() && !analysis.certainty().is_proved());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    lines: Vec<Report<Move>>,
    /// The value of the position. `best` is the index of the line with this value.
    value: Value,
    best: usize,
}

impl Analysis {
    /// The result with these lines, best first; `is_complete` if there is one for each move. None without lines.
    pub(super) fn new(lines: Vec<Report<Move>>, is_complete: bool) -> Option<Analysis> {
        let of_lines = || best_value(&lines.iter().map(|line| line.value).collect::<Vec<_>>());
        let of_all = if is_complete && lines.len() > 1 { of_lines() } else { None };
        let (value, best) = of_all.or_else(|| lines.first().map(|line| (line.value, 0)))?;
        Some(Analysis { lines, value, best })
    }

    /// The static evaluation, without a line.
    pub(super) fn of_evaluation(score: Score) -> Analysis {
        let value = Value::estimate(score, 0, 100);
        Analysis { lines: vec![Report { value, line: Vec::new(), nodes: 0, time: Duration::ZERO }], value, best: 0 }
    }

    /// The lines, best first.
    pub fn lines(&self) -> &[Report<Move>] {
        &self.lines
    }

    /// The best line.
    pub fn best(&self) -> &Report<Move> {
        &self.lines[self.best]
    }

    /// The best move; none if the game is over.
    pub fn best_move(&self) -> Option<Move> {
        self.best().line.first().copied()
    }

    /// The value of the position for its side to move.
    pub fn value(&self) -> Value {
        self.value
    }

    /// The score of the position for its side to move, in 1/128 disc.
    pub fn score(&self) -> Score {
        self.value.score()
    }

    /// The certainty of the score.
    pub fn certainty(&self) -> Certainty {
        self.value.certainty()
    }

    /// Nodes visited by all threads.
    pub fn nodes(&self) -> u64 {
        self.best().nodes
    }

    /// The time of the search.
    pub fn time(&self) -> Duration {
        self.best().time
    }
}
