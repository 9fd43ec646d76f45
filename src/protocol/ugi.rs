//! UGI, the Universal Game Interface, for two-player games of any kind, in which the engine is the referee; and UCI, after which it was
//! made.
//!
//! Knows nothing of how a move is found. It keeps a copy of the game, from which it answers the questions of the referee at once.
//! Unknown lines are ignored; a known one that cannot be executed is answered by a line of `info string`. Source: github.com/kz04px/ugi.
//! What differs in UCI is in `dialect`.
//!
//! ```text
//!   position startpos moves f5 d6   the state comes before every search
//!   go movetime 100                 exactly one bestmove for each go
//!   query gameover                  response false
//! ```

mod answer;
mod dialect;
mod go;
mod options;
mod position;
mod uci;

use super::text::{plain, split_word};
use super::{Input, Protocol, ProtocolInfo};
use crate::session::{Bounds, ClockUpdate, Command, Event};
use answer::{bestmove, infos, last_info};
use dialect::Dialect;
use emilia::{Colour, Game, Rules};
use go::Asked;
use position::Position;
use std::fmt;
pub(super) use uci::UCI_INFO;

pub(super) const INFO: ProtocolInfo = ProtocolInfo {
    command: "ugi",
    name: "UGI",
    help: "Run UGI, the Universal Game Interface",
    clients: "match programs",
    first_lines: &["ugi"],
    recognises: |line| line.trim() == "ugi",
    // The client manages the openings.
    defaults: &[("book", "0")],
    takes_rules: true,
    begin: |rules| Box::new(Ugi::new().with_rules(rules)),
};

/// A conversation in UGI.
#[derive(Debug, Default)]
pub struct Ugi {
    dialect: Dialect,
    /// The rules of `startpos`.
    rules: Rules,
    /// The game on the board.
    game: Game,
    /// Whether the session still has another game, as the client has not sent one.
    is_unset: bool,
    /// The passes that the client has played after the end of the game.
    last_passes: usize,
    /// The moves that the client wants to see, less 1.
    more_lines: usize,
    /// What the next `Done` of the session answers; lines wait for it.
    awaited: Option<Awaited>,
    search: Option<Search>,
    /// The search that begins once that one is answered.
    next_search: Option<Search>,
    /// The answer to an endless search that has ended by itself.
    held: Option<String>,
    /// Whether that answer comes before the next text, as the client went on without `stop`.
    is_due: bool,
}

/// A reply of the session for which the client's next lines wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Awaited {
    /// To `isready`.
    Ready,
    /// To a new game, which the client is not told of.
    NewGame,
}

/// A search without an answer so far.
#[derive(Debug)]
struct Search {
    /// Its game, as the client may have sent another one since.
    game: Game,
    last_passes: usize,
    /// Whether its answer waits for `stop`.
    is_endless: bool,
    /// What begins with `ponderhit`.
    pondered: Option<Asked>,
}

impl Ugi {
    /// The start of a conversation.
    pub fn new() -> Ugi {
        Ugi::default()
    }

    /// The start of a conversation in UCI, in which moves are drops and `UCI_Variant` names the game.
    pub fn uci() -> Ugi {
        let (name, _) = uci::VARIANTS[0];
        Ugi { dialect: Dialect::Uci, is_unset: true, ..Ugi::default() }.with_rules(uci::rules(name).unwrap_or_default())
    }

