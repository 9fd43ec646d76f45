//! OBF, a line for a position with the answers to it: `-XXO… X; G8:+18; B1:-2; % FFO #1`.
//!
//! Knows nothing of the search for the answers. Positions are of 8x8 Othello.

use crate::board::Position;
use crate::game::{Board, Colour, Game, Move, ParseMoveError, ParseTurnError, Turn, excerpt};
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// A position with the answers to it.
///
/// # Examples
/// ```
/// use emilia_core::notation::obf::Problem;
///
/// let line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; % FFO #1";
/// let problem: Problem = line.parse()?;
/// assert_eq!((problem.best_score(), problem.comment.as_str()), (Some(18), "FFO #1"));
/// assert_eq!(problem.to_string(), line);
/// # Ok::<(), emilia_core::notation::obf::ObfError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The position as the side to move sees it.
    pub position: Position,
    /// The side to move.
    pub to_move: Colour,
    /// Moves with their scores in discs as the side to move sees them, in the order of the line.
    pub answers: Vec<(Move, Option<i32>)>,
    /// The text after `%`; may be empty.
    pub comment: String,
}

impl Problem {
    /// The problem as the start of a game.
    pub fn game(&self) -> Game {
        Game::from_position(self.position, self.to_move)
    }

    /// The highest score among the answers.
    pub fn best_score(&self) -> Option<i32> {
        self.answers.iter().filter_map(|(_, score)| *score).max()
    }
}

/// The line is not a problem.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct ObfError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: ObfFault,
}

/// What can be wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ObfFault {
    /// The board cannot be read.
    #[error(transparent)]
    Board(#[from] ParseTurnError),
    /// The board is not 8x8.
    #[error("a problem has a board of 8x8, not {0}x{1}")]
    Size(u8, u8),
    /// An answer is not a move.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// An answer's score is not a number of discs.
    #[error("not a score from -64 to +64: {0:?}")]
    Score(String),
    /// An answer is against the rules.
    #[error("not a legal move here: {0}")]
    Illegal(Move),
}

/// Reads the problems of a text line by line; empty lines and lines of comment alone, behind `%` or `#`, are skipped.
///
/// # Errors
/// Each line that is not a problem is an error with its line and column.
pub fn problems(text: &str) -> impl Iterator<Item = Result<Problem, ObfError>> {
    problem_lines(text).map(|(line, text)| text.parse().map_err(|error: ObfError| ObfError { line, ..error }))
}

/// The lines with more than comments, each with its number from 1.
pub(super) fn problem_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_written = |line: &str| !line.split(['%', '#']).next().unwrap_or_default().trim().is_empty();
    (1..).zip(text.lines()).filter(move |(_, line)| is_written(line))
}

/// Reads one line. The side to move may be missing where only one side can move.
impl FromStr for Problem {
    type Err = ObfError;
    fn from_str(line: &str) -> Result<Problem, ObfError> {
        let (body, comment) = line.split_once('%').unwrap_or((line, ""));
        let (board, answers) = body.split_once(';').unwrap_or((body, ""));
        let at = |column, fault| ObfError { line: 1, column, fault };
        let turn = Turn::read(board).map_err(|error| at(column_of(board, &error), error.into()))?;
        let position = turn.position().ok_or_else(|| {
            let shape = turn.board.shape();
            at(1, ObfFault::Size(shape.columns(), shape.rows()))
        })?;
        let comment = comment.trim().to_owned();
        let mut problem = Problem { position, to_move: turn.to_move, answers: Vec::new(), comment };
        let legal = problem.game().legal();
        let mut column = board.chars().count() + 2;
        for text in answers.split(';') {
            if !text.trim().is_empty() {
                let blanks = text.chars().take_while(|letter| letter.is_whitespace()).count();
                problem.answers.push(answer(text.trim(), &legal).map_err(|fault| at(column + blanks, fault))?);
            }
            column += text.chars().count() + 1;
        }
        Ok(problem)
    }
}

fn column_of(board: &str, error: &ParseTurnError) -> usize {
    let end = if let ParseTurnError::Letter { at, .. } = error { *at } else { board.len() };
    board.char_indices().take_while(|(at, _)| *at < end).count() + 1
}

/// An answer such as `G8:+18`, or a move alone.
fn answer(text: &str, legal: &[Move]) -> Result<(Move, Option<i32>), ObfFault> {
    let (mv, score) = text.split_once(':').map_or((text, None), |(mv, score)| (mv, Some(score.trim())));
    let mv = mv.trim().parse()?;
    if !legal.contains(&mv) {
        return Err(ObfFault::Illegal(mv));
    }
    let discs = |score: &str| match score.parse() {
        Ok(discs @ -64..=64) => Ok(discs),
        _ => Err(ObfFault::Score(excerpt(score))),
    };
    Ok((mv, score.map(discs).transpose()?))
}

/// Writes the line that is read, moves in upper case, scores with a sign.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = Turn { board: Board::from_position(self.position, self.to_move), to_move: self.to_move };
        write!(f, "{turn};")?;
        for (mv, score) in &self.answers {
            let name = mv.cell().map_or_else(|| "PS".to_owned(), |cell| cell.to_string().to_ascii_uppercase());
            match score {
                Some(score) => write!(f, " {name}:{score:+};")?,
                None => write!(f, " {name};")?,
            }
        }
        if self.comment.is_empty() { Ok(()) } else { write!(f, " % {}", self.comment) }
    }
}
