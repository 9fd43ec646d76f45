//! The moves of an ending, handed out in the order of their priority.
//!
//! Each move is one word, the squares that it changes. Four moves are scored at a time in vector registers and their results stored whole:
//! a vector load has to wait for narrow stores to the same memory.

use super::super::params::{
    ENDGAME_CORNER, ENDGAME_FRONTIER, ENDGAME_MOBILITY, ENDGAME_OWN_MOBILITY, ENDGAME_OWN_MOBILITY_FROM,
    ENDGAME_PARITY, ENDGAME_X_SQUARE,
};
use super::super::table::Table;
use super::parity::odd_regions;
use crate::board::kernel::{Four, flips_of_four, least, moves_of_four};
use crate::board::{Bitboard, Position, Square};

/// The number of moves that are scored at once.
const LANES: usize = 4;
/// The most moves of an ending, which has no more empty squares.
pub(in crate::search) const MOST: usize = 16;
const CORNERS: u64 = Bitboard::CORNERS.0;
/// The X-squares, diagonally next to the corners.
const X_SQUARES: u64 = Bitboard::X_SQUARES.0;
/// The cost of a move that was returned, and of no move.
const DONE: u16 = u16::MAX;
/// The cost of a move without any weights: all costs are positive.
const MEAN_COST: u64 = 1 << 13;
/// The weights of the table's moves, above those of all else together.
const HINTS: [i64; 2] = [-1 << 12, -1 << 11];

/// The moves of an ending with what they lead to.
pub(super) struct Candidates {
    before: Position,
    /// The square of each move and the discs that it turns over.
    changed: [[u64; LANES]; MOST / LANES],
    /// The opponent's moves after each.
    replies: [[u64; LANES]; MOST / LANES],
    /// The moves with the least costs come first.
    costs: [[u16; 2 * LANES]; MOST / (2 * LANES)],
    count: usize,
}

impl Candidates {
    /// An empty list for the moves of a position.
    #[inline]
    pub(super) fn new(before: Position) -> Candidates {
        Candidates {
            before,
            changed: [[0; LANES]; MOST / LANES],
            replies: [[0; LANES]; MOST / LANES],
            costs: [[DONE; 2 * LANES]; MOST / (2 * LANES)],
            count: 0,
        }
    }

    /// Adds the legal moves with their costs: few replies, corners and odd regions are good. Their entries in the table, if one is
    /// given, are prefetched.
    ///
    /// Inlined, so that the position stays in registers; not a constructor, which would copy the list.
    #[inline(always)]
    pub(super) fn sort(&mut self, moves: Bitboard, hints: [Option<Square>; 2], table: Option<&Table>) {
        let before = self.before;
        self.count = moves.len() as usize;
        let empty = before.empty().0;
        let scorer = MoveScorer {
            own: Four::splat(before.own().0),
            opp: Four::splat(before.opp().0),
            odd: Four::splat(odd_regions(empty)),
            hints: hints.map(|hint| Four::splat(hint.map_or(0, Square::bit))),
            counts_own_mobility: empty.count_ones() >= ENDGAME_OWN_MOBILITY_FROM,
        };
        let mut rest = moves;
        for half in 0..MOST / (2 * LANES) {
            let low = self.score(&scorer, 2 * half, &mut rest, table);
            let high = if rest.is_empty() {
                Four::splat(u64::from(DONE))
            } else {
                self.score(&scorer, 2 * half + 1, &mut rest, table)
            };
            self.costs[half] = low.pack(high);
            if rest.is_empty() {
                break;
            }
        }
    }

    /// The costs of the first moves of the rest, which are taken out of it; what they lead to is stored as number `chunk`.
    #[inline(always)]
    fn score(&mut self, scorer: &MoveScorer, chunk: usize, rest: &mut Bitboard, table: Option<&Table>) -> Four {
        let (own, opp) = (self.before.own().0, self.before.opp().0);
        let count = (rest.len() as usize).min(LANES);
        let played = [(); LANES].map(|()| {
            let first = rest.0 & rest.0.wrapping_neg();
            rest.0 ^= first;
            first
        });
        let changed = flips_of_four(played.map(u64::trailing_zeros), own, opp).or(Four::new(played));
        self.changed[chunk] = changed.to_array();
        if let Some(table) = table {
            for lane in 0..count {
                table.prefetch(self.after(LANES * chunk + lane));
            }
        }
        let (costs, replies) = scorer.score(changed);
        self.replies[chunk] = replies.to_array();
        costs.or(Four::new(NO_MOVES[count]))
    }

