//! The best move of an 8x8 position under limits.
//!
//! Knows nothing of games, players' clocks or text: a search gets two sets of discs and returns a [`Report`] with the score,
//! its certainty and the expected line. Each technique and its source are described in its file.
//!
//! The recursion: a node (`node`) orders its moves (`order`), prunes (`probcut`) and splits (`parallel`) by searching other nodes. All four
//! are methods of the searching thread, `Worker`; no file of the search imports another in a circle.
//!
//! Ablations of the endgame search: the increase of nodes and time without each technique, for proofs of FFO #40-44 and #46 on one
//! thread of a Zen 4 (86.6 million nodes in 2.9 s with all of them; the error of the times is about 3 %).
//!
//! | without | nodes | time |
//! | --- | --- | --- |
//! | the opponent's mobility in the order of moves | +201 % | +98 % |
//! | shallow searches for the order of moves above 13 empty squares | +50 % | +29 % |
//! | selective iterations before the proof | +36 % | +18 % |
//! | a separate transposition table for 7 to 10 empty squares | +24 % | +12 % |
//! | enhanced transposition cut-offs (ETC) | +12 % | +11 % |
//! | stability cut-offs | +12 % | +3 % |
//! | corners in the order of endings | +3 % | -2 % |
//! | parity in the order of endings | +2 % | -1 % |
//! | parity in the order of the last four | +2 % | 0 % |
//! | the frontier in the order of endings | +1 % | -2 % |
//! | huge pages | 0 % | +3 % |
//!
//! Of two later techniques, over FFO #40-44 and #46-49:
//!
//! | without | nodes | time |
//! | --- | --- | --- |
//! | keeping deeper table entries when a shallow search for move ordering visits the position | +7 % | +7 % |
//! | the mover's next mobility and the X-squares in the order of endings | +5 % | +3 % |
//!
//! Tried without a gain: searching the table's move before generating the others; leaving moves unsorted where all of
//! them are expected to be searched; evaluating moves with 9 to 12 empty squares; testing a square's neighbours before computing its flips;
//! preferring the move that was best in the sibling (+26 % nodes with the weight of 1.5 replies: the move that
//! cuts off is not the cheapest one to do so); deeper searches for the order of moves above 24 empty squares; the mover's own mobility there too; one stage of the
//! evaluation for all nodes with 12 to 20 empty squares, whose tables would stay in the cache (7 % faster, but more nodes); counting
//! the opponent's discs before its stable ones.

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
mod refutations;
mod report;
mod root;
mod root_bounds;
mod saved_entry;
mod search_node;
mod searcher;
mod stability;
mod table;
mod trace;
mod worker;

pub use clock::{Clock, Timer};
pub use limits::{Budget, Level, Limits, Selectivity};
#[doc(hidden)]
pub use params::{TUNABLES, probe_depth};
pub use proof::{Iteration, ProgressObserver, Proof, ResumeState, Snapshot, Step};
pub use report::{Observer, Report, Stop, best_value};
pub use saved_entry::SavedEntry;
pub use searcher::Searcher;
#[cfg(feature = "tune")]
#[doc(hidden)]
pub use trace::{Task, TaskStep, cost, record_tasks, recorded_tasks};
#[doc(hidden)]
pub use tunable::Tunable;