    /// The same with these rules for the games that begin.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Ugi {
        Ugi { game: Game::new(rules.clone()), rules, ..self }
    }

    /// The side that moves first in `startpos`.
    fn first(&self) -> Colour {
        self.rules.start().to_move
    }

    /// Commands that need the session to themselves: a search is ended before them, with its answer.
    fn alone(&mut self, command: Command) -> Input {
        let ends = self.end_search();
        Input::Commands(ends.into_iter().chain([command]).collect())
    }

    /// What ends the search, if one runs. The client gets its answer.
    fn end_search(&mut self) -> Option<Command> {
        self.is_due = self.held.is_some();
        let search = self.search.as_mut()?;
        search.is_endless = false;
        Some(Command::Stop)
    }

    fn stop(&mut self) -> Input {
        match self.end_search() {
            Some(stop) => Input::Commands(vec![stop]),
            None => Input::Reply(self.take_due()),
        }
    }

    /// The answer that was held back, if it is due.
    fn take_due(&mut self) -> String {
        if std::mem::take(&mut self.is_due) { self.held.take().unwrap_or_default() } else { String::new() }
    }

    fn new_game(&mut self, rules: Rules) -> Input {
        (self.game, self.last_passes) = (Game::new(rules.clone()), 0);
        (self.awaited, self.is_unset) = (Some(Awaited::NewGame), false);
        self.alone(Command::New(rules))
    }

    fn position(&mut self, arguments: &str) -> Input {
        match position::read(self.dialect, arguments, &self.rules) {
            Ok(Position { game, last_passes }) => {
                (self.game, self.last_passes, self.is_unset) = (game.clone(), last_passes, false);
                self.alone(Command::Set(Box::new(game)))
            }
            Err(fault) => note(&format!("position not understood: {fault}")),
        }
    }

    fn go(&mut self, arguments: &str) -> Input {
        let mut asked = match go::read(self.dialect, arguments, self.game.to_move() == self.first()) {
            Ok(asked) => asked,
            Err(fault) => return note(&fault),
        };
        asked.bounds.lines = self.lines();
        let mut pondered = None;
        if asked.is_ponder {
            let bounds = Bounds { is_endless: true, lines: self.lines(), ..Bounds::default() };
            let endless = Asked { bounds, clock: ClockUpdate::None, is_ponder: true };
            pondered = Some(std::mem::replace(&mut asked, endless));
        }
        let (game, last_passes, is_endless) = (self.game.clone(), self.last_passes, asked.bounds.is_endless);
        let search = Some(Search { game, last_passes, is_endless, pondered });
        let ends = self.end_search();
        *(if ends.is_some() { &mut self.next_search } else { &mut self.search }) = search;
        let set = std::mem::take(&mut self.is_unset).then(|| Command::Set(Box::new(self.game.clone())));
        Input::Commands(ends.into_iter().chain(set).chain(started(asked)).collect())
    }

    /// The move that was expected has come: the search ends as `go` has asked.
    fn ponder_hit(&mut self) -> Input {
        self.is_due = self.held.is_some();
        let Some(search) = self.search.as_mut() else { return Input::Reply(self.take_due()) };
        let Some(asked) = search.pondered.take() else { return Input::Reply(String::new()) };
        search.is_endless = asked.bounds.is_endless;
        Input::Commands(started(asked))
    }

    /// The moves that the client wants to see.
    fn lines(&self) -> usize {
        self.more_lines + 1
    }

    fn set_option(&mut self, arguments: &str) -> Input {
        match options::read(self.dialect, arguments) {
            Ok(options::Change::Rules(rules)) => {
                self.rules = rules.clone();
                self.new_game(rules)
            }
            Ok(options::Change::Option { name, value }) => Input::Commands(vec![Command::Option { name, value }]),
            Ok(options::Change::Lines(lines)) => {
                self.more_lines = lines.saturating_sub(1);
                Input::Reply(String::new())
            }
            Ok(options::Change::Nothing) => Input::Reply(String::new()),
            Err(fault) => note(&fault),
        }
    }

    /// The answer of the referee.
    fn query(&self, what: &str) -> Input {
        let answer = match what {
            "p1turn" => (self.game.to_move() == self.first()).to_string(),
            "gameover" => self.game.is_over().to_string(),
            "result" => self.result().to_owned(),
            _ => return note(&format!("no answer to query {what:?}")),
        };
        Input::Reply(format!("response {answer}\n"))
    }

    fn result(&self) -> &'static str {
        match self.game.outcome().filter(|_| self.game.is_over()).map(|outcome| outcome.winner) {
            None => "none",
            Some(None) => "draw",
            Some(Some(winner)) if winner == self.first() => "p1win",
            Some(Some(_)) => "p2win",
        }
    }

    /// The game of the search, and the passes after its end.
    fn searched(&self) -> (&Game, usize) {
        self.search.as_ref().map_or((&self.game, self.last_passes), |search| (&search.game, search.last_passes))
    }

    /// Writes the answer of a search, or holds it back until `stop`.
    fn answer(&mut self, last: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        match std::mem::replace(&mut self.search, self.next_search.take()) {
            Some(Search { is_endless: true, .. }) => {
                self.held = Some(last.to_owned());
                Ok(())
            }
            _ => out.write_str(last),
        }
    }
}

impl Protocol for Ugi {
    fn read(&mut self, line: &str) -> Input {
        let (word, rest) = split_word(line);
        match word {
            _ if word == self.dialect.name() => Input::Commands(vec![Command::ShowOptions]),
            _ if word == self.dialect.new_game() => self.new_game(self.rules.clone()),
            "isready" => {
                self.awaited = Some(Awaited::Ready);
                Input::Commands(vec![Command::Prepare])
            }
            "setoption" => self.set_option(rest),
            "position" => self.position(rest),
            "go" => self.go(rest),
            "stop" => self.stop(),
            "query" if self.dialect == Dialect::Ugi => self.query(rest),
            "ponderhit" if self.dialect == Dialect::Uci => self.ponder_hit(),
            "quit" => Input::Commands(vec![Command::Quit]),
            _ => Input::Reply(String::new()),
        }
    }

    /// Lines wait for the answer to `isready` and for a new game. During a search they do not.
    fn queues_input(&self) -> bool {
        self.awaited.is_some()
    }

    fn fault(&self, message: &str, _: Option<&str>) -> String {
        info_string(message)
    }

    fn write(&mut self, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&self.take_due())?;
        match event {
            Event::Options(settings) => out.write_str(&options::handshake(self.dialect, settings)),
            Event::Done => match self.awaited.take() {
                Some(Awaited::Ready) => out.write_str("readyok\n"),
                Some(Awaited::NewGame) | None => Ok(()),
            },
            Event::Thinking(reports) => {
                let (game, _) = self.searched();
                out.write_str(&infos(self.dialect, reports, game, self.lines()))
            }
            Event::Chosen(choice) => {
                let (game, last_passes) = self.searched();
                out.write_str(&last_info(self.dialect, choice, game, self.lines()))?;
                let last = bestmove(self.dialect, choice, game, last_passes);
                self.answer(&last, out)
            }
            Event::Refused(reason) => {
                out.write_str(&info_string(reason))?;
                self.awaited = None;
                if self.search.is_some() { self.answer(self.dialect.no_move(), out) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }
}

/// The commands of a search.
fn started(asked: Asked) -> Vec<Command> {
    vec![Command::Clock(asked.clock), Command::GoWithin(asked.bounds)]
}

/// A line for a person.
fn info_string(message: &str) -> String {
    format!("info string {}\n", plain(message))
}

fn note(message: &str) -> Input {
    Input::Reply(info_string(message))
}
