//! Moves, colours and errors as Python has them.
//!
//! A move is text there, a colour an enumeration of text; the classes are in `emilia_othello/_names.py`.

use emilia::{Cell, Colour, Move, Square};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};
use std::fmt::Display;

create_exception!(emilia_othello, IllegalMoveError, PyValueError, "The move is not legal in the position.");

/// A value error with the text of an error.
pub fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// An argument that is a move: text, or a square by its number.
pub struct MoveArgument(pub Move);

impl FromPyObject<'_, '_> for MoveArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<MoveArgument> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(MoveArgument(text.to_str()?.parse().map_err(value_error)?));
        }
        let square = object.extract().ok().and_then(Square::new);
        square.map(|square| MoveArgument(square.into())).ok_or_else(|| {
            value_error(format!("not a move: {}", object.repr().map(|text| text.to_string()).unwrap_or_default()))
        })
    }
}

impl MoveArgument {
    /// The cell of the move.
    ///
    /// # Errors
    /// If it is a pass.
    pub fn cell(&self) -> PyResult<Cell> {
        self.0.cell().ok_or_else(|| value_error("a pass has no square"))
    }
}

/// An argument that is a colour, by its name.
pub struct ColourArgument(pub Colour);

impl FromPyObject<'_, '_> for ColourArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<ColourArgument> {
        Ok(ColourArgument(object.cast::<PyString>()?.to_str()?.parse().map_err(value_error)?))
    }
}

const NAMES: &str = "emilia_othello._names";

/// The move for Python.
pub fn python_move(py: Python<'_>, mv: Move) -> PyResult<Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, NAMES, "Move")?.call1((mv.to_string(),))
}

/// The moves for Python.
pub fn python_moves(py: Python<'_>, moves: impl IntoIterator<Item = Move>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    moves.into_iter().map(|mv| python_move(py, mv)).collect()
}

/// The colour for Python.
pub fn python_colour(py: Python<'_>, colour: Colour) -> PyResult<Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, NAMES, "Colour")?.call1((colour.to_string(),))
}

/// The text of a move as it is written: lower case.
///
/// # Errors
/// If it is not a move.
#[pyfunction]
pub fn move_text(text: &str) -> PyResult<String> {
    Ok(text.parse::<Move>().map_err(value_error)?.to_string())
}
