//! What the server says.

use super::{BoardReport, GameId, Id, MatchEnd, MatchLine, Request, StoredGame};

/// A message of the server, or a line of it that stands alone.
///
/// # Examples
/// ```
/// use emilia_cli::protocol::ggs::{Event, MatchEnd, Reader};
///
/// let mut reader = Reader::default();
/// let mut hear = |line| reader.read(line).into_iter().next();
/// assert!(hear("/os: +  .27 1720.0 mira     03:00//02:00       8b U 1720.0 otto").is_none(), "it may have more lines");
/// let Some(Event::Requested(request)) = hear("READY") else { panic!() };
/// assert_eq!((request.from.as_str(), request.to.as_deref()), ("mira", Some("otto")));
/// hear("/os: - match .65 2628 mira 2616 otto s8r14 R +4.00  .83353");
/// let Some(Event::MatchEnded(line, MatchEnd::Result { discs, .. })) = hear("READY") else { panic!() };
/// assert_eq!((line.id.0, discs), (65, 4.0));
/// hear("/os: stored 1 otto");
/// hear("|.90013   12 Mar 2026 20:15:42 mira      otto    8:l");
/// let Some(Event::Stored(games)) = hear("READY") else { panic!() };
/// assert_eq!(games[0].opponent("otto"), "mira");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// The name is asked for.
    LoginAsked,
    /// The password is asked for.
    PasswordAsked,
    /// The name or the password is refused, and why.
    LoginRefused(String),
    /// The end of a message, or the answer to a line. With `ALERT` the server is about to shut down.
    Ready {
        /// Whether it is `ALERT`.
        is_alert: bool,
    },
    /// A player or a service came or left.
    Noticed {
        /// The name, `/os` for the service.
        name: String,
        /// Whether it came.
        is_there: bool,
    },
    /// The server says farewell, or another login or an administrator ends the connection.
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
    Damaged(Option<GameId>),
    /// A game of a synchro match ends.
    GameEnded {
        /// The game.
        id: GameId,
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
        id: GameId,
        /// The player.
        player: String,
        /// Whether the extension is used up too, so that the game is over.
        is_final: bool,
    },
    /// A move is refused.
    MoveRefused {
        /// The game; none if the message does not name it.
        id: Option<GameId>,
        /// The reason.
        reason: String,
    },
    /// The opponent asks for something that needs consent.
    Asked {
        /// The game.
        id: GameId,
        /// What: `undo`, `abort` or `score` with a number.
        what: String,
    },
    /// The games that the server keeps.
    Stored(Vec<StoredGame>),
    /// A command is refused, and why.
    Refused(String),
    /// Someone says something: the sender and the text.
    Told(String, String),
}
