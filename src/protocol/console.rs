//! The console: a conversation with a person at a terminal, or with a script.
//!
//! Knows nothing of terminals: its [`OutputMode`] is given. The commands are in one table, [`WORDS`], which the help is made from; those
//! that Edax has too work as in Edax.
//!
//! ```text
//!   > f5                       a move, or several: f5d6c3
//!     a b c d e f g h          the board after it, with the moves of the side to move marked
//!   ...
//!   > hint 3                   a row for each iteration, at the end a line for each move
//! ```

mod arguments;
mod help;
mod inputs;
mod line;
mod show;
mod state;
mod table;
mod word;
mod words;

pub use state::OutputMode;
pub use word::{Group, Word};
pub use words::WORDS;

use super::text::{self, capitalized};
use super::{Input, Protocol};
use crate::session::{Command, Event, Source};
use emilia::notation::transcript;
use emilia::{Colour, Game, Move, OpeningNames, Rules};
use emilia_analysis::internal::{picture, table_within};
use show::{Manner, View, wrapped};
use state::State;
use std::fmt::{self, Write};
use std::slice;
use std::time::Duration;
use table::Table;
use words::VERSION;

/// The prompt of a person without line editing.
const PROMPT: &str = "> ";
/// The columns of texts for scripts.
const WIDTH: usize = 100;
/// What a person reads first.
const BANNER: &str = concat!(
    "play black or play white begins a game against it; a move such as f5 does, too. strength easy makes it weaker, ",
    "human 1500 lets it play like people of this rating, hint advises, undo takes back, help lists all commands.\n",
);
/// The line below it.
const PAGE: &str = "emilia serve opens a page in the browser.\n";

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

    /// The same on a terminal with colours.
    #[must_use]
    pub fn with_colours(mut self) -> Console {
        self.state.style.has_colours = true;
        self
    }

    /// The same with these rules for the games that `new` begins.
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Console {
        self.state.game = Game::new(rules.clone());
        (self.state.begun, self.state.rules) = (rules.clone(), rules);
        self
    }

    /// The prompt; empty for scripts and where a line editor shows it.
    fn prompt(&mut self) -> &'static str {
        self.is_prompted = self.state.output_mode == OutputMode::Person;
        if self.is_prompted { PROMPT } else { "" }
    }

    fn write_event(&mut self, event: &Event, out: &mut dyn Write) -> fmt::Result {
        match event {
            Event::Started if self.state.is_interactive() => {
                write!(out, "{VERSION} plays Othello.\n{BANNER}{}", if cfg!(feature = "serve") { PAGE } else { "" })?;
                show::game(&self.state.game, View::Board, self.state.style, out)
            }
            Event::Saved { path, game } => {
                let moves = game.moves().iter().filter(|played| played.mv != Move::Pass).count();
                let what = match moves {
                    _ if path.to_ascii_lowercase().ends_with(".obf") => "the board".to_owned(),
                    1 => "1 move".to_owned(),
                    moves => format!("{moves} moves"),
                };
                writeln!(out, "saved {what} to {}", text::plain(path))
            }
            Event::Done | Event::Synced(_) | Event::Streamed(_) | Event::Progress { .. } | Event::Loaded { .. } => {
                Ok(())
            }
            Event::Started | Event::Tick | Event::Goodbye => Ok(()),
            Event::Learned => writeln!(out, "learned"),
            Event::Refused(reason) => {
                let moves = self.state.moves.take().unwrap_or_default();
                let is_another = is_game(&moves, &self.state.rules);
                let advice = if is_another { "; type new first to play them from the start" } else { "" };
                self.state.note.clear();
                self.state.next_emilia = None;
                (self.state.is_looking_back, self.state.is_set_up) = (false, false);
                (self.state.is_confirming, self.state.manner) = (false, None);
                match self.state.instead_of(&moves) {
                    Some(text) => writeln!(out, "error: {text}"),
                    None => writeln!(out, "error: {}{advice}", text::plain(reason)),
                }
            }
            Event::Shown { game, left } => {
                let next_emilia = self.state.next_emilia.take();
                self.state.emilia = next_emilia.or(self.state.emilia.take());
                match std::mem::take(&mut self.state.view) {
                    View::Board => self.board(game, *left, out),
                    View::Clocks => self.clocks(*left, out),
                    View::Nothing => out.write_str(&std::mem::take(&mut self.state.note)),
                    view => show::game(game, view, self.state.style, out),
                }
            }
            Event::Options(settings) if self.state.is_confirming => {
                let manner = Manner::of(settings);
                let Some(before) = self.state.manner.take() else {
                    self.state.manner = Some(manner);
                    return Ok(());
                };
                self.state.is_confirming = false;
                out.write_str(&manner.after(&before))
            }
            Event::Options(settings) => match self.state.option.take() {
                Some(name) => settings
                    .iter()
                    .filter(|setting| setting.name.eq_ignore_ascii_case(&name))
                    .try_for_each(|setting| show::option(setting, settings, out)),
                None => show::options(settings, self.width(), out),
            },
            Event::Book { lines, .. } if self.state.is_interactive() => self.table.book_advice(lines, out),
            Event::Book { lines, .. } => self.table.book(lines, out),
            Event::Thinking(lines) if self.is_at_terminal() => self.table.block(lines, self.state.width, out),
            Event::Thinking(lines) => self.table.depth(lines, out),
            // The game is shown as a whole at the end.
            Event::Analyzed(reviewed) if self.is_at_terminal() => {
                self.table.progress(reviewed.ply, "positions", self.state.width, out)
            }
            Event::Explaining { depth, of } if self.is_at_terminal() => {
                self.table.progress(of.saturating_sub(*depth) as usize, "plies", self.state.width, out)
            }
            Event::Analyzed(_) | Event::Explaining { .. } => Ok(()),
            Event::Hinted { judged: Some(judged), nodes, time, .. } => {
                self.table.erase(out)?;
                table_within(judged, self.width(), out)?;
                writeln!(out, "{nodes} nodes in {} s", text::seconds(*time))
            }
            Event::Hinted { lines, nodes, time, .. } if self.state.is_interactive() => {
                self.table.advice(lines, out)?;
                if lines.is_empty() { Ok(()) } else { writeln!(out, "{nodes} nodes in {} s", text::seconds(*time)) }
            }
            Event::Hinted { lines, .. } => self.table.end(lines, out),
            Event::Explained { turn, lines, explanations, people, .. } => {
                match self.state.is_interactive() {
                    true => self.table.advice(lines, out)?,
                    false => self.table.end(lines, out)?,
                }
                if !lines.is_empty() {
                    out.write_str(&picture(turn, explanations))?;
                }
                people.as_ref().map_or(Ok(()), |people| out.write_str(&people.text()))
            }
            Event::Chosen(choice) => {
                // No search is behind what people choose, and its value would be a hint.
                let searched = choice.report.as_ref().filter(|_| !matches!(choice.source, Source::People { .. }));
                match searched {
                    Some(report) if self.is_at_terminal() => {
                        self.table.block(slice::from_ref(report), self.state.width, out)?;
                    }
                    Some(report) => self.table.choice(report, out)?,
                    None => self.table.erase(out)?,
                }
                self.table.close();
                show::choice(choice, out)?;
                choice.game.as_ref().map_or(Ok(()), |game| self.board(game, choice.left, out))
            }
        }
    }

    fn is_at_terminal(&self) -> bool {
        self.state.output_mode == OutputMode::Terminal
    }

    /// The clocks, and whose time is over now.
    fn clocks(&mut self, left: Option<[Duration; 2]>, out: &mut dyn Write) -> fmt::Result {
        let before = std::mem::replace(&mut self.state.left, left).unwrap_or([Duration::MAX; 2]);
        let Some(left) = left else {
            return writeln!(out, "There are no clocks; time 5:00 gives each side five minutes.");
        };
        show::clocks(left, out)?;
        for (colour, (left, before)) in [Colour::Black, Colour::White].into_iter().zip(left.into_iter().zip(before)) {
            if left.is_zero() && !before.is_zero() {
                show::overstepped(colour, out)?;
            }
        }
        Ok(())
    }

    /// The game as a board with its clocks, its opening and, for a person, what can be done now where that is not a move.
    fn board(&mut self, game: &Game, left: Option<[Duration; 2]>, out: &mut dyn Write) -> fmt::Result {
        self.state.game = game.clone();
        show::game(game, View::Board, self.state.style, out)?;
        match left {
            Some(_) => self.clocks(left, out)?,
            None => self.state.left = None,
        }
        out.write_str(&std::mem::take(&mut self.state.note))?;
        show::opening(&self.names, game, out)?;
        let is_looking_back = std::mem::take(&mut self.state.is_looking_back);
        let is_set_up = std::mem::take(&mut self.state.is_set_up);
        match self.state.is_emilias_turn() {
            _ if !self.state.is_interactive() => Ok(()),
            _ if game.is_resigned() => {
                writeln!(out, "analyze judges the moves; undo takes the resignation back; new begins another game.")
            }
            _ if self.state.is_over() => {
                writeln!(out, "analyze judges the moves; new, play black or play white begins another game.")
            }
            true if is_looking_back || is_set_up => writeln!(out, "Emilia waits; go lets it move."),
            false if game.must_pass() => {
                writeln!(out, "There is no move: type pass; before a move of the other side it may be left out.")
            }
            _ if is_set_up => {
                let side = capitalized(&game.to_move().to_string());
                let advice = "go lets Emilia move; play black or play white begins a game against it.";
                let sides = self.state.emilia.as_deref().map(show::sides);
                writeln!(out, "{side} is to move. {}", sides.as_deref().map_or(advice, str::trim_end))
            }
            _ => Ok(()),
        }
    }

    /// The most columns of texts other than help: lines for scripts are not broken.
    fn width(&self) -> usize {
        if self.state.is_interactive() { self.state.width } else { usize::MAX }
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
        let input = line::read(&mut self.state, line);
        if let Input::Reply(answer) = input {
            return Input::Reply(wrapped(&answer, self.width()) + self.prompt());
        }
        if self.state.is_interactive() {
            self.state.work.read(&input);
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
        !self.state.is_interactive()
    }

    fn write(&mut self, event: &Event, out: &mut dyn Write) -> fmt::Result {
        match event {
            Event::Thinking(_) if !self.state.verbose => return Ok(()),
            Event::Loaded { path, number, games } => {
                let other = if number < games { number + 1 } else { 1 };
                let path = text::plain(path);
                self.state.note = format!("game {number} of {games}; load {path} {other} loads another.\n");
                return Ok(());
            }
            _ => {}
        }
        if std::mem::take(&mut self.is_prompted) {
            writeln!(out)?;
        }
        let mut text = self.state.work.write(event);
        self.write_event(event, &mut text)?;
        out.write_str(&wrapped(&text, self.width()))?;
        self.awaited = match event {
            Event::Thinking(_) | Event::Analyzed(_) | Event::Explaining { .. } => return Ok(()),
            Event::Refused(_) => 0,
            _ => self.awaited.saturating_sub(1),
        };
        let is_over = matches!(event, Event::Goodbye);
        if self.awaited == 0 && !is_over { out.write_str(self.prompt()) } else { Ok(()) }
    }
}
