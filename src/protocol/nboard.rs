//! NBoard, versions 1 and 2: the protocol of the NBoard program and of tournament programs for Othello.
//!
//! Knows nothing of the board: moves and games are passed on to the session, which checks them. Unknown lines are
//! ignored, as the protocol requires; a command that fails becomes a line of `status`. Every line written begins with a word
//! that clients know and is plain ASCII: NBoard stops reading after any other character.
//!
//! ```text
//!   set game (;GM[Othello] ... ;)   the state comes first: it ends a running search without an answer
//!   set depth 12                    an option: ends nothing by itself
//!   ping 3                          ends a running search of any kind;
//!   hint 4                          pong 3 is written at once and nothing of an older search after it
//! ```

mod answer;

use super::{Input, Protocol, ProtocolInfo, text};
use crate::session::{ClockUpdate, Command, Event};
use answer::Answers;
use emilia::notation::ggf;
use emilia::{Move, TimeControl};
use std::fmt;

/// The range of `set depth`.
const DEPTHS: (i64, i64) = (1, 60);
/// The range of `set contempt`.
const CONTEMPTS: (i64, i64) = (-100, 100);
const RATINGS: (i64, i64) = (0, 2200);

pub(super) const INFO: ProtocolInfo = ProtocolInfo {
    command: "nboard",
    name: "NBoard, 1 and 2",
    help: "Run the NBoard protocol",
    clients: "NBoard, tournaments",
    first_lines: &["nboard 2", "ping 1", "set depth 5"],
    recognises: |line| {
        let (word, rest) = text::split_word(line);
        matches!(word, "nboard" | "ping") || word == "set" && matches!(text::split_word(rest).0, "game" | "depth")
    },
    defaults: &[],
    // Every game of this protocol names its own rules.
    takes_rules: false,
    begin: |_| Box::new(NBoard::new()),
};

/// A conversation in NBoard. Version 2 until the client asks for another one.
#[derive(Default)]
pub struct NBoard {
    answers: Answers,
    /// Whether the client set a clock with `set time`, so that the one in the game's record is ignored.
    has_clock: bool,
}

impl NBoard {
    /// A new conversation.
    pub fn new() -> NBoard {
        NBoard::default()
    }

    /// `set NAME VALUE`; names that mean nothing here are ignored.
    fn set(&mut self, line: &str) -> Input {
        let (name, value) = text::split_word(line);
        match name.to_ascii_lowercase().as_str() {
            "game" => match ggf::read(value) {
                Ok(game) => handle(Command::Set(Box::new(game))),
                Err(error) => status(&format!("game not understood: {error}")),
            },
            "depth" => option("level", value, DEPTHS),
            "contempt" => option("contempt", value, CONTEMPTS),
            "human" => option("human", value, RATINGS),
            "time" => match value.parse::<TimeControl>() {
                Ok(TimeControl { main, increment, .. }) => {
                    self.has_clock = true;
                    handle(Command::Clock(ClockUpdate::Game { main, increment: increment.unwrap_or_default() }))
                }
                Err(_) => silence(),
            },
            _ => silence(),
        }
    }

    /// `go`: in version 2 the clock binds as well as the depth.
    fn go(&self) -> Input {
        let go = Command::Go { colour: None, play: false };
        if self.has_clock || self.answers.is_version_1() {
            handle(go)
        } else {
            Input::Commands(vec![Command::Clock(ClockUpdate::Noted), go])
        }
    }
}

impl Protocol for NBoard {
    fn read(&mut self, line: &str) -> Input {
        let (word, rest) = text::split_word(line);
        let input = match word.to_ascii_lowercase().as_str() {
            "nboard" => {
                self.answers.set_version(text::number(rest).unwrap_or(2));
                // The empty status takes the place of NBoard's own, that the engine is loading.
                Input::Reply("set myname Emilia\nstatus\n".to_owned())
            }
            "set" => self.set(rest),
            "move" => play(rest),
            "ping" => {
                text::split_word(rest).0.parse().map_or_else(|_| silence(), |number| handle(Command::Sync(number)))
            }
            "hint" => handle(Command::Hint(text::count(rest))),
            "go" => self.go(),
            "analyze" => Input::Commands(vec![Command::Show, Command::Analyze]),
            "learn" => handle(Command::Learn),
            "undo" => handle(Command::Undo(1)),
            "quit" => handle(Command::Quit),
            // Version 1 sends moves without a word before them.
            bare if bare.parse::<Move>().is_ok() => play(line),
            _ => silence(),
        };
        if let Input::Commands(commands) = &input {
            self.answers.expect(commands);
        }
        input
    }

    fn queues_input(&self) -> bool {
        false
    }

    fn write(&mut self, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result {
        self.answers.write(event, out)
    }

    fn fault(&self, message: &str, _: Option<&str>) -> String {
        answer::status(message)
    }
}

fn handle(command: Command) -> Input {
    Input::Commands(vec![command])
}

fn silence() -> Input {
    Input::Reply(String::new())
}

fn status(message: &str) -> Input {
    Input::Reply(answer::status(message))
}

/// An option whose value is clamped to its range, so that no level is an error.
fn option(name: &str, value: &str, (least, most): (i64, i64)) -> Input {
    text::number(value).map_or_else(silence, |value| {
        handle(Command::Option { name: name.to_owned(), value: value.clamp(least, most).to_string() })
    })
}

/// `F5`, `F5/1.50/0.34`, `PA//2.0E-4`.
fn play(notes: &str) -> Input {
    match ggf::read_move(notes) {
        Ok(played) => handle(Command::Play { colour: None, played }),
        Err(error) => status(&error.to_string()),
    }
}
