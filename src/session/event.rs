//! What a session answers.

use super::Setting;
use crate::engine::ReviewedMove;
use crate::game::{Game, Move};
use crate::search::Report;
use std::time::Duration;

/// A search's number; news with an older one is stale and dropped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Ticket(pub u64);

/// News of a search, from the engine's thread.
#[derive(Clone, Debug)]
pub enum News {
    /// An iteration is finished.
    Thinking(Vec<Report<Move>>),
    /// A position of the game is reviewed.
    Analyzed(ReviewedMove),
    /// The search has ended.
    Ended,
    /// The search could not be made, and why.
    Failed(String),
}

/// An answer, complete in itself: no protocol needs to look at the session to write it.
#[derive(Clone, Debug)]
pub enum Event {
    /// The command was obeyed; there is nothing to show.
    Done,
    /// The command could not be obeyed, and why: a line for a person.
    Refused(String),
    /// The current game.
    Shown(Box<Game>),
    /// The options with their present values.
    Options(Vec<Setting>),
    /// Nothing of an earlier search follows.
    Synced(i64),
    /// The game was learned.
    Learned,
    /// The conversation is over.
    Goodbye,
    /// An iteration is finished: the requested lines, best first. Passes are part of the lines.
    Thinking(Vec<Report<Move>>),
    /// A `Go` ends.
    Chosen(Choice),
    /// The review of one position of the game.
    Analyzed(ReviewedMove),
    /// A `Hint`, a `Solve` or an `Analyze` ends, with its last lines (none for `Analyze`), its nodes and time.
    Hinted {
        /// The lines of the last finished iteration, best first.
        lines: Vec<Report<Move>>,
        /// Positions visited.
        nodes: u64,
        /// Time spent.
        time: Duration,
    },
}

/// The outcome of a `Go`.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move; none if the game is over.
    pub mv: Option<Move>,
    /// What the search found; none where there was nothing to search (a forced pass, a finished game).
    pub report: Option<Report<Move>>,
    /// Time spent.
    pub time: Duration,
    /// The game after the choice if it was played on the session's board.
    pub game: Option<Box<Game>>,
}
