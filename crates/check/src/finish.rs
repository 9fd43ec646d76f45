//! Positions with few empty squares, finished by trying the moves.

use crate::board::{count, each, moves, result, turned};

/// With at least this many empty squares, moves are ordered by the moves that they leave to the other side.
const ORDERED: i32 = 6;
/// With at least this many, results are kept.
const KEPT: i32 = 6;
/// The number of results that are kept, a power of two: they stay in the cache of the core.
const RESULTS: usize = 1 << 12;

/// A question, of the discs of the two sides and the target, with its answer.
type Answer = ((u64, u64, i32), bool);

/// Finishes positions.
pub struct Finisher(Vec<Answer>);

impl Default for Finisher {
    fn default() -> Finisher {
        Finisher(vec![Answer::default(); RESULTS])
    }
}

impl Finisher {
    /// Whether the side to move gets at least `target`.
    pub fn reaches(&mut self, own: u64, other: u64, target: i32) -> bool {
        match count(!(own | other)) {
            0 => result(own, other) >= target,
            1 => last(own, other, target),
            empties => self.search(own, other, moves(own, other), target, empties),
        }
    }

    /// The same with at least two empty squares and these moves.
    fn search(&mut self, own: u64, other: u64, all: u64, target: i32, empties: i32) -> bool {
        if all == 0 {
            return match moves(other, own) {
                0 => result(own, other) >= target,
                replies => !self.search(other, own, replies, 1 - target, empties),
            };
        }
        let after = |at| {
            let flipped = turned(at, own, other);
            (other ^ flipped, own | flipped | 1 << at)
        };
        let odd = odd_quarters(!(own | other));
        if empties < ORDERED {
            return each(all & odd).chain(each(all & !odd)).any(|at| {
                let (next, reply) = after(at);
                !self.reaches(next, reply, 1 - target)
            });
        }
        let slot = (own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f))
            >> (64 - RESULTS.ilog2());
        let (question, answer) = self.0[slot as usize];
        if empties >= KEPT && question == (own, other, target) {
            return answer;
        }
        let (mut list, mut length) = ([(0, 0, 0, 0); 34], 0);
        for at in each(all) {
            let (next, reply) = after(at);
            let replies = moves(next, reply);
            let order = 4 * count(replies) + 4 * count(replies & CORNERS) - count(1 << at & odd);
            list[length] = (order, next, reply, replies);
            length += 1;
        }
        list[..length].sort_unstable_by_key(|of| of.0);
        let reached = list[..length]
            .iter()
            .any(|&(_, next, reply, replies)| !self.search(next, reply, replies, 1 - target, empties - 1));
        if empties >= KEPT {
            self.0[slot as usize] = ((own, other, target), reached);
        }
        reached
    }
}

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The quarters of the board with an odd number of these squares: who moves there first moves there last, too.
fn odd_quarters(mut empty: u64) -> u64 {
    for by in [1, 2, 8, 16] {
        empty ^= empty >> by;
    }
    (empty & 0x11_0000_0011) * 0x0f0f_0f0f
}

/// The same with one empty square.
fn last(own: u64, other: u64, target: i32) -> bool {
    let at = (own | other).trailing_ones();
    let lead = 2 * count(own) - 63;
    let gained = count(turned(at, own, other));
    let lost = if gained == 0 { count(turned(at, other, own)) } else { 0 };
    let score = match (gained, lost) {
        (0, 0) => lead + lead.signum(),
        (0, lost) => lead - 2 * lost - 1,
        (gained, _) => lead + 2 * gained + 1,
    };
    score >= target
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The score by trying all moves.
    fn score(own: u64, other: u64) -> i32 {
        let replies = each(moves(own, other)).map(|at| {
            let flipped = turned(at, own, other);
            -score(other ^ flipped, own | flipped | 1 << at)
        });
        match replies.max() {
            Some(best) => best,
            None if moves(other, own) == 0 => result(own, other),
            None => -score(other, own),
        }
    }

    #[test]
    fn positions_are_finished_as_by_trying_all_moves() {
        let (mut finisher, mut state) = (Finisher::default(), 7_u64);
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state ^ state >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd)
        };
        for number in 0..300 {
            let mut empty = 0_u64;
            while count(empty) < number % 9 {
                empty |= 1 << (random() % 64);
            }
            let black = random();
            let (own, other) = (black & !empty, !black & !empty);
            let truth = score(own, other);
            for target in [-64, truth - 1, truth, truth + 1, 64] {
                assert_eq!(finisher.reaches(own, other, target), truth >= target, "{own:x} {other:x} {target} {truth}");
            }
        }
    }
}
