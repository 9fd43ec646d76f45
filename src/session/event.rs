//! What happens in a conversation.

use super::{Candidate, Graded, Setting};
use emilia::{Analysis, Certainty, Game, Move, Report, ReviewedMove, Turn};
use emilia_analysis::{Explanation, JudgedGame};
use std::fmt;
use std::time::Duration;

/// A search's number; an event with an older one is stale and dropped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Ticket(pub u64);

/// A move of the book with the moves that the book expects after it.
#[derive(Clone, Debug)]
pub struct BookLine {
    /// The value of the first move, and the line. There was no search now: nodes and time are 0.
    pub report: Report<Move>,
    /// The games in the book that continued with the move.
    pub games: u64,
}

/// What a protocol writes, complete in itself: no protocol needs to look at the session to write it. The event loop makes `Started`,
/// `Tick`, `Loaded`, `Saved`, and some of `Done`, `Refused` and `Goodbye`; all others are answers of the session.
#[derive(Clone, Debug)]
pub enum Event {
    /// The command is done; there is nothing to show.
    Done,
    /// The command was refused, and why: a line for a person.
    Refused(String),
    /// The current game.
    Shown {
        /// The game.
        game: Box<Game>,
        /// The time that Black and White have left, 0 from the first time that it was over; none without clocks.
        left: Option<[Duration; 2]>,
    },
    /// The options with their present values.
    Options(Vec<Setting>),
    /// The cost of the running search.
    Progress {
        /// Positions visited in the finished iterations.
        nodes: u64,
        /// Time spent.
        time: Duration,
    },
    /// Nothing of an earlier search follows.
    Synced(i64),
    /// The game was learned.
    Learned,
    /// The conversation begins.
    Started,
    /// The next line of a stream of results is due.
    Tick,
    /// A game of a file that has several was loaded; the game follows.
    Loaded {
        /// The name of the file.
        path: String,
        /// The number of the game, from 1.
        number: usize,
        /// The number of games in the file.
        games: usize,
    },
    /// The game was written to a file.
    Saved {
        /// The name of the file.
        path: String,
        /// The game.
        game: Box<Game>,
    },
    /// The conversation is over.
    Goodbye,
    /// What the book has for a `Hint`. Its moves are not searched.
    Book {
        /// The moves, best first.
        lines: Vec<BookLine>,
        /// The name of the opening.
        opening: Option<&'static str>,
    },
    /// An iteration is finished: the requested lines, best first. Passes are part of the lines.
    Thinking(Vec<Report<Move>>),
    /// An iteration of an `Explain` is finished.
    Explaining {
        /// Plies searched.
        depth: u32,
        /// Plies to search.
        of: u32,
    },
    /// An iteration of a `Stream` is finished, or its search has ended: the moves, best first; none if the game is over.
    Streamed(Vec<Candidate>),
    /// A `Go` ends.
    Chosen(Choice),
    /// The review of one position of the game.
    Analyzed(ReviewedMove),
    /// An `Explain` ends.
    Explained {
        /// The board and the side to move.
        turn: Turn,
        /// The lines of the last finished iteration, best first.
        lines: Vec<Report<Move>>,
        /// What there is to say, the decisive first.
        explanations: Vec<Explanation>,
        /// What people do there; none where the model of people knows nothing of it.
        people: Option<Box<Graded>>,
        /// Positions visited.
        nodes: u64,
        /// Time spent.
        time: Duration,
    },
    /// A `Hint`, a `Solve`, a `Search` or an `Analyze` ends, with its last lines (none for `Analyze`), its nodes and time.
    Hinted {
        /// The lines of the last finished iteration, best first, without those of the book.
        lines: Vec<Report<Move>>,
        /// Positions visited.
        nodes: u64,
        /// Time spent.
        time: Duration,
        /// The game that was analysed.
        judged: Option<Box<JudgedGame>>,
    },
}

/// The outcome of a `Go`.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move; none if the game is over.
    pub mv: Option<Move>,
    /// What the search or the book has; none where there was nothing to search (a forced pass, a finished game).
    pub report: Option<Report<Move>>,
    /// Where the move comes from.
    pub source: Source,
    /// Time spent.
    pub time: Duration,
    /// The game after the choice if it was played on the session's board.
    pub game: Option<Box<Game>>,
    /// The time that Black and White have left then; none without clocks.
    pub left: Option<[Duration; 2]>,
}

/// Where a move comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A search.
    Search,
    /// The book.
    Book,
    /// The model of people.
    People {
        /// The rating that is played at.
        rating: u32,
        /// How many in a hundred people of this rating play the move.
        percent: u8,
    },
}

/// For a person: `like 34 % of people rated 1500`.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Search => f.write_str("by search"),
            Source::Book => f.write_str("from the book"),
            Source::People { rating, percent: 0 } => write!(f, "like a few people rated {rating}"),
            Source::People { rating, percent } => write!(f, "like {percent} % of people rated {rating}"),
        }
    }
}

/// The plies of a finished iteration, of this number to search.
pub fn searched_plies(analysis: &Analysis, of: u32) -> u32 {
    match analysis.certainty() {
        Certainty::Depth { plies, .. } => u32::from(plies).min(of),
        Certainty::Exact | Certainty::AtLeast | Certainty::AtMost => of,
    }
}
