//! Games as lines of text: `random_plies score moves [scores]`.
//!
//! The line `10 -4 f5d6c3... 130,-97,=512,-512` has 10 random moves and a final score of -4 discs for black. The moves are a transcript
//! without passes. The optional scores are those of the moves after the random ones, for the side that moves, in 1/128 disc, separated by
//! commas; `=` marks the first exact one. A number of random moves above the number of moves is reduced to it.

use super::{GameError, GameRecord, MAX_MOVES};
use arrayvec::ArrayVec;
use emilia::{ParseSquareError, Score, Square};
use std::fmt;
use std::str::FromStr;

/// The unit of the scores.
const UNIT: &str = "1/128 discs";

/// A line of text is not a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseGameError {
    /// The line has fewer than three or more than four fields. Contains its first 40 characters.
    #[error("expected `random_plies score moves [scores]`, got {0:?}")]
    Fields(String),
    /// A field is not a number or out of range. Contains the unit and the field.
    #[error("not a number of {0}: {1:?}")]
    Number(&'static str, String),
    /// A move is not the name of a square.
    #[error(transparent)]
    Square(#[from] ParseSquareError),
    /// The number of scores is not the number of moves after the random ones, or there are more than 60 moves.
    #[error("{scores} scores do not fit {moves} moves, {random} of them random")]
    Count {
        /// The number of moves.
        moves: usize,
        /// The number of random moves.
        random: usize,
        /// The number of scores.
        scores: usize,
    },
    /// The moves are illegal or contradict the final score.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// Formats the game as a line of text without its line ending.
impl fmt::Display for GameRecord {
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

/// Parses a line of text. Checks that all moves are legal, that the game is over, and that its score is right.
impl FromStr for GameRecord {
    type Err = ParseGameError;

    fn from_str(line: &str) -> Result<GameRecord, ParseGameError> {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let (random, score, transcript, scores) = match fields[..] {
            [random, score, transcript] => (random, score, transcript, ""),
            [random, score, transcript, scores] => (random, score, transcript, scores),
            _ => return Err(ParseGameError::Fields(line.chars().take(40).collect())),
        };
        let score = parse_number(score, "discs")?;
        let squares = transcript.as_bytes().chunks(2).map(|name| String::from_utf8_lossy(name).parse::<Square>());
        let squares = squares.collect::<Result<Vec<Square>, _>>()?;
        let random_plies = parse_number::<usize>(random, "moves")?.min(squares.len());
        let (mut values, mut exact_from) = (Vec::new(), squares.len());
        for (i, text) in scores.split(',').filter(|_| !scores.is_empty()).enumerate() {
            if text.starts_with('=') {
                exact_from = exact_from.min(random_plies.saturating_add(i));
            }
            let number = text.strip_prefix('=').unwrap_or(text);
            let score = Score::from_raw(parse_number(number, UNIT)?);
            if !(Score::MIN..=Score::MAX).contains(&score) {
                return Err(ParseGameError::Number(UNIT, number.to_owned()));
            }
            values.push(score);
        }
        let count = ParseGameError::Count { moves: squares.len(), random: random_plies, scores: values.len() };
        let moves = ArrayVec::<Square, MAX_MOVES>::try_from(squares.as_slice());
        let scores = ArrayVec::<Score, MAX_MOVES>::try_from(values.as_slice());
        let (Ok(moves), Ok(scores)) = (moves, scores) else { return Err(count) };
        let record = GameRecord { random_plies, moves, scores, exact_from, score };
        record.check()?;
        if record.is_consistent() { Ok(record) } else { Err(count) }
    }
}

fn parse_number<N: FromStr>(text: &str, unit: &'static str) -> Result<N, ParseGameError> {
    text.parse().map_err(|_| ParseGameError::Number(unit, text.to_owned()))
}
