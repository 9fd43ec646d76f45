//! Self-play: games of the engine against itself as training data.
//!
//! A game depends only on the settings and its number. Games can be played in any order by any number of threads, and an interrupted file
//! can be continued. A game begins with opening moves and random moves; the search chooses all others.
//!
//! ```text
//!   opening ──► play ──► run ──► games::Appender      opening and random moves, one game, all games in order, the file
//! ```

mod opening;
mod play;
mod run;
mod settings;

pub use opening::{Openings, PlyRange};
pub use run::{Progress, SelfPlay};
pub use settings::SelfPlaySettings;
