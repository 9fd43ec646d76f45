//! A session: obeys commands, hears the news of its searches.

mod ponder;
mod searches;

use super::handicap::Given;
use super::time::Clocks;
use super::{Command, Event, News, Options, Ticket};
use crate::engine::{Engine, EngineOptions};
use crate::eval::Weights;
use crate::game::notation::transcript;
use crate::game::{Colour, Game, Played};
use ponder::Ponder;
use searches::Search;
use std::sync::Arc;

/// One conversation about one game.
pub struct Session {
    game: Game,
    options: Options,
    clocks: Clocks,
    /// The colours that the session plays by itself.
    auto: Vec<Colour>,
    /// Whether it waits all the same, because somebody is looking back or has called it off.
    paused: bool,
    engine: Engine,
    post: Post,
    ticket: Ticket,
    search: Option<Search>,
    /// What was given away on purpose.
    given: Given,
    /// The game after the reply to the move just played, until it is thought about.
    expected: Option<Game>,
    ponder: Option<Ponder>,
}

/// Where news are posted, called from the engine's thread.
type Post = Arc<dyn Fn(Ticket, News) + Send + Sync>;

/// Why a command is refused: a line for a person.
type Refusal = String;

impl Session {
    /// A session at the start of Othello. News are given to `post` by another thread, to be brought to [`Session::hear`].
    pub fn new(options: Options, weights: Arc<Weights>, post: Box<dyn Fn(Ticket, News) + Send + Sync>) -> Session {
        Session {
            game: Game::default(),
            options,
            clocks: Clocks::default(),
            auto: Vec::new(),
            paused: false,
            engine: Engine::with_weights(weights, EngineOptions::default()),
            post: post.into(),
            ticket: Ticket::default(),
            search: None,
            given: Given::default(),
            expected: None,
            ponder: None,
        }
    }

    /// Obeys a command, and replies unless the answer is to come by news. Never waits for a search.
    pub fn obey(&mut self, command: Command) -> Option<Event> {
        use Command::*;
        let leaves_alone = matches!(command, Clock(_) | Option { .. } | Save(_) | Show | ShowOptions);
        let moves_on = matches!(command, Play { .. } | Transcript(_) | Set(_));
        let reply = self.carry_out(command).unwrap_or_else(|refusal| Some(Event::Refused(refusal)));
        if !(leaves_alone && self.options.ponder || moves_on && self.is_as_expected()) {
            self.stop_pondering();
        }
        self.resume();
        reply
    }

    /// Takes note of news and gives the event to show; none if they are of a search that was ended.
    pub fn hear(&mut self, ticket: Ticket, news: News) -> Option<Event> {
        if ticket != self.ticket || self.search.is_none() {
            return None;
        }
        let event = match news {
            News::Thinking(_) if self.search.as_ref().is_some_and(Search::is_silent) => return None,
            News::Thinking(lines) => Event::Thinking(lines),
            News::Analyzed(verdict) => Event::Analyzed(verdict),
            News::Ended => {
                let search = self.search.take()?;
                self.conclude(search)
            }
            News::Failed(reason) => {
                self.drop_search();
                self.paused = true;
                Event::Refused(reason)
            }
        };
        self.resume();
        Some(event)
    }

    /// Whether news are to come.
    pub fn is_thinking(&self) -> bool {
        self.search.is_some()
    }

    fn carry_out(&mut self, command: Command) -> Result<Option<Event>, Refusal> {
        use Command::*;
        if !matches!(command, Stop | Clock(_) | Option { .. } | Save(_) | Show | ShowOptions) {
            self.drop_search();
        }
        let reply = match command {
            New(rules) => {
                let begun = self.begin_game(Game::new(rules), true);
                if self.clocks.are_set() {
                    return self.prepare(); // to forget the last game may take a while
                }
                begun
            }
            Set(game) => self.begin_game(*game, false),
            Play { colour, played } => self.play(colour, played)?,
            Transcript(text) => self.transcript(&text)?,
            Load { path, .. } | Save(path) => return Err(format!("a session has no files: {path:?}")),
            Undo(moves) => self.undo(moves)?,
            Redo(moves) => self.redo(moves)?,
            Turn(turning) => {
                self.game = self.game.turned(turning);
                Event::Done
            }
            Go { colour, play } => return self.go(colour, play),
            Hint(lines) => return self.hint(lines),
            Solve { wld } => return self.solve(wld),
            Analyze => return self.analyze(),
            Learn => Event::Learned,
            Stop => self.stop(),
            Sync(number) => {
                self.paused = true;
                Event::Synced(number)
            }
            Clock(clock) => {
                self.clocks.set(clock);
                if clock.is_setting() {
                    return self.prepare();
                }
                Event::Done
            }
            Option { name, value } => {
                self.options.set(&name, &value).map_err(|error| error.to_string())?;
                Event::Done
            }
            Mode(colours) => {
                (self.auto, self.paused) = (colours, false);
                Event::Done
            }
            Show => Event::Shown(Box::new(self.game.clone())),
            ShowOptions => Event::Options(self.options.settings()),
            Quit => {
                self.auto.clear();
                Event::Goodbye
            }
        };
        Ok(Some(reply))
    }

    fn begin_game(&mut self, game: Game, forget: bool) -> Event {
        self.game = game;
        self.clocks.restart();
        if forget {
            self.engine.clear();
            self.stop_pondering();
            self.ponder = None;
        }
        self.paused = false;
        Event::Done
    }

    fn play(&mut self, colour: Option<Colour>, played: Played) -> Result<Event, Refusal> {
        let colour = colour.unwrap_or(self.game.to_move());
        self.game.play_implied(colour, played).map_err(|error| error.to_string())?;
        self.paused = false;
        Ok(Event::Done)
    }

    fn transcript(&mut self, text: &str) -> Result<Event, Refusal> {
        transcript::play(&mut self.game, text).map_err(|error| error.to_string())?;
        self.paused = false;
        Ok(Event::Done)
    }

    fn undo(&mut self, moves: usize) -> Result<Event, Refusal> {
        let played = self.game.moves().len();
        if moves > played {
            return Err(format!("there are not so many moves to take back: {moves}"));
        }
        for _ in 0..moves {
            self.game.undo();
        }
        self.paused = true;
        Ok(Event::Done)
    }

    fn redo(&mut self, moves: usize) -> Result<Event, Refusal> {
        for done in 0..moves {
            if self.game.redo().is_none() {
                self.undo(done)?;
                return Err(format!("there are not so many moves to play again: {moves}"));
            }
        }
        self.paused = true;
        Ok(Event::Done)
    }
}
