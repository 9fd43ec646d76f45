//! Training of the evaluation: self-play, files of training games, fitting the weights, and calibrating the search.
//!
//! Knows nothing of arguments and terminals. Self-play and training can be interrupted at any moment and continued.
//!
//! ```text
//!   selfplay ──► games ──► train ──► weights      play games, store them, fit the evaluation to them
//!                            └─────► calibrate    measure the search errors of the new weights
//!   variants: self-play and fit in rounds, for games on other boards
//! ```

pub mod calibrate;
pub mod games;
pub mod people;
pub mod selfplay;
pub mod train;
pub mod variants;
