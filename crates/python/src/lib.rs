//! The engine as an extension module for Python: boards, games, searches, books, and batches over arrays.
//!
//! Knows nothing of results as Python shows them: it passes numbers and text, and `emilia_othello/*.py` makes classes of them. Every
//! search runs on a thread of its own, so that the caller hears of Ctrl-C, and without the interpreter's lock.
//!
//! ```text
//!   names      moves and colours as Python has them
//!   board      a position of any rules with the moves that led to it
//!   game       a record: tags, moves, comments, variations; all notations
//!   engine     searches, reviews, explanations; `wait` has the thread
//!   book       opening books, names of openings
//!   batch      many positions at once, in arrays
//!   processor  which x86-64 level this processor has; the program
//! ```

mod batch;
mod board;
mod book;
mod engine;
mod game;
mod names;
mod processor;
mod wait;

use pyo3::prelude::*;

#[pymodule(name = "_emilia")]
mod module {
    #[pymodule_export]
    use super::batch::{
        analyse_batch, evaluate_batch, feature_count, features_batch, legal_batch, random_batch, solve_batch,
        symmetries_batch,
    };
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::book::{NativeBook, opening_name, strengths, variants};
    #[pymodule_export]
    use super::engine::{NativeEngine, Stop};
    #[pymodule_export]
    use super::game::{Game, games_in, wthor};
    #[pymodule_export]
    use super::names::{IllegalMoveError, move_text};
    #[pymodule_export]
    use super::processor::{processor_levels, run_program};

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("KERNELS", emilia::KERNELS)
    }
}
