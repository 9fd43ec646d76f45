//! The engine for web pages: what a page needs of the rules, the notations and the book, and an engine for a worker.
//!
//! Knows nothing of pages. All results are JSON; the functions here are those of WebAssembly, and `web/src/module.d.ts` describes them.
//!
//! ```text
//!   games      files and text to games and back, the positions of a line
//!   collection games of people, to look up
//!   knowledge  openings, the book, variants
//!   drill      exercises and what a player remembers of them
//!   engine     the JSON protocol, searched in slices so that a worker can listen in between
//!   study      the games of a player judged, for exercises and the fair-play report
//! ```

mod collection;
mod drill;
mod engine;
mod games;
mod knowledge;
mod study;

pub use collection::Collection;
pub use drill::Drill;
pub use engine::Queries;
pub use games::{line, picture, read_games, write_game, write_tree};
pub use knowledge::{Knowledge, opening, strengths, variants};
pub use study::{OwnGames, Study};

#[cfg(target_family = "wasm")]
mod bindings;
