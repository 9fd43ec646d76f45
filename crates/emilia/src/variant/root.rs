//! The iterations of a search and its lines.

use super::bits::Bits;
use super::eval::UNIT;
use super::node::{Choice, Duty, Node};
use super::search::TABLE_PLIES;
use super::worker::{Candidate, INFINITY, Stopped, Window, Worker};
use emilia_core::Move;
use std::sync::atomic::Ordering::Relaxed;

/// A move of the root with its score, exact within the window of the search.
pub(super) type Scored<B> = (i32, Candidate<B>);

/// The moves of the root, the best of the last iteration first.
pub(super) struct Root<B> {
    pub moves: Vec<Candidate<B>>,
    /// The score of the last iteration; none before the first.
    guess: Option<i32>,
}

impl<B: Bits> Root<B> {
    pub fn new(moves: Vec<Candidate<B>>) -> Root<B> {
        Root { moves, guess: None }
    }

    /// Searches the moves to this depth: the best ones with their scores, best first, of which there are `lines`. If the search is stopped,
    /// a move that was found to be better than the first one before that, if there is one.
    pub fn iterate(
        &mut self,
        worker: &mut Worker<'_, B>,
        plies: u32,
        lines: usize,
        window: Window,
    ) -> Result<Vec<Scored<B>>, Option<Scored<B>>> {
        let found = if lines > 1 { self.each(worker, plies, lines, window) } else { self.best(worker, plies, window) }?;
        if let Some((score, _)) = found.first() {
            self.guess = Some(*score);
        }
        found.iter().rev().for_each(|(_, best)| self.promote(best.choice));
        Ok(found)
    }

    /// The best move, by windows around the score of the iteration before.
    fn best(
        &mut self,
        worker: &mut Worker<'_, B>,
        plies: u32,
        (alpha, beta): Window,
    ) -> Result<Vec<Scored<B>>, Option<Scored<B>>> {
        let mut margin = 2 * UNIT;
        let (mut low, mut high) = match self.guess {
            Some(guess) => ((guess - margin).max(alpha), (guess + margin).min(beta)),
            None => (alpha, beta),
        };
        if low >= high {
            (low, high) = (alpha, beta);
        }
        loop {
            let (score, best) = self.within(worker, plies, (low, high))?;
            margin *= 3;
            if score <= low && low > alpha {
                (low, high) = ((score - margin).max(alpha), (score + 1).min(beta));
            } else if score >= high && high < beta {
                (low, high) = ((score - 1).max(alpha), (score + margin).min(beta));
            } else {
                return Ok(vec![(score, best)]);
            }
        }
    }

    /// The best move within this window.
    fn within(
        &mut self,
        worker: &mut Worker<'_, B>,
        plies: u32,
        (alpha, beta): Window,
    ) -> Result<Scored<B>, Option<Scored<B>>> {
        let mut best = (-INFINITY, self.moves[0]);
        let progress = worker.shared.means.progress;
        progress.moves.store(self.moves.len() as u32, Relaxed);
        for index in 0..self.moves.len() {
            progress.settled.store(index as u32, Relaxed);
            let candidate = self.moves[index];
            // Only a move that is better than the first one says something before the end.
            let is_better = |best: Scored<B>| (best.0 > alpha && best.1.choice != self.moves[0].choice).then_some(best);
            let window = (alpha.max(best.0), beta);
            let score = worker.child(&candidate, plies, window, index == 0).map_err(|Stopped| is_better(best))?;
            if score > best.0 {
                best = (score, candidate);
                if score >= beta {
                    break;
                }
            }
        }
        self.promote(best.1.choice);
        Ok(best)
    }

