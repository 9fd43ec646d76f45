//! What the client tells the server.

use super::{GameClock, GameId, Id, MatchKind};
use emilia::game::Move;
use std::fmt;

/// The most that the server takes as a value of a move.
const MOST_EVAL: f32 = 999.0;
/// The most seconds that the server takes for a move.
const MOST_SECONDS: f64 = 99_999.0;

/// A line to the server. Its text has no line end, and nothing that begins another line. The password is a command without text: it is
/// written where it is sent, and never shown.
///
/// # Examples
/// ```
/// use emilia_cli::protocol::ggs::Command;
///
/// let play = Command::Play { id: ".12.0".parse()?, mv: "f5".parse()?, eval: Some(1.234), seconds: 0.5 };
/// assert_eq!(play.to_string(), "tell /os play .12.0 f5/1.23/0.50");
/// assert_eq!(Command::Open(2).to_string(), "tell /os open 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// The name at the login.
    Name(String),
    /// The password at the login.
    Password,
    /// An empty line, which keeps the connection open.
    KeepAlive,
    /// Turns escape sequences and the bell off, and texts that the client does not read.
    Quiet,
    /// Turns a variable of the service on or off.
    Set(&'static str, bool),
    /// The number of games at once.
    Open(usize),
    /// Requests that the server accepts by itself (true) or declines by itself (false), as a formula of the server.
    Formula(bool, String),
    /// Report when this player or service comes and leaves.
    Notify(String),
    /// Ask a player, or everybody, for a match.
    Ask(MatchKind, GameClock, Option<String>),
    /// Ask the opponent to continue a stored game.
    Resume(Id),
    /// Accept a request.
    Accept(Id),
    /// Decline a request.
    Decline(Id),
    /// Withdraw a request.
    Cancel(Id),
    /// Play a move with its value for the side to move and its time.
    Play {
        /// The game.
        id: GameId,
        /// The move.
        mv: Move,
        /// The value in discs.
        eval: Option<f32>,
        /// The time in seconds.
        seconds: f64,
    },
    /// Report the games of a match with all moves; without a number, of the match that is being played.
    Moves(Option<Id>),
    /// List the stored games.
    Stored,
    /// Join a tournament.
    Tournament(String),
    /// Leave.
    Quit,
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Name(name) => f.write_str(&one_line(name)),
            Command::Password | Command::KeepAlive => Ok(()),
            Command::Quiet => f.write_str("verbose -news -faq -help -ack"),
            Command::Set("vt100", is_on) => write!(f, "vt100 {}", sign(*is_on)),
            Command::Set(name, is_on) => write!(f, "tell /os {name} {}", sign(*is_on)),
            Command::Open(games) => write!(f, "tell /os open {games}"),
            Command::Formula(true, text) => write!(f, "tell /os aform {}", one_line(text)),
            Command::Formula(false, text) => write!(f, "tell /os dform {}", one_line(text)),
            Command::Notify(name) => write!(f, "notify + {}", one_line(name)),
            Command::Ask(kind, clock, None) => write!(f, "tell /os ask {kind} {clock}"),
            Command::Ask(kind, clock, Some(opponent)) => {
                write!(f, "tell /os ask {kind} {clock} {}", one_line(opponent))
            }
            Command::Resume(id) => write!(f, "tell /os ask {id}"),
            Command::Accept(id) => write!(f, "tell /os accept {id}"),
            Command::Decline(id) => write!(f, "tell /os decline {id}"),
            Command::Cancel(id) => write!(f, "tell /os cancel {id}"),
            Command::Play { id, mv, eval, seconds } => {
                write!(f, "tell /os play {id} {}", move_text(*mv, *eval, *seconds))
            }
            Command::Moves(Some(id)) => write!(f, "tell /os moves {id}"),
            Command::Moves(None) => f.write_str("tell /os moves"),
            Command::Stored => f.write_str("tell /os stored"),
            Command::Tournament(id) => write!(f, "tell /td join {}", one_line(id)),
            Command::Quit => f.write_str("quit"),
        }
    }
}

fn sign(is_on: bool) -> char {
    if is_on { '+' } else { '-' }
}

/// The text without what would begin another line: the server breaks lines at a backslash.
fn one_line(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() && *letter != '\\').collect()
}

/// A move as the server takes it: `f5/1.23/0.50`, `f5//0.50`, `PA//0.01`.
fn move_text(mv: Move, eval: Option<f32>, seconds: f64) -> String {
    let eval = eval.filter(|eval| eval.is_finite()).map(|eval| eval.clamp(-MOST_EVAL, MOST_EVAL));
    // Without -0.00.
    let eval = eval.map_or_else(String::new, |eval| format!("{:.2}", (100.0 * eval).round() / 100.0 + 0.0));
    let seconds = if seconds.is_finite() { seconds.clamp(0.0, MOST_SECONDS) } else { 0.0 };
    let name = mv.cell().map_or_else(|| "PA".to_owned(), |cell| cell.to_string());
    format!("{name}/{eval}/{seconds:.2}")
}

#[cfg(test)]
mod tests {
    use super::{Command, move_text};
    use emilia::game::Move;

    #[test]
    fn moves_have_values_and_times_within_the_range_of_the_server() {
        let f5: Move = "f5".parse().expect("a move");
        let cases = [
            (f5, Some(-0.001), 0.0, "f5/0.00/0.00"),
            (f5, Some(f32::NAN), -1.0, "f5//0.00"),
            (f5, Some(5000.0), 1e9, "f5/999.00/99999.00"),
            (Move::Pass, None, f64::NAN, "PA//0.00"),
        ];
        for (mv, eval, seconds, text) in cases {
            assert_eq!(move_text(mv, eval, seconds), text);
        }
    }

    #[test]
    fn no_text_begins_a_second_line() {
        for command in [
            Command::Name("a\nquit".into()),
            Command::Formula(true, "x\\quit\r".into()),
            Command::Tournament(".1\nquit".into()),
        ] {
            let text = command.to_string();
            assert!(!text.contains(['\n', '\r', '\\']), "{text:?}");
        }
    }
}
