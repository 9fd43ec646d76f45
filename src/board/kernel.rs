//! The few bit manipulations that everything else is built on, in several spellings of one meaning.
//!
//! Every kernel file has the same function names with plain `u64` signatures: [`portable`] is the meaning, the others are
//! faster spellings for processors that have the instructions. The build's target CPU chooses; nothing is chosen at run time.

pub mod portable;

pub use portable::{flips, last_count, moves, stable};
