//! A client for the conversations, and their positions.

use crate::random::random_game;
use emilia::notation::obf;
use emilia::{Colour, Game, Move, ReviewedMove, Rules, TaskEvent, Weights};
use emilia_cli::session::{Choice, Command, Event, Options, Session, Ticket};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

pub static WEIGHTS: LazyLock<Arc<Weights>> = LazyLock::new(Weights::embedded);

/// Longer than any search of these tests takes, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct Talk {
    pub session: Session,
    pub news: Receiver<(Ticket, TaskEvent)>,
}

impl Talk {
    pub fn at_level(level: u8) -> Talk {
        Talk::with(Options { level, level_is_set: true, ..Options::default() })
    }

    /// With these options, but one thread and a small table.
    pub fn with(options: Options) -> Talk {
        let (post, news) = channel();
        let options = Options { threads: 1, hash: 1, ..options };
        let post = move |ticket, item| drop(post.send((ticket, item)));
        Talk { session: Session::new(options, WEIGHTS.clone(), Box::new(post)), news }
    }

    pub fn handle(&mut self, command: Command) -> Option<Event> {
        self.session.handle(command)
    }

    pub fn done(&mut self, command: Command) {
        let asked = format!("{command:?}");
        let reply = self.handle(command);
        match reply.or_else(|| self.events().pop()) {
            Some(Event::Done) => {}
            other => panic!("{asked} was answered by {other:?}"),
        }
    }

    pub fn refused(&mut self, command: Command) -> String {
        match self.handle(command) {
            Some(Event::Refused(reason)) => reason,
            other => panic!("not refused but {other:?}"),
        }
    }

    pub fn play(&mut self, transcript: &str) {
        self.done(Command::Transcript(transcript.to_owned()));
    }

    /// Every event to the end of the running search.
    pub fn events(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while self.session.is_thinking() {
            let (ticket, news) = self.news.recv_timeout(PATIENCE).expect("news of a running search");
            let event = self.session.on_task_event(ticket, news);
            let is_last = matches!(
                event,
                Some(
                    Event::Chosen(_) | Event::Hinted { .. } | Event::Explained { .. } | Event::Refused(_) | Event::Done
                )
            );
            events.extend(event);
            if is_last {
                break;
            }
        }
        events
    }

    pub fn go(&mut self, play: bool) -> Choice {
        let reply = self.handle(Command::Go { colour: None, play });
        chosen(reply.or_else(|| self.events().pop()))
    }

    pub fn hint(&mut self, lines: usize) -> Vec<emilia::Report<Move>> {
        let reply = self.handle(Command::Hint(lines));
        match reply.or_else(|| self.events().pop()) {
            Some(Event::Hinted { lines, .. }) => lines,
            other => panic!("no hint but {other:?}"),
        }
    }

    pub fn analyze(&mut self) -> Vec<ReviewedMove> {
        assert!(self.handle(Command::Analyze).is_none());
        let mut events = self.events();
        assert!(matches!(events.pop(), Some(Event::Hinted { lines, .. }) if lines.is_empty()));
        events
            .into_iter()
            .map(|event| match event {
                Event::Analyzed(verdict) => verdict,
                other => panic!("no verdict but {other:?}"),
            })
            .collect()
    }

    pub fn game(&mut self) -> Game {
        match self.handle(Command::Show) {
            Some(Event::Shown { game, .. }) => *game,
            other => panic!("no game but {other:?}"),
        }
    }

    /// Nothing of an earlier search is heard, however long one waits.
    pub fn is_quiet(&mut self) -> bool {
        let mut quiet = !self.session.is_thinking();
        while let Ok((ticket, news)) = self.news.recv_timeout(Duration::from_millis(200)) {
            quiet &= self.session.on_task_event(ticket, news).is_none();
        }
        quiet
    }
}

pub fn chosen(event: Option<Event>) -> Choice {
    match event {
        Some(Event::Chosen(choice)) => choice,
        other => panic!("no choice but {other:?}"),
    }
}

pub fn go(colour: Option<Colour>) -> Command {
    Command::Go { colour, play: true }
}

pub fn set_option(name: &str, value: &str) -> Command {
    Command::Option { name: name.to_owned(), value: value.to_owned() }
}

/// A game from a position such as `---…OX X`.
pub fn game(line: &str) -> Box<Game> {
    Box::new(line.parse::<obf::Problem>().expect("a position").game())
}

/// White can take h8 and win everything; black must pass first.
pub fn black_must_pass() -> Box<Game> {
    game(&("-".repeat(56) + "OXXXXXX- X"))
}

/// White to move must pass, then black takes a8 and the game is over.
pub fn white_must_pass() -> Box<Game> {
    game(&("-".repeat(56) + "-OOOOOOX O"))
}

pub fn over() -> Box<Game> {
    game(&("-".repeat(56) + "--XXXXXX X"))
}

/// A game of moves at random in which the side to move has one move although most squares are empty.
pub fn early_game_with_one_move() -> Game {
    let games = (0..).map(|seed| random_game(Rules::default(), seed, 20));
    games.into_iter().find(|game| matches!(game.legal()[..], [Move::At(_)])).expect("one of the games")
}
