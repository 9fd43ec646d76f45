//! A model of the moves that people play: a probability for each legal move, for a player of a given rating.
//!
//! Knows nothing of games and protocols. The rating is that of tournament players, on a scale of 400 points (Elo), where active players have
//! 1600 on average; the model is fitted to ratings from 800 to 2200. It is a softmax over the moves: each move is described by numbers (what
//! searches of one to six plies say of it, mobility, corners, parity, how often people played it), by learned rows for what lies on the lines
//! through its square, and a small network makes a number of them. The rows and the network are fitted by `emilia train --moves`.
//!
//! ```text
//!   position ── values ──► MoveValues ─┐
//!   last move, rating ── Situation ────┼── inputs, shapes, openings ──► net ──► chances
//! ```

mod difficulty;
mod file;
mod inputs;
mod net;
mod openings;
mod opponent;
mod shapes;
mod situation;
mod values;

pub use difficulty::{Choice, Difficulty, Grader, SolverRating, USUAL_RATING, found, percent, rating_of};
pub use file::PeopleError;
pub use opponent::{Opponent, PeopleMove, RATINGS, thinking_time};
pub use situation::{People, Situation};
pub use values::{LAST_PLIES, MoveValues, VIEWS, Values};

/// What the training needs of the model.
#[doc(hidden)]
pub mod internal {
    pub use super::net::{Net, ROW};
    pub use super::openings::Openings;
    pub use super::shapes::{SHAPES, classes};
    pub use super::situation::softmax;
}
