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
mod fault;
mod text;

use super::text::plain;
use super::{Protocol, Reading};
use crate::session::{Command, Event};
use answer::Answer;
use commands::Meaning;
use fault::Fault;
use std::fmt;

/// A conversation in GTP 2. Every line with a command gets exactly one response, in the order of the lines.
///
/// Its client is patient: it may send several commands ahead, but the lines must be read one at a time, each after the
/// response to the one before.
#[derive(Debug, Default)]
pub struct Gtp {
    work: Option<Work>,
    /// How many moves on the board each of the client's moves took: 2 with the pass before it that the client left out, 0 for a
    /// pass after the end.
    turns: Vec<usize>,
    /// Nodes of the search for the last chosen move.
    nodes: u64,
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

    /// Whether this is the name of a command, or a line that begins with one, possibly after an id.
    pub fn knows(line: &str) -> bool {
        let line = cleaned(line);
        let (_, name, _) = split(&line);
        name.is_some_and(|name| commands::find(name).is_some())
    }

    fn meaning(&self, name: Option<&str>, arguments: &[&str]) -> Result<Meaning, Fault> {
        let known = name.and_then(commands::find).ok_or(Fault::Unknown)?;
        (known.read)(arguments)
    }
}

impl Protocol for Gtp {
    fn read(&mut self, line: &str) -> Reading {
        let line = cleaned(line);
        let (id, name, arguments) = split(&line);
        if id.is_empty() && name.is_none() {
            return Reading::Say(String::new());
        }
        let (commands, answer) = match self.meaning(name, &arguments) {
            Ok(Meaning::Say(text)) => return Reading::Say(response(id, Ok(text))),
            Err(fault) => return Reading::Say(response(id, Err(fault))),
            Ok(Meaning::Nodes) => return Reading::Say(response(id, Ok(self.nodes.to_string()))),
            Ok(Meaning::Load { path, plies }) => {
                self.work = Some(Work { id: id.to_owned(), answer: Answer::Loaded });
                return Reading::Load { path, number: 1, plies, then: Vec::new() };
            }
            Ok(Meaning::Undo) => (vec![Command::Undo(self.turns.last().copied().unwrap_or(1))], Answer::TakenBack),
            Ok(Meaning::Ask(commands, answer)) => (commands, answer),
        };
        self.work = Some(Work { id: id.to_owned(), answer });
        Reading::Obey(commands)
    }

    fn is_patient(&self) -> bool {
        true
    }

    fn write(&mut self, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result {
        if let Event::Chosen(choice) = event {
            self.nodes = choice.report.as_ref().map_or(0, |report| report.nodes);
        }
        let Some(work) = &mut self.work else { return Ok(()) };
        match work.answer.hear(event, &mut self.turns) {
            None => Ok(()),
            Some(result) => {
                out.write_str(&response(&work.id, result))?;
                self.work = None;
                Ok(())
            }
        }
    }
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
