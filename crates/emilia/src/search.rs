//! The best move of an 8x8 position under limits.
//!
//! Knows nothing of games, players' clocks or text: a search gets two sets of discs and returns a [`Report`] with the score,
//! its certainty and the expected line. Each technique and its source are described in its file.
//!
//! The recursion: a node (`node`) orders its moves (`order`), prunes (`probcut`) and splits (`parallel`) by searching other nodes. All four
//! are methods of the searching thread, `Worker`.
//!
//! With 13 empty squares or fewer a search to the end goes on in `endgame`, the last four in `last`. What each technique gained, and what
//! was tried without a gain, is in `docs/experiments.md`.

#[macro_use]
mod tunable;

mod clock;
mod endgame;
mod eval_cache;
mod known;
mod last;
mod limits;
mod line;
mod margins;
mod node;
mod order;
mod parallel;
mod params;
mod probcut;
mod proof;
mod prover;
mod refutations;
mod report;
mod root;
mod root_bounds;
mod saved_entry;
mod search_node;
mod searcher;
mod stability;
mod strength;
mod table;
mod trace;
mod worker;

pub use clock::{Clock, Timer};
pub use limits::{Budget, Level, Limits, Selectivity};
#[doc(hidden)]
pub use params::{TUNABLES, probe_depth};
pub(crate) use proof::is_reached;
pub use proof::{Iteration, ProgressObserver, Proof, ResumeState, Snapshot, Step};
pub use prover::Prover;
pub use report::{Observer, Report, Stop, best_value};
pub use saved_entry::SavedEntry;
pub use searcher::Searcher;
pub use strength::Strength;
#[cfg(feature = "tune")]
#[doc(hidden)]
pub use trace::{Task, TaskStep, cost, record_tasks, recorded_tasks};
#[doc(hidden)]
pub use tunable::Tunable;
