//! Splitting: the threads share the moves of one node after its first move or two were searched (young brothers wait), or at once where
//! an earlier iteration showed that all of them must be searched.
//!
//! Source: Feldmann (1993), "Game tree search on massively parallel systems". Idle threads take moves in order from one counter, so a
//! node without helpers searches its moves one after another, as with one thread.

use super::best::Best;
use super::node_kind::NodeKind;
use super::order::Candidate;
use super::params::{EARLY_SPLIT_DEPTH, LATE_SPLIT_DEPTH, SPLIT_DEPTH};
use super::search_node::SearchNode;
use super::trace::Tasks;
use super::worker::{Stopped, Worker};
use crate::score::Score;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

impl Worker<'_> {
    /// Whether all threads share the moves that are left at a node after this number of moves was searched. All moves of a node that
    /// fails low must be searched, so there the threads need not wait for the first one.
    #[inline]
    pub(super) fn is_split<N: NodeKind>(&self, depth: u32, searched: u32, fails_low: bool, left: &[Candidate]) -> bool {
        let needed = match depth {
            ..EARLY_SPLIT_DEPTH => 1,
            _ if fails_low && !N::PV => 0,
            LATE_SPLIT_DEPTH.. if !N::PV => 2,
            _ => 1,
        };
        self.shared.threads > 1 && depth >= SPLIT_DEPTH && searched >= needed && left.len() > 1
    }

    /// Searches the moves of a node that are left with all idle threads.
    pub(super) fn search_siblings<N: NodeKind>(
        &mut self,
        node: &SearchNode,
        moves: &[Candidate],
        best: Best,
        (low, beta): (Score, Score),
        depth: u32,
    ) -> Result<Best, Stopped> {
        let split = self.split();
        let shared_best = Mutex::new(best);
        let taken = AtomicUsize::new(0);
        let tasks = Tasks::new();
        let help = |worker: &mut Worker| {
            loop {
                let number = taken.fetch_add(1, Relaxed);
                let Some(candidate) = moves.get(number) else { break };
                let alpha = read(&shared_best).score.max(low);
                let score = worker.child::<N>(node, candidate, alpha, beta, depth, false);
                worker.flush_nodes();
                tasks.add(number, &mut worker.trace);
                let Ok(score) = score else { return };
                let mut best = lock(&shared_best);
                if score > best.score {
                    *best = Best { score, at: Some(candidate.at) };
                    if N::ROOT && score > low {
                        worker.note_root(*best);
                    }
                    if score >= beta {
                        taken.store(moves.len(), Relaxed);
                        split.cut();
                    }
                }
            }
        };
        rayon::scope(|scope| {
            for _ in 1..self.shared.threads.min(moves.len()) {
                scope.spawn(|_| {
                    if taken.load(Relaxed) < moves.len() {
                        let mut worker = self.fork(&split);
                        help(&mut worker);
                    }
                });
            }
            let mut worker = self.fork(&split);
            help(&mut worker);
        });
        self.flush_nodes();
        self.trace.split(tasks);
        if self.is_obsolete() {
            return Err(Stopped);
        }
        let best = *lock(&shared_best);
        Ok(best)
    }
}

fn lock(best: &Mutex<Best>) -> std::sync::MutexGuard<'_, Best> {
    best.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn read(best: &Mutex<Best>) -> Best {
    *lock(best)
}
