//! Searches and their results as lines of text, for builders on several machines.
//!
//! ```text
//!   ---------------------------OX------XO--------------------------- d3c4 21                    a search
//!   ---------------------------OX------XO--------------------------- d3c4 21 d3 +0.508 21@73%   its result
//! ```

use super::grow::{Evaluation, Request};
use super::key::Key;
use super::text::{value, value_text};
use crate::search::Level;
use emilia_core::{Bitboard, Square};
use std::fmt;

/// The 64 squares, the moves and the level.
impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.key.position())?;
        self.moves.into_iter().try_for_each(|at| write!(f, "{at}"))?;
        write!(f, " {}", self.level.get())
    }
}

impl Request {
    /// The search that a text describes; none if it is not valid.
    #[doc(hidden)]
    pub fn from_text(text: &str) -> Option<Request> {
        let mut words = text.split_whitespace();
        let key = Key::checked(words.next()?.parse().ok()?)?;
        let moves = words.next()?;
        let squares = (0..moves.len()).step_by(2).map(|at| moves.get(at..at + 2)?.parse::<Square>().ok());
        let moves: Bitboard = squares.collect::<Option<Vec<_>>>()?.into_iter().collect();
        let level = words.next()?.parse().ok().and_then(Level::new)?;
        let is_legal = !moves.is_empty() && moves & key.position().moves() == moves;
        Some(Request { key, moves, level }).filter(|_| is_legal && words.next().is_none())
    }

    /// A search with its result as text.
    #[doc(hidden)]
    pub fn text_with(&self, evaluation: Evaluation) -> String {
        format!("{self} {} {}", evaluation.at, value_text(evaluation.value))
    }

    /// The search and the result that a text of [`Request::text_with`] describes; none if it is not valid.
    #[doc(hidden)]
    pub fn with_evaluation(text: &str) -> Option<(Request, Evaluation)> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [position, moves, level, at, score, certainty] = words.as_slice() else { return None };
        let request = Request::from_text(&format!("{position} {moves} {level}"))?;
        let evaluation = Evaluation { at: at.parse().ok()?, value: value(score, certainty).ok()? };
        request.accepts(evaluation).then_some((request, evaluation))
    }
}
