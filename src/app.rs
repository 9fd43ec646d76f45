//! The program around the engine.

pub mod train;
