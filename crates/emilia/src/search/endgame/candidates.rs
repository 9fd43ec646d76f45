//! The moves of an ending, handed out in the order of their priority.
//!
//! Each move is one word, the squares that it changes. Four moves at a time are scored in vector registers, and their results are stored
//! whole: a vector load has to wait for narrow stores to the same memory.

use super::super::params::OrderWeights;
use super::super::table::Table;
use emilia_core::kernel::{U64x4, flips, flips_x4, min_position, moves_x4};
use emilia_core::{Bitboard, Position, Square};

/// The number of moves that are scored at once.
const LANES: usize = 4;
/// The most moves of an ending, which has no more empty squares.
pub(in crate::search) const MOST: usize = 16;
const CORNERS: u64 = Bitboard::CORNERS.0;
const EDGES: u64 = 0xFF81_8181_8181_81FF;
/// The cost of a move that was returned, and of no move.
const DONE: u16 = u16::MAX;
/// The cost of a move before its weights are added, so that every cost is positive.
const BASE_COST: u64 = 1 << 13;
/// The weights of the table's moves, above those of all else together.
const HINTS: [i64; 2] = [-1 << 12, -1 << 11];

/// The moves of an ending with what they lead to, at most `CHUNKS` times [`LANES`]; `CHUNKS` is even.
pub(super) struct Candidates<const CHUNKS: usize> {
    before: Position,
    /// The square of each move and the discs that it turns over.
    changed: [[u64; LANES]; CHUNKS],
    /// The opponent's moves after each.
    replies: [[u64; LANES]; CHUNKS],
    /// The cost of each move; the cheapest comes first.
    costs: [[u16; 2 * LANES]; MOST / (2 * LANES)],
    count: usize,
}

impl<const CHUNKS: usize> Candidates<CHUNKS> {
    /// An empty list for the moves of a position.
    #[inline]
    pub(super) fn new(before: Position) -> Self {
        Candidates {
            before,
            changed: [[0; LANES]; CHUNKS],
            replies: [[0; LANES]; CHUNKS],
            costs: [[DONE; 2 * LANES]; MOST / (2 * LANES)],
            count: 0,
        }
    }

    /// Adds the legal moves with their costs: few replies, corners and odd regions are good. Their entries in the table, if one is
    /// given, are prefetched.
    ///
    /// Inlined, so that the position stays in registers; not a constructor, which would copy the list.
    #[inline(always)]
    pub(super) fn sort(
        &mut self,
        moves: Bitboard,
        weights: &OrderWeights,
        hints: [Option<Square>; 2],
        table: Option<&Table>,
    ) {
        let before = self.before;
        self.count = moves.len() as usize;
        if self.count == 1 && table.is_none() {
            return self.put_only(moves);
        }
        let scorer = MoveScorer {
            weights,
            own: U64x4::splat(before.own().0),
            opp: U64x4::splat(before.opp().0),
            odd: U64x4::splat(before.empty().odd_quarters().0),
            hints: hints.map(|hint| U64x4::splat(hint.map_or(0, Square::bit))),
        };
        let mut rest = moves;
        for half in 0..CHUNKS / 2 {
            let low = self.score(&scorer, 2 * half, &mut rest, table);
            let high = if rest.is_empty() {
                U64x4::splat(u64::from(DONE))
            } else {
                self.score(&scorer, 2 * half + 1, &mut rest, table)
            };
            self.costs[half] = low.pack(high);
            if rest.is_empty() {
                break;
            }
        }
    }

    /// Adds a move without competitors, whose cost does not matter.
    #[inline(always)]
    fn put_only(&mut self, only: Bitboard) {
        let (own, opp) = (self.before.own().0, self.before.opp().0);
        self.changed[0][0] = only.0 | flips(only.0.trailing_zeros() as usize & 63, own, opp);
        self.replies[0][0] = self.after(0).moves().0;
        self.costs[0] = [0, DONE, DONE, DONE, DONE, DONE, DONE, DONE];
    }

    /// Takes up to [`LANES`] moves out of `rest`, stores what they lead to as number `chunk`, and returns their costs.
    #[inline(always)]
    fn score(&mut self, scorer: &MoveScorer<'_>, chunk: usize, rest: &mut Bitboard, table: Option<&Table>) -> U64x4 {
        let (own, opp) = (self.before.own().0, self.before.opp().0);
        let count = (rest.len() as usize).min(LANES);
        let played = [(); LANES].map(|()| {
            let first = rest.0 & rest.0.wrapping_neg();
            rest.0 ^= first;
            first
        });
        let changed = flips_x4(played.map(u64::trailing_zeros), own, opp).or(U64x4::new(played));
        self.changed[chunk] = changed.to_array();
        if let Some(table) = table {
            for lane in 0..count {
                table.prefetch(self.after(LANES * chunk + lane));
            }
        }
        let (costs, replies) = scorer.score(changed);
        self.replies[chunk] = replies.to_array();
        costs.or(U64x4::new(NO_MOVES[count]))
    }

