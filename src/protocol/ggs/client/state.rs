//! The state of the client.

use super::lag::Lag;
use super::live::LiveGame;
use crate::protocol::ggs::{Config, GameId, Id, MatchLine, Request};
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// A client of the server: pure, with the time since the start of the program as an argument.
///
/// # Examples
/// ```
/// use emilia_cli::protocol::ggs::{Action, Client, Config, Reader};
/// use std::time::Duration;
///
/// let (mut client, mut reader) = (Client::new("otto", Config::default(), None), Reader::default());
/// let start = Duration::ZERO;
/// assert!(matches!(client.tick(start)[..], [Action::Connect]));
/// assert!(client.connected(start).is_empty());
/// let event = reader.read(": Enter login (yours, or one you'd like to use).").remove(0);
/// let Action::Send(name) = &client.heard(start, &event)[0] else { panic!() };
/// assert_eq!(name.to_string(), "otto");
/// assert_eq!(client.games().count(), 0);
/// ```
#[derive(Debug)]
pub struct Client {
    pub(super) name: String,
    pub(super) config: Config,
    /// The matches to play before the client leaves; none for no limit.
    pub(super) limit: Option<usize>,
    pub(super) link: Link,
    /// Connections that failed in a row.
    pub(super) failures: u32,
    /// Whether the server ever accepted the password.
    pub(super) was_admitted: bool,
    /// Whether the service of the games is there: the client is admitted, and the service has not gone since.
    pub(super) has_service: bool,
    /// The value of the variable `rated` on the server, once it was set.
    pub(super) rated: Option<bool>,
    /// The number of matches at once that the server was told last.
    pub(super) opened: usize,
    pub(super) matches: BTreeMap<Id, Match>,
    pub(super) games: BTreeMap<GameId, LiveGame>,
    /// The last matches that ended.
    pub(super) ended: VecDeque<Id>,
    /// Requests that wait for an answer of the client.
    pub(super) waiting: BTreeMap<Id, Request>,
    /// Requests that the client accepted, and when.
    pub(super) accepted: BTreeMap<Id, (Request, Duration)>,
    /// Requests of the client that are open.
    pub(super) own: BTreeMap<Id, Request>,
    /// For each offer of the configuration, when it may be made again.
    pub(super) offers: Vec<Offer>,
    /// The stored games to continue: the opponent, and when to ask again.
    pub(super) stored: BTreeMap<Id, (String, Duration)>,
    /// The matches that the server dropped while the client is leaving, and that it may have stored: the opponent, and until when to wait
    /// for this one.
    pub(super) cut: Vec<(String, Duration)>,
    pub(super) lag: Lag,
    /// Matches that ended with a result.
    pub(super) finished: usize,
    /// Whether no match is begun any more.
    pub(super) is_leaving: bool,
    /// Whether the server was asked for a match that the client does not know, and has not answered.
    pub(super) is_looking: bool,
}

/// The connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Link {
    /// There is none; a new one is due at this time.
    Down(Duration),
    /// It is being opened.
    Opening,
    /// It is open.
    Up {
        phase: Phase,
        /// When it was opened or the client was admitted.
        since: Duration,
        /// When the last line was sent.
        sent: Duration,
        /// When a line was sent that nothing was heard after.
        unanswered: Option<Duration>,
    },
    /// The work is done.
    Over,
}

/// How far the login is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// The server asks for the name.
    Name,
    /// The name is sent.
    Password,
    /// The password is sent.
    Admission,
    /// The client is admitted, and its settings are sent.
    Online,
}

/// A match that runs.
#[derive(Clone, Debug)]
pub(super) struct Match {
    pub(super) line: MatchLine,
    /// The results of its games so far: discs for the player named first.
    pub(super) results: BTreeMap<GameId, f32>,
    /// Ratings before and after, once they are known.
    pub(super) ratings: Vec<(String, f64, f64)>,
    /// When it was announced.
    pub(super) begun: Duration,
    /// When its games were last asked for.
    pub(super) asked: Option<Duration>,
    /// Since when there is a report of a game that is not known because no report of it could be read.
    pub(super) unread: Option<Duration>,
    /// When a match was asked for that the server has not reported since.
    pub(super) is_lost: Option<Duration>,
}

impl Match {
    pub(super) fn new(line: MatchLine, now: Duration) -> Match {
        let (results, ratings) = (BTreeMap::new(), Vec::new());
        Match { line, results, ratings, begun: now, asked: None, unread: None, is_lost: None }
    }
}

/// An offer of the configuration.
#[derive(Clone, Copy, Debug)]
pub(super) enum Offer {
    /// It is made when there is room for a match, not before this time.
    Due(Duration),
    /// It was sent at this time.
    Sent(Duration),
    /// It is open under this number.
    Open(Id),
}

impl Client {
    /// A client with this name that plays at most this number of matches.
    pub fn new(name: &str, config: Config, limit: Option<usize>) -> Client {
        let offers = config.offers.iter().map(|_| Offer::Due(Duration::ZERO)).collect();
        Client {
            name: name.to_owned(),
            config,
            limit,
            link: Link::Down(Duration::ZERO),
            failures: 0,
            was_admitted: false,
            has_service: false,
            rated: None,
            opened: 0,
            matches: BTreeMap::new(),
            games: BTreeMap::new(),
            ended: VecDeque::new(),
            waiting: BTreeMap::new(),
            accepted: BTreeMap::new(),
            own: BTreeMap::new(),
            offers,
            stored: BTreeMap::new(),
            cut: Vec::new(),
            lag: Lag::default(),
            finished: 0,
            is_leaving: false,
            is_looking: false,
        }
    }

    /// The running games.
    pub fn games(&self) -> impl Iterator<Item = &LiveGame> {
        self.games.values()
    }

    /// The matches that ended with a result.
    pub fn finished(&self) -> usize {
        self.finished
    }

    /// Whether the client is logged in.
    pub fn is_online(&self) -> bool {
        matches!(self.link, Link::Up { phase: Phase::Online, .. })
    }

    /// The number of matches that run or are about to begin.
    pub(super) fn busy(&self) -> usize {
        self.matches.len() + self.accepted.len()
    }

    /// The most matches at once. A client that is leaving plays the running ones, and those that the connection cut.
    pub(super) fn most_matches(&self) -> usize {
        match (self.is_leaving, self.limit) {
            (true, _) if self.cut.is_empty() => 0,
            (true, _) => self.matches.len() + self.cut.len(),
            (false, Some(limit)) => self.config.matches.min(limit.saturating_sub(self.finished)),
            (false, None) => self.config.matches,
        }
    }

    /// The number of matches that may begin now.
    pub(super) fn room(&self) -> usize {
        if self.has_service { self.most_matches().saturating_sub(self.busy()) } else { 0 }
    }
}
