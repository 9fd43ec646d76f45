//! XBoard's protocol, the Chess Engine Communication Protocol, version 2, for games of Othello.
//!
//! Knows nothing of how a move is found. It keeps a copy of the game, from which it tells legal moves and the end of the game at once.
//! Source: T. Mann and H. G. Muller, "Chess Engine Communication Protocol" (2009, with the additions of XBoard 4.8).
//!
//! ```text
//!   usermove P@d3   ──► move P@c5    the engine answers on its turns, unless the client has said force
//!   ping 3          ──► pong 3       lines wait for the engine's move; force, new, ?, result and quit do not
//! ```

mod answer;
mod board;
mod clock;
mod features;
mod turns;

use super::text::{plain, split_word};
use super::{Input, Order, Protocol, ProtocolInfo};
use crate::session::{Command, Event, Source};
use clock::Clock;
use emilia::{Colour, Game, Limits, Move, Report, Rules};
use std::fmt;

/// Commands without effect here.
const WITHOUT_EFFECT: [&str; 7] = ["", "xboard", "rejected", "random", "computer", "otim", "hint"];

pub(super) const INFO: ProtocolInfo = ProtocolInfo {
    command: "xboard",
    name: "CECP 2",
    help: "Run the protocol of XBoard and WinBoard",
    clients: "XBoard, WinBoard",
    first_lines: &["xboard"],
    recognises: |line| line.trim() == "xboard",
    defaults: &[],
    takes_rules: true,
    begin: |rules| Box::new(XBoard::new().with_rules(rules)),
};

/// A conversation with XBoard or WinBoard.
#[derive(Debug, Default)]
pub struct XBoard {
    /// The rules of the games that begin.
    rules: Rules,
    /// The game on the board.
    game: Game,
    /// Whether the client has set up an illegal board; no move is legal on it.
    is_broken: bool,
    /// The side that the engine plays; none in force mode.
    side: Option<Colour>,
    /// Whether a search for the engine's move runs.
    is_thinking: bool,
    /// Whether the session prepares for a game, and lines wait for it.
    is_preparing: bool,
    /// The most plies of a search.
    depth: Option<u32>,
    clock: Clock,
    /// Whether thinking is shown.
    posts: bool,
    /// Whether the client draws the marks that it is told.
    has_marks: bool,
    /// The last result of the running search.
    latest: Option<Report<Move>>,
    /// The line in work, for a message.
    line: String,
    /// Text that goes before the next one.
    due: String,
}

impl XBoard {
    /// The start of a conversation.
    pub fn new() -> XBoard {
        XBoard::default()
    }

    /// The same with these rules for the games that begin.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> XBoard {
        XBoard { game: Game::new(rules.clone()), rules, ..self }
    }

    /// Sets the clocks, or the time that is left on one.
    fn clock(&mut self, word: &str, arguments: &str) -> Input {
        let update = match word {
            "level" => self.clock.level(arguments),
            "st" => self.clock.per_move(arguments),
            _ if self.clock.show(arguments).is_some() => return Input::Reply(String::new()),
            _ => None,
        };
        let Some(update) = update else { return self.error("bad arguments") };
        self.is_preparing = !self.is_thinking;
        Input::Commands(vec![Command::Clock(update)])
    }

    fn limit_depth(&mut self, arguments: &str) -> Input {
        match super::text::number(arguments).filter(|depth| *depth > 0) {
            Some(depth) => {
                self.depth = Some(depth.min(Limits::MOST_PLIES.into()) as u32);
                Input::Reply(String::new())
            }
            None => self.error("bad arguments"),
        }
    }

    fn option(arguments: &str) -> Input {
        let (name, value) = arguments.split_once('=').unwrap_or((arguments, ""));
        set(name.trim(), value.trim())
    }

    fn error(&self, kind: &str) -> Input {
        Input::Reply(format!("Error ({kind}): {}\n", self.line))
    }

    /// Has the board drawn, if the client draws marks. It removes them when a disc is put down.
    fn draw(&mut self) {
        if self.has_marks {
            self.due += &answer::drawing(&self.game);
        }
    }

    fn take_drawing(&mut self) -> Input {
        if !self.is_broken {
            self.draw();
        }
        Input::Reply(std::mem::take(&mut self.due))
    }
}

fn set(name: &str, value: &str) -> Input {
    Input::Commands(vec![Command::Option { name: name.to_owned(), value: value.to_owned() }])
}

impl Protocol for XBoard {
    fn read(&mut self, line: &str) -> Input {
        let (word, rest) = split_word(line);
        self.line = plain(line);
        match word {
            "protover" => Input::Commands(vec![Command::ShowOptions]),
            "accepted" => {
                self.has_marks |= rest == "highlight";
                Input::Reply(String::new())
            }
            "new" => self.new_game(),
            "variant" => self.variant(rest),
            "setboard" => self.set_board(rest),
            "force" | "result" => self.force(),
            "go" => self.go(),
            "playother" => {
                self.side = Some(self.game.to_move().other());
                self.idle()
            }
            "usermove" => self.play(rest),
            "undo" => self.undo(1),
            "remove" => self.undo(2),
            "?" if self.is_thinking => Input::Commands(vec![Command::Stop]),
            "?" => Input::Reply(String::new()),
            "ping" => Input::Reply(format!("pong {}\n", plain(rest))),
            "post" | "nopost" => {
                self.posts = word == "post";
                Input::Reply(String::new())
            }
            "hard" => set("ponder", "1"),
            "easy" => set("ponder", "0"),
            "level" | "st" | "time" => self.clock(word, rest),
            "sd" => self.limit_depth(rest),
            "memory" => set("hash", rest),
            "cores" => set("threads", rest),
            "option" => Self::option(rest),
            "lift" | "put" if self.has_marks => self.take_drawing(),
            "lift" | "put" => Input::Reply(String::new()),
            "quit" => Input::Commands(vec![Command::Quit]),
            word if WITHOUT_EFFECT.contains(&word) => Input::Reply(String::new()),
            _ => self.error("unknown command"),
        }
    }

    /// Lines wait for the engine's move, and for its preparations.
    fn queues_input(&self) -> bool {
        self.is_preparing || self.is_thinking
    }

    fn order(&self, line: &str) -> Order {
        match split_word(line).0 {
            // It brings the move, after which the lines that wait are answered.
            "?" => Order::AtOnce,
            "force" | "new" | "result" | "quit" => Order::AtOnceAfterWaiting,
            _ => Order::Waits,
        }
    }

    fn fault(&self, message: &str, _: Option<&str>) -> String {
        format!("tellusererror {}\n", plain(message))
    }

    fn write(&mut self, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&std::mem::take(&mut self.due))?;
        match event {
            Event::Options(settings) => out.write_str(&features::declared(settings)),
            Event::Done => {
                self.is_preparing = false;
                Ok(())
            }
            Event::Thinking(lines) => match lines.first() {
                Some(report) => out.write_str(&self.shown(report, Source::Search)),
                None => Ok(()),
            },
            Event::Chosen(choice) => out.write_str(&self.chosen(choice)),
            Event::Refused(reason) => {
                (self.is_thinking, self.is_preparing) = (false, false);
                writeln!(out, "Error ({}): {}", plain(reason), self.line)
            }
            _ => Ok(()),
        }
    }
}
