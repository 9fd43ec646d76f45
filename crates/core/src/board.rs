//! The 8x8 board as values.
//!
//! Knows nothing of colours, history or variants: a [`Position`] is two sets of discs as the side to move sees them.
//!
//! ```text
//!     a b c d e f g h
//!   1 . . . . . . . .      bit 0 is a1, bit 7 is h1, bit 8 is a2, bit 63 is h8:
//!   2 . . . . . . . .      letters run left to right, digits top to bottom
//! ```

mod bitboard;
#[doc(hidden)]
pub mod kernel;
mod mirrored;
mod perft;
mod position;
mod square;
mod symmetry;

pub use bitboard::Bitboard;
pub use perft::Passes;
pub use position::{ParsePositionError, Position};
pub use square::{ParseSquareError, Square};
pub use symmetry::Symmetry;
