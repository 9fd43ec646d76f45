//! The client: what it does at each message of the server, at each move that a search finds, and as time passes.
//!
//! `connection` logs in, keeps alive and reconnects; `requests` accepts and asks for matches; `games` plays them. Each of them adds to
//! the actions of the client, which every public call returns.

mod connection;
mod games;
mod live;
mod requests;

use super::{Config, GameRecord, Id, MatchLine, Request};
use connection::Connection;
use emilia::{Game, Move};
pub use live::LiveGame;
use requests::State;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// A client of the server: pure, with the time since the start of the program as an argument.
#[derive(Debug)]
pub struct Client {
    name: String,
    config: Config,
    /// The matches to finish before the client leaves; none for no limit.
    matches_left: Option<usize>,
    /// Whether no match is begun any more.
    is_leaving: bool,
    connection: Connection,
    /// Whether the service of the games is there: the client is logged in, and the service has not gone since.
    has_service: bool,
    /// The value of the variable `rated` on the server, once it was set.
    rated: Option<bool>,
    /// The number of matches at once that the server was told last.
    opened: usize,
    /// The requests that are open.
    requests: BTreeMap<Id, (Request, State)>,
    /// For each offer of the configuration, when it may be made again.
    offers: Vec<Duration>,
    /// The stored games to continue: the opponent, and when to ask again.
    stored: BTreeMap<Id, (String, Duration)>,
    /// The matches that the server dropped while the client is leaving, and that it may have stored: the opponent, and until when to wait
    /// for this one.
    cut: Vec<(String, Duration)>,
    matches: BTreeMap<Id, Match>,
    /// The last matches that ended: what still comes of them is ignored.
    ended: VecDeque<Id>,
    /// The delay between a move that is sent and its report.
    lag: Duration,
    now: Duration,
    /// What is to be done; empty between calls.
    actions: Vec<Action>,
}

/// A match that runs.
#[derive(Debug)]
struct Match {
    line: MatchLine,
    games: BTreeMap<Id, LiveGame>,
    /// Ratings before and after, once they are known.
    ratings: Vec<(String, f64, f64)>,
    /// From when on a report of its games is overdue, if one is expected.
    expected: Option<Duration>,
    /// When its games were last asked for.
    asked: Option<Duration>,
}

/// What the client wants done.
#[derive(Clone, Debug)]
pub enum Action {
    /// Open a connection, then call `connected` or `disconnected`.
    Connect,
    /// Close the connection, then call `disconnected`.
    Disconnect,
    /// Send this line, which has no line end.
    Send(String),
    /// Send the password, which the client does not know.
    SendPassword,
    /// Search for a move and pass it to `found`.
    Search(Box<Task>),
    /// The search of this game is to end at once with its best move.
    Hurry(Id),
    /// The search of this game is not needed any more, nor is anything else of the game.
    Forget(Id),
    /// A game has ended: keep it.
    Keep(Box<GameRecord>),
    /// A line for the person at the terminal.
    Note(String),
    /// The work is done, or cannot be done for this reason.
    Leave(Result<(), String>),
}

/// A search for a move.
#[derive(Clone, Debug)]
pub struct Task {
    /// The game.
    pub id: Id,
    /// The number of moves played.
    pub ply: usize,
    /// The game at the position to search.
    pub game: Game,
    /// What the clock shows now.
    pub left: Duration,
    /// What each move adds to it.
    pub income: Duration,
    /// The moves that the time is for; none for the rest of the game.
    pub stones: Option<u32>,
    /// The measured delay between a move that is sent and its report.
    pub lag: Duration,
}

impl Task {
    /// The time that the move needs: its even share of the clock.
    pub fn need(&self) -> Duration {
        let own = self.game.turn().board.empties().div_ceil(2).max(1);
        self.left / self.stones.map_or(own, |stones| stones.clamp(1, own)) + self.income
    }
}

/// A move that a search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The game.
    pub id: Id,
    /// The number of moves played before it.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// Its value in discs for the side to move.
    pub eval: Option<f32>,
}

impl Client {
    /// A client with this name that plays at most this number of matches.
    pub fn new(name: &str, config: Config, limit: Option<usize>) -> Client {
        Client {
            name: name.to_owned(),
            offers: vec![Duration::ZERO; config.offers.len()],
            config,
            matches_left: limit,
            is_leaving: false,
            connection: Connection::default(),
            has_service: false,
            rated: None,
            opened: 0,
            requests: BTreeMap::new(),
            stored: BTreeMap::new(),
            cut: Vec::new(),
            matches: BTreeMap::new(),
            ended: VecDeque::new(),
            lag: Duration::ZERO,
            now: Duration::ZERO,
            actions: Vec::new(),
        }
    }

    /// The running games.
    pub fn games(&self) -> impl Iterator<Item = &LiveGame> {
        self.matches.values().flat_map(|of| of.games.values())
    }

    /// Begins no match any more, and leaves when those that run are over.
    pub fn finish(&mut self, now: Duration) -> Vec<Action> {
        self.now = now;
        self.is_leaving = true;
        // The server may accept by a formula.
        self.set_open();
        self.end_requests();
        self.leave_when_done();
        self.take_actions()
    }

    /// Leaves at once. The running games are kept as far as they are known.
    pub fn abandon(&mut self) -> Vec<Action> {
        let ids: Vec<Id> = self.matches.keys().copied().collect();
        ids.into_iter().for_each(|id| self.drop_match(id));
        self.leave(Ok(()));
        self.take_actions()
    }

    /// The number of matches that may begin now.
    fn room(&self) -> usize {
        let accepted = self.requests.values().filter(|(_, state)| matches!(state, State::Accepted(_))).count();
        if self.has_service { self.most_matches().saturating_sub(self.matches.len() + accepted) } else { 0 }
    }

    /// The most matches at once. A client that is leaving plays the running ones, and those that the connection cut.
    fn most_matches(&self) -> usize {
        match (self.is_leaving, self.matches_left) {
            (true, _) if self.cut.is_empty() => 0,
            (true, _) => self.matches.len() + self.cut.len(),
            (false, Some(left)) => self.config.matches.min(left),
            (false, None) => self.config.matches,
        }
    }

    /// Sends a line, without what would begin another one: the server breaks lines at a backslash.
    fn send(&mut self, line: String) {
        let line = line.chars().filter(|letter| !letter.is_control() && *letter != '\\').collect();
        self.actions.push(Action::Send(line));
    }

    fn note(&mut self, text: String) {
        self.actions.push(Action::Note(text));
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, Client};
    use crate::protocol::ggs::Config;

    #[test]
    fn no_text_begins_a_second_line() {
        let mut client = Client::new("otto", Config::default(), None);
        client.send("tell /os aform x\\quit\r\nquit".to_owned());
        assert!(matches!(&client.actions[..], [Action::Send(line)] if line == "tell /os aform xquitquit"));
    }
}