    /// What the moves lead to, in no order.
    pub(super) fn positions(&self) -> impl Iterator<Item = Position> {
        (0..self.count).map(|i| self.after(i))
    }

    #[inline]
    fn after(&self, i: usize) -> Position {
        let changed = self.changed.as_flattened()[i & (MOST - 1)];
        let (own, opp) = (self.before.own().0, self.before.opp().0);
        Position::disjoint(Bitboard(opp & !changed), Bitboard(own | changed))
    }
}

/// The costs of the lanes that this number of moves leaves over.
static NO_MOVES: [[u64; LANES]; LANES + 1] = {
    const NO: u64 = DONE as u64;
    [[NO; 4], [0, NO, NO, NO], [0, 0, NO, NO], [0, 0, 0, NO], [0; 4]]
};

impl Iterator for Candidates {
    type Item = (Square, Position, Bitboard);

    /// The next move by cost, the position after it, and the replies there; of equal moves the first square.
    #[inline(always)]
    fn next(&mut self) -> Option<(Square, Position, Bitboard)> {
        let (mut cost, mut i) = least(&self.costs[0]);
        if self.count > 2 * LANES {
            let (other, place) = least(&self.costs[1]);
            if other < cost {
                (cost, i) = (other, 2 * LANES + place);
            }
        }
        if cost == DONE {
            return None;
        }
        self.costs.as_flattened_mut()[i & (MOST - 1)] = DONE;
        let changed = self.changed.as_flattened()[i & (MOST - 1)];
        let at = Bitboard(changed & !self.before.opp().0).first()?;
        Some((at, self.after(i), Bitboard(self.replies.as_flattened()[i & (MOST - 1)])))
    }
}

/// Scores moves; it holds what is the same for all of them.
struct MoveScorer {
    own: Four,
    opp: Four,
    /// The squares of regions with an odd number of empty squares.
    odd: Four,
    /// The best moves of the table, the better first, as sets; empty without any.
    hints: [Four; 2],
    /// Whether the mover's next mobility is counted.
    counts_own_mobility: bool,
}

impl MoveScorer {
    /// The costs of moves, and the replies to them.
    #[inline]
    fn score(&self, changed: Four) -> (Four, Four) {
        let (next_own, next_opp) = (self.opp.without(changed), self.own.or(changed));
        let replies = moves_of_four(next_own, next_opp);
        let corners = Four::splat(CORNERS);
        let at = changed.without(self.opp);
        let mut cost = Four::splat(MEAN_COST)
            .plus(at.and(corners).any(-ENDGAME_CORNER))
            .plus(at.and(Four::splat(X_SQUARES)).any(-ENDGAME_X_SQUARE))
            .plus(at.and(self.odd).any(-ENDGAME_PARITY))
            .plus(at.and(self.hints[0]).any(HINTS[0]))
            .plus(at.and(self.hints[1]).any(HINTS[1]))
            .plus(replies.count().plus(replies.and(corners).count()).times(ENDGAME_MOBILITY))
            .plus(spread(next_opp).without(next_own.or(next_opp)).count().times(ENDGAME_FRONTIER));
        if self.counts_own_mobility {
            cost = cost.plus(moves_of_four(next_opp, next_own).count().times(ENDGAME_OWN_MOBILITY));
        }
        (cost, replies)
    }
}

/// The sets with all squares beside them: [`Bitboard::spread`].
#[inline]
fn spread(set: Four) -> Four {
    let left = set.and(Four::splat(0xFEFE_FEFE_FEFE_FEFE)).down::<1>();
    let right = set.and(Four::splat(0x7F7F_7F7F_7F7F_7F7F)).up::<1>();
    let row = set.or(left).or(right);
    row.or(row.up::<8>()).or(row.down::<8>())
}
