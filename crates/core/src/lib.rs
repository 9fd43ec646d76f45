//! Boards, rules, games and notations of Othello (Reversi): the base of an engine or a tool.
//!
//! ```
//! use emilia_core::{Game, Move, Position, Square};
//! use emilia_core::notation::transcript;
//!
//! let game = transcript::read("f5d6c3d3c4")?;
//! let position = game.position().expect("a game on 8x8");
//! assert!(position.moves().has(Square::F4));
//! assert!(game.legal().contains(&Move::from(Square::F4)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - On 8x8: [`Position`] (`moves`, `try_play`, `pass`, `final_discs`), [`Square`], [`Bitboard`] and [`Symmetry`] are `Copy` values as the side
//!   to move sees them.
//! - By any [`Rules`]: [`Game`], [`Turn`] and [`Move`] have colours and a history, on boards up to 10x10. [`Cell`], [`Cells`], [`Shape`] and
//!   [`Transform`] are to them what [`Square`], [`Bitboard`] and [`Symmetry`] are to 8x8, and slower.
//! - [`Value`] is a [`Score`] in 1/128 of a disc and its [`Certainty`].
//! - [`notation`] reads and writes games and positions: GGF, SGF, PGN, OBF, WTHOR, transcripts, boards drawn as text; `notation::any`
//!   recognises which it is.
//!
//! There is no generator of random numbers here; take any. Games, rules, positions and moves are read and written as text by `parse` and `to_string`. With the feature `serde` they, scores and
//! values are serializable.

#![cfg_attr(not(test), no_std)]

extern crate alloc;

// Each name has one path: at the root, in `notation` or in `diagram`.
mod board;
mod game;
mod score;
#[cfg(feature = "serde")]
mod serial;

#[doc(hidden)]
pub use board::kernel;
/// The instructions that the board uses: `portable`, or those of the processor that the crate was built for, which are faster.
pub use board::kernel::NAME as KERNELS;
pub use board::{Bitboard, ParsePositionError, ParseSquareError, Passes, Position, Square, Symmetry};
pub use game::{
    Board, Cell, Cells, Colour, Conditions, Ending, FourthDisc, Game, Goal, IllegalMove, Lines, Move, NoMove,
    OpeningNames, Outcome,
};
pub use game::{
    EmptySquares, ParseColourError, ParseConditionsError, ParseMoveError, ParseRulesError, ParseTimeError,
    ParseTurnError, Placement,
};
pub use game::{
    Played, Player, ReplayError, ReplayFault, Rules, RulesError, Shape, Tags, TimeControl, Transform, Turn, Variant,
    Variation, moves_of_line,
};
pub use game::{diagram, notation};
pub use score::{Certainty, ParseCertaintyError, ParseValueError, Score, Value};
