//! The protocols: text to [`Command`], [`Event`] to text, and nothing else.
//!
//! Knows nothing of evaluation, threads, files or streams. A protocol is pure: the same lines and events give the same text.

mod cassio;
mod console;
pub mod ggs;
mod gtp;
mod info;
mod nboard;
mod text;
mod ugi;
mod xboard;

pub use cassio::Cassio;
pub use console::{Console, Group, OutputMode, WORDS, Word};
pub use gtp::Gtp;
pub use info::{PROTOCOLS, ProtocolInfo};
pub use nboard::NBoard;
pub use ugi::Ugi;
pub use xboard::XBoard;

use crate::session::{Command, Event};
use std::fmt;
use std::time::Duration;

/// The meaning of a line of input.
#[derive(Debug)]
pub enum Input {
    /// Handle these commands in order until one is refused. Each reply is passed to [`Protocol::write`].
    Commands(Vec<Command>),
    /// Read a game from a file, then handle [`Command::Set`] with it and these commands. The session sees no files.
    Load {
        /// The name of the file.
        path: String,
        /// The number of the game in the file, 1 or more.
        number: usize,
        /// The most moves of the game to keep, passes included.
        plies: usize,
        /// The commands that follow.
        then: Vec<Command>,
    },
    /// Write the game to a file, then answer with [`Event::Saved`] or [`Event::Refused`].
    Save {
        /// The name of the file; its ending is the notation.
        path: String,
        /// Whether an existing file is replaced.
        overwrite: bool,
    },
    /// Run a command of `emilia book` with the book in use, then answer with [`Event::Done`].
    Book {
        /// The words after `book`, without the file of the book.
        words: String,
    },
    /// End the running search with [`Command::Stop`], pass its reply to [`Protocol::write`], then read the line again,
    /// which must not end a search a second time.
    EndSearch,
    /// The same, after the lines that wait for the end of the search are dropped.
    EndAll,
    /// Write this text at once, without the session. Empty for silence.
    Reply(String),
}

/// When to read a line that comes while lines wait for the end of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// After the search, when its turn comes.
    Waits,
    /// At once, before those that wait.
    AtOnce,
    /// At once, after those that wait, which are read at once, too.
    AtOnceAfterWaiting,
}

/// A protocol of lines of text.
pub trait Protocol {
    /// Reads one line, without its line end. Any text is accepted; an unknown line is answered as the protocol demands.
    fn read(&mut self, line: &str) -> Input;

    /// Writes an event, line ends included; nothing if the protocol has no words for it.
    ///
    /// # Errors
    /// If `out` fails.
    fn write(&mut self, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Whether lines wait now while a search runs, because the client sends ahead and expects its answers in order. Otherwise each line is
    /// read at once, and its command decides whether the search ends. Asked before each line.
    fn queues_input(&self) -> bool;

    /// When to read this line if it comes while lines wait for the end of a search.
    fn order(&self, line: &str) -> Order {
        let _ = line;
        Order::Waits
    }

    /// The text that tells the client of a fault at the start that no command of it has caused; empty where the protocol has no words for
    /// that. If the program ends, `first_line` is given, and the text answers it; else the text follows its answer.
    fn fault(&self, message: &str, first_line: Option<&str>) -> String {
        let _ = (message, first_line);
        String::new()
    }

    /// The time between two lines of a stream of results, while there is one. [`Event::Tick`] is written that often. At the end of the
    /// input an empty line is read, which ends the stream.
    fn interval(&self) -> Option<Duration> {
        None
    }

    /// The text for the standard error output, line ends included; empty for most protocols. It is written after that of
    /// [`Protocol::write`].
    fn take_stderr(&mut self) -> String {
        String::new()
    }
}
