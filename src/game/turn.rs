//! A board with the side whose turn it is, as a value and as one line of text.
//!
//! Knows nothing of earlier turns.

use super::{Board, Cells, Colour};
use crate::board::Position;
use std::fmt;
use std::str::FromStr;

/// A board and the side to move.
///
/// # Examples
/// ```
/// use emilia::{Colour, Turn};
///
/// let turn: Turn = "---------------------------OX------XO--------------------------- X".parse()?;
/// assert_eq!((turn.to_move, turn.board.size(), turn.moves().len()), (Colour::Black, 8, 4));
/// # Ok::<(), emilia::game::ParseTurnError>(())
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

    /// The position of an 8x8 board as the side to move sees it, for any goal of the game; none for other sizes.
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
///
/// # Examples
/// ```
/// use emilia::Turn;
///
/// let error = "---?".parse::<Turn>().unwrap_err();
/// assert!(error.to_string().contains('?'));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
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
    /// Reads a board row by row with the side to move behind it, white space ignored.
    ///
    /// Black is `X`, `x`, `*`, `B` or `b`; white is `O`, `o`, `0`, `W` or `w`; an empty cell is `-`, `.` or `_`. Without
    /// a side to move it is the only side that can move.
    ///
    /// # Errors
    /// If there is another character, the number of squares is not that of a board, or the side to move is missing.
    pub fn read(text: &str) -> Result<Turn, ParseTurnError> {
        let mut contents = Vec::new();
        for (at, letter) in text.char_indices().filter(|(_, letter)| !letter.is_whitespace()) {
            contents.push(match letter {
                'X' | 'x' | '*' | 'B' | 'b' => Some(Colour::Black),
                'O' | 'o' | '0' | 'W' | 'w' => Some(Colour::White),
                '-' | '.' | '_' => None,
                _ => return Err(ParseTurnError::Letter { letter, at }),
            });
        }
        if let Some(board) = board_of(&contents) {
            return match (board.moves(Colour::Black).is_empty(), board.moves(Colour::White).is_empty()) {
                (false, true) => Ok(Turn { board, to_move: Colour::Black }),
                (true, false) => Ok(Turn { board, to_move: Colour::White }),
                _ => Err(ParseTurnError::NoSide(contents.len())),
            };
        }
        match contents.split_last() {
            Some((Some(to_move), squares)) => {
                let board = board_of(squares).ok_or(ParseTurnError::Length(squares.len()))?;
                Ok(Turn { board, to_move: *to_move })
            }
            _ => Err(ParseTurnError::Length(contents.len())),
        }
    }
}

/// The board filled row by row with these contents; none if no size has this number of cells.
fn board_of(contents: &[Option<Colour>]) -> Option<Board> {
    let size = Board::SIZES.into_iter().find(|&size| usize::from(size).pow(2) == contents.len())?;
    let empty = Board::empty(size)?;
    let of = |colour| {
        empty.cells().zip(contents).filter(move |(_, content)| **content == Some(colour)).map(|(cell, _)| cell)
    };
    Some(empty.with(Colour::Black, of(Colour::Black).collect()).with(Colour::White, of(Colour::White).collect()))
}
