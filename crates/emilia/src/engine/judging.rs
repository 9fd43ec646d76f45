//! What those who judge games need of an engine: a book to go by, and the errors of values.

use super::core::Root;
use super::deviation::deviation;
use super::facade::Engine;
use super::reference::BookValues;
#[cfg(feature = "book")]
use super::reference::Reference;
use super::subject::Subject;
use crate::variant;
use emilia_core::{Position, Value};

impl Engine {
    /// Reviews use the values of this book from now on where it knows a position before which fewer than `moves` moves were played. An empty
    /// book, as at first, is never used.
    ///
    /// # Examples
    /// ```
    /// use emilia::{Engine, EngineOptions, Limits, Stop};
    /// use emilia::notation::transcript;
    /// use emilia::book::{Book, CompactBook};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.set_book(Book::new(None, Some(CompactBook::embedded().into())), 60);
    /// let game = transcript::read("f5d6").unwrap();
    /// let review = engine.review(&game, &Limits::depth(4), &Stop::new());
    /// assert!(review.moves[0].from_book);
    /// ```
    #[cfg(feature = "book")]
    pub fn set_book(&mut self, book: crate::book::Book, moves: u8) {
        self.reference = Reference { book, moves };
    }

    /// What the book of reviews knows of a position.
    #[doc(hidden)]
    pub fn book_values(&self, root: Position) -> Option<BookValues> {
        self.reference.values(root)
    }

    /// The root of the mean square difference, in discs, between this value and perfect play; 0 for what is proved.
    ///
    /// Before the end of the game it follows from the differences between shallow and deep searches that were measured with the weights,
    /// and from the error that remains in deep searches, measured on solved positions. A search to the end errs by its forward pruning
    /// alone: mostly not at all, and seldom by several discs. Its error follows from the confidence, the empty squares and the score, as
    /// measured on games of people. docs/analysis.md compares both with exact results.
    ///
    /// # Examples
    /// ```
    /// use emilia::{Engine, EngineOptions, Position, Score, Value};
    ///
    /// let engine = Engine::new(EngineOptions::default());
    /// let deviation = |plies| engine.deviation(Position::START, Value::estimate(Score::ZERO, plies, 73));
    /// assert!(deviation(20) < deviation(2));
    /// assert_eq!(engine.deviation(Position::START, Value::exact(0)), 0.0);
    /// ```
    pub fn deviation(&self, subject: impl Subject, value: Value) -> f32 {
        if value.certainty().is_proved() {
            return 0.0;
        }
        match Root::of(subject) {
            Root::Fast(position) => deviation(position, value, &self.weights),
            Root::Variant(game) => variant::Weights::of(game.rules()).deviation(&game),
        }
    }
}
