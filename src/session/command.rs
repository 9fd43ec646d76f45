//! What can be asked of a session.

use super::Clock;
use crate::game::{Colour, Game, Played, Rules, Turning};

/// A request. Replies are returned at once; only searches ([`Command::Go`], [`Command::Hint`], [`Command::Solve`], [`Command::Analyze`]) answer later, by news.
///
/// Every command but [`Command::Clock`], [`Command::Option`], [`Command::Show`], [`Command::ShowOptions`] and
/// [`Command::Stop`] ends a
/// running search without an answer.
#[derive(Clone, Debug)]
pub enum Command {
    /// Begin a new game with fresh clocks; what was found in earlier games is forgotten. Reply: `Done`; where a clock bounds the
    /// thinking, this comes by news when all is ready.
    New(Rules),
    /// Put this game in the place of the current one, with fresh clocks. Reply: `Done`.
    Set(Box<Game>),
    /// Play a move. Reply: `Done`, or `Refused` if it is illegal.
    Play {
        /// Who plays it, if the client says so: a forced pass of the other side is inserted, any other mismatch refused.
        colour: Option<Colour>,
        /// The move with the notes that came with it.
        played: Played,
    },
    /// Play the moves of a transcript on, such as `f5d6c3`, forced passes written or left out. Reply: `Done`, or `Refused` if one
    /// of them is illegal, and then none is played.
    Transcript(String),
    /// Take back this number of moves, passes included. Reply: `Done`, or `Refused` if fewer were played.
    Undo(usize),
    /// Take back this number of moves with a disc, and the passes after each of them. Reply: `Done`, or `Refused` if fewer were played.
    TakeBack(usize),
    /// Play this number of moves with a disc again that were taken back, with the passes before each of them. Reply: `Done`, or `Refused`
    /// if fewer were taken back.
    Redo(usize),
    /// Look at the game from another side from now on. Reply: `Done`.
    Turn(Turning),
    /// Choose a move. News: `Thinking` and, last, `Chosen`; with a handicap `Chosen` alone. After a move that is played the session
    /// may think on the opponent's time, unheard, until the next command but those that end no search and set no clock; the expected move does
    /// not end it either.
    Go {
        /// For whom, if the client says so: a forced pass of the other side is inserted, any other mismatch refused.
        colour: Option<Colour>,
        /// Whether the choice is played on the session's board.
        play: bool,
    },
    /// Score the best so many moves of the position, 1..; more than there are means all. News: `Thinking` and, last, `Hinted`.
    Hint(usize),
    /// Prove the score of the position, or with `wld` only who wins, whatever the level; the options' bounds on nodes and time hold.
    /// News: `Thinking` and, last, `Hinted`.
    Solve {
        /// Whether a bound that tells the winner is enough.
        wld: bool,
    },
    /// Score every position of the game, the last one first. News: `Analyzed` for each and, last, `Hinted`.
    Analyze,
    /// Learn the finished game. Reply: `Learned`.
    Learn,
    /// End a running search now: a `Go` chooses the best move found so far, others end. Reply: the search's last event, or `Done`
    /// if nothing runs.
    Stop,
    /// End a running search without an answer; reply `Synced` with this number, after which nothing of an earlier search follows.
    Sync(i64),
    /// The clocks of the game. Reply: `Done`; for clocks that bound the thinking, this comes by news when all is ready.
    Clock(Clock),
    /// Change an option by name. Reply: `Done`, or `Refused`.
    Option {
        /// The option's name, as in [`super::Options`].
        name: String,
        /// Its new value as text.
        value: String,
    },
    /// Who plays by itself from now on: the session thinks and plays whenever it is the turn of a colour in this list, as if it had
    /// been asked to `Go`; a forced pass is such a move. Reply: `Done`.
    ///
    /// It waits after [`Command::Undo`], [`Command::Redo`], [`Command::Sync`] and a `Go` that is not played, for somebody is looking
    /// back or asks for something else, until a game begins, a move is played or `Go` or `Mode` is asked for again.
    Mode(Vec<Colour>),
    /// Show the game. Reply: `Shown`.
    Show,
    /// Show the options with their values. Reply: `Options`.
    ShowOptions,
    /// End the conversation. Reply: `Goodbye`.
    Quit,
}
