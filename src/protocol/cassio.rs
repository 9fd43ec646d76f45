//! The ENGINE-PROTOCOL of Cassio, an Othello program for the Macintosh that lets engines analyse positions.
//!
//! Knows nothing of how a result is found. A search has exactly the window, the depth and the precision of the request.
//! Source: the implementation in Edax (github.com/abulmo/edax-reversi).
//!
//! ```text
//!   ENGINE-PROTOCOL endgame-search POS -1 1 100   lines of results, then ready.
//!   ENGINE-PROTOCOL stop                          read at once: the search ends, what waits behind it is dropped
//! ```

mod answer;
mod request;

use super::text::{plain, split_word};
use super::{Input, Order, Protocol, ProtocolInfo};
use crate::session::{Command, Event};
use answer::Answers;
use request::{Request, SearchKind};
use std::fmt;

/// The first word of every command.
const PREFIX: &str = "ENGINE-PROTOCOL";
/// The answer of an engine that waits for a command.
const READY: &str = "ready.\n";

pub(super) const INFO: ProtocolInfo = ProtocolInfo {
    command: "cassio",
    name: "ENGINE-PROTOCOL",
    help: "Run the protocol of Cassio",
    clients: "Cassio",
    first_lines: &["ENGINE-PROTOCOL init"],
    recognises: |line| split_word(line).0 == PREFIX,
    defaults: &[],
    // Every search of this protocol names its position, on the board of 8x8.
    takes_rules: false,
    begin: |_| Box::new(Cassio::new()),
};

/// A conversation in Cassio's protocol.
///
/// Lines wait for the end of a search. Those that ask about the search, or end it, are read at once.
#[derive(Debug, Default)]
pub struct Cassio {
    /// The running search.
    search: Option<Answers>,
    /// Whether the next `Done` of the session is answered.
    is_awaited: bool,
}

impl Cassio {
    /// The start of a conversation.
    pub fn new() -> Cassio {
        Cassio::default()
    }

    fn command(&mut self, line: &str) -> Input {
        let (word, rest) = split_word(line);
        match word {
            "init" => {
                self.is_awaited = true;
                Input::Commands(vec![Command::Prepare])
            }
            "get-version" => reply(&format!("version: Emilia {}\n{READY}", env!("CARGO_PKG_VERSION"))),
            // The results of the last position do no harm, and are of use if it comes again.
            "new-position" => reply(READY),
            "midgame-search" => self.search(SearchKind::Midgame, rest),
            "endgame-search" => self.search(SearchKind::Endgame, rest),
            "get-search-infos" if self.search.is_some() => Input::Commands(vec![Command::Progress]),
            "get-search-infos" => reply(READY),
            "stop" => match &mut self.search {
                Some(search) => {
                    search.is_stopped = true;
                    Input::EndAll
                }
                None => reply(READY),
            },
            "feed-hash" => match request::fed(rest) {
                Ok(result) => Input::Commands(vec![Command::Know(Box::new(result))]),
                Err(fault) => reply(&format!("Error: in feed-hash, Emilia cannot parse {}\n", plain(&fault))),
            },
            "empty-hash" => Input::Commands(vec![Command::Forget]),
            "quit" => Input::Commands(vec![Command::Quit]),
            _ => reply(&format!("ERROR: unknown command {}\n{READY}", plain(word))),
        }
    }

    fn search(&mut self, kind: SearchKind, arguments: &str) -> Input {
        let Request { name, game, window, limits } = match request::search(kind, arguments) {
            Ok(request) => request,
            Err(fault) => {
                return reply(&format!("ERROR: in {}, Emilia cannot parse {}\n{READY}", kind.name(), plain(&fault)));
            }
        };
        self.search = Some(Answers::new(name, &game, window));
        Input::Commands(vec![Command::Set(game), Command::Search(limits)])
    }
}

impl Protocol for Cassio {
    fn read(&mut self, line: &str) -> Input {
        match split_word(line) {
            ("", _) => reply(if self.search.is_some() { "ok.\n" } else { READY }),
            (PREFIX, command) => self.command(command),
            (other, _) => reply(&format!("ERROR: Unknown protocol \"{}\"\n", plain(other))),
        }
    }

    fn queues_input(&self) -> bool {
        true
    }

    fn order(&self, line: &str) -> Order {
        let (prefix, command) = split_word(line);
        let asks = prefix == PREFIX && matches!(split_word(command).0, "stop" | "get-search-infos");
        if self.search.is_some() && (prefix.is_empty() || asks) { Order::AtOnce } else { Order::Waits }
    }

    fn write(&mut self, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result {
        match (event, &mut self.search) {
            (Event::Thinking(lines), Some(search)) => match lines.first() {
                Some(report) => out.write_str(&search.line(report)),
                None => Ok(()),
            },
            (Event::Hinted { lines, .. }, Some(search)) => {
                let last = search.last(lines.first());
                // The answer to `stop` follows it.
                let ready = if search.is_stopped { "" } else { READY };
                self.search = None;
                write!(out, "{last}{ready}")
            }
            (Event::Progress { nodes, time }, Some(_)) => {
                writeln!(out, "node {nodes}, time {:.3}", time.as_secs_f64())
            }
            (Event::Refused(reason), search) => {
                let is_due = search.take().is_some_and(|search| !search.is_stopped) || self.is_awaited;
                self.is_awaited = false;
                write!(out, "ERROR: {}\n{}", plain(reason), if is_due { READY } else { "" })
            }
            (Event::Done, _) if std::mem::take(&mut self.is_awaited) => out.write_str(READY),
            (Event::Goodbye, _) => out.write_str("bye bye.\n"),
            _ => Ok(()),
        }
    }

    fn fault(&self, message: &str, _: Option<&str>) -> String {
        format!("ERROR: {}\n", plain(message))
    }
}

fn reply(text: &str) -> Input {
    Input::Reply(text.to_owned())
}
