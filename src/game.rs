//! Games by their rules: any size, any goal, with memory and notations.
//!
//! Knows nothing of evaluation or search: a game has no opinion. What may be thought about fast leaves through one gate,
//! [`Game::position`], which gives the 8x8 board as the side to move sees it.
//!
//! ```text
//!   Rules ──► Game ──► Played, Played, Played …      every reader of a notation plays its moves through the rules,
//!               └──► Turn, Turn, Turn …              so a Game that exists is legal from its first move to its last
//! ```

mod board;
mod cell;
mod colour;
pub mod diagram;
mod excerpt;
mod line;
pub mod notation;
mod opening;
mod outcome;
mod record;
mod replay;
mod rules;
mod tags;
mod time;
mod transform;
mod turn;

pub use board::Board;
pub use cell::{Cell, Cells, Move, ParseMoveError};
pub use colour::{Colour, ParseColourError};
pub(in crate::game) use excerpt::excerpt;
pub use line::moves_of_line;
pub use opening::OpeningNames;
pub use outcome::{Ending, Outcome};
pub use record::{Game, IllegalMove, Played};
pub use replay::{ReplayError, ReplayFault};
pub use rules::{Goal, Rules, RulesError};
pub use tags::{Player, Tags};
pub use time::{ParseTimeError, TimeControl};
pub use transform::Transform;
pub use turn::{ParseTurnError, Turn};
