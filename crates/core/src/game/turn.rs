//! A board with the side whose turn it is, as a value and as one line of text.
//!
//! Knows nothing of earlier turns.

use super::{Board, Cells, Colour, Shape};
use crate::board::Position;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// A board and the side to move.
///
/// # Examples
/// ```
/// use emilia_core::{Colour, Turn};
///
/// let turn: Turn = "---------------------------OX------XO--------------------------- X".parse()?;
/// assert_eq!((turn.to_move, turn.board.size(), turn.moves().len()), (Colour::Black, Some(8), 4));
/// # Ok::<(), emilia_core::ParseTurnError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// The discs.
    pub board: Board,
    /// The side to move.
    pub to_move: Colour,
}

impl Turn {
    /// The cells where the side to move may put a disc.
    pub fn moves(&self) -> Cells {
        self.board.moves(self.to_move)
    }

    /// The position of an 8x8 board as the side to move sees it, for any goal of the game; none for other boards.
    pub fn position(&self) -> Option<Position> {
        self.board.position(self.to_move)
    }

    /// The same discs with the other side to move.
    #[must_use]
    pub const fn pass(&self) -> Turn {
        Turn { board: self.board, to_move: self.to_move.other() }
    }
}

/// The cells row by row, a blank, the side to move: `X` or `-`, `O`, then ` X` or ` O`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board, self.to_move.letter())
    }
}

/// The text is not a board with a side to move. Places are bytes into the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseTurnError {
    /// A character that is not part of a board.
    #[error("not a square's content: '{}'", .letter.escape_default())]
    Letter {
        /// The character.
        letter: char,
        /// Its place.
        at: usize,
    },
    /// The squares do not fill a board.
    #[error("expected 64 squares, or those of another board from 4x4 to 10x10, got {0}")]
    Length(usize),
    /// The rows do not have the same length, or there are too few or too many.
    #[error("expected 4 to 10 rows of 4 to 10 squares, all of the same length; row {0} is not one of them")]
    Rows(usize),
    /// There is no side to move at the end, and both sides could move, or neither.
    #[error("the side to move is missing after {0} squares")]
    NoSide(usize),
}

/// Reads what `Display` writes, for every size of board; see [`Turn::read`].
impl FromStr for Turn {
    type Err = ParseTurnError;
    fn from_str(text: &str) -> Result<Turn, ParseTurnError> {
        Turn::read(text)
    }
}

impl Turn {
    /// Reads a board row by row, divided by white space or by nothing, with the side to move behind it as a word of its own.
    ///
    /// Black is `X`, `x`, `*`, `B` or `b`; white is `O`, `o`, `0`, `W` or `w`; an empty cell is `-`, `.` or `_`. Without
    /// a side to move it is the only side that can move. Between the rows there may be `/`, which there must be on a board that is
    /// not a whole square; `#` or `~` stands for a place that is cut off. `~` is for texts in which `#` begins a comment.
    ///
    /// # Errors
    /// If there is another character, the number of squares is not that of a board, or the side to move is missing.
    pub fn read(text: &str) -> Result<Turn, ParseTurnError> {
        let mut rows = vec![Vec::new()];
        for (at, letter) in text.char_indices().filter(|(_, letter)| !letter.is_whitespace()) {
            let content = match letter {
                'X' | 'x' | '*' | 'B' | 'b' => Content::Disc(Colour::Black),
                'O' | 'o' | '0' | 'W' | 'w' => Content::Disc(Colour::White),
                '-' | '.' | '_' => Content::Empty,
                '#' | '~' => Content::CutOff,
                '/' => {
                    rows.push(Vec::new());
                    continue;
                }
                _ => return Err(ParseTurnError::Letter { letter, at }),
            };
            if let Some(row) = rows.last_mut() {
                row.push(content);
            }
        }
        let count = rows.iter().map(Vec::len).sum();
        let mut words = text.split_whitespace().rev().map(|word| word.chars().count());
        let (last, longest) = (words.next(), words.max());
        // A sign apart from longer words is no square.
        let is_apart = last == Some(1) && longest > Some(1);
        if let Some(board) = board_of(&rows).ok().filter(|_| !is_apart) {
            return match (board.moves(Colour::Black).is_empty(), board.moves(Colour::White).is_empty()) {
                (false, true) => Ok(Turn { board, to_move: Colour::Black }),
                (true, false) => Ok(Turn { board, to_move: Colour::White }),
                _ => Err(ParseTurnError::NoSide(count)),
            };
        }
        match rows.last_mut().and_then(Vec::pop) {
            Some(Content::Disc(to_move)) if longest.is_some() => {
                let board = board_of(&rows).map_err(|error| match error {
                    ParseTurnError::Length(squares) if is_apart => ParseTurnError::Length(squares),
                    ParseTurnError::Length(_) => ParseTurnError::Length(count),
                    error => error,
                });
                Ok(Turn { board: board?, to_move })
            }
            _ => Err(ParseTurnError::Length(count)),
        }
    }
}

/// What is written for a place of a board.
#[derive(Clone, Copy, PartialEq)]
enum Content {
    Disc(Colour),
    Empty,
    CutOff,
}

/// The board with these contents, row by row; a single row has those of a whole square.
fn board_of(rows: &[Vec<Content>]) -> Result<Board, ParseTurnError> {
    let count = rows.iter().map(Vec::len).sum();
    let shape = if let [_] = rows {
        let size = Shape::SIDES.into_iter().find(|&size| usize::from(size).pow(2) == count);
        size.and_then(|size| Shape::rectangle(size, size)).ok_or(ParseTurnError::Length(count))?
    } else {
        let columns = rows.first().map_or(0, Vec::len);
        let wrong = |number| ParseTurnError::Rows(number);
        if let Some(at) = rows.iter().position(|row| row.len() != columns) {
            return Err(wrong(at + 1));
        }
        let sides = u8::try_from(columns).ok().zip(u8::try_from(rows.len()).ok());
        sides.and_then(|(columns, rows)| Shape::rectangle(columns, rows)).ok_or(wrong(rows.len()))?
    };
    let places = || shape.places().zip(rows.iter().flatten());
    let of = |wanted| places().filter(move |(_, content)| **content == wanted).map(|(cell, _)| cell).collect::<Cells>();
    let [black, white] = [Colour::Black, Colour::White].map(|colour| of(Content::Disc(colour)));
    let board = Board::empty(shape.without(of(Content::CutOff)));
    Ok(board.with(Colour::Black, black).with(Colour::White, white))
}

#[cfg(test)]
mod tests {
    use super::Turn;

    #[test]
    fn the_squares_of_a_board_of_no_size_are_counted() {
        for (text, count) in [("XXXX", 4), ("XO", 2), ("XXXX O", 4), (&*"X".repeat(63), 63), ("---", 3)] {
            let message = Turn::read(text).expect_err("no board").to_string();
            assert!(message.ends_with(&format!("got {count}")), "{text}: {message}");
        }
    }
}