    /// What the moves lead to, in no order.
    pub(super) fn positions(&self) -> impl Iterator<Item = Position> {
        (0..self.count).map(|i| self.after(i))
    }

    #[inline]
    fn after(&self, i: usize) -> Position {
        let changed = self.changed.as_flattened()[i & (LANES * CHUNKS - 1)];
        let (own, opp) = (self.before.own().0, self.before.opp().0);
        Position::disjoint(Bitboard(opp & !changed), Bitboard(own | changed))
    }
}

/// The costs of the lanes that this number of moves leaves over.
static NO_MOVES: [[u64; LANES]; LANES + 1] = {
    const NO: u64 = DONE as u64;
    [[NO; 4], [0, NO, NO, NO], [0, 0, NO, NO], [0, 0, 0, NO], [0; 4]]
};

impl<const CHUNKS: usize> Iterator for Candidates<CHUNKS> {
    type Item = (Square, Position, Bitboard);

    /// The next move by cost, the position after it, and the replies there; of equal moves the first square.
    #[inline(always)]
    fn next(&mut self) -> Option<(Square, Position, Bitboard)> {
        let (mut cost, mut i) = min_position(&self.costs[0]);
        if CHUNKS > 2 && self.count > 2 * LANES {
            let (other, place) = min_position(&self.costs[1]);
            if other < cost {
                (cost, i) = (other, 2 * LANES + place);
            }
        }
        if cost == DONE {
            return None;
        }
        self.costs.as_flattened_mut()[i & (LANES * CHUNKS - 1)] = DONE;
        let changed = self.changed.as_flattened()[i & (LANES * CHUNKS - 1)];
        let at = Bitboard(changed & !self.before.opp().0).first()?;
        Some((at, self.after(i), Bitboard(self.replies.as_flattened()[i & (LANES * CHUNKS - 1)])))
    }
}

/// Scores moves; it holds what is the same for all of them.
struct MoveScorer<'a> {
    weights: &'a OrderWeights,
    own: U64x4,
    opp: U64x4,
    /// The squares of regions with an odd number of empty squares.
    odd: U64x4,
    /// The best moves of the table, the better first, as sets; empty without any.
    hints: [U64x4; 2],
}

impl MoveScorer<'_> {
    /// The costs of moves, and the replies to them. Inlined, so that a weight of 0 costs nothing.
    #[inline(always)]
    fn score(&self, changed: U64x4) -> (U64x4, U64x4) {
        let weights = self.weights;
        let (next_own, next_opp) = (self.opp.and_not(changed), self.own.or(changed));
        let replies = moves_x4(next_own, next_opp);
        let (corners, edges) = (U64x4::splat(CORNERS), U64x4::splat(EDGES));
        let at = changed.and_not(self.opp);
        let empty_beside = spread(at).and_not(next_own.or(next_opp));
        let mut cost = U64x4::splat(BASE_COST)
            .plus(at.and(corners).weight_where_any(weights.corner))
            .plus(at.and(self.odd).weight_where_any(weights.odd_region))
            .plus(at.and(self.hints[0]).weight_where_any(HINTS[0]))
            .plus(at.and(self.hints[1]).weight_where_any(HINTS[1]))
            .plus(replies.count().times(weights.reply))
            .plus(replies.and(corners).count().times(weights.corner_reply))
            .plus(empty_beside.count().times(weights.empty_beside))
            .plus(changed.and(edges).count().times(weights.edge_disc));
        if weights.disc != 0 {
            cost = cost.plus(changed.count().times(weights.disc));
        }
        (cost, replies)
    }
}

/// The sets with all squares beside them: [`Bitboard::spread`].
#[inline]
fn spread(set: U64x4) -> U64x4 {
    let left = set.and(U64x4::splat(0xFEFE_FEFE_FEFE_FEFE)).down::<1>();
    let right = set.and(U64x4::splat(0x7F7F_7F7F_7F7F_7F7F)).up::<1>();
    let row = set.or(left).or(right);
    row.or(row.up::<8>()).or(row.down::<8>())
}
