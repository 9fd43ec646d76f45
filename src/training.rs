//! Making evaluations: games of the engine against itself, files of games, training of the weights, and calibration of the search.
//!
//! Knows nothing of arguments and terminals. Work that takes hours can be interrupted at any moment and continued.
//!
//! ```text
//!   selfplay ──► games ──► train ──► weights      games, files of games, the evaluation fitted to them
//!                            └─────► calibrate    how far searches with these weights err
//! ```

pub mod calibrate;
pub mod games;
mod random;
pub mod selfplay;
pub mod train;
