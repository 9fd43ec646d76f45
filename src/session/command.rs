//! What can be asked of a session.

use super::Clock;
use crate::game::{Colour, Game, Move, Played, Rules};

/// A request. Replies are returned at once; only searches ([`Command::Go`], [`Command::Hint`], [`Command::Analyze`]) answer later, by news.
///
/// Every command but [`Command::Clock`], [`Command::Option`] and [`Command::Show`] ends a running search without an answer.
#[derive(Clone, Debug)]
pub enum Command {
    /// Begin a new game. Reply: `Done`.
    New(Rules),
    /// Put this game in the place of the current one. Reply: `Done`.
    Set(Box<Game>),
    /// Play a move. Reply: `Done`, or `Refused` if it is illegal.
    Play {
        /// Who plays it, if the client says so: a forced pass of the other side is inserted, any other mismatch refused.
        colour: Option<Colour>,
        /// The move with the notes that came with it.
        played: Played,
    },
    /// Take back so many moves, passes counted. Reply: `Done`, or `Refused` if there are fewer.
    Undo(usize),
    /// Play again so many moves that were taken back. Reply: `Done`, or `Refused`.
    Redo(usize),
    /// Choose a move. News: `Thinking` and, last, `Chosen`.
    Go {
        /// For whom, if the client says so: a forced pass of the other side is inserted, any other mismatch refused.
        colour: Option<Colour>,
        /// Whether the choice is played on the session's board.
        play: bool,
    },
    /// Score the best so many moves of the position, 1..; more than there are means all. News: `Thinking` and, last, `Hinted`.
    Hint(usize),
    /// Score every position of the game, the last one first. News: `Analyzed` for each and, last, `Hinted`.
    Analyze,
    /// Learn the finished game. Reply: `Learned`.
    Learn,
    /// End a running search now: a `Go` chooses the best move found so far, others end. Reply: the search's last event, or `Done`.
    Stop,
    /// End a running search without an answer; reply `Synced` with this number, after which nothing of an earlier search follows.
    Sync(i64),
    /// The clocks of the game. Reply: `Done`.
    Clock(Clock),
    /// Change an option by name. Reply: `Done`, or `Refused`.
    Option {
        /// The option's name, as in [`super::Options`].
        name: String,
        /// Its new value as text.
        value: String,
    },
    /// Who plays by itself from now on: the session thinks and plays whenever it is the turn of a colour in this list. Reply: `Done`.
    Mode(Vec<Colour>),
    /// Show the game. Reply: `Shown`.
    Show,
    /// Show the options with their values. Reply: `Options`.
    ShowOptions,
    /// End the conversation. Reply: `Goodbye`.
    Quit,
}
