//! The moves of an ending, handed out in the order of their promise.
//!
//! Kept as arrays of one thing each, so that all moves are judged at once and the best one is found without a branch.

use super::super::params::{
    ENDGAME_CHOICE, ENDGAME_CHOICE_FROM, ENDGAME_FRONTIER, ENDGAME_MOBILITY, ENDGAME_PARITY, ENDGAME_SQUARES,
};
use super::super::table::Table;
use super::odd_regions;
use crate::board::kernel::eight;
use crate::board::{Bitboard, Position, Square};

/// No ending has more moves, for no more squares are empty.
const MOST: usize = 16;
const CORNERS: u64 = Bitboard::CORNERS.0;
/// The key of a move that was handed out, and of none.
const DONE: i32 = i32::MIN;

/// The moves of an ending with what they lead to.
pub(super) struct Candidates {
    own: [u64; MOST],
    opp: [u64; MOST],
    at: [Square; MOST],
    /// The promise of a move times [`MOST`], and how far it is from the last place: no two are the same.
    keys: [i32; MOST],
    count: usize,
}

impl Candidates {
    /// No moves.
    #[inline]
    pub(super) fn new() -> Candidates {
        Candidates { own: [0; MOST], opp: [0; MOST], at: [Square::A1; MOST], keys: [DONE; MOST], count: 0 }
    }

    /// Takes the legal moves with a guess of their worth: few and poor replies, corners, and odd regions are good. Their entries
    /// in the table, if one is given, are fetched meanwhile.
    #[inline]
    pub(super) fn sort(
        &mut self,
        position: Position,
        moves: Bitboard,
        hints: [Option<Square>; 2],
        table: Option<&Table>,
    ) {
        let odd = odd_regions(position.empty().0);
        for at in moves {
            let next = position.play(at, position.flips(at));
            if let Some(table) = table {
                table.prefetch(next);
            }
            let i = self.count & (MOST - 1);
            (self.own[i], self.opp[i], self.at[i]) = (next.own().0, next.opp().0, at);
            let parity = i32::from(odd & at.bit() != 0);
            let promise = if hints[0] == Some(at) {
                1 << 20
            } else if hints[1] == Some(at) {
                1 << 19
            } else {
                i32::from(ENDGAME_SQUARES[at as usize]) + ENDGAME_PARITY * parity
            };
            self.keys[i] = promise * MOST as i32 + (MOST - 1 - i) as i32;
            self.count += 1;
        }
        let chunks = self.own.as_chunks().0.iter().zip(self.opp.as_chunks().0).zip(self.keys.as_chunks_mut().0);
        let weigh = if position.empties() >= ENDGAME_CHOICE_FROM { weigh::<true> } else { weigh::<false> };
        for ((own, opp), keys) in chunks.take(self.count.div_ceil(8)) {
            weigh(own, opp, keys);
        }
        self.keys[self.count.min(MOST)..].fill(DONE);
    }

    /// What the moves lead to, in no order.
    pub(super) fn positions(&self) -> impl Iterator<Item = Position> {
        (0..self.count).map(|i| self.after(i))
    }

    #[inline]
    fn after(&self, i: usize) -> Position {
        Position::disjoint(Bitboard(self.own[i]), Bitboard(self.opp[i]))
    }
}

impl Iterator for Candidates {
    type Item = (Square, Position);

    /// The most promising of the moves not yet handed out, and what it leads to; of equal ones the first square.
    #[inline]
    fn next(&mut self) -> Option<(Square, Position)> {
        let best = self.keys.iter().copied().fold(DONE, i32::max);
        if best == DONE {
            return None;
        }
        let i = MOST - 1 - (best as usize & (MOST - 1));
        self.keys[i] = DONE;
        Some((self.at[i], self.after(i)))
    }
}

/// Takes from the keys what the replies in eight positions weigh, for the side to move there, and with `CHOICE` what the moves
/// weigh that the other side would have.
#[inline]
fn weigh<const CHOICE: bool>(own: &[u64; 8], opp: &[u64; 8], keys: &mut [i32; 8]) {
    let moves = eight::moves(own, opp);
    let choice = if CHOICE { eight::moves(opp, own) } else { [0; 8] };
    for lane in 0..8 {
        let mobility = moves[lane].count_ones() + (moves[lane] & CORNERS).count_ones();
        let frontier = (Bitboard(opp[lane]).spread().0 & !(own[lane] | opp[lane])).count_ones();
        let weight = ENDGAME_MOBILITY * mobility as i32
            + ENDGAME_FRONTIER * frontier as i32
            + ENDGAME_CHOICE * choice[lane].count_ones() as i32;
        keys[lane] = keys[lane].wrapping_sub(weight * MOST as i32);
    }
}
