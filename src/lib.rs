//! Emilia, an Othello engine (being built).

pub mod app;
pub mod board;
pub mod eval;
pub mod score;
