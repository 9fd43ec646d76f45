//! The engine as a library user sees it: an [`Engine`] searches, solves and reviews games under [`Limits`](crate::search::Limits).
//!
//! Knows nothing of protocols, streams or players' clocks, and has no state that two engines share. A search runs on the thread that
//! asks for it; only [`Engine::start`] and its like begin a thread, which is joined when the engine is dropped.
//!
//! ```text
//!   Engine ── search, solve, review ──► Analysis, Review      on this thread
//!          └─ start, start_review, start_warm ──► Task         on the engine's own thread
//! ```

mod analysis;
mod background;
#[cfg(all(feature = "book", not(target_family = "wasm")))]
mod book_searches;
mod certificate;
mod core;
mod deviation;
mod facade;
mod handicap;
mod judging;
mod options;
mod reference;
mod review;
mod reviewed;
mod subject;
mod task;
mod variant_review;

pub use analysis::Analysis;
#[cfg(all(feature = "book", not(target_family = "wasm")))]
pub use book_searches::BookSearches;
pub use certificate::Certificate;
pub use deviation::is_provisional;
pub use facade::Engine;
pub use handicap::{Handicap, weaker};
pub use options::EngineOptions;
pub use reference::BookValues;
pub use review::Review;
pub use review::are_equal;
pub use reviewed::ReviewedMove;
pub use subject::Subject;
pub use task::{EngineError, Task, TaskEvent};
