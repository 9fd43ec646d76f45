//! The program `emilia`: one conversation about one game, the protocols that carry it, and the command line.
//!
//! For programs, not for libraries: those depend on `emilia` and `emilia-analysis`.

pub mod cli;
pub mod protocol;
pub mod session;
