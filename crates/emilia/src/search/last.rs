//! Endings with at most four empty squares, in straight-line code.
//!
//! Knows nothing of tables or time. Scores are whole discs for the side to move; all searches are fail-soft alpha-beta.

use super::stability::stability_bound;
use super::worker::Worker;
use emilia_core::kernel::{flips, flips_of_each, last_count};
use emilia_core::{Bitboard, Position};

/// The score with the single empty square `x` (0..64); `own` are the discs of the side to move.
#[inline]
fn last_1(own: u64, x: u32) -> i32 {
    let discs = own.count_ones() as i32;
    let gained = last_count(x as usize & 63, own) as i32;
    if gained > 0 {
        return 2 * (discs + gained) - 62;
    }
    let lost = last_count(x as usize & 63, !own & !(1 << (x & 63))) as i32;
    if lost > 0 || discs < 32 { 2 * (discs - lost) - 64 } else { 2 * discs - 62 }
}

/// In place of a score: the side has no move. Less than every score.
const NO_MOVE: i32 = -128;

impl Worker<'_> {
    /// The score of a position with the single empty square `x`.
    #[inline]
    pub(super) fn solve_1(&mut self, own: u64, x: u32) -> i32 {
        self.count_node();
        last_1(own, x)
    }

    /// The score of a position with the two empty squares.
    #[inline]
    pub(super) fn solve_2(&mut self, own: u64, opp: u64, alpha: i32, beta: i32, empties: [u32; 2]) -> i32 {
        self.count_node();
        match self.try_2(own, opp, beta, empties) {
            NO_MOVE => match self.try_2(opp, own, -alpha, empties) {
                NO_MOVE => over(own, opp),
                score => -score,
            },
            score => score,
        }
    }

    /// The best score of the side that owns `own`, or [`NO_MOVE`].
    #[inline]
    fn try_2(&mut self, own: u64, opp: u64, beta: i32, [x, y]: [u32; 2]) -> i32 {
        let mut best = NO_MOVE;
        for (at, left) in [(x, y), (y, x)] {
            let flips = flips(at as usize & 63, own, opp);
            if flips != 0 {
                self.count_node();
                best = best.max(-last_1(opp ^ flips, left));
                if best >= beta {
                    return best;
                }
            }
        }
        best
    }

    /// The score of a position with the three empty squares, to be tried in this order.
    #[inline]
    pub(super) fn solve_3(&mut self, own: u64, opp: u64, alpha: i32, beta: i32, empties: [u32; 3]) -> i32 {
        self.count_node();
        match self.try_3(own, opp, alpha, beta, empties) {
            NO_MOVE => match self.try_3(opp, own, -beta, -alpha, empties) {
                NO_MOVE => over(own, opp),
                score => -score,
            },
            score => score,
        }
    }

    #[inline]
    fn try_3(&mut self, own: u64, opp: u64, mut alpha: i32, beta: i32, [x, y, z]: [u32; 3]) -> i32 {
        let mut best = NO_MOVE;
        let flips_of = flips_of_each([x, y, z, z], own, opp);
        for (i, at, left) in [(0, x, [y, z]), (1, y, [x, z]), (2, z, [x, y])] {
            let flips = flips_of(i);
            if flips != 0 {
                let score = -self.solve_2(opp ^ flips, own ^ flips | 1 << (at & 63), -beta, -alpha, left);
                if score >= beta {
                    return score;
                }
                best = best.max(score);
                alpha = alpha.max(score);
            }
        }
        best
    }

    /// The score of a position with the four empty squares, to be tried in this order.
    pub(super) fn solve_4(&mut self, own: u64, opp: u64, alpha: i32, beta: i32, empties: [u32; 4]) -> i32 {
        self.count_node();
        if let Some(bound) = stability_bound(Position::disjoint(Bitboard(own), Bitboard(opp)), 4, alpha) {
            return bound;
        }
        match self.try_4(own, opp, alpha, beta, empties) {
            NO_MOVE => match self.try_4(opp, own, -beta, -alpha, empties) {
                NO_MOVE => over(own, opp),
                score => -score,
            },
            score => score,
        }
    }

    #[inline]
    fn try_4(&mut self, own: u64, opp: u64, mut alpha: i32, beta: i32, [w, x, y, z]: [u32; 4]) -> i32 {
        let mut best = NO_MOVE;
        let flips_of = flips_of_each([w, x, y, z], own, opp);
        for (i, at, left) in [(0, w, [x, y, z]), (1, x, [w, y, z]), (2, y, [w, x, z]), (3, z, [w, x, y])] {
            let flips = flips_of(i);
            if flips != 0 {
                let score = -self.solve_3(opp ^ flips, own ^ flips | 1 << (at & 63), -beta, -alpha, left);
                if score >= beta {
                    return score;
                }
                best = best.max(score);
                alpha = alpha.max(score);
            }
        }
        best
    }
}

/// The score of a game that has ended: the empty squares go to the winner.
#[inline]
pub(super) fn over(own: u64, opp: u64) -> i32 {
    let (own, opp) = (own.count_ones() as i32, opp.count_ones() as i32);
    let difference = own - opp;
    difference + difference.signum() * (64 - own - opp)
}
