//! The best move of an 8x8 position under limits.
//!
//! Knows nothing of games, players' clocks or text: a search is given two sets of discs and returns a [`Report`] that says what
//! it is worth. See the parts for what each technique is and where it comes from.

mod limits;
mod report;

pub use limits::{Budget, Level, Limits, Selectivity};
pub use report::{Certainty, Observer, Report, Stop};

// The searcher itself arrives with the search:
// impl Searcher {
//     pub fn new(weights: Arc<Weights>, hash_mib: usize, threads: usize) -> Searcher;
//     pub fn set_hash(&mut self, mib: usize);  pub fn set_threads(&mut self, threads: usize);  pub fn clear(&mut self);
//     /// Never empty. `limits.lines` reports, best first; a root without moves gives one report: the final score (exact, empty line)
//     /// if the game is over, else the line of the other side after the pass (score seen from the root's side to move).
//     pub fn think(&mut self, root: Position, limits: &Limits, stop: &Stop, watch: &mut dyn Observer<Square>) -> Vec<Report<Square>>;
// }
