//! Splitting: the threads share the moves of one node after its first move or two were searched (young brothers wait), or at once where
//! all of them must be searched, as far as the table or the kind of the node tells.
//!
//! Source: Feldmann (1993), "Game tree search on massively parallel systems". Idle threads take moves in order, so a node without helpers
//! searches its moves one after another, as with one thread.

use super::node::Best;
use super::order::Candidate;
use super::params::{LATE_SPLIT_DEPTH, MIDGAME_SPLIT_DEPTH, SPLIT_DEPTH};
use super::search_node::NodeKind;
use super::search_node::SearchNode;
use super::trace::Tasks;
use super::worker::{Stopped, Worker};
use emilia_core::Score;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The best move of a node so far, and the moves that are left.
#[derive(Clone, Copy)]
struct Siblings {
    best: Best,
    /// The numbers of the moves that no thread has taken, as bits.
    left: u64,
}

impl Siblings {
    /// Whether moves have to be searched: some are left, and the best one does not cut off.
    fn has_work(&self, beta: Score) -> bool {
        self.left != 0 && self.best.score < beta
    }

    /// Takes the number of the next move.
    fn take(&mut self) -> usize {
        let number = self.left.trailing_zeros();
        self.left &= self.left - 1;
        number as usize
    }
}

impl Worker<'_> {
    /// Whether all threads share the moves that are left at a node after this number of moves was searched. All moves of a node that
    /// fails low must be searched, so there the threads need not wait for the first one. In midgames a node is split only for an idle
    /// thread.
    #[inline]
    pub(super) fn is_split<N: NodeKind>(
        &self,
        node: &SearchNode,
        depth: u32,
        searched: u32,
        fails_low: bool,
        left: &[Candidate],
    ) -> bool {
        if self.shared.threads == 1 || left.len() < 2 {
            return false;
        }
        let needed = match depth {
            _ if fails_low && !N::PV => 0,
            LATE_SPLIT_DEPTH.. if !N::PV => 2,
            _ => 1,
        };
        searched >= needed
            && if depth < node.empties {
                depth >= MIDGAME_SPLIT_DEPTH && self.shared.has_idle_thread()
            } else {
                depth >= SPLIT_DEPTH
            }
    }

    /// Searches the moves of a node that are left with all idle threads.
    ///
    /// At a node with an open window the threads look for a move that is better than the best one so far. That move is searched with the
    /// open window, with the help of all threads, and only then are the others, against its score.
    pub(super) fn search_siblings<N: NodeKind>(
        &mut self,
        node: &SearchNode,
        moves: &[Candidate],
        best: Best,
        (low, beta): (Score, Score),
        depth: u32,
    ) -> Result<Best, Stopped> {
        let mut siblings = Siblings { best, left: u64::MAX >> (64 - moves.len()) };
        while siblings.has_work(beta) {
            let before = siblings.best;
            let alpha = before.score.max(low);
            let end = if N::PV { alpha.next() } else { beta };
            siblings = self.share::<N>(node, moves, siblings, (low, end), depth)?;
            let better = siblings.best;
            if N::PV && (alpha.next()..beta).contains(&better.score) {
                siblings.best = before;
                if N::ROOT {
                    self.note_better(Some(better));
                }
                if let Some(candidate) = moves.iter().find(|candidate| Some(candidate.at) == better.at) {
                    let score = match N::ROOT {
                        true => self.root_child(node, candidate, (alpha, beta), depth, true)?,
                        false => self.search_child::<N>(node, candidate, alpha, beta, depth, true)?,
                    };
                    if score > before.score {
                        siblings.best = Best { score, ..better };
                    }
                }
            }
            if N::ROOT {
                self.note_better(None);
                if siblings.best.score > alpha {
                    self.note_root(siblings.best);
                }
            }
        }
        Ok(siblings.best)
    }

    /// Searches moves with all idle threads until one of them cuts off. Those whose search has no result then are left.
    fn share<N: NodeKind>(
        &mut self,
        node: &SearchNode,
        moves: &[Candidate],
        siblings: Siblings,
        (low, beta): (Score, Score),
        depth: u32,
    ) -> Result<Siblings, Stopped> {
        let split = self.split();
        let shared = Mutex::new(siblings);
        let tasks = Tasks::new();
        let help = || {
            let mut worker = self.fork(&split);
            let mut siblings = lock(&shared);
            while siblings.has_work(beta) {
                let number = siblings.take();
                let alpha = siblings.best.score.max(low);
                drop(siblings);
                let score = worker.child::<N>(node, &moves[number], alpha, beta, depth, false);
                worker.flush_nodes();
                tasks.add(number, &mut worker.trace);
                siblings = lock(&shared);
                match score {
                    Ok(score) if score < beta || siblings.best.score < beta => {
                        if score > siblings.best.score {
                            siblings.best = Best { score, at: Some(moves[number].at) };
                        }
                        if score >= beta {
                            split.cut();
                        }
                    }
                    _ => siblings.left |= 1 << number,
                }
                if score.is_err() {
                    break;
                }
            }
            worker.refutations
        };
        let refutations = rayon::scope(|scope| {
            for _ in 1..self.shared.threads.min(siblings.left.count_ones() as usize) {
                scope.spawn(|_| {
                    if lock(&shared).has_work(beta) {
                        self.shared.begin_work();
                        help();
                        self.shared.end_work();
                    }
                });
            }
            let refutations = help();
            self.shared.end_work(); // it waits for the other threads
            refutations
        });
        self.shared.begin_work();
        let siblings = *lock(&shared);
        self.refutations = refutations;
        self.flush_nodes();
        self.trace.split(tasks);
        if self.is_obsolete() { Err(Stopped) } else { Ok(siblings) }
    }
}

fn lock(siblings: &Mutex<Siblings>) -> MutexGuard<'_, Siblings> {
    siblings.lock().unwrap_or_else(PoisonError::into_inner)
}
