//! Alpha-beta with a transposition table on positions of any game.

use super::bits::Bits;
use super::eval::{UNIT, estimate};
use super::node::{Choice, Duty, Node};
use super::table::Entry;
use super::worker::{Best, Candidate, INFINITY, Stopped, Window, Worker};

/// From this number of plies on the table is used.
pub(super) const TABLE_PLIES: u32 = 2;
/// From this number of plies on the entries of the positions after the moves are looked at before any is searched.
const LOOK_AHEAD_PLIES: u32 = 6;
/// From this number of plies on moves are ordered by shallow searches.
const PROBED_PLIES: u32 = 9;

impl<B: Bits> Worker<'_, B> {
    /// The score for the side to move: exact within the window, else a bound. With at least as many plies as there are empty squares it is
    /// the result of perfect play.
    pub(super) fn search(&mut self, node: &Node<B>, plies: u32, (alpha, beta): Window) -> Result<i32, Stopped> {
        self.visit()?;
        let play = self.shared.play;
        let empty = play.empty(node);
        let empties = empty.len();
        if plies >= empties && empties <= Self::LAST && play.is_plain {
            let window = (alpha.div_euclid(UNIT), -(-beta).div_euclid(UNIT));
            return Ok(self.last(node, empty, window, false) * UNIT);
        }
        let moves = match play.duty(node) {
            Duty::Move(moves) => moves,
            Duty::Pass => return Ok(-self.search(&node.pass(), plies, (-beta, -alpha))?),
            Duty::Over => return Ok(play.result(node) * UNIT),
        };
        if plies == 0 {
            return Ok(estimate(play, self.shared.means.weights, node));
        }
        let plies = plies.min(empties);
        let is_kept = plies >= TABLE_PLIES;
        let key = if is_kept { node.hash() } else { 0 };
        let known = if is_kept { self.shared.means.table.get(key) } else { None };
        let (mut low, mut high) = (alpha, beta);
        if let Some(entry) = known.filter(|entry| entry.is_of(plies, empties)) {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            if lower >= high || lower == upper {
                return Ok(lower);
            }
            if upper <= low {
                return Ok(upper);
            }
            (low, high) = (low.max(lower), high.min(upper));
        }
        let first = known.map_or(Choice::NONE, |entry| entry.best);
        let mut list = self.lists.pop().unwrap_or_default();
        self.collect(&mut list, node, moves);
        let found = match self.look_ahead(&list, plies, empties, high) {
            Some(best) => Ok(best),
            None => {
                self.sort(&mut list, first, plies, empties, (low, high))?;
                self.best_of(&list, plies, (low, high))
            }
        };
        list.clear();
        self.lists.push(list);
        let best = found?;
        if is_kept {
            let lower = if best.score > low { best.score } else { -INFINITY };
            let upper = if best.score < high { best.score } else { INFINITY };
            let entry = Entry { depth: plies as u8, best: best.choice, lower: lower as i16, upper: upper as i16 };
            self.shared.means.table.put(key, entry);
        }
        Ok(best.score)
    }

    /// The best of these moves; none is searched after a score of `beta`.
    pub(super) fn best_of(
        &mut self,
        list: &[Candidate<B>],
        plies: u32,
        (alpha, beta): Window,
    ) -> Result<Best, Stopped> {
        let mut best = Best { score: -INFINITY, choice: Choice::NONE };
        for (index, candidate) in list.iter().enumerate() {
            if index > 0 && self.splits(plies) {
                return self.siblings(&list[index..], best, plies, (alpha, beta));
            }
            let score = self.child(candidate, plies, (alpha.max(best.score), beta), index == 0)?;
            if score > best.score {
                best = Best { score, choice: candidate.choice };
                if score >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// The score of a move. All but the first are first searched with a null window.
    pub(super) fn child(
        &mut self,
        candidate: &Candidate<B>,
        plies: u32,
        (alpha, beta): Window,
        is_first: bool,
    ) -> Result<i32, Stopped> {
        let mut after = |(alpha, beta)| match candidate.stays {
            true => self.search(&candidate.next, plies - 1, (alpha, beta)),
            false => self.search(&candidate.next, plies - 1, (-beta, -alpha)).map(|score| -score),
        };
        if is_first || beta - alpha == 1 {
            return after((alpha, beta));
        }
        match after((alpha, alpha + 1))? {
            score if score > alpha && score < beta => after((score.max(alpha), beta)).map(|again| again.max(score)),
            score => Ok(score),
        }
    }

    /// A move after which the table has a bound that ends the search of the node.
    fn look_ahead(&self, list: &[Candidate<B>], plies: u32, empties: u32, beta: i32) -> Option<Best> {
        if plies < LOOK_AHEAD_PLIES {
            return None;
        }
        list.iter().filter(|candidate| !candidate.stays).find_map(|candidate| {
            let entry = self.shared.means.table.get(candidate.next.hash())?;
            let score = -i32::from(entry.upper);
            let is_enough = entry.is_of(plies - 1, empties - 1) && score >= beta;
            is_enough.then_some(Best { score, choice: candidate.choice })
        })
    }

    /// Sorts the moves, the most promising first.
    pub(super) fn sort(
        &mut self,
        list: &mut [Candidate<B>],
        first: Choice,
        plies: u32,
        empties: u32,
        (alpha, beta): Window,
    ) -> Result<(), Stopped> {
        if list.len() < 2 || plies < 2 {
            return Ok(());
        }
        let shared = self.shared;
        let play = shared.play;
        let is_ending = plies >= empties;
        // Endings need a probe less: the opponent's mobility says as much.
        let probe = if is_ending { plies.saturating_sub(PROBED_PLIES + 2) / 3 } else { plies.saturating_sub(3) / 3 };
        for candidate in &mut *list {
            let side = if candidate.stays { 1 } else { -1 };
            let after = &candidate.next;
            candidate.order = if candidate.choice == first {
                i32::MIN
            } else if is_ending {
                let corner = !(B::of(candidate.choice.place()) & play.geometry.corners).is_empty();
                let moves = play.moves(after);
                let mobility = (moves.len() + (moves & play.geometry.corners).len()) as i32 - i32::from(corner);
                let odd = !(B::of(candidate.choice.place()) & play.geometry.odd(play.empty(after))).is_empty();
                let quick = mobility * UNIT * 2 + if odd { UNIT } else { 0 };
                if plies > PROBED_PLIES { quick - side * self.probe(after, probe, (alpha, beta))? } else { quick }
            } else {
                -side * self.probe(after, probe.min(4), (alpha, beta))?
            };
        }
        list.sort_unstable_by_key(|candidate| candidate.order);
        Ok(())
    }

    /// The score of a shallow search, for the order of moves.
    fn probe(&mut self, node: &Node<B>, plies: u32, (alpha, beta): Window) -> Result<i32, Stopped> {
        if plies == 0 {
            return Ok(estimate(self.shared.play, self.shared.means.weights, node));
        }
        // A margin around the window: what is far outside needs no order.
        let (low, high) = (-beta - 8 * UNIT, -alpha + 8 * UNIT);
        self.search(node, plies, (low.max(-INFINITY), high.min(INFINITY)))
    }
}
