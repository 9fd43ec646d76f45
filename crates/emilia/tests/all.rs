//! The tests of the crate, in one program.

mod engine;
mod eval;
mod proof;
#[path = "../../core/tests/random.rs"]
mod random;
mod search;
