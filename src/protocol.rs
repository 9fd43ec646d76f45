//! Languages: text to [`Command`], [`Event`] to text, and nothing else.
//!
//! Knows nothing of boards, evaluation, threads or streams. A protocol is pure: the same lines and events give the same text.

mod console;
mod gtp;
mod nboard;
mod text;

pub use console::{Console, WORDS, Word};
pub use gtp::Gtp;
pub use nboard::NBoard;

use crate::session::{Command, Event};
use std::fmt;

/// What a line of input means.
#[derive(Debug)]
pub enum Reading {
    /// Obey these commands in order, as long as none is refused; each one's reply is passed to [`Protocol::write`].
    Obey(Vec<Command>),
    /// Say this at once; the session is not asked. Empty for silence.
    Say(String),
}

/// A language spoken over lines of text.
pub trait Protocol {
    /// What to say before the first line is read; empty for most.
    fn greet(&mut self) -> String {
        String::new()
    }

    /// Understands one line, without its line end. Any text is fine; what makes no sense is answered as the language demands.
    fn read(&mut self, line: &str) -> Reading;

    /// Whether the client sends ahead and expects its answers in order, so that lines wait while a search runs.
    /// The others interrupt: each line ends the search before it.
    fn is_patient(&self) -> bool;

    /// Writes an event as the client expects it, line ends included; nothing where the language has no word for it.
    fn write(&mut self, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result;
}