    /// The best moves, each with a score of its own.
    fn each(
        &mut self,
        worker: &mut Worker<'_, B>,
        plies: u32,
        lines: usize,
        (alpha, beta): Window,
    ) -> Result<Vec<Scored<B>>, Option<Scored<B>>> {
        let mut found: Vec<Scored<B>> = Vec::new();
        for candidate in &self.moves {
            let least = found.get(lines - 1).map_or(alpha, |(score, _)| alpha.max(*score));
            let score = worker.child(candidate, plies, (least, beta), found.len() < lines).map_err(|Stopped| None)?;
            found.push((score, *candidate));
            found.sort_by_key(|(score, _)| -score);
            found.truncate(lines);
        }
        Ok(found)
    }

    /// Puts this move first.
    fn promote(&mut self, choice: Choice) {
        if let Some(at) = self.moves.iter().position(|candidate| candidate.choice == choice) {
            self.moves[..=at].rotate_right(1);
        }
    }
}

/// The line that begins with this move, as far as the table knows it, and to the end where that takes no time.
///
/// The table's best move may be that of a search which found all moves too bad, so if the score of the line is `proved`, every
/// move has to reach it. It ends early if the worker is stopped or has visited as many nodes as it may.
pub(super) fn line<B: Bits>(
    worker: &mut Worker<'_, B>,
    first: &Candidate<B>,
    plies: u32,
    proved: Option<i32>,
) -> Vec<Move> {
    let play = worker.shared.play;
    let mut line: Vec<Move> = play.mv(first.choice).into_iter().collect();
    let after = |score: Option<i32>, stays: bool| score.map(|score| if stays { score } else { -score });
    let (mut node, mut left, mut score) = (first.next, plies.saturating_sub(1), after(proved, first.stays));
    while left > 0 {
        let moves = match play.duty(&node) {
            Duty::Over => break,
            Duty::Pass => {
                line.push(Move::Pass);
                (node, score) = (node.pass(), after(score, false));
                continue;
            }
            Duty::Move(moves) => moves,
        };
        let next = match score {
            Some(score) => proved_move(worker, &node, moves, left, score),
            None => expected_move(worker, &node, moves, left),
        };
        let Some(next) = next else { break };
        line.extend(play.mv(next.choice));
        (node, score) = (next.next, after(score, next.stays));
        left -= 1;
    }
    line
}

/// The move that is expected in a position.
fn expected_move<B: Bits>(worker: &mut Worker<'_, B>, node: &Node<B>, moves: B, plies: u32) -> Option<Candidate<B>> {
    let (shared, empties) = (worker.shared, worker.shared.play.empties(node));
    let mut list = Vec::new();
    worker.collect(&mut list, node, moves);
    let best = if plies < TABLE_PLIES || plies >= empties && empties <= Worker::<B>::LAST + 2 {
        // Little work to search again; the table may not have it.
        worker.best_of(&list, plies, (-INFINITY, INFINITY)).ok()?.choice
    } else {
        shared.means.table.get(node.hash())?.best
    };
    list.into_iter().find(|candidate| candidate.choice == best)
}

/// A move that is proved to have at least this score with this number of plies: by the table, or by a search.
fn proved_move<B: Bits>(
    worker: &mut Worker<'_, B>,
    node: &Node<B>,
    moves: B,
    plies: u32,
    score: i32,
) -> Option<Candidate<B>> {
    let (shared, empties) = (worker.shared, worker.shared.play.empties(node));
    let (table, window) = (shared.means.table, (score - 1, score));
    let mut list = Vec::new();
    worker.collect(&mut list, node, moves);
    let is_proved = |candidate: &&Candidate<B>| {
        let known = table.get(candidate.next.hash()).filter(|entry| entry.is_of(plies - 1, empties - 1));
        known.is_some_and(|entry| score <= if candidate.stays { entry.lower.into() } else { -i32::from(entry.upper) })
    };
    if let Some(known) = list.iter().find(is_proved) {
        return Some(*known);
    }
    let hint = table.get(node.hash()).map_or(Choice::NONE, |entry| entry.best);
    worker.sort(&mut list, hint, plies, empties, window).ok()?;
    list.into_iter().find(|candidate| worker.child(candidate, plies, window, true).is_ok_and(|found| found >= score))
}
