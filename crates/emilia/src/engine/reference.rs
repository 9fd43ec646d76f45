//! What a book says of a position of a game that is reviewed; nothing in a crate without books.

use super::analysis::Analysis;
#[cfg(feature = "book")]
use crate::{
    book::{Book, BookError},
    search::Report,
    solver::reports_in_moves,
};
#[cfg(feature = "book")]
use emilia_core::Value;
use emilia_core::{Position, Score};

/// The values of a position in a book.
pub struct BookValues {
    /// The moves of the book with their values, best first, among them the best one that leaves the book. Only the best move has a line.
    pub lines: Analysis,
    /// The value of the best move that leaves the book, if there is one.
    pub leaf: Option<Score>,
}

/// The book that reviews use, up to this number of moves.
#[derive(Clone, Default)]
pub(super) struct Reference {
    #[cfg(feature = "book")]
    pub book: Book,
    #[cfg(feature = "book")]
    pub moves: u8,
}

impl Reference {
    /// None if the book does not know the position, or if a move that was never searched may be better.
    #[cfg(feature = "book")]
    pub fn values(&self, root: Position) -> Option<BookValues> {
        let is_used = !root.moves().is_empty() && root.empties() + u32::from(self.moves) > 60;
        let found = if is_used { values(&self.book, root) } else { Ok(None) };
        found.unwrap_or_else(|error| {
            log::warn!("{error}");
            None
        })
    }

    #[cfg(not(feature = "book"))]
    #[allow(clippy::unused_self)]
    pub fn values(&self, _: Position) -> Option<BookValues> {
        None
    }
}

#[cfg(feature = "book")]
fn values(book: &Book, root: Position) -> Result<Option<BookValues>, BookError> {
    book.read(|reader| {
        let Some(found) = reader.lookup(root)?.filter(|found| found.is_complete()) else { return Ok(None) };
        let report = |(at, value, _)| Report { value, line: vec![at], nodes: 0, time: std::time::Duration::ZERO };
        let mut reports: Vec<_> = found.ranked(Score::ZERO).into_iter().map(report).collect();
        if let Some(best) = reports.first_mut() {
            best.line = reader.line(root)?;
        }
        let leaf = found.leaf.value().map(Value::score);
        Ok(Analysis::new(reports_in_moves(root, &reports), false).map(|lines| BookValues { lines, leaf }))
    })
}
