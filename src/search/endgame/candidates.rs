//! The moves of an ending, handed out in the order of their priority.
//!
//! Each move is stored as one word, the squares that it changes, and all moves are scored from these words at once: a vector load has
//! to wait for narrow stores to the same memory, so as little as possible is stored.

use super::super::params::{
    ENDGAME_CORNER, ENDGAME_FRONTIER, ENDGAME_MOBILITY, ENDGAME_OWN_MOBILITY, ENDGAME_OWN_MOBILITY_FROM,
    ENDGAME_PARITY, ENDGAME_X_SQUARE,
};
use super::super::table::Table;
use super::parity::odd_regions;
use crate::board::kernel::several;
use crate::board::{Bitboard, Position, Square};

/// The number of moves that are scored at once.
const LANES: usize = 4;
/// The most moves of an ending, which has no more empty squares.
pub(in crate::search) const MOST: usize = 16;
const CORNERS: u64 = Bitboard::CORNERS.0;
/// The X-squares, diagonally next to the corners.
const X_SQUARES: u64 = Bitboard::X_SQUARES.0;
/// The key of a move that was returned, and of no move.
const DONE: i32 = i32::MIN;

/// The moves of an ending with what they lead to.
pub(super) struct Candidates {
    before: Position,
    /// The square of each move and the discs that it turns over.
    changed: [u64; MOST],
    /// The opponent's moves after each.
    replies: [u64; MOST],
    /// The priority of a move times [`MOST`], plus its distance from the last place: all keys differ.
    keys: [[i32; LANES]; MOST / LANES],
    count: usize,
}

impl Candidates {
    /// An empty list for the moves of a position.
    #[inline]
    pub(super) fn new(before: Position) -> Candidates {
        Candidates { before, changed: [0; MOST], replies: [0; MOST], keys: [[DONE; LANES]; MOST / LANES], count: 0 }
    }

    /// Adds the legal moves with a priority: few replies, corners and odd regions are good. Their entries in the table, if one is
    /// given, are prefetched.
    #[inline]
    pub(super) fn sort(&mut self, moves: Bitboard, hints: [Option<Square>; 2], table: Option<&Table>) {
        let before = self.before;
        for at in moves {
            self.changed[self.count & (MOST - 1)] = before.flips(at).0 | at.bit();
            if let Some(table) = table {
                table.prefetch(self.after(self.count));
            }
            self.count += 1;
        }
        let empty = before.empty().0;
        let scorer = MoveScorer {
            before,
            odd: odd_regions(empty),
            hints: hints.map(|hint| hint.map_or(0, Square::bit)),
            counts_own_mobility: empty.count_ones() >= ENDGAME_OWN_MOBILITY_FROM,
        };
        let chunks = self.changed.as_chunks().0.iter().zip(self.replies.as_chunks_mut().0).zip(&mut self.keys);
        for (chunk, ((changed, replies), keys)) in chunks.enumerate().take(self.count.div_ceil(LANES)) {
            *replies = scorer.score(changed, keys, LANES * chunk, self.count);
        }
    }

    /// What the moves lead to, in no order.
    pub(super) fn positions(&self) -> impl Iterator<Item = Position> {
        (0..self.count).map(|i| self.after(i))
    }

    #[inline]
    fn after(&self, i: usize) -> Position {
        let changed = self.changed[i & (MOST - 1)];
        let (own, opp) = (self.before.own().0, self.before.opp().0);
        Position::disjoint(Bitboard(opp & !changed), Bitboard(own | changed))
    }
}

impl Iterator for Candidates {
    type Item = (Square, Position, Bitboard);

    /// The next move by priority, the position after it, and the replies there; of equal moves the first square.
    #[inline]
    fn next(&mut self) -> Option<(Square, Position, Bitboard)> {
        let mut most = self.keys[0];
        for keys in self.keys.iter().take(self.count.div_ceil(LANES)).skip(1) {
            for lane in 0..LANES {
                most[lane] = most[lane].max(keys[lane]);
            }
        }
        let best = most.into_iter().fold(DONE, i32::max);
        if best == DONE {
            return None;
        }
        let i = MOST - 1 - (best as usize & (MOST - 1));
        self.keys[i / LANES][i % LANES] = DONE;
        let at = Bitboard(self.changed[i] & !self.before.opp().0).first()?;
        Some((at, self.after(i), Bitboard(self.replies[i])))
    }
}

/// Scores moves; it holds what is the same for all of them.
struct MoveScorer {
    before: Position,
    /// The squares of regions with an odd number of empty squares.
    odd: u64,
    /// The best moves of the table, the better first, as sets; empty without any.
    hints: [u64; 2],
    /// Whether the mover's next mobility is counted.
    counts_own_mobility: bool,
}

impl MoveScorer {
    /// Computes the keys of `LANES` moves, of which the first is number `first` of `count`, and the replies to them.
    #[inline]
    fn score(&self, changed: &[u64; LANES], keys: &mut [i32; LANES], first: usize, count: usize) -> [u64; LANES] {
        let (own, opp) = (self.before.own().0, self.before.opp().0);
        let (mut next_own, mut next_opp) = ([0; LANES], [0; LANES]);
        for lane in 0..LANES {
            next_own[lane] = opp & !changed[lane];
            next_opp[lane] = own | changed[lane];
        }
        let replies = several::moves(&next_own, &next_opp);
        let mut priority = [0; LANES];
        for lane in 0..LANES {
            let at = changed[lane] & !opp;
            priority[lane] = weight(at, CORNERS, ENDGAME_CORNER)
                + weight(at, X_SQUARES, ENDGAME_X_SQUARE)
                + weight(at, self.odd, ENDGAME_PARITY)
                + weight(at, self.hints[0], 1 << 20)
                + weight(at, self.hints[1], 1 << 19);
        }
        for lane in 0..LANES {
            let corners = u64::from((replies[lane] & CORNERS).count_ones());
            priority[lane] -= ENDGAME_MOBILITY * (u64::from(replies[lane].count_ones()) + corners) as i64;
        }
        for lane in 0..LANES {
            let beside = Bitboard(next_opp[lane]).spread().0 & !(next_own[lane] | next_opp[lane]);
            priority[lane] -= ENDGAME_FRONTIER * u64::from(beside.count_ones()) as i64;
        }
        if self.counts_own_mobility {
            let mobility = several::moves(&next_opp, &next_own);
            for lane in 0..LANES {
                priority[lane] -= ENDGAME_OWN_MOBILITY * u64::from(mobility[lane].count_ones()) as i64;
            }
        }
        for lane in 0..LANES {
            let number = first + lane;
            let key = priority[lane] as i32 * MOST as i32 + (MOST - 1) as i32 - number as i32;
            keys[lane] = if number < count { key } else { DONE };
        }
        replies
    }
}

/// The weight if the square is one of these, else nothing.
#[inline]
fn weight(at: u64, squares: u64, weight: i64) -> i64 {
    if at & squares != 0 { weight } else { 0 }
}
