//! A session: handles commands and the events of its searches.

mod player;
mod ponder;
mod search;
mod searches;
mod state;
mod stream;

pub use state::Session;

use super::{Command, Event, Ticket, searched_plies};
use emilia::notation::transcript;
use emilia::{Colour, Game, Move, Played, Rules, TaskEvent};
use state::Refusal;
use std::time::{Duration, Instant};

impl Session {
    /// Handles a command: the answer is the reply, or comes by events, or both. Never waits for a search.
    pub fn handle(&mut self, command: Command) -> Option<Event> {
        use Command::*;
        let leaves_search = command.leaves_search();
        let moves_on = matches!(command, Play { .. } | Transcript(_) | Set(_));
        let reply = self.apply(command).unwrap_or_else(|refusal| Some(Event::Refused(refusal)));
        if !(leaves_search && self.options.ponder || moves_on && self.is_as_expected()) {
            self.stop_pondering();
        }
        self.resume();
        reply
    }

    /// Turns an event of a search into the event to show; none if the search was ended, or if its
    /// iterations are not shown.
    pub fn on_task_event(&mut self, ticket: Ticket, event: TaskEvent) -> Option<Event> {
        let search = self.search.as_mut().filter(|_| ticket == self.ticket)?;
        let event = match event {
            TaskEvent::Iteration(_) if search.is_silent() => return None,
            TaskEvent::Iteration(analysis) if let Some(of) = search.explained_plies() => {
                Event::Explaining { depth: searched_plies(&analysis, of), of }
            }
            TaskEvent::Iteration(analysis) if search.streams => Event::Streamed(self.candidates(analysis.lines())),
            TaskEvent::Iteration(analysis) => Event::Thinking(analysis.lines().to_vec()),
            TaskEvent::Reviewed(reviewed) => {
                search.reviewed.push(reviewed.clone());
                Event::Analyzed(reviewed)
            }
            TaskEvent::Ended => {
                let mut search = self.search.take()?;
                match search.refusal.take() {
                    Some(refusal) => {
                        self.paused = true;
                        Event::Refused(refusal)
                    }
                    None => self.conclude(search),
                }
            }
        };
        self.resume();
        Some(event)
    }

    /// Whether a search runs, so that events will come.
    pub fn is_thinking(&self) -> bool {
        self.search.is_some()
    }

    fn apply(&mut self, command: Command) -> Result<Option<Event>, Refusal> {
        use Command::*;
        if !command.leaves_search() && !matches!(command, Stop) {
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
            SetUp(turn) => {
                let rules = Rules::from_start(*turn).with_conditions(*self.game.rules().conditions());
                self.begin_game(Game::new(rules), false)
            }
            Play { colour, played } => self.play(colour, played)?,
            Transcript(text) => self.transcript(&text)?,
            Resign(colour) => {
                self.game.resign(colour);
                (self.paused, self.resigned) = (true, Some(Instant::now()));
                Event::Done
            }
            Undo(plies) => self.undo(plies)?,
            TakeBack(moves) => self.take_back(moves)?,
            Redo(moves) => self.redo(moves)?,
            Transform(transform) => {
                self.game = self.game.transformed(transform);
                Event::Done
            }
            Go { colour, play } => return self.go(colour, play),
            GoWithin(bounds) => return self.go_within(None, bounds.is_played, &bounds),
            Prepare => return self.prepare(),
            Hint(lines) => return self.hint(lines),
            Explain(mv) => return self.explain(self.game.clone(), mv),
            ExplainLast => return self.explain_last(),
            Solve { wld } => return self.solve(wld),
            Search(limits) => return self.search_within(*limits),
            Know(result) => {
                self.known.add(&result);
                Event::Done
            }
            Forget => {
                self.engine.clear();
                self.known.take();
                self.proof = None;
                Event::Done
            }
            Progress => self.progress(),
            Stream(scope) => return self.stream(scope),
            Analyze => return self.analyze(),
            Learn => self.learn()?,
            Stop => self.stop(),
            Sync(number) => {
                self.paused = true;
                Event::Synced(number)
            }
            Clock(clock) => {
                self.clocks.set(clock);
                self.overdrawn.clear();
                self.turn_began = Instant::now();
                if clock.is_setting() {
                    return self.prepare();
                }
                Event::Done
            }
            Option { name, value } => {
                self.options.set(&name, &value).map_err(|error| error.to_string())?;
                Event::Done
            }
            Name(name) => {
                self.person = name;
                Event::Done
            }
            Mode(colours) => {
                (self.auto, self.paused) = (colours, false);
                self.turn_began = Instant::now();
                Event::Done
            }
            Show => Event::Shown { game: Box::new(self.named()), left: self.time_left() },
            ShowOptions => Event::Options(self.options.settings()),
            Quit => {
                self.auto.clear();
                Event::Goodbye
            }
        };
        Ok(Some(reply))
    }

    fn begin_game(&mut self, game: Game, forget: bool) -> Event {
        // Some clients set the whole game before each move.
        if game.moves().len() < 2 {
            self.player.change();
        }
        self.game = game;
        self.clocks.restart();
        self.own_moves.clear();
        self.overdrawn.clear();
        self.turn_began = Instant::now();
        if forget {
            self.engine.clear();
            self.stop_pondering();
            self.ponder = None;
        }
        self.paused = false;
        Event::Done
    }

    fn play(&mut self, colour: Option<Colour>, played: Played) -> Result<Event, Refusal> {
        let (colour, before) = (colour.unwrap_or(self.game.to_move()), self.game.moves().len());
        self.game.play_implied(colour, played).map_err(|error| error.to_string())?;
        self.end_turn(colour, before);
        Ok(Event::Done)
    }

