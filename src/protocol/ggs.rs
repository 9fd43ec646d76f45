//! GGS, the server on which programs play Othello: its lines to [`Event`], and the [`Client`] that answers.
//!
//! Knows nothing of sockets, threads or searches. Time is an argument: the time since the start of the program.
//!
//! ```text
//!   bytes ─► LineBuffer ─► Reader ─► Event ─► Client ─► Action: a line to send, a search, a record, a note
//!                                    move found ─┘
//! ```

mod client;
mod clock;
mod config;
mod event;
mod kind;
mod reader;
mod record;
mod report;

pub use client::{Action, Client, Found, LiveGame, Task};
pub use clock::GameClock;
pub(crate) use config::is_name;
pub use config::{Config, ConfigError, Offer};
pub use event::{BoardReport, Event, Id, MatchEnd, MatchLine, PlayerLine, Request, StoredGame, Terms};
pub use kind::MatchKind;
pub use reader::{LineBuffer, Reader};
pub use record::GameRecord;

use crate::protocol::text::plain;

/// The text is not a number, a clock or a type of match of the server.
///
/// # Examples
/// ```
/// use emilia_cli::protocol::ggs::{GameClock, Id, MatchKind};
///
/// assert_eq!("27".parse::<Id>().unwrap_err().to_string(), "not a number such as .27: \"27\"");
/// assert_eq!("soon".parse::<GameClock>().unwrap_err().to_string(), "not a clock such as 05:00/00:05/02:00: \"soon\"");
/// assert_eq!("3".parse::<MatchKind>().unwrap_err().to_string(), "illegal board type: \"3\"");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}: {text:?}")]
pub struct ParseError {
    reason: &'static str,
    text: String,
}

impl ParseError {
    fn new(reason: &'static str, text: &str) -> ParseError {
        ParseError { reason, text: plain(text) }
    }
}
