//! Endings without an evaluation: from the last dozen of empty squares down, every position is played out.
//!
//! Knows nothing of selectivity: what it returns is proved. Scores are whole discs for the side to move; all searches
//! are fail-soft alpha-beta with the opponent's mobility and the parity of the regions as guides.

mod candidates;

use super::Selectivity;
use super::params::{ENDGAME_ETC, ENDGAME_KEPT, ENDGAME_SHARED, GUESS_MARGIN};
use super::table::{Entry, Table};
use super::tree::{Stopped, Tree};
use crate::board::kernel;
use crate::board::{Bitboard, Position, Square};
use crate::score::Score;
use candidates::Candidates;
pub(super) use candidates::MOST as MOST_BLIND;

impl<'a> Tree<'a> {
    /// The exact score if it lies between `alpha` and `beta`, else a bound on that side of the window.
    pub(super) fn solve(&mut self, position: Position, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let (own, opp) = (position.own().0, position.opp().0);
        match position.empties() {
            0 => {
                self.visit();
                Ok(position.disc_difference())
            }
            1 => Ok(self.solve_1(own, position.empty().0.trailing_zeros())),
            2 => Ok(self.solve_2(own, opp, alpha, beta, squares(position.empty().0))),
            3 => Ok(self.solve_3(own, opp, alpha, beta, squares(position.empty().0))),
            4 => Ok(self.solve_4(own, opp, alpha, beta, by_parity(position.empty().0))),
            empties => self.solve_with(position, position.moves(), empties, alpha, beta),
        }
    }

    /// The same for five empty squares and more, with the legal moves.
    #[inline]
    fn solve_with(
        &mut self,
        position: Position,
        moves: Bitboard,
        empties: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        if empties == 5 {
            Ok(self.solve_5(position, moves, alpha, beta))
        } else {
            self.solve_sorted(position, moves, alpha, beta)
        }
    }

    /// Five empty squares: regions with an odd number of them first, nothing remembered.
    fn solve_5(&mut self, position: Position, moves: Bitboard, mut alpha: i32, beta: i32) -> i32 {
        self.visit();
        if let Some(bound) = stability_bound(position, 5, alpha) {
            return bound;
        }
        if moves.is_empty() {
            let passed = position.pass();
            let replies = passed.moves();
            return if replies.is_empty() {
                position.final_discs()
            } else {
                -self.solve_5(passed, replies, -beta, -alpha)
            };
        }
        let odd = Bitboard(odd_regions(position.empty().0));
        let mut best = -65;
        for group in [moves & odd, moves & !odd] {
            for at in group {
                let next = position.play(at, position.flips(at));
                let score = -self.solve_4(next.own().0, next.opp().0, -beta, -alpha, by_parity(next.empty().0));
                if score > best {
                    best = score;
                    if score >= beta {
                        return best;
                    }
                    alpha = alpha.max(score);
                }
            }
        }
        best
    }

