//! The Go Text Protocol, version 2, as GUIs and match programs use it with Othello engines.
//!
//! Knows nothing of how a move is found: it frames lines, keeps the one command that is in work, and writes its response once the
//! session has answered. Source: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (2002).
//!
//! ```text
//!   line ──► commands: the requests     ──► Command, Command …
//!                                               answer: its Events as text       ──► `=id text` or `?id fault`
//! ```

mod answer;
mod commands;
mod gogui;
mod stream;
mod text;

use super::text::plain;
use super::{Input, Order, Protocol, ProtocolInfo};
use crate::session::{Command, Event};
use answer::Answer;
use commands::{Arguments, Response};
use emilia::{Game, Rules};
use std::fmt;
use std::time::Duration;
use stream::Stream;
use text::{Fault, Letters};

/// The comment by which GoGui ends a search.
const INTERRUPT: &str = "# interrupt";

pub(super) const INFO: ProtocolInfo = ProtocolInfo {
    command: "gtp",
    name: "GTP 2",
    help: "Run GTP, the Go Text Protocol, version 2",
    clients: "Quarry, GoGui, matches",
    first_lines: &["name", "7 name", "genmove black"],
    recognises: |line| is_command(line) && !is_of_console(line),
    defaults: &[],
    takes_rules: true,
    begin: |rules| Box::new(Gtp::new().with_rules(rules)),
};

/// Whether this is the name of a command, or a line that begins with one, possibly after an id.
fn is_command(line: &str) -> bool {
    let line = cleaned(line);
    let (_, name, _) = split(&line);
    name.is_some_and(|name| commands::find(name).is_some())
}

/// Whether this is `play MOVE` or `name NAME`, which the console has as well; a client of GTP adds the colour, or leaves out the name.
fn is_of_console(line: &str) -> bool {
    matches!(line.split_whitespace().collect::<Vec<_>>().as_slice(), ["play", _] | ["name", _, ..])
}

/// A conversation in GTP 2. Every line with a command gets exactly one response, in the order of the lines.
///
/// The client may send several commands ahead, but the lines must be read one at a time, each after the response to the one before.
#[derive(Debug, Default)]
pub struct Gtp {
    work: Option<Work>,
    /// The stream of results that is part of the response.
    stream: Option<Box<Stream>>,
    /// How many moves on the board each of the client's moves took: 2 with the pass before it that the client left out, 0 for a
    /// pass after the end.
    turns: Vec<usize>,
    /// Nodes of the search for the last chosen move.
    nodes: u64,
    /// The game that `clear_board` begins.
    rules: Rules,
    /// The letters that the client has for the columns.
    letters: Letters,
    /// Whether searches are drawn while they run.
    is_live: bool,
    /// The game of the command in work, if it was shown.
    shown: Option<Box<Game>>,
    /// The graphics that are not written yet.
    graphics: String,
}

/// The command that waits for the session.
#[derive(Debug)]
struct Work {
    id: String,
    answer: Answer,
}

impl Gtp {
    /// The start of a conversation.
    pub fn new() -> Gtp {
        Gtp::default()
    }

    /// The same with these rules for the games that begin.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Gtp {
        Gtp { rules, ..self }
    }
}

impl Protocol for Gtp {
    fn read(&mut self, line: &str) -> Input {
        if let Some(stream) = self.stream.as_mut().filter(|stream| stream.is_endless()) {
            stream.is_ending = true;
            return Input::EndSearch;
        }
        if line.trim() == INTERRUPT && self.work.is_some() {
            return Input::Commands(vec![Command::Stop]);
        }
        let line = cleaned(line);
        let (id, name, arguments) = split(&line);
        if id.is_empty() && name.is_none() {
            return Input::Reply(String::new());
        }
        let known = name.and_then(commands::find).ok_or(Fault::Unknown);
        let arguments = Arguments { words: &arguments, letters: self.letters };
        match known.and_then(|known| (known.read)(self, &arguments)) {
            Ok(Response::Now(text)) => Input::Reply(response(id, Ok(text))),
            Ok(Response::Later(input, answer)) => {
                (self.work, self.shown) = (Some(Work { id: id.to_owned(), answer }), None);
                input
            }
            Err(fault) => Input::Reply(response(id, Err(fault))),
        }
    }

    /// A stream without an end of its own is cut by any line.
    fn queues_input(&self) -> bool {
        !self.stream.as_ref().is_some_and(|stream| stream.is_endless())
    }

