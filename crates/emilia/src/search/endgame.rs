//! Endings without an evaluation: with few empty squares, every line is played to its end.
//!
//! Knows nothing of selectivity: its results are proved. Scores are whole discs for the side to move; all searches
//! are fail-soft alpha-beta with the opponent's mobility and the parity of the regions for the order of moves.

mod band;
mod candidates;
mod parity;

use super::Selectivity;
use super::params::{ENDGAME_ETC, ENDGAME_SHARED_TABLE, ENDGAME_TABLE, GUESS_MARGIN, LARGE_ENDING_WEIGHTS};
use super::stability::stability_bound;
use super::table::{Entry, Table};
use super::worker::{Stopped, Worker};
use band::{Band, Large, Small, Smallest};
use candidates::Candidates;
pub(super) use candidates::MOST as MOST_EMPTIES;
use emilia_core::kernel::flips;
use emilia_core::{Bitboard, Position, Score, Square};
use parity::{by_parity, squares};

impl<'a> Worker<'a> {
    /// The exact score if it lies between `alpha` and `beta`, else a bound on that side of the window.
    pub(super) fn solve(&mut self, position: Position, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let (own, opp) = (position.own().0, position.opp().0);
        match position.empties() {
            0 => {
                self.count_node();
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
        match empties {
            5 => Ok(self.solve_5(position, moves, alpha, beta)),
            ..ENDGAME_TABLE => self.solve_sorted::<Smallest, 2>(position, moves, alpha, beta),
            ENDGAME_TABLE..ENDGAME_ETC => self.solve_sorted::<Small, 2>(position, moves, alpha, beta),
            ENDGAME_ETC.. => self.solve_sorted::<Large, 4>(position, moves, alpha, beta),
        }
    }

    /// Five empty squares: odd regions first, without a table.
    fn solve_5(&mut self, position: Position, moves: Bitboard, mut alpha: i32, beta: i32) -> i32 {
        self.count_node();
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
        let (own, opp, empty) = (position.own().0, position.opp().0, position.empty().0);
        let (odd, mut rest, mut best) = (position.empty().odd_quarters().0, moves.0, -65);
        while rest != 0 {
            let group = if rest & odd != 0 { rest & odd } else { rest };
            let at = group & group.wrapping_neg();
            rest ^= at;
            let turned = flips(at.trailing_zeros() as usize & 63, own, opp);
            let score = -self.solve_4(opp ^ turned, own ^ turned | at, -beta, -alpha, by_parity(empty ^ at));
            if score > best {
                best = score;
                if score >= beta {
                    break;
                }
                alpha = alpha.max(score);
            }
        }
        best
    }

    /// Six empty squares and more: moves are sorted, in a list of this number of chunks.
    fn solve_sorted<B: Band, const CHUNKS: usize>(
        &mut self,
        position: Position,
        moves: Bitboard,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Stopped> {
        self.count_node();
        self.check_seldom()?;
        let empties = position.empties();
        let table = self.table_for(empties);
        if B::HAS_TABLE {
            table.prefetch(position);
        }
        if let Some(bound) = stability_bound(position, empties, alpha) {
            return Ok(bound);
        }
        if moves.is_empty() {
            let passed = position.pass();
            let replies = passed.moves();
            return if replies.is_empty() {
                Ok(position.final_discs())
            } else {
                Ok(-self.solve_sorted::<B, CHUNKS>(passed, replies, -beta, -alpha)?)
            };
        }
        let known = if B::HAS_TABLE { table.get(position) } else { None };
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
        let next_table = B::HAS_ETC.then(|| self.table_for(empties - 1));
        let mut candidates = Candidates::<CHUNKS>::new(position);
        candidates.sort(moves, &B::WEIGHTS, hints, next_table);
        if B::HAS_ETC
            && let Some(score) = self.known_cut(candidates.positions(), empties - 1, beta)
        {
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
        if B::HAS_TABLE {
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

    /// A cut-off by a table entry of a position after one of the moves (enhanced transposition cut-off).
    fn known_cut(&self, mut after: impl Iterator<Item = Position>, empties: u32, beta: i32) -> Option<i32> {
        let table = self.table_for(empties);
        after.find_map(|next| {
            let entry = table.get(next)?;
            let score = -entry.upper.ceil();
            (score >= beta && entry.serves(empties, Selectivity::Full)).then_some(score)
        })
    }

    /// The exact score, searched first with a window around the guess.
    pub(super) fn solve_near(&mut self, position: Position, guess: i32) -> Result<i32, Stopped> {
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

    /// The moves of perfect play to the end of an ending with this score; passes are left out.
    pub(super) fn perfect_line(&mut self, mut position: Position, mut score: i32) -> Result<Vec<Square>, Stopped> {
        let mut line = Vec::with_capacity(position.empties() as usize);
        while !position.is_over() {
            match self.move_reaching(position, score)? {
                Some((at, next)) => {
                    line.push(at);
                    position = next;
                }
                None if position.moves().is_empty() => position = position.pass(),
                None => break, // the score was not that of the position
            }
            score = -score;
        }
        Ok(line)
    }

    /// A move with at least this score, and the position after it; none if there is none.
    fn move_reaching(&mut self, position: Position, score: i32) -> Result<Option<(Square, Position)>, Stopped> {
        let known = self.table_for(position.empties()).get(position);
        let hints = known.map_or([None; 2], |entry| entry.moves);
        let mut candidates = Candidates::<4>::new(position);
        candidates.sort(position.moves(), &LARGE_ENDING_WEIGHTS, hints, None);
        for (at, next, _) in &mut candidates {
            if -self.solve(next, -score, 1 - score)? >= score {
                return Ok(Some((at, next)));
            }
        }
        Ok(None)
    }

    /// The table of endings with this number of empty squares.
    pub(super) fn table_for(&self, empties: u32) -> &'a Table {
        if empties < ENDGAME_SHARED_TABLE { &self.tables.endgame_table } else { self.shared.endgame_table }
    }
}
