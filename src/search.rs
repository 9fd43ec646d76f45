//! The best move of an 8x8 position under limits.
//!
//! Knows nothing of games, players' clocks or text: a search is given two sets of discs and returns a [`Report`] that says what
//! it is worth. See the parts for what each technique is and where it comes from.

mod endgame;
mod kept;
mod last;
mod limits;
mod line;
mod node;
mod order;
mod parallel;
mod params;
mod probcut;
mod proof;
mod report;
mod root;
mod table;
mod tree;

pub use kept::Kept;
pub use limits::{Budget, Level, Limits, Selectivity};
pub use proof::{Pass, Past, Proof, Standing, Step, Witness};
pub use report::{Certainty, Observer, Report, Stop};
pub use root::Searcher;