    fn order(&self, line: &str) -> Order {
        if line.trim() == INTERRUPT { Order::AtOnce } else { Order::Waits }
    }

    fn take_stderr(&mut self) -> String {
        std::mem::take(&mut self.graphics)
    }

    /// The fault of the first command. Without a command GTP has no words: what is written on standard output is a response.
    fn fault(&self, message: &str, first_line: Option<&str>) -> String {
        let answer = |line: &str| response(split(&cleaned(line)).0, Err(Fault::Refused(message.to_owned())));
        first_line.map_or_else(String::new, answer)
    }

    fn interval(&self) -> Option<Duration> {
        self.stream.as_ref().map(|stream| stream.interval)
    }

    fn write(&mut self, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result {
        match event {
            Event::Tick => return out.write_str(&self.next_line()),
            Event::Loaded { .. } => return Ok(()),
            _ => {}
        }
        self.draw(event);
        if let Event::Chosen(choice) = event {
            self.nodes = choice.report.as_ref().map_or(0, |report| report.nodes);
        }
        if let (Some(stream), Event::Streamed(candidates)) = (&mut self.stream, event) {
            stream.update(candidates);
        }
        if self.stream.as_ref().is_some_and(|stream| stream.is_ending) {
            let rest = self.stream.take().map_or_else(String::new, |mut stream| stream.rest());
            return out.write_str(&(rest + "\n"));
        }
        let Some(work) = &mut self.work else { return Ok(()) };
        let Some(result) = work.answer.handle(event, self.letters, &mut self.turns) else { return Ok(()) };
        let Some(work) = self.work.take() else { return Ok(()) };
        out.write_str(&match self.stream.take() {
            None => response(&work.id, result),
            Some(stream) => self.streamed(&work.id, result, stream),
        })
    }
}

impl Gtp {
    /// The next line of the stream; empty before the first result.
    fn next_line(&mut self) -> String {
        let Some(stream) = &mut self.stream else { return String::new() };
        let line = stream.line();
        match &self.work {
            Some(work) if !line.is_empty() && !std::mem::replace(&mut stream.is_open, true) => {
                first_line(&work.id) + &line
            }
            _ => line,
        }
    }

    /// Draws an iteration of the search.
    fn draw(&mut self, event: &Event) {
        match (event, &self.shown) {
            (Event::Shown { game, .. }, None) if self.is_live => self.shown = Some(game.clone()),
            (Event::Thinking(lines), Some(game)) if self.is_live => {
                self.graphics += &gogui::live(lines, game, self.letters)
            }
            _ => {}
        }
    }

    /// The beginning of the response of an endless stream, or the end of the response of another one.
    fn streamed(&mut self, id: &str, result: Result<String, Fault>, mut stream: Box<Stream>) -> String {
        match result {
            // Nothing is written yet: an endless stream has just begun.
            Err(fault) if !stream.is_open => response(id, Err(fault)),
            Err(_) => "\n".to_owned(),
            Ok(_) if stream.is_endless() => {
                stream.is_open = true;
                self.stream = Some(stream);
                first_line(id)
            }
            Ok(mv) => {
                let first = if stream.is_open { String::new() } else { first_line(id) };
                first + &stream.rest() + &format!("play {mv}\n\n")
            }
        }
    }
}

/// The first line of a response whose text follows in lines of its own.
fn first_line(id: &str) -> String {
    format!("={id}\n")
}

/// The line without control characters and comment, its tabs made blanks.
fn cleaned(line: &str) -> String {
    line.chars()
        .take_while(|letter| *letter != '#')
        .map(|letter| if letter == '\t' { ' ' } else { letter })
        .filter(|letter| !letter.is_control() && *letter != '\u{feff}')
        .collect()
}

/// The id, empty if there is none, the command's name and its arguments. An id is any row of digits; it is only ever repeated.
fn split(line: &str) -> (&str, Option<&str>, Vec<&str>) {
    let mut words = line.split_whitespace().peekable();
    let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or_default();
    (id, words.next(), words.collect())
}

/// The response in GTP's form. A fault may quote anything, so it is made one line of ASCII.
fn response(id: &str, result: Result<String, Fault>) -> String {
    let (mark, text) = match result {
        Ok(text) => ('=', text),
        Err(fault) => ('?', plain(&fault.to_string())),
    };
    let gap = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
    format!("{mark}{id}{gap}{text}\n\n")
}
