//! The console: a conversation with a person at a terminal, or with a script.
//!
//! Knows nothing of terminals: its [`OutputMode`] is given. The commands are in one table, [`WORDS`], which the help is made from; those
//! that Edax has too work as in Edax.
//!
//! ```text
//!   > f5                       a move, or several: f5d6c3
//!     a b c d e f g h          the board after it, with the moves of the side to move marked
//!   ...
//!   > hint 3                   a row for each iteration, at the end one for each move
//! ```

mod arguments;
mod help;
mod inputs;
mod show;
mod state;
mod table;
mod words;

pub use state::OutputMode;
pub use words::{WORDS, Word};

use super::{Input, Protocol, text};
use crate::session::{Command, Event};
use emilia::notation::transcript;
use emilia::{Game, Move, OpeningNames, Rules};
use emilia_analysis::internal::picture;
use emilia_analysis::table;
use show::View;
use state::State;
use std::fmt::{self, Write};
use table::Table;
use words::VERSION;

/// The prompt of a person without line editing.
const PROMPT: &str = "> ";
/// The columns of texts for scripts.
const WIDTH: usize = 100;

/// A conversation on the console.
pub struct Console {
    state: State,
    /// The number of replies to the last line that are still to come.
    awaited: usize,
    /// Whether the last line written is a prompt.
    is_prompted: bool,
    table: Table,
    names: OpeningNames,
}

impl Console {
    /// A new conversation.
    pub fn new(output_mode: OutputMode) -> Console {
        Console {
            state: State::new(output_mode, WIDTH),
            awaited: 0,
            is_prompted: false,
            table: Table::default(),
            names: OpeningNames::new(),
        }
    }

    /// The same on a terminal with this number of columns.
    #[must_use]
    pub fn with_width(mut self, columns: usize) -> Console {
        self.state.width = columns;
        self
    }

    /// The same with these rules for the games that `new` begins.
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Console {
        self.state.rules = rules;
        self
    }

    fn is_interactive(&self) -> bool {
        self.state.output_mode != OutputMode::Script
    }

    /// The prompt; empty for scripts and where a line editor shows it.
    fn prompt(&mut self) -> &'static str {
        self.is_prompted = self.state.output_mode == OutputMode::Person;
        if self.is_prompted { PROMPT } else { "" }
    }

    fn write_event(&mut self, event: &Event, out: &mut dyn Write) -> fmt::Result {
        match event {
            Event::Started if self.is_interactive() => {
                writeln!(out, "{VERSION}. Type a move such as f5, go, hint 3, or help.")?;
                show::game(&Game::default(), View::Board, out)
            }
            Event::Saved { path, game } => {
                let moves = game.moves().iter().filter(|played| played.mv != Move::Pass).count();
                let moves = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
                writeln!(out, "saved {moves} to {}", text::plain(path))
            }
            Event::Done | Event::Synced(_) | Event::Streamed(_) | Event::Progress { .. } => Ok(()),
            Event::Started | Event::Tick | Event::Goodbye => Ok(()),
            Event::Learned => writeln!(out, "learned"),
            Event::Refused(reason) => {
                let is_another = self.state.moves.take().is_some_and(|moves| is_game(&moves, &self.state.rules));
                let advice = if is_another { "; type new first to play them from the start" } else { "" };
                writeln!(out, "error: {}{advice}", text::plain(reason))
            }
            Event::Shown(game) => {
                let view = std::mem::take(&mut self.state.view);
                show::game(game, view, out)?;
                out.write_str(&std::mem::take(&mut self.state.note))?;
                if view == View::Board { show::opening(&self.names, game, out) } else { Ok(()) }
            }
            Event::Options(settings) => match self.state.option.take() {
                Some(name) => settings
                    .iter()
                    .filter(|setting| setting.name.eq_ignore_ascii_case(&name))
                    .try_for_each(|setting| show::option(setting, out)),
                None => show::options(settings, out),
            },
            Event::Book { lines, .. } => self.table.book(lines, out),
            Event::Thinking(lines) if lines.len() > 1 && self.state.output_mode == OutputMode::Terminal => {
                self.table.block(lines, self.state.width, out)
            }
            Event::Thinking(lines) => self.table.depth(lines, out),
            // The game is shown as a whole at the end.
            Event::Analyzed(reviewed) if self.state.output_mode == OutputMode::Terminal => {
                self.table.progress(reviewed.ply, out)
            }
            Event::Analyzed(_) => Ok(()),
            Event::Hinted { lines, .. } if lines.len() > 1 && self.state.output_mode == OutputMode::Terminal => {
                self.table.block(lines, self.state.width, out)?;
                self.table.close();
                Ok(())
            }
            Event::Hinted { judged: Some(judged), nodes, time, .. } => {
                self.table.erase(out)?;
                table(judged, out)?;
                writeln!(out, "{nodes} nodes in {} s", text::seconds(*time))
            }
            Event::Hinted { lines, .. } => self.table.end(lines, out),
            Event::Explained { turn, lines, explanations, .. } => {
                self.table.close();
                self.table.end(lines, out)?;
                if lines.is_empty() { Ok(()) } else { out.write_str(&picture(turn, explanations)) }
            }
            Event::Chosen(choice) => {
                if let Some(report) = &choice.report {
                    self.table.choice(report, out)?;
                }
                self.table.close();
                show::choice(choice, out)?;
                choice.game.as_ref().map_or(Ok(()), |game| show::opening(&self.names, game, out))
            }
        }
    }
}

/// Whether these are the first moves of a game by these rules, more than one.
fn is_game(moves: &str, rules: &Rules) -> bool {
    transcript::read_by(rules.clone(), moves).is_ok_and(|game| game.moves().len() > 1)
}

impl Protocol for Console {
    fn read(&mut self, line: &str) -> Input {
        self.is_prompted = false;
        self.table.keep_block();
        let input = words::read(&mut self.state, line);
        if let Input::Reply(answer) = input {
            return Input::Reply(answer + self.prompt());
        }
        self.awaited = match &input {
            Input::Commands(commands) => commands.len(),
            // The game is set up before the other commands.
            Input::Load { then, .. } => 1 + then.len(),
            Input::Save { .. } | Input::Book { .. } | Input::EndSearch | Input::EndAll | Input::Reply(_) => 0,
        };
        self.state.moves = match &input {
            Input::Commands(commands) => commands.iter().find_map(|command| match command {
                Command::Transcript(moves) => Some(moves.clone()),
                _ => None,
            }),
            _ => None,
        };
        let leaves_search = match &input {
            Input::Commands(commands) => commands.iter().all(Command::leaves_search),
            Input::Save { .. } => true,
            _ => false,
        };
        if !leaves_search {
            self.table.close();
        }
        input
    }

    fn queues_input(&self) -> bool {
        !self.is_interactive()
    }

    fn write(&mut self, event: &Event, out: &mut dyn Write) -> fmt::Result {
        if matches!(event, Event::Thinking(_)) && !self.state.verbose {
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
