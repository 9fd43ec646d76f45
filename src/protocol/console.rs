//! The console: a conversation with a person at a terminal, or with a script.
//!
//! Knows nothing of terminals: whether a person sits at one it is told. The words it understands stand in one table, [`WORDS`],
//! from which the help is made; those of Edax mean here what they mean there.
//!
//! ```text
//!   > f5                       a move, or several: f5d6c3
//!     a b c d e f g h          the board after it, with the moves of the side to move marked
//!   ...
//!   > hint 3                   a row for each finished depth, in the end one for each move
//! ```

mod arguments;
mod help;
mod show;
mod table;
mod words;

pub use words::{WORDS, Word};

use super::{Protocol, Reading, text};
use crate::game::Colour;
use crate::session::{Command, Event};
use show::View;
use std::fmt::{self, Write};
use table::Table;

/// The name and version of the program, for people.
const VERSION: &str = concat!("Emilia ", env!("CARGO_PKG_VERSION"));
/// Asks a person for the next line.
const PROMPT: &str = "> ";

/// A conversation on the console.
pub struct Console {
    /// Whether a person reads along: there is a prompt then, and a line ends the search before it.
    interactive: bool,
    /// The colours that Emilia plays by herself.
    plays: Vec<Colour>,
    /// The side to move in the game as last shown.
    to_move: Option<Colour>,
    /// How the next game is shown.
    view: View,
    /// Whether each depth of a search is shown, not only what was found in the end.
    verbose: bool,
    /// The replies that the last line still waits for.
    awaited: usize,
    /// Whether the prompt stands on the last line.
    is_prompted: bool,
    table: Table,
}

impl Console {
    /// A conversation that has not begun, with a person at a terminal (`interactive`) or with a script.
    pub fn new(interactive: bool) -> Console {
        Console {
            interactive,
            plays: Vec::new(),
            to_move: None,
            view: View::Board,
            verbose: true,
            awaited: 0,
            is_prompted: false,
            table: Table::default(),
        }
    }

    /// How many moves `undo` takes back so that it is the person's turn again: against Emilia her answer too.
    fn moves_of_a_turn(&self) -> usize {
        match self.plays.as_slice() {
            [colour] if self.to_move != Some(*colour) => 2,
            _ => 1,
        }
    }

    /// The prompt, where a person waits for it.
    fn prompt(&mut self) -> &'static str {
        self.is_prompted = self.interactive;
        if self.interactive { PROMPT } else { "" }
    }

    /// Shows the game in this way.
    fn show(&mut self, view: View) -> Reading {
        self.view = view;
        Reading::Obey(vec![Command::Show])
    }

    fn write_event(&mut self, event: &Event, out: &mut dyn Write) -> fmt::Result {
        match event {
            Event::Done | Event::Synced(_) | Event::Goodbye => Ok(()),
            Event::Learned => writeln!(out, "learned"),
            Event::Refused(reason) => writeln!(out, "error: {}", text::plain(reason)),
            Event::Shown(game) => {
                self.to_move = Some(game.to_move());
                show::game(game, std::mem::take(&mut self.view), out)
            }
            Event::Options(settings) => show::options(settings, out),
            Event::Thinking(lines) => self.table.depth(lines, out),
            Event::Analyzed(verdict) => self.table.verdict(verdict, out),
            Event::Hinted { lines, nodes, time } => self.table.end(lines, *nodes, *time, out),
            Event::Chosen(choice) => {
                if let Some(report) = &choice.report {
                    self.table.choice(report, out)?;
                }
                self.table.close();
                if let Some(game) = &choice.game {
                    self.to_move = Some(game.to_move());
                }
                show::choice(choice, out)
            }
        }
    }
}

impl Protocol for Console {
    fn greet(&mut self) -> String {
        if self.interactive {
            format!("{VERSION}. Type a move such as f5, go, or help.\n{}", self.prompt())
        } else {
            String::new()
        }
    }

    fn read(&mut self, line: &str) -> Reading {
        self.is_prompted = false;
        match words::read(self, line) {
            Reading::Obey(commands) => {
                self.awaited = commands.len();
                self.table.close();
                Reading::Obey(commands)
            }
            Reading::Say(answer) => Reading::Say(answer + self.prompt()),
        }
    }

    fn is_patient(&self) -> bool {
        !self.interactive
    }

    fn write(&mut self, event: &Event, out: &mut dyn Write) -> fmt::Result {
        if matches!(event, Event::Thinking(_)) && !self.verbose {
            return Ok(());
        }
        if std::mem::take(&mut self.is_prompted) {
            writeln!(out)?;
        }
        self.write_event(event, out)?;
        self.awaited = match event {
            Event::Thinking(_) | Event::Analyzed(_) => return Ok(()),
            Event::Refused(_) => 0,
            _ => self.awaited.saturating_sub(1),
        };
        let is_over = matches!(event, Event::Goodbye);
        if self.awaited == 0 && !is_over { out.write_str(self.prompt()) } else { Ok(()) }
    }
}
