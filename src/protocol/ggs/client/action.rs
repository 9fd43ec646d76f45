//! What the client wants done.

use crate::protocol::ggs::{Command, GameId, GameRecord};
use emilia::game::{Game, Move};
use std::time::Duration;

/// What the client wants done. See [`super::Client`] for an example.
#[derive(Clone, Debug)]
pub enum Action {
    /// Open a connection, then call `connected` or `disconnected`.
    Connect,
    /// Close the connection, then call `disconnected`.
    Disconnect,
    /// Send a line.
    Send(Command),
    /// Search for a move and pass it to `found`.
    Search(Box<Task>),
    /// The search of this game is to end at once with its best move.
    Hurry(GameId),
    /// The search of this game is not needed any more, nor is anything else of the game.
    Forget(GameId),
    /// A game has ended: keep it.
    Keep(Box<GameRecord>),
    /// A line for the person at the terminal.
    Note(String),
    /// The work is done, or cannot be done for this reason.
    Leave(Result<(), String>),
}

/// A search for a move.
///
/// # Examples
/// ```
/// use emilia::Game;
/// use emilia_cli::protocol::ggs::Task;
/// use std::time::Duration;
///
/// let seconds = Duration::from_secs;
/// let task = Task { id: ".31".parse()?, ply: 0, game: Game::default(), left: seconds(300), income: seconds(0), stones: None, lag: seconds(0) };
/// assert_eq!(task.need(), seconds(10));
/// # Ok::<(), emilia_cli::protocol::ggs::ParseIdError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Task {
    /// The game.
    pub id: GameId,
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
    pub id: GameId,
    /// The number of moves played before it.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// Its value in discs for the side to move.
    pub eval: Option<f32>,
}
