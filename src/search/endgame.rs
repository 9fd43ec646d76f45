//! Endings without an evaluation: from the last dozen of empty squares down, every position is played out.
//!
//! Knows nothing of selectivity: what it returns is proved. Scores are whole discs for the side to move; all searches
//! are fail-soft alpha-beta with the opponent's mobility and the parity of the regions as guides.

use super::Selectivity;
use super::last::over;
use super::params::{ENDGAME_CORNER, ENDGAME_ETC, ENDGAME_MOBILITY, ENDGAME_PARITY, ENDGAME_SHARED, ENDGAME_SORTED};
use super::table::{Entry, Table};
use super::tree::{Stopped, Tree};
use crate::board::kernel;
use crate::board::{Bitboard, Position, Square};
use crate::score::Score;
use arrayvec::ArrayVec;

const CORNERS: u64 = Bitboard::CORNERS.0;

/// A move, what it leads to, and how promising it looks.
struct Candidate {
    at: Square,
    next: Position,
    promise: i32,
}

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
            2 => {
                let [x, y, ..] = by_parity(position.empty().0);
                Ok(self.solve_2(own, opp, alpha, beta, [x, y]))
            }
            3 => {
                let [x, y, z, _] = by_parity(position.empty().0);
                Ok(self.solve_3(own, opp, alpha, beta, [x, y, z]))
            }
            4 => Ok(self.solve_4(own, opp, alpha, beta, by_parity(position.empty().0))),
            empties if empties < ENDGAME_SORTED => Ok(self.solve_few(position, alpha, beta)),
            empties => self.solve_sorted(position, empties, alpha, beta),
        }
    }

    /// Some five or six empty squares: regions with an odd number of them first, nothing remembered.
    fn solve_few(&mut self, position: Position, mut alpha: i32, beta: i32) -> i32 {
        self.visit();
        let (own, opp) = (position.own().0, position.opp().0);
        let empty = position.empty().0;
        if let Some(bound) = stability_bound(position, empty.count_ones(), alpha) {
            return bound;
        }
        let moves = kernel::moves(own, opp);
        if moves == 0 {
            return if kernel::moves(opp, own) == 0 {
                over(own, opp)
            } else {
                -self.solve_few(position.pass(), -beta, -alpha)
            };
        }
        let odd = odd_regions(empty);
        let mut best = -65;
        for group in [moves & odd, moves & !odd] {
            for at in Bitboard(group) {
                let next = position.play(at, position.flips(at));
                let left = next.empty().0;
                let score = -if left.count_ones() == 4 {
                    self.solve_4(next.own().0, next.opp().0, -beta, -alpha, by_parity(left))
                } else {
                    self.solve_few(next, -beta, -alpha)
                };
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

    /// Seven empty squares and more: moves sorted, results remembered.
    fn solve_sorted(
        &mut self,
        position: Position,
        empties: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Stopped> {
        self.visit();
        self.check()?;
        if let Some(bound) = stability_bound(position, empties, alpha) {
            return Ok(bound);
        }
        let moves = position.moves();
        if moves.is_empty() {
            let passed = position.pass();
            return if passed.moves().is_empty() {
                Ok(position.final_discs())
            } else {
                Ok(-self.solve_sorted(passed, empties, -beta, -alpha)?)
            };
        }
        let table = self.table_for(empties);
        let known = table.get(position);
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
        let mut candidates = candidates(position, moves, hints, self.table_for(empties - 1));
        if empties >= ENDGAME_ETC
            && let Some(score) = self.known_cut(&candidates, empties - 1, beta)
        {
            return Ok(score);
        }
        let (low, mut best, mut best_at) = (alpha, -65, None);
        for i in 0..candidates.len() {
            select(&mut candidates, i);
            let Candidate { at, next, .. } = candidates[i];
            let mut score;
            if i == 0 || beta - alpha == 1 {
                score = -self.solve_next(next, empties - 1, -beta, -alpha)?;
            } else {
                score = -self.solve_next(next, empties - 1, -alpha - 1, -alpha)?;
                if alpha < score && score < beta {
                    score = -self.solve_next(next, empties - 1, -beta, -score)?;
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
        self.table_for(empties).put(
            position,
            Entry {
                lower: if best > low { Score::discs(best) } else { Score::MIN },
                upper: if best < beta { Score::discs(best) } else { Score::MAX },
                depth: empties as u8,
                selectivity: Selectivity::Full,
                moves: [best_at, None],
            },
        );
        Ok(best)
    }

    /// The same for a position of a sorted node, with one empty square less.
    #[inline]
    fn solve_next(&mut self, next: Position, empties: u32, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        if empties < ENDGAME_SORTED {
            Ok(self.solve_few(next, alpha, beta))
        } else {
            self.solve_sorted(next, empties, alpha, beta)
        }
    }

    /// A move whose result is known to be good enough already, without searching any (enhanced transposition cut-off).
    fn known_cut(&self, candidates: &[Candidate], empties: u32, beta: i32) -> Option<i32> {
        let table = self.table_for(empties);
        candidates.iter().find_map(|candidate| {
            let entry = table.get(candidate.next)?;
            let score = -entry.upper.ceil();
            (score >= beta && entry.serves(empties, Selectivity::Full)).then_some(score)
        })
    }

    fn table_for(&self, empties: u32) -> &'a Table {
        if empties < ENDGAME_SHARED { self.shared.endings } else { self.shared.table }
    }
}

/// The legal moves with a guess of their worth: few and poor replies, corners, and odd regions are good.
/// Their entries in the table are fetched meanwhile.
fn candidates(
    position: Position,
    moves: Bitboard,
    hints: [Option<Square>; 2],
    table: &Table,
) -> ArrayVec<Candidate, 32> {
    let odd = odd_regions(position.empty().0);
    let mut candidates = ArrayVec::new();
    for at in moves {
        let next = position.play(at, position.flips(at));
        table.prefetch(next);
        let promise = if hints[0] == Some(at) {
            i32::MAX
        } else if hints[1] == Some(at) {
            i32::MAX - 1
        } else {
            let replies = next.moves().0;
            let mobility = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
            let corner = i32::from(CORNERS & at.bit() != 0);
            let parity = i32::from(odd & at.bit() != 0);
            ENDGAME_CORNER * corner + ENDGAME_PARITY * parity - ENDGAME_MOBILITY * mobility
        };
        candidates.push(Candidate { at, next, promise });
    }
    candidates
}

/// Brings the most promising of the candidates from `i` on to place `i`.
#[inline]
fn select(candidates: &mut [Candidate], i: usize) {
    let rest = &candidates[i..];
    let best = (0..rest.len()).max_by_key(|&j| (rest[j].promise, std::cmp::Reverse(j)));
    candidates.swap(i, i + best.unwrap_or(0));
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

/// Up to four empty squares, those in odd regions first, single ones before threes; 64 for none.
#[inline]
fn by_parity(empty: u64) -> [u32; 4] {
    let mut squares = [64; 4];
    let mut count = 0;
    for wanted in [1, 3, 2, 4] {
        for quarter in QUARTERS {
            let here = empty & quarter;
            if here.count_ones() == wanted {
                for at in Bitboard(here) {
                    squares[count & 3] = at as u32;
                    count += 1;
                }
            }
        }
    }
    squares
}
