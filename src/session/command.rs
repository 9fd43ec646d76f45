//! The commands of a session.

use super::{Bounds, ClockUpdate, KnownResult, Scope};
use emilia::{Colour, Game, Limits, Move, Played, Rules, Transform, Turn};

/// A request. Replies are returned at once; only searches ([`Command::Go`], [`Command::GoWithin`], [`Command::Hint`],
/// [`Command::Explain`], [`Command::ExplainLast`], [`Command::Solve`], [`Command::Search`], [`Command::Stream`], [`Command::Analyze`]) and preparations answer
/// later, by an event.
///
/// Every command but [`Command::Clock`], [`Command::Option`], [`Command::Name`], [`Command::Prepare`], [`Command::Know`], [`Command::Progress`],
/// [`Command::Show`], [`Command::ShowOptions`] and [`Command::Stop`] ends a running search without an answer.
#[derive(Clone, Debug)]
pub enum Command {
    /// Begin a new game with fresh clocks; the results of earlier games are dropped. Reply: `Done`; if a clock limits
    /// the search, it comes by an event when all is ready.
    New(Rules),
    /// Put this game in the place of the current one, with fresh clocks. Reply: `Done`.
    Set(Box<Game>),
    /// Begin at this board with fresh clocks, under the conditions of the current game. Reply: `Done`.
    SetUp(Box<Turn>),
    /// Play a move. Reply: `Done`, or `Refused` if it is illegal.
    Play {
        /// The side that plays it, if the client names one: a forced pass of the other side is inserted, any other mismatch refused.
        colour: Option<Colour>,
        /// The move with the notes that came with it.
        played: Played,
    },
    /// Play the moves of a transcript, such as `f5d6c3`, with or without forced passes. Reply: `Done`, or `Refused` if one
    /// of them is illegal, and then none is played.
    Transcript(String),
    /// This colour gives the game up, see [`Game::resign`]. The clocks stop. Reply: `Done`.
    Resign(Colour),
    /// Take back this number of moves, passes included. Reply: `Done`, or `Refused` if fewer were played.
    Undo(usize),
    /// Take back this number of moves with a disc, and the passes after each of them. Reply: `Done`, or `Refused` if fewer were played.
    ///
    /// Without a number: the last of these moves, but if the session chose it for a side that it plays, the last one before that was not
    /// so, with everything after it. If the session plays both sides, the last of all. Of a game that was resigned, the resignation.
    TakeBack(Option<usize>),
    /// Play this number of moves with a disc again that were taken back, with the passes before each of them. Reply: `Done`, or `Refused`
    /// if fewer were taken back.
    ///
    /// Without a number: the next of these moves, and those that the session chose after it, so that it undoes a [`Command::TakeBack`].
    Redo(Option<usize>),
    /// Rotate or mirror the game. Reply: `Done`.
    Transform(Transform),
    /// Choose a move. Events: `Thinking` and, last, `Chosen`; with a handicap `Chosen` alone. After a move that is played the session
    /// may search on the opponent's time, without events, until a command other than the expected move, an option or a question.
    Go {
        /// The side, if the client names one: a forced pass of the other side is inserted, any other mismatch refused.
        colour: Option<Colour>,
        /// Whether the choice is played on the session's board.
        play: bool,
    },
    /// Choose a move within these bounds of its own. Events: as `Go`.
    GoWithin(Bounds),
    /// Allocate the memory of the next search. Reply: `Done` during a search, else by an event when all is ready.
    Prepare,
    /// Score this number of the best moves of the position, 1 or more; all if there are fewer. Reply: `Hinted` if one is wanted and the last
    /// [`Command::Solve`] proved it, `Book` if the book has some of them. Events: `Thinking` and, last, `Hinted`.
    Hint(usize),
    /// Score all moves of the position, and explain what separates the best from the others, or from this move; refused if it is illegal.
    /// A default level counts as a lower one. Events: `Explaining` and, last, `Explained`.
    Explain(Option<Move>),
    /// The same of the last move that is no pass, in the position before it; of the position if there is none.
    ExplainLast,
    /// Prove the score of the position, or with `wld` only the winner, at any level; the options' limits of nodes and time apply.
    /// Events: `Thinking` and, last, `Hinted`.
    Solve {
        /// Whether a bound that proves the winner is enough.
        wld: bool,
    },
    /// Search the position under these limits in place of level and clock, without the book; the options' limits of nodes and time apply.
    /// Events: `Thinking` and, last, `Hinted`.
    Search(Box<Limits>),
    /// Bring this result into the next `Search`. Reply: `Done`.
    Know(Box<KnownResult>),
    /// Forget the results of all searches and those of `Know`. Reply: `Done`.
    Forget,
    /// Show the cost of the running search so far. Reply: `Progress`, or `Done` if nothing runs.
    Progress,
    /// Score the moves of the position over and over, deeper each time, until the next command; without the book, at any level, within the
    /// options' limits of nodes and time. Reply: `Done`, or `Refused`; events: `Streamed` for each iteration and at the end. The reply to
    /// [`Command::Stop`] is the last `Streamed`.
    ///
    /// With [`Scope::play`] it is a `Go` that is played, with `Streamed` in the place of `Thinking`.
    Stream(Scope),
    /// Score every position of the game, the last one first. Events: `Analyzed` for each and, last, `Hinted`.
    Analyze,
    /// Learn the finished game. Reply: `Learned`, or `Refused`.
    Learn,
    /// End a running search now: a `Go` chooses the best move found so far, others end. Reply: the search's last event, or `Done`
    /// if nothing runs.
    Stop,
    /// End a running search without an answer; reply `Synced` with this number, after which nothing of an earlier search follows.
    Sync(i64),
    /// The clocks of the game. Reply: `Done`; if the clocks limit the search, it comes by an event when all is ready.
    Clock(ClockUpdate),
    /// Change an option by name. Reply: `Done`, or `Refused`.
    Option {
        /// The option's name, as in [`super::Options`].
        name: String,
        /// Its new value as text.
        value: String,
    },
    /// What the person is called in the games against the session; `You` at first. Reply: `Done`.
    Name(String),
    /// Sets the colours that the session plays: it searches and plays on their turns, as after `Go`, forced passes
    /// included. Reply: `Done`.
    ///
    /// It waits after [`Command::Undo`], [`Command::TakeBack`], [`Command::Redo`] with a number or with moves left to redo, [`Command::Resign`],
    /// [`Command::Sync`] and a `Go` that is not played, because the client is looking back or wants something else, until a game begins, a move is played, or `Go` or `Mode` comes.
    ///
    /// A clock also runs for the other side's moves, from the move before to the command that plays them.
    Mode(Vec<Colour>),
    /// Show the game, with names of the players if it has none and the session has moved in it for a side of [`Command::Mode`]. Reply:
    /// `Shown`.
    Show,
    /// Show the options with their values. Reply: `Options`.
    ShowOptions,
    /// End the conversation. Reply: `Goodbye`.
    Quit,
}

impl Command {
    /// Whether a running search continues after it.
    pub(crate) fn leaves_search(&self) -> bool {
        use Command::*;
        matches!(self, Clock(_) | Option { .. } | Name(_) | Prepare | Know(_) | Progress | Show | ShowOptions)
    }
}
