//! What the server sends.

use super::{GameClock, MatchKind, ParseError};
use emilia::{Colour, Played, Turn};
use std::fmt;
use std::str::FromStr;

/// The number of a request, a match or a stored game, `.27`, or of a game of a synchro match, `.12.1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Id {
    /// The number.
    pub number: u64,
    /// The number of the game in a synchro match.
    pub part: Option<u8>,
}

impl Id {
    /// The match of a game.
    pub fn of_match(self) -> Id {
        Id { part: None, ..self }
    }
}

impl FromStr for Id {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Id, ParseError> {
        // `parse` would take a sign.
        let digits = |text: &str| text.parse::<u64>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
        let read = || {
            let numbers = text.strip_prefix('.')?;
            let (number, part) = numbers.split_once('.').map_or((numbers, None), |(of, part)| (of, Some(part)));
            let part = match part {
                None => None,
                Some(part) => Some(digits(part)?.try_into().ok()?),
            };
            Some(Id { number: digits(number)?, part })
        };
        read().ok_or_else(|| ParseError::new("not a number such as .27", text))
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ".{}", self.number)?;
        self.part.map_or(Ok(()), |part| write!(f, ".{part}"))
    }
}

/// A message of the server, or a line of it that stands alone.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// The name is asked for.
    LoginAsked,
    /// The password is asked for.
    PasswordAsked,
    /// The end of a message, or the answer to a line.
    Ready,
    /// A player or a service came or left.
    Noticed {
        /// The name, `/os` for the service.
        name: String,
        /// Whether it came.
        is_there: bool,
    },
    /// The server ends the session, or another login or an administrator ends the connection.
    Disconnected(String),
    /// A request for a match.
    Requested(Request),
    /// A request is withdrawn or used up.
    Withdrawn(Id),
    /// A match begins.
    MatchStarted(MatchLine),
    /// A match ends.
    MatchEnded(MatchLine, MatchEnd),
    /// A game that is joined, or a move.
    Board(Box<BoardReport>),
    /// A report of a game that cannot be read; the game, if that much is known.
    Damaged(Option<Id>),
    /// A game of a synchro match ends.
    GameEnded {
        /// The game.
        id: Id,
        /// The player from whose view the result is.
        first: String,
        /// The result.
        end: MatchEnd,
    },
    /// Ratings after a match: each player with the rating before and now.
    Rated(Id, Vec<(String, f64, f64)>),
    /// A player's time is used up.
    TimedOut {
        /// The game.
        id: Id,
        /// The player.
        player: String,
        /// Whether the extension is used up too, so that the game is over.
        is_final: bool,
    },
    /// A move is refused.
    MoveRefused {
        /// The game; none if the message does not name it.
        id: Option<Id>,
        /// The reason.
        reason: String,
    },
    /// The games that the server keeps.
    Stored(Vec<StoredGame>),
    /// A name, a password or a command is refused, and why.
    Refused(String),
    /// Someone says something, or asks for what needs consent: the sender and the text.
    Told(String, String),
}

/// The conditions of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Terms {
    /// It counts for the ratings: `R`.
    Rated,
    /// It does not: `U`.
    Unrated,
    /// It is part of a tournament, where the clocks run on without a player: `T`.
    Tournament,
    /// It continues a stored game: `S`.
    Stored,
}

/// A request for a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// Its number.
    pub id: Id,
    /// The player who asks.
    pub from: String,
    /// That player's rating.
    pub rating: f64,
    /// The clock of the player who is asked.
    pub clock: GameClock,
    /// The type.
    pub kind: MatchKind,
    /// The conditions.
    pub terms: Terms,
    /// The player who is asked; none for everybody.
    pub to: Option<String>,
    /// The stored game that is to be continued.
    pub stored: Option<Id>,
}

/// A match in the line that reports its start or its end.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchLine {
    /// Its number.
    pub id: Id,
    /// The players with their ratings; results are from the view of the first.
    pub players: [(String, f64); 2],
    /// The type.
    pub kind: MatchKind,
    /// The conditions.
    pub terms: Terms,
}

/// How a match or a game of it ended.
#[derive(Clone, PartialEq, Debug)]
pub enum MatchEnd {
    /// With a result.
    Result {
        /// The discs for the player named first; the mean of both games of a synchro match.
        discs: f32,
        /// The number under which it is archived.
        archive: Option<Id>,
    },
    /// Without a result, because both players agreed.
    Aborted,
    /// A player is gone.
    Left {
        /// The player.
        player: String,
        /// The number under which the match is stored; without one it is lost.
        stored: Option<Id>,
    },
}

/// A game that the server keeps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// Its number.
    pub id: Id,
    /// The players: black, then white.
    pub players: [String; 2],
    /// The type.
    pub kind: MatchKind,
}

/// A game as the server describes it when it is joined, or after a move.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardReport {
    /// The game.
    pub id: Id,
    /// Its type.
    pub kind: MatchKind,
    /// The komi, once it is fixed.
    pub komi: Option<f32>,
    /// Whether it is the whole game; else it is the last move.
    pub is_join: bool,
    /// The number of moves played, passes included.
    pub count: usize,
    /// The start, if the report has it.
    pub start: Option<Turn>,
    /// The moves of the report with their numbers, counted from 1.
    pub moves: Vec<(usize, Played)>,
    /// Black, then white.
    pub players: [PlayerLine; 2],
    /// The clocks at the start, black's first, if the report has them.
    pub allowed: [Option<GameClock>; 2],
    /// The board and the side to move now.
    pub now: Turn,
}

/// What a report says of a player.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerLine {
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: f64,
    /// The colour; none while the players bid for it.
    pub colour: Option<Colour>,
    /// What the clock shows.
    pub clock: GameClock,
}

impl MatchLine {
    /// The player other than this one; none if this one does not play in it.
    pub(super) fn opponent(&self, name: &str) -> Option<&str> {
        let [first, second] = self.players.each_ref().map(|(player, _)| player.as_str());
        match name {
            name if first.eq_ignore_ascii_case(name) => Some(second),
            name if second.eq_ignore_ascii_case(name) => Some(first),
            _ => None,
        }
    }
}

impl StoredGame {
    /// The opponent of this player.
    pub(super) fn opponent(&self, name: &str) -> &str {
        let [first, second] = &self.players;
        if first.eq_ignore_ascii_case(name) { second } else { first }
    }
}

#[cfg(test)]
mod tests {
    use super::Id;

    #[test]
    fn numbers_are_written_as_they_are_read() {
        for text in [".1", ".31", ".12.0", ".90013.1"] {
            assert_eq!(text.parse::<Id>().map(|id| id.to_string()).as_deref(), Ok(text));
        }
        for text in ["", ".", "1", ".x", ".1.", ".1.2.3", ".+1", ".1.256", ".99999999999999999999999"] {
            assert!(text.parse::<Id>().is_err(), "{text:?}");
        }
    }
}
