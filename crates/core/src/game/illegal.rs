//! Why a move is refused.

use super::{Cell, Colour, Move};

/// The rules forbid the move.
///
/// # Examples
/// ```
/// use emilia_core::{Game, Square};
///
/// let error = Game::default().play(Square::A1.into()).unwrap_err();
/// assert_eq!(error.to_string(), "no disc is flipped by a1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over, there is no move {0}")]
    Over(Move),
    /// The cell is not on the board.
    #[error("not on the board: {0}")]
    OffBoard(Cell),
    /// The cell has a disc.
    #[error("there is already a disc on {0}")]
    Occupied(Cell),
    /// The disc would flip nothing.
    #[error("no disc is flipped by {0}")]
    NoFlip(Cell),
    /// The disc would flip nothing and be beside no disc of the same side.
    #[error("no disc is flipped by {0}, and no own disc is beside it")]
    NotBeside(Cell),
    /// The disc closes several lines, of which one is to be named.
    #[error("one of several lines is to be named by the disc at its end, as in f5xc5, not {0} alone")]
    Lines(Cell),
    /// The line that is named is not one to turn alone.
    #[error("no line is turned by {0}")]
    NoLine(Move),
    /// One of the first discs outside the centre.
    #[error("the first four discs go on the squares in the middle, not on {0}")]
    Centre(Cell),
    /// The side has used all its discs.
    #[error("{0} has no discs left")]
    NoDiscs(Colour),
    /// A pass while there are moves.
    #[error("{0} cannot pass: there are legal moves")]
    MustMove(Colour),
    /// The other side is to move, and can.
    #[error("it is not the turn of {0}")]
    WrongColour(Colour),
}
