//! A client with a session that plays the first legal move.

use crate::common::reviewed;
use emilia::{Colour, Game, Move, Played, Report, Score, Value};
use emilia_cli::protocol::{Gtp, Input, Protocol};
use emilia_cli::session::{Candidate, Choice, Command, Event, Options, Source};
use std::time::Duration;

/// A client of a session without thought.
pub struct Client {
    gtp: Gtp,
    /// The board.
    pub game: Game,
    options: Options,
}

impl Client {
    pub fn new() -> Client {
        Client { gtp: Gtp::new(), game: Game::default(), options: Options { threads: 1, ..Options::default() } }
    }

    /// Everything that is written in answer to a line. A stream that the next line would end is ended by an empty one.
    pub fn send(&mut self, line: &str) -> String {
        let mut out = self.exchange(line);
        if self.gtp.interval().is_some() && !self.gtp.queues_input() {
            out += &self.on_tick();
            out += &self.exchange("");
        }
        out
    }

    /// Everything that is written at once in answer to a line.
    pub fn exchange(&mut self, line: &str) -> String {
        let commands = match self.gtp.read(line) {
            Input::Reply(text) => return text,
            Input::Commands(commands) => commands,
            Input::Load { path, .. } => {
                let mut out = String::new();
                let refused = Event::Refused(format!("cannot find {path:?}"));
                self.gtp.write(&refused, &mut out).expect("a string takes everything");
                return out;
            }
            Input::EndSearch => {
                let mut out = String::new();
                self.gtp.write(&Event::Streamed(self.candidates()), &mut out).expect("a string takes everything");
                return out + &self.exchange(line);
            }
            Input::Save { .. } | Input::Book { .. } | Input::EndAll => panic!("not in GTP"),
        };
        let mut out = String::new();
        for command in commands {
            let events = self.handle(command);
            for event in &events {
                self.gtp.write(event, &mut out).expect("a string takes everything");
            }
            if matches!(events.last(), Some(Event::Refused(_))) {
                break;
            }
        }
        out
    }

    /// The next line of a stream of results.
    pub fn on_tick(&mut self) -> String {
        let mut line = String::new();
        self.gtp.write(&Event::Tick, &mut line).expect("a string takes everything");
        line
    }

    /// The time between two lines of a stream of results, and whether the next line of input waits for its end.
    pub fn stream(&self) -> Option<(Duration, bool)> {
        Some((self.gtp.interval()?, self.gtp.queues_input()))
    }

    /// Sends lines and expects these responses, each without the line ends after it.
    pub fn expect(&mut self, exchanges: &[(&str, &str)]) {
        for (line, response) in exchanges {
            assert_eq!(self.send(line), format!("{response}\n\n"), "{line}");
        }
    }

    fn handle(&mut self, command: Command) -> Vec<Event> {
        let done = |result: Result<(), String>| result.map_or_else(Event::Refused, |()| Event::Done);
        let event = match command {
            Command::New(rules) => {
                self.game = Game::new(rules);
                Event::Done
            }
            Command::Set(game) => {
                self.game = *game;
                Event::Done
            }
            Command::Play { colour, played } => done(self.play(colour, played)),
            Command::Undo(plies) if plies > self.game.moves().len() => {
                Event::Refused("nothing to take back".to_owned())
            }
            Command::Undo(plies) => {
                for _ in 0..plies {
                    self.game.undo();
                }
                Event::Done
            }
            Command::Go { colour, play } => return self.go(colour, play),
            Command::Stream(scope) if scope.play => return self.go(scope.colour, true),
            Command::Stream(_) => return vec![Event::Done, Event::Streamed(self.candidates())],
            Command::Hint(lines) => return self.hint(lines),
            Command::Solve { .. } => return self.hint(1),
            Command::Analyze => return self.analyze(),
            Command::Option { name, value } => done(self.options.set(&name, &value).map_err(|error| error.to_string())),
            Command::Show => Event::Shown { game: Box::new(self.game.clone()), left: None },
            Command::ShowOptions => Event::Options(self.options.settings()),
            Command::Quit => Event::Goodbye,
            _ => Event::Done,
        };
        vec![event]
    }

    fn play(&mut self, colour: Option<Colour>, played: Played) -> Result<(), String> {
        let colour = colour.unwrap_or(self.game.to_move());
        self.game.play_implied(colour, played).map_err(|error| error.to_string())
    }

    fn go(&mut self, colour: Option<Colour>, play: bool) -> Vec<Event> {
        let mut after = self.game.clone();
        let mut chosen = None;
        if !after.is_over() {
            if after.must_pass() && colour == Some(after.to_move().other()) {
                after.play(Move::Pass).expect("a forced pass");
            }
            if colour != Some(after.to_move()) {
                return vec![Event::Refused(format!("it is not the turn of {:?}", colour))];
            }
            chosen = after.legal().first().copied();
        }
        if let Some(mv) = chosen.filter(|_| play) {
            after.play(mv).expect("a legal move");
            self.game = after;
        }
        let game = play.then(|| Box::new(self.game.clone()));
        vec![
            Event::Thinking(vec![report(chosen.into_iter().collect())]),
            Event::Chosen(Choice {
                mv: chosen,
                report: None,
                source: Source::Search,
                time: Duration::ZERO,
                game,
                left: None,
            }),
        ]
    }

    fn candidates(&self) -> Vec<Candidate> {
        let candidate = |mv| Candidate { report: report(vec![mv]), deviation: 1.5, prior: 0.25, tie: 0.5 };
        self.game.legal().into_iter().map(candidate).collect()
    }

    fn hint(&self, lines: usize) -> Vec<Event> {
        let lines: Vec<_> = self.game.legal().into_iter().take(lines).map(|mv| report(vec![mv])).collect();
        let end = Event::Hinted { lines: lines.clone(), nodes: 1, time: Duration::ZERO, judged: None };
        vec![Event::Thinking(lines), end]
    }

    fn analyze(&self) -> Vec<Event> {
        let moves: Vec<_> = self.game.moves().iter().map(|played| Some(played.mv)).chain([None]).collect();
        let verdict = |(ply, played): (usize, Option<Move>)| {
            let loss = played.map(|_| Score::ZERO);
            reviewed(ply, played, Value::exact(2), played, loss)
        };
        let verdicts = moves.into_iter().enumerate().rev().map(|turn| Event::Analyzed(verdict(turn)));
        verdicts.chain([Event::Hinted { lines: vec![], nodes: 1, time: Duration::ZERO, judged: None }]).collect()
    }
}

/// What a search might say of this line.
pub fn report(line: Vec<Move>) -> Report<Move> {
    Report { value: Value::estimate(Score::from_discs(1.5), 7, 73), line, nodes: 1, time: Duration::ZERO }
}
