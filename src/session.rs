//! One conversation about one game: commands in, events out.
//!
//! Knows nothing of protocols or streams. A [`Session`] holds the game, the options and an [`Engine`](emilia::Engine); every protocol
//! is translated into the one vocabulary of [`Command`] and [`Event`].
//!
//! Two rules: replies are returned, only the events of a search are posted; and nothing of a search that was ended
//! is shown, because its events carry an older [`Ticket`].

mod book_choice;
mod bounds;
mod command;
mod conversation;
mod event;
mod graded;
mod known;
mod options;
mod stream;

pub use bounds::Bounds;
pub use command::Command;
pub use conversation::Session;
pub use emilia::ReviewedMove;
pub use emilia::clocks::ClockUpdate;
pub use event::{BookLine, Choice, Event, Source, Ticket, searched_plies};
pub use graded::Graded;
pub use known::KnownResult;
pub use options::{Kind, OptionError, Options, Setting};
pub use stream::{Candidate, Scope};