    /// Six empty squares and more: moves sorted, results remembered where there are enough of them.
    fn solve_sorted(
        &mut self,
        position: Position,
        moves: Bitboard,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Stopped> {
        self.visit();
        self.check()?;
        let empties = position.empties();
        if let Some(bound) = stability_bound(position, empties, alpha) {
            return Ok(bound);
        }
        if moves.is_empty() {
            let passed = position.pass();
            let replies = passed.moves();
            return if replies.is_empty() {
                Ok(position.final_discs())
            } else {
                Ok(-self.solve_sorted(passed, replies, -beta, -alpha)?)
            };
        }
        let table = self.table_for(empties);
        let is_kept = empties >= ENDGAME_KEPT;
        let known = if is_kept { table.get(position) } else { None };
        if let Some(entry) = known.filter(|entry| entry.serves(empties, Selectivity::Full)) {
            let (lower, upper) = (entry.lower.floor(), entry.upper.ceil());
            if lower >= beta || lower == upper {
                return Ok(lower);
            }
            if upper <= alpha {
                return Ok(upper);
            }
            alpha = alpha.max(lower);
            beta = beta.min(upper);
        }
        let hints = known.map_or([None; 2], |entry| entry.moves);
        let is_cut_early = empties >= ENDGAME_ETC;
        let mut candidates = Candidates::new(position);
        candidates.sort(moves, hints, is_cut_early.then(|| self.table_for(empties - 1)));
        if is_cut_early && let Some(score) = self.known_cut(candidates.positions(), empties - 1, beta) {
            return Ok(score);
        }
        let (low, mut best, mut best_at) = (alpha, -65, None);
        for (at, next, replies) in &mut candidates {
            let mut score;
            if best_at.is_none() || beta - alpha == 1 {
                score = -self.solve_with(next, replies, empties - 1, -beta, -alpha)?;
            } else {
                score = -self.solve_with(next, replies, empties - 1, -alpha - 1, -alpha)?;
                if alpha < score && score < beta {
                    score = -self.solve_with(next, replies, empties - 1, -beta, -score)?;
                }
            }
            if score > best {
                (best, best_at) = (score, Some(at));
                if score >= beta {
                    break;
                }
                alpha = alpha.max(score);
            }
        }
        if is_kept {
            table.put(
                position,
                Entry {
                    lower: if best > low { Score::discs(best) } else { Score::MIN },
                    upper: if best < beta { Score::discs(best) } else { Score::MAX },
                    depth: empties as u8,
                    selectivity: Selectivity::Full,
                    moves: [best_at, None],
                },
            );
        }
        Ok(best)
    }

    /// A move whose result is known to be good enough already, without searching any (enhanced transposition cut-off).
    fn known_cut(&self, mut after: impl Iterator<Item = Position>, empties: u32, beta: i32) -> Option<i32> {
        let table = self.table_for(empties);
        after.find_map(|next| {
            let entry = table.get(next)?;
            let score = -entry.upper.ceil();
            (score >= beta && entry.serves(empties, Selectivity::Full)).then_some(score)
        })
    }

    /// The exact score, searched first where it is supposed to be.
    pub(super) fn solve_about(&mut self, position: Position, guess: i32) -> Result<i32, Stopped> {
        let guess = guess.clamp(-64, 64);
        let (mut alpha, mut beta) = ((guess - GUESS_MARGIN).max(-64), (guess + GUESS_MARGIN).min(64));
        loop {
            let score = self.solve(position, alpha, beta)?;
            if score <= alpha && alpha > -64 {
                (alpha, beta) = (-64, score + 1);
            } else if score >= beta && beta < 64 {
                (alpha, beta) = (score - 1, 64);
            } else {
                return Ok(score);
            }
        }
    }

    /// The moves of perfect play to the end of an ending of this score, passes left out.
    pub(super) fn perfect_line(&mut self, mut position: Position, mut score: i32) -> Result<Vec<Square>, Stopped> {
        let mut line = Vec::with_capacity(position.empties() as usize);
        while !position.is_over() {
            match self.move_worth(position, score)? {
                Some((at, next)) => {
                    line.push(at);
                    position = next;
                }
                None => position = position.pass(),
            }
            score = -score;
        }
        Ok(line)
    }

    /// A move that is worth at least this score, with what it leads to; none if there is none.
    fn move_worth(&mut self, position: Position, score: i32) -> Result<Option<(Square, Position)>, Stopped> {
        let known = self.table_for(position.empties()).get(position);
        let mut candidates = Candidates::new(position);
        candidates.sort(position.moves(), known.map_or([None; 2], |entry| entry.moves), None);
        for (at, next, _) in &mut candidates {
            if -self.solve(next, -score, 1 - score)? >= score {
                return Ok(Some((at, next)));
            }
        }
        Ok(None)
    }

    fn table_for(&self, empties: u32) -> &'a Table {
        if empties < ENDGAME_SHARED { &self.local.endings } else { self.shared.table }
    }
}

