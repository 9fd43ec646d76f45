//! What can be searched.

use emilia_core::{Colour, Game, Position, Rules, Turn};

/// Something that has a position to search: a [`Position`], a [`Game`] at its current move, or a [`Turn`], which is one of Othello on a
/// board of its shape.
///
/// # Examples
/// ```
/// use emilia::{Game, Position, Subject};
///
/// assert_eq!(Game::default().position(), Subject::position(&Position::START));
/// ```
pub trait Subject: sealed::Sealed {
    /// The position from the view of the side to move; none if the fast 8x8 board does not play by the rules.
    fn position(&self) -> Option<Position>;

    /// The game; its moves do not matter.
    fn game(&self) -> Game;
}

impl Subject for Position {
    fn position(&self) -> Option<Position> {
        Some(*self)
    }

    fn game(&self) -> Game {
        Game::from_position(*self, Colour::Black)
    }
}

impl Subject for Game {
    fn position(&self) -> Option<Position> {
        Game::position(self)
    }

    fn game(&self) -> Game {
        self.clone()
    }
}

impl Subject for Turn {
    fn position(&self) -> Option<Position> {
        Turn::position(self)
    }

    fn game(&self) -> Game {
        Game::new(Rules::from_start(*self))
    }
}

impl<S: Subject + ?Sized> Subject for &S {
    fn position(&self) -> Option<Position> {
        (**self).position()
    }

    fn game(&self) -> Game {
        (**self).game()
    }
}

/// Other crates cannot add subjects: what a search needs of one may change.
mod sealed {
    pub trait Sealed {}

    impl Sealed for super::Position {}
    impl Sealed for super::Game {}
    impl Sealed for super::Turn {}
    impl<S: Sealed + ?Sized> Sealed for &S {}
}