    fn transcript(&mut self, text: &str) -> Result<Event, Refusal> {
        let (colour, before) = (self.game.to_move(), self.game.moves().len());
        transcript::play(&mut self.game, text).map_err(|error| error.to_string())?;
        self.end_turn(colour, before);
        Ok(Event::Done)
    }

    /// After a move of this colour that the session did not choose, with this number of moves before it.
    fn end_turn(&mut self, colour: Colour, before: usize) {
        if !self.auto.is_empty() && !self.auto.contains(&colour) {
            self.spend(colour, self.turn_began.elapsed());
        }
        self.own_moves.retain(|own| *own < before);
        (self.paused, self.turn_began) = (false, Instant::now());
    }

    /// Takes the time of a move from the clock of this colour.
    pub(super) fn spend(&mut self, colour: Colour, time: Duration) {
        // An increment would hide it.
        if self.clocks.left(colour).is_some_and(|left| time >= left) {
            self.overdrawn.push(colour);
        }
        self.clocks.spend(colour, time);
    }

    /// The time that Black and White have left now, 0 from the first time that it was over; none without clocks.
    pub(super) fn time_left(&self) -> Option<[Duration; 2]> {
        // The clock of the other side runs, see `end_turn`.
        let runs = |colour| {
            let is_to_move = colour == self.game.to_move() && !self.game.is_over();
            is_to_move && !self.auto.is_empty() && !self.auto.contains(&colour)
        };
        let spent = |colour| if runs(colour) { self.turn_so_far() } else { Duration::ZERO };
        let left = |colour| match self.overdrawn.contains(&colour) {
            true => Some(Duration::ZERO),
            false => self.clocks.left(colour).map(|left| left.saturating_sub(spent(colour))),
        };
        Some([left(Colour::Black)?, left(Colour::White)?])
    }

    /// The time since the side to move could move, until it resigned if it did.
    fn turn_so_far(&self) -> Duration {
        let until = if self.game.is_resigned() { self.resigned.unwrap_or(self.turn_began) } else { Instant::now() };
        until.saturating_duration_since(self.turn_began)
    }

    /// Whether the session plays the side that moves after this number of moves, and did so in this game.
    fn is_own(&self, colour: Colour, before: usize) -> bool {
        self.auto.contains(&colour) && self.own_moves.contains(&before)
    }

    fn plays_both(&self) -> bool {
        self.auto.contains(&Colour::Black) && self.auto.contains(&Colour::White)
    }

    fn undo(&mut self, plies: usize) -> Result<Event, Refusal> {
        let played = self.game.moves().len();
        if plies > played {
            return Err(format!("cannot undo {}: {}", moves(plies), only(played, "played")));
        }
        for _ in 0..plies {
            self.game.undo();
        }
        (self.paused, self.turn_began) = (true, Instant::now());
        Ok(Event::Done)
    }

    fn take_back(&mut self, count: Option<usize>) -> Result<Event, Refusal> {
        if count.is_none() && self.game.is_resigned() {
            // The turn goes on.
            let so_far = self.turn_so_far();
            self.game.tags.outcome = None;
            self.turn_began = Instant::now().checked_sub(so_far).unwrap_or(self.turn_began);
            self.paused = true;
            return Ok(Event::Done);
        }
        let length = self.game.moves().len();
        let is_counted = |colour, ply| count.is_some() || self.plays_both() || !self.is_own(colour, ply);
        // The number of plies before each move with a disc.
        let starts: Vec<usize> = (self.game.turns().zip(self.game.moves()))
            .filter(|((ply, turn), played)| played.mv != Move::Pass && is_counted(turn.to_move, *ply))
            .map(|((ply, _), _)| ply)
            .collect();
        match (count, starts.len().checked_sub(count.unwrap_or(1))) {
            (_, Some(earlier)) => self.undo(length - starts.get(earlier).unwrap_or(&length)),
            (Some(count), None) => Err(format!("cannot undo {}: {}", moves(count), only(starts.len(), "played"))),
            (None, None) => Err("there is nothing to undo".to_owned()),
        }
    }

    fn redo(&mut self, count: Option<usize>) -> Result<Event, Refusal> {
        let before = self.game.moves().len();
        let is_looking_back = count.is_some() || self.plays_both();
        let mut done = 0;
        while match count {
            Some(count) => done < count,
            None => done == 0 || !is_looking_back && self.is_answer_next(),
        } {
            match self.game.redo() {
                Some(Move::Pass) => {}
                Some(_) => done += 1,
                None if count.is_none() && done > 0 => break,
                None => {
                    self.undo(self.game.moves().len() - before)?;
                    let wanted = moves(count.unwrap_or(1));
                    return Err(format!("cannot redo {wanted}: {}", only(done, "taken back")));
                }
            }
        }
        // To play another move would drop those that are left to redo.
        self.paused = is_looking_back || self.game.clone().redo().is_some();
        self.turn_began = Instant::now();
        Ok(Event::Done)
    }

    /// Whether the session answered the last move with the next one, or must pass.
    fn is_answer_next(&self) -> bool {
        let colour = self.game.to_move();
        self.is_own(colour, self.game.moves().len()) || self.auto.contains(&colour) && self.game.must_pass()
    }
}

/// `2 moves`.
fn moves(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

/// `only 1 was played`.
fn only(count: usize, what: &str) -> String {
    match count {
        0 => format!("none was {what}"),
        1 => format!("only 1 was {what}"),
        _ => format!("only {count} were {what}"),
    }
}
