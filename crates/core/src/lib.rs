//! Boards, rules, games and notations of Othello (Reversi): what an engine or a tool stands on.
//!
//! ```
//! use emilia_core::{Game, Move, Position, Square, transcript};
//!
//! let game = transcript::read("f5d6c3d3c4")?;
//! let position = game.position().expect("a game on 8x8");
//! assert!(position.moves().has(Square::F4));
//! assert!(game.legal().contains(&Move::from(Square::F4)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`board`] has the 8x8 board as `Copy` values: [`Square`], [`Bitboard`], [`Position`], [`Symmetry`].
//! - [`game`] has [`Rules`] of any board, [`Game`], [`Turn`], and the [notations](game::notation): GGF, SGF, PGN, OBF, WTHOR,
//!   transcripts, boards drawn as text.
//! - [`score`] has a [`Value`]: a [`Score`] in 1/128 of a disc and its [`Certainty`].

#![cfg_attr(not(test), no_std)]

extern crate alloc;

pub mod board;
pub mod game;
pub mod score;

pub use board::{Bitboard, ParsePositionError, ParseSquareError, Position, Square, Symmetry};
pub use game::notation::{ggf, obf, sgf, transcript, wthor};
pub use game::{Colour, Game, IllegalMove, Move, Outcome, Played, Rules, Turn};
pub use score::{Certainty, Score, Value};
