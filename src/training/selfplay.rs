//! Games of the engine against itself, to learn from.
//!
//! A game depends on the settings and its number alone, so games can be played in any order and by any number of threads, and a file
//! that breaks off can be continued. Games begin with random moves; all others are the best that the search finds.
//!
//! ```text
//!   opening ──► play ──► run ──► games::Appender      random moves, a game, games in their order, the file
//! ```

mod opening;
mod play;
mod run;
mod settings;
mod span;

pub use opening::Openings;
pub use run::{Progress, SelfPlay};
pub use settings::Settings;
pub use span::Span;
