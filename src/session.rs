//! One conversation about one game: commands in, events out.
//!
//! Knows nothing of protocols or streams. A [`Session`] holds the game, the options and a worker that thinks; every language
//! spoken with Emilia is translated into the one vocabulary of [`Command`] and [`Event`].

mod clock;
mod command;
mod event;
mod options;

pub use clock::Clock;
pub use command::Command;
pub use event::{Choice, Event, Ticket, Verdict};
pub use options::{Kind, Options, Setting};
