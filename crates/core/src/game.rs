//! Games by their rules: any size, any goal, with memory and notations.
//!
//! Knows nothing of evaluation or search: a game has no opinion. What may be thought about fast leaves through one gate,
//! [`Game::position`], which gives the 8x8 board as the side to move sees it.
//!
//! ```text
//!   Rules ──► Game ──► Played, Played, Played …      every reader of a notation plays its moves through the rules,
//!               └──► Turn, Turn, Turn …              so a Game that exists is legal from its first move to its last
//! ```

/// Equality and hashes of a type by what this function gives of it. The numbers that records have beside moves and players are floats.
macro_rules! equal_by {
    ($kind:ty, $key:expr) => {
        impl PartialEq for $kind {
            fn eq(&self, other: &Self) -> bool {
                let key = $key;
                key(self) == key(other)
            }
        }

        impl Eq for $kind {}

        impl core::hash::Hash for $kind {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                let key = $key;
                core::hash::Hash::hash(&key(self), state);
            }
        }
    };
}

mod board;
mod catalogue;
mod cell;
mod colour;
mod conditions;
pub mod diagram;
mod illegal;
mod line;
pub mod notation;
mod opening;
mod outcome;
mod perft;
mod record;
mod replay;
mod rules;
mod shape;
mod tags;
mod time;
mod transform;
mod turn;

use alloc::string::String;
pub use board::Board;
pub use catalogue::{ParseRulesError, Variant};
pub use cell::{Cell, Cells, Move, ParseMoveError};
pub use colour::{Colour, ParseColourError};
pub use conditions::{Conditions, EmptySquares, FourthDisc, Goal, Lines, NoMove, ParseConditionsError, Placement};
pub use illegal::IllegalMove;
pub use line::moves_of_line;
pub use opening::OpeningNames;
pub use outcome::{Ending, Outcome};
pub use record::{Game, Played};
pub use replay::{ReplayError, ReplayFault};
pub use rules::{Rules, RulesError};
pub use shape::Shape;
pub use tags::{Player, Tags, Variation};
pub use time::{ParseTimeError, TimeControl};
pub use transform::Transform;
pub use turn::{ParseTurnError, Turn};

/// The number as bits, zero without its sign.
fn bits(number: f32) -> u32 {
    (number + 0.0).to_bits()
}

/// The first 40 characters of the text, those beyond ASCII as `?`.
fn excerpt(text: &str) -> String {
    text.chars().take(40).map(|letter| if letter.is_ascii() { letter } else { '?' }).collect()
}
