//! One conversation about one game: commands in, events out.
//!
//! Knows nothing of protocols or streams. A [`Session`] holds the game, the options and a worker that thinks; every language
//! spoken with Emilia is translated into the one vocabulary of [`Command`] and [`Event`].
//!
//! Two rules: replies are returned, only the news of a search are posted; and a search that was ended is never heard of
//! again, because its news carry an older [`Ticket`].

mod clock;
mod command;
mod conversation;
mod event;
mod handicap;
mod lines;
mod machine;
mod options;
mod time;
mod worker;

pub use clock::Clock;
pub use command::Command;
pub use conversation::Session;
pub use event::{Choice, Event, Ticket, Verdict};
pub use options::{Kind, OptionError, Options, Setting};
pub use worker::News;
