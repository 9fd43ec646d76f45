//! Emilia, an Othello engine (being built).

pub mod board;
pub mod game;
pub mod score;
pub mod search;
