//! The searches of a session: the one that answers a command, and the one on the opponent's time.

use super::state::Refusal;
use crate::session::Source;
use emilia::{Bitboard, Conditions, Game, Limits, Move, Report, ReviewedMove, Task, Turn};
use std::time::{Duration, Instant};

/// The running search.
pub(super) struct Search {
    pub purpose: Purpose,
    /// The game it is about.
    pub game: Game,
    /// Whether each iteration is an event of a stream.
    pub streams: bool,
    /// The only moves to choose from; none for all.
    pub moves: Option<Bitboard>,
    pub began: Instant,
    /// The engine's task; none where there is nothing to search.
    pub task: Option<Task>,
    /// The positions reviewed so far, the last of the game first.
    pub reviewed: Vec<ReviewedMove>,
    /// The move that answers it without a search of the engine.
    pub ready: Option<ReadyMove>,
    /// Why the engine could not start it.
    pub refusal: Option<Refusal>,
}

/// A move of the book, or of the model of people.
#[derive(Clone)]
pub(super) struct ReadyMove {
    pub report: Report<Move>,
    pub source: Source,
    /// When it is to be played; at once without.
    pub after: Duration,
}

#[derive(Clone, Copy)]
pub(super) enum Purpose {
    Go {
        play: bool,
        /// Tenths of a disc to lose on average.
        handicap: u32,
    },
    Hint,
    /// To prove the score of the position, or its winner.
    Solve,
    Stream,
    /// To explain the position, or this move.
    Explain {
        mv: Option<Move>,
        /// Plies to search.
        plies: u32,
    },
    Analyze,
    /// To be ready when time counts.
    Prepare,
}

impl Search {
    /// Whether its iterations are not reported: a player with a handicap is not shown the best move.
    pub(super) fn is_silent(&self) -> bool {
        matches!(self.purpose, Purpose::Go { handicap: 1.., .. })
    }

    /// The plies to search if it explains.
    pub(super) fn explained_plies(&self) -> Option<u32> {
        match self.purpose {
            Purpose::Explain { plies, .. } => Some(plies),
            _ => None,
        }
    }

    pub fn new(purpose: Purpose, game: Game) -> Search {
        Search {
            purpose,
            game,
            streams: false,
            moves: None,
            began: Instant::now(),
            task: None,
            reviewed: Vec::new(),
            ready: None,
            refusal: None,
        }
    }
}

/// What a `Solve` proved of a position.
pub(super) struct Proof {
    turn: Turn,
    conditions: Conditions,
    /// The best line with its exact score.
    pub report: Report<Move>,
}

impl Proof {
    /// Of the last position of this game, if the first of these lines has its exact score.
    pub(super) fn of(game: &Game, lines: &[Report<Move>]) -> Option<Proof> {
        let report = lines.first().filter(|report| report.value.is_exact())?.clone();
        Some(Proof { turn: *game.turn(), conditions: *game.rules().conditions(), report })
    }

    pub(super) fn is_of(&self, game: &Game) -> bool {
        self.turn == *game.turn() && self.conditions == *game.rules().conditions()
    }
}

/// A search on the opponent's time. It is kept after its end, because its result may be needed.
pub(super) struct Ponder {
    pub game: Game,
    pub limits: Limits,
    pub task: Task,
}
