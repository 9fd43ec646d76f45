//! What bounds one search for a move.

use emilia::{Bitboard, Budget, Limits};
use std::time::Duration;

/// The bounds of one search for a move, beside the clock and the options. All hold at once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// The plies to search in place of the level, with forward pruning at 73 %. A depth of at least the number of empty squares
    /// proves the score.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The most time.
    pub time: Option<Duration>,
    /// Whether neither level nor clock nor book end the search.
    pub is_endless: bool,
    /// The only moves to search, legal ones; none for all. The book has no part in it then.
    pub moves: Option<Bitboard>,
    /// The moves to score, best first; below 2 the best one alone. The book has no part in more.
    pub lines: usize,
    /// Whether the move is played on the session's board.
    pub is_played: bool,
}

impl Bounds {
    /// Whether they bound the cost of the search, so that a level that was not set does not.
    pub(super) fn bound_cost(&self) -> bool {
        self.nodes.is_some() || self.time.is_some()
    }

    /// These limits and the bounds, in a position with this number of empty squares.
    pub(super) fn within(&self, limits: Limits, empties: u32) -> Limits {
        let limits = match self.depth {
            Some(depth) if depth >= empties => Limits { level: None, depth, ..limits },
            Some(depth) => Limits { level: None, depth, selectivity: Limits::depth(depth).selectivity, ..limits },
            None => limits,
        };
        let nodes = [limits.nodes, self.nodes].into_iter().flatten().min();
        let time = self.time.map(|time| Budget { soft: time, hard: time });
        let budget = match (limits.budget, time) {
            (Some(one), Some(other)) => Some(tighter(one, other)),
            (one, other) => one.or(other),
        };
        Limits {
            nodes,
            budget,
            lines: limits.lines.max(self.lines),
            root_moves: self.moves.or(limits.root_moves),
            ..limits
        }
    }
}

/// The budget that fits into both.
pub(super) fn tighter(one: Budget, other: Budget) -> Budget {
    Budget { soft: one.soft.min(other.soft), hard: one.hard.min(other.hard) }
}
