//! What can be searched.

use crate::board::Position;
use crate::game::{Game, Turn};

/// Something that has a position to search: a [`Position`], a [`Game`] at its current move, or a [`Turn`].
///
/// # Examples
/// ```
/// use emilia::{Game, Position, Subject};
///
/// assert_eq!(Game::default().subject(), Some(Position::START));
/// ```
pub trait Subject {
    /// The position from the view of the side to move; none for games that cannot be searched.
    fn subject(&self) -> Option<Position>;
}

impl Subject for Position {
    fn subject(&self) -> Option<Position> {
        Some(*self)
    }
}

impl Subject for Game {
    fn subject(&self) -> Option<Position> {
        self.position()
    }
}

impl Subject for Turn {
    fn subject(&self) -> Option<Position> {
        self.position()
    }
}

impl<S: Subject + ?Sized> Subject for &S {
    fn subject(&self) -> Option<Position> {
        (**self).subject()
    }
}
