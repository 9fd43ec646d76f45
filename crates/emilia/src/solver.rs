//! Solving many positions, several at once, and proofs that take days.
//!
//! Knows nothing of streams and terminals: positions come from a [`JobQueue`], answers go to an [`AnswerSink`] in the order of the
//! positions, and a [`JobObserver`] follows each search. A [`Journal`] records proved results, so that a solve can be resumed after a crash.
//!
//! ```text
//!   queue ──► solve_all ──► queue ──► AnswerSink   positions handed out, answers returned in their order
//!                 │
//!               watch ──► JobObserver              follows each search
//!                 └─────► Journal                  records proved results: saver, with state, into the file of save
//! ```

mod answer;
mod forecast;
mod observer;
mod queue;
#[cfg(not(target_family = "wasm"))]
mod save;
#[cfg(not(target_family = "wasm"))]
mod saver;
mod settings;
mod solve_all;
#[cfg(not(target_family = "wasm"))]
mod state;
mod watch;

pub use answer::{Answer, first_move};
pub use observer::{JobObserver, JobProgress, JobStart, Journal};
pub use queue::{AnswerSink, Item, JobQueue};
#[cfg(not(target_family = "wasm"))]
pub use save::{Entries, SaveFile, Saved, compacted, load};
#[cfg(not(target_family = "wasm"))]
pub use saver::Saver;
pub use settings::SolverSettings;
pub use solve_all::{Solver, reports_in_moves};
#[cfg(not(target_family = "wasm"))]
pub use state::State;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, also after a panic of another thread.
pub fn lock<T: ?Sized>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