/// A score that the side to move cannot exceed and that is not above `alpha`, because of the opponent's stable discs.
#[inline]
pub(super) fn stability_bound(position: Position, empties: u32, alpha: i32) -> Option<i32> {
    if alpha < super::params::stability_threshold(empties) {
        return None;
    }
    let stable = kernel::stable(position.opp().0, position.own().0).count_ones() as i32;
    let bound = 64 - 2 * stable;
    (bound <= alpha).then_some(bound)
}

/// The four quarters of the board, a cheap stand-in for its regions.
const QUARTERS: [u64; 4] = [0x0000_0000_0F0F_0F0F, 0x0000_0000_F0F0_F0F0, 0x0F0F_0F0F_0000_0000, 0xF0F0_F0F0_0000_0000];

/// The squares of the quarters with an odd number of empty squares: who plays there first also plays there last.
#[inline]
fn odd_regions(empty: u64) -> u64 {
    QUARTERS.iter().fold(0, |odd, quarter| odd | if (empty & quarter).count_ones() & 1 != 0 { *quarter } else { 0 })
}

/// The empty squares, which are so many.
#[inline]
fn squares<const N: usize>(mut empty: u64) -> [u32; N] {
    [(); N].map(|()| {
        let at = empty.trailing_zeros();
        empty &= empty.wrapping_sub(1);
        at
    })
}

/// The four empty squares, those in odd quarters first, single ones before threes.
#[inline]
fn by_parity(empty: u64) -> [u32; 4] {
    let [w, x, y, z] = squares(empty);
    let squares = w | x << 8 | y << 16 | z << 24;
    // Bits 2 and 5 of a square tell its quarter.
    let quarters = squares >> 2 & 0x0101_0101 | squares >> 4 & 0x0202_0202;
    let order = PARITY_ORDER[(quarters | quarters >> 6 | quarters >> 12 | quarters >> 18) as usize & 255];
    [0, 8, 16, 24].map(|i| squares >> (order >> i & 31) & 63)
}

/// From the quarters of four squares, two bits each, to the order they are tried in: a byte each, eight times the square's index.
static PARITY_ORDER: [u32; 256] = {
    let mut table = [0; 256];
    let mut quarters = 0;
    while quarters < 256 {
        let (mut order, mut placed, mut wanted) = (0, 0, 0);
        while wanted < 4 {
            let mut i = 0;
            while i < 4 {
                if shared_by(quarters, i) == [1, 3, 2, 4][wanted] {
                    order |= (8 * i) << (8 * placed);
                    placed += 1;
                }
                i += 1;
            }
            wanted += 1;
        }
        table[quarters as usize] = order;
        quarters += 1;
    }
    table
};

/// How many of the four squares are in the quarter of square `i`.
const fn shared_by(quarters: u32, i: u32) -> u32 {
    let (mut count, mut j) = (0, 0);
    while j < 4 {
        count += (quarters >> (2 * i) & 3 == quarters >> (2 * j) & 3) as u32;
        j += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::{QUARTERS, by_parity};

    #[test]
    fn four_squares_are_tried_odd_quarters_first_and_single_ones_before_threes() {
        let mut random = 1_u64;
        for _ in 0..10_000 {
            let mut empty = 0_u64;
            while empty.count_ones() < 4 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                empty |= 1 << (random >> 58);
            }
            let order = by_parity(empty);
            assert_eq!(order.iter().fold(0, |set, at| set | 1 << at), empty);
            let shared = order.map(|at| {
                QUARTERS.iter().find(|quarter| *quarter >> at & 1 != 0).map(|quarter| (quarter & empty).count_ones())
            });
            let ranks = shared.map(|shared| [1, 3, 2, 4].iter().position(|wanted| Some(*wanted) == shared));
            assert!(ranks.is_sorted(), "{empty:#x}: {order:?}");
        }
    }
}
