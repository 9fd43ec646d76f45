//! The result of a search.

use crate::search::{Report, best_value};
use emilia_core::{Certainty, Move, Score, Value};
use std::fmt;
use std::time::Duration;

/// The result of a search: lines of play with their values, best first.
///
/// There is at least one line. It is empty if the game is over or the limits leave no move, and begins with a pass if the side to move has
/// no move.
///
/// # Examples
/// ```
/// use emilia::{Engine, EngineOptions, Limits, Position};
///
/// let mut engine = Engine::new(EngineOptions::default());
/// let analysis = engine.search(&Position::START, &Limits::depth(6));
/// assert!(analysis.best_move().is_some() && !analysis.certainty().is_proved());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Parts"))]
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

/// The lines, best first, each on a line of its own: `+0.34 (12@73%) f5 d6 c3`.
impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.lines.iter().map(Report::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// An analysis as it is read, before it is known that the best line is one of its lines.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Parts {
    lines: Vec<Report<Move>>,
    value: Value,
    best: usize,
}

#[cfg(feature = "serde")]
impl TryFrom<Parts> for Analysis {
    type Error = &'static str;

    fn try_from(Parts { lines, value, best }: Parts) -> Result<Analysis, &'static str> {
        if best < lines.len() {
            Ok(Analysis { lines, value, best })
        } else {
            Err("the best line is not one of the lines")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Analysis;
    use crate::{Engine, EngineOptions, Limits, Position};

    fn analysis() -> Analysis {
        Engine::new(EngineOptions::default()).search(Position::START, &Limits::depth(1).with_lines(2))
    }

    #[test]
    fn an_analysis_is_shown_with_a_line_for_each_move() {
        let text = analysis().to_string();
        assert!(text.lines().count() == 2 && text.lines().all(|line| line.contains(" (1@")), "{text}");
    }

    #[test]
    #[cfg(feature = "serde")]
    fn an_analysis_comes_back_and_one_without_its_best_line_is_refused() {
        let analysis = analysis();
        let text = serde_json::to_string(&analysis).unwrap();
        assert_eq!(serde_json::from_str::<Analysis>(&text).unwrap(), analysis);
        let damaged = text.replace("\"best\":0", "\"best\":2");
        assert!(serde_json::from_str::<Analysis>(&damaged).is_err(), "{damaged}");
    }
}
