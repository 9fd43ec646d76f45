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
