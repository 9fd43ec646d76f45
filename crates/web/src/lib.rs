//! The engine for web pages: what a page needs of the rules, the notations and the book, and an engine for a worker.
//!
//! Knows nothing of pages. All results are JSON; the functions here are those of WebAssembly, and `web/src/module.d.ts` describes them.
//!
//! ```text
//!   games      files and text to games and back, the positions of a line
//!   collection games of people, to look up
//!   knowledge  openings, the book, variants
//!   engine     the JSON protocol, searched in slices so that a worker can listen in between
//! ```

mod collection;
mod engine;
mod games;
mod knowledge;

pub use collection::Collection;
pub use engine::Queries;
pub use games::{line, picture, read_games, write_game, write_tree};
pub use knowledge::{Knowledge, opening, strengths, variants};

#[cfg(target_family = "wasm")]
mod bindings;
