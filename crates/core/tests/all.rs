//! The tests of the crate, in one program.

mod board;
mod game;
mod kernels;
mod random;
#[path = "../../../fuzz/src/readers.rs"]
mod readers;
