//! GGS, the server on which programs play Othello: its lines to [`Event`], [`Command`] to text, and the [`Client`] that answers.
//!
//! Knows nothing of sockets, threads or searches. Time is an argument: the time since the start of the program.
//!
//! ```text
//!   bytes ─► LineBuffer ─► Reader ─► Event ─► Client ─► Action: a line to send, a search, a record, a note
//!                                    move found ─┘  └─► Command ─► text
//! ```

mod client;
mod clock;
mod command;
mod config;
mod event;
mod id;
mod kind;
mod lines;
mod listing;
mod name;
mod reader;
mod record;
mod report;
mod share;
mod view;

pub use client::{Action, Client, Found, LiveGame, Task};
pub use clock::{ClockPart, GameClock, ParseClockError};
pub use command::Command;
pub use config::{Config, ConfigError};
pub use event::Event;
pub use id::{GameId, Id, ParseIdError};
pub use kind::{MatchKind, ParseKindError};
pub use lines::LineBuffer;
pub use listing::{MatchEnd, MatchLine, Request, StoredGame, Terms};
pub(crate) use name::is_name;
pub use reader::Reader;
pub use record::GameRecord;
pub use report::{BoardReport, PlayerLine};
pub use share::shares;
pub use view::view;
