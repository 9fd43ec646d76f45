//! Games as lines of text, for other programs: `random_plies score moves scores`.
//!
//! A game that is over sooner has no more random moves than it has moves. The score is black's discs less white's; the moves are a transcript without passes. The scores, which may be missing, are those
//! of the moves after the random ones, for the side that makes the move, in 1/128 disc, with commas between them; `=` stands before
//! the first exact one: `10 -4 f5d6c3... 130,-97,=512,-512`.

use super::{IllegalGame, LONGEST, Record};
use crate::board::{ParseSquareError, Square};
use crate::score::Score;
use arrayvec::ArrayVec;
use std::fmt;
use std::str::FromStr;

/// A line is no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseGameError {
    /// There are too few or too many words.
    #[error("a game is written as `random_plies score moves [scores]`, not as {0:?}")]
    Words(String),
    /// What should be a number is none, or is out of its range.
    #[error("not a number of {0}: {1:?}")]
    Number(&'static str, String),
    /// A move that is none.
    #[error(transparent)]
    Square(#[from] ParseSquareError),
    /// There is not one score for each move after the random ones, or one move too many.
    #[error("{moves} moves, {random} of them random, do not go with {scores} scores")]
    Count {
        /// The number of moves.
        moves: usize,
        /// Of these the random ones.
        random: usize,
        /// The number of scores.
        scores: usize,
    },
    /// The game is not what the line says.
    #[error(transparent)]
    Illegal(#[from] IllegalGame),
}

/// The line without its end.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.random_plies, self.score)?;
        self.moves.iter().try_for_each(|at| write!(f, "{at}"))?;
        for (i, score) in self.scores.iter().enumerate() {
            let exact = if self.random_plies + i == self.exact_from { "=" } else { "" };
            write!(f, "{}{exact}{}", if i == 0 { ' ' } else { ',' }, score.raw())?;
        }
        Ok(())
    }
}

/// Reads a line, plays the game through, and checks that it is over and that its score is right.
impl FromStr for Record {
    type Err = ParseGameError;

    fn from_str(line: &str) -> Result<Record, ParseGameError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (random, score, transcript, scores) = match words[..] {
            [random, score, transcript] => (random, score, transcript, ""),
            [random, score, transcript, scores] => (random, score, transcript, scores),
            _ => return Err(ParseGameError::Words(line.chars().take(40).collect())),
        };
        let score = number(score, "discs")?;
        let squares = transcript.as_bytes().chunks(2).map(|name| String::from_utf8_lossy(name).parse::<Square>());
        let squares = squares.collect::<Result<Vec<Square>, _>>()?;
        let random_plies = number::<usize>(random, "moves")?.min(squares.len());
        let (mut values, mut exact_from) = (Vec::new(), squares.len());
        for (i, text) in scores.split(',').filter(|_| !scores.is_empty()).enumerate() {
            if text.starts_with('=') {
                exact_from = exact_from.min(random_plies.saturating_add(i));
            }
            let raw: i16 = number(text.strip_prefix('=').unwrap_or(text), "1/128 discs")?;
            values.push(Score::from_raw(raw));
        }
        let count = ParseGameError::Count { moves: squares.len(), random: random_plies, scores: values.len() };
        let all = |squares: &[Square]| ArrayVec::<Square, LONGEST>::try_from(squares).ok();
        let scores = |values: &[Score]| ArrayVec::<Score, LONGEST>::try_from(values).ok();
        let (Some(moves), Some(scores)) = (all(&squares), scores(&values)) else { return Err(count) };
        let record = Record { random_plies, moves, scores, exact_from, score };
        record.check()?;
        if record.is_sound() { Ok(record) } else { Err(count) }
    }
}

fn number<N: FromStr>(text: &str, of: &'static str) -> Result<N, ParseGameError> {
    text.parse().map_err(|_| ParseGameError::Number(of, text.to_owned()))
}
