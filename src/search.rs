//! The best move of an 8x8 position under limits.
//!
//! Knows nothing of games, players' clocks or text: a search is given two sets of discs and returns a [`Report`] that says what
//! it is worth. See the parts for what each technique is and where it comes from.
//!
//! What each idea of the endgame search is worth: more nodes and more time without it, to prove FFO #40-44 and #46 on one thread of
//! a Zen 4 (86.6 million nodes in 2.9 s with all of them; times within some three percent).
//!
//! | without | nodes | time |
//! | --- | --- | --- |
//! | the opponent's mobility in the order of moves | +201 % | +98 % |
//! | shallow searches for the order of moves above 13 empty squares | +50 % | +29 % |
//! | selective iterations before the proof | +36 % | +18 % |
//! | remembering positions with 7 to 10 empty squares, in a table of their own | +24 % | +12 % |
//! | cut-offs from what the table knows of the moves (ETC) | +12 % | +11 % |
//! | stability cut-offs | +12 % | +3 % |
//! | corners in the order of endings | +3 % | -2 % |
//! | parity in the order of endings | +2 % | -1 % |
//! | parity in the order of the last four | +2 % | 0 % |
//! | the frontier in the order of endings | +1 % | -2 % |
//! | huge pages | 0 % | +3 % |
//!
//! And of two that came later, over FFO #40-44 and #46-49:
//!
//! | without | nodes | time |
//! | --- | --- | --- |
//! | keeping what deeper searches found where searches for the order of moves come by | +7 % | +7 % |
//! | the mover's next mobility and the squares beside the corners in the order of endings | +5 % | +3 % |
//!
//! Tried and found to be worth nothing: trying the table's move before the others are generated; leaving moves unsorted where all of
//! them are expected to be searched; evaluating moves with 9 to 12 empty squares; looking at a square's neighbours before its flips;
//! preferring the move that was best in the sibling (+26 % nodes where it counts as much as a reply and a half: what cuts is not what
//! cuts cheaply); deeper searches for the order of moves above 24 empty squares; the mover's own mobility there too; one stage of the
//! evaluation for all nodes with 12 to 20 empty squares, whose tables would stay in the cache (7 % faster, but more nodes); counting
//! the opponent's discs before its stable ones.

#[macro_use]
mod tunable;

mod best;
mod clock;
mod endgame;
mod eval_cache;
mod last;
mod limits;
mod line;
mod margins;
mod node;
mod node_kind;
mod order;
mod parallel;
mod params;
mod probcut;
mod proof;
mod refutations;
mod report;
mod root;
mod root_bounds;
mod root_node;
mod saved_entry;
mod search_node;
mod searcher;
mod stability;
mod table;
mod worker;

pub use clock::{Clock, Timer};
pub use limits::{Budget, Level, Limits, Selectivity};
pub use params::{TUNABLES, probe_depth};
pub use proof::{Iteration, ProgressObserver, Proof, ResumeState, Snapshot, Step};
pub use report::{Observer, Report, Stop, best_value};
pub use saved_entry::SavedEntry;
pub use searcher::Searcher;
pub use tunable::Tunable;
