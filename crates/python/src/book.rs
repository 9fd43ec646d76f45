//! Opening books, and what is known by name: openings, variants, strengths.

use crate::board::Board;
use crate::engine::{Valued, valued};
use crate::names::{python_move, python_moves, value_error};
use emilia::book::{Book, BookMove, CompactBook, Games, Store};
use emilia::{Game, Move, OpeningNames, Strength, Variant};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// An opening book: the embedded one, or that of a file, or both.
#[pyclass(frozen, module = "emilia_othello._emilia")]
pub struct NativeBook {
    pub book: Book,
}

/// Wins, draws and losses of the side to move.
type Counts = (u32, u32, u32);

fn counts(games: Games) -> Counts {
    (games.wins, games.draws, games.losses)
}

/// A move with its value for the side to move, and its games.
type KnownMove<'py> = (Bound<'py, PyAny>, Option<Valued>, Counts);

/// The value of a position, its moves, its games, and the best line.
type Known<'py> = (Option<Valued>, Vec<KnownMove<'py>>, Counts, Vec<Bound<'py, PyAny>>);

#[pymethods]
impl NativeBook {
    #[new]
    fn new(py: Python<'_>, path: Option<PathBuf>, embedded: bool) -> PyResult<NativeBook> {
        let file = path.map(|path| Store::open(&path)).transpose().map_err(value_error)?;
        let embedded = if embedded { Some(embedded_book(py)?) } else { None };
        Ok(NativeBook { book: Book::new(file, embedded) })
    }

    fn lookup<'py>(&self, py: Python<'py>, board: PyRef<'py, Board>) -> PyResult<Option<Known<'py>>> {
        let Some(position) = board.game.position() else { return Ok(None) };
        let Some(found) = self.book.lookup(position).map_err(value_error)? else { return Ok(None) };
        let line = self.book.read(|reader| reader.line(position)).map_err(value_error)?;
        let known =
            |known: &BookMove| Ok((python_move(py, known.at.into())?, known.value.map(valued), counts(known.games)));
        let moves = found.moves.iter().map(known).collect::<PyResult<_>>()?;
        let line = python_moves(py, line.into_iter().map(Move::from))?;
        Ok(Some((found.value.map(valued), moves, counts(found.games), line)))
    }
}

/// The book that comes with the engine, unpacked once.
fn embedded_book(py: Python<'_>) -> PyResult<Arc<CompactBook>> {
    static BOOK: OnceLock<Arc<CompactBook>> = OnceLock::new();
    // Not by the threads that all computations share: after a fork they do not exist, and `run_program` starts them.
    let pool = rayon::ThreadPoolBuilder::new().build().map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let unpack = || Arc::new(CompactBook::embedded());
    Ok(py.detach(|| pool.install(|| BOOK.get_or_init(unpack).clone())))
}

/// The name of the opening of a game.
pub fn name_of(game: &Game) -> Option<&'static str> {
    static NAMES: OnceLock<OpeningNames> = OnceLock::new();
    NAMES.get_or_init(OpeningNames::new).of(game)
}

/// The name of the opening that led to a board, or None.
#[pyfunction]
pub fn opening_name(board: PyRef<'_, Board>) -> Option<&'static str> {
    name_of(&board.game)
}

/// The variants: name, rules in words, a sentence.
#[pyfunction]
pub fn variants() -> Vec<(&'static str, &'static str, &'static str)> {
    Variant::ALL.iter().map(|variant| (variant.name, variant.words, variant.sentence)).collect()
}

/// The named strengths, the weakest first: name, level, discs lost on purpose for each move.
#[pyfunction]
pub fn strengths() -> Vec<(&'static str, u8, f64)> {
    Strength::ALL
        .iter()
        .map(|strength| (strength.name, strength.level.get(), f64::from(strength.handicap) / 10.0))
        .collect()
}
