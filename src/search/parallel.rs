//! Splitting: the threads share the moves of one node after its first move or two were searched (young brothers wait).
//!
//! Source: Feldmann (1993), "Game tree search on massively parallel systems". Idle threads take moves in order from one counter, so a
//! node without helpers searches its moves one after another, as with one thread.

use super::best::Best;
use super::node_kind::NodeKind;
use super::order::Candidate;
use super::params::{LATE_SPLIT_DEPTH, SPLIT_DEPTH};
use super::search_node::SearchNode;
use super::worker::{Stopped, Worker};
use crate::score::Score;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

impl Worker<'_> {
    /// Whether all threads share these moves of a node, which follow its first one or a later one.
    #[inline]
    pub(super) fn is_split<N: NodeKind>(&self, depth: u32, follow_first: bool, moves: &[Candidate]) -> bool {
        let waits = follow_first && !N::PV && depth >= LATE_SPLIT_DEPTH;
        self.shared.threads > 1 && depth >= SPLIT_DEPTH && !waits && moves.len() > 1
    }

    /// Searches the moves after the first ones with all idle threads.
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
        let help = |worker: &mut Worker| {
            while let Some(candidate) = moves.get(taken.fetch_add(1, Relaxed)) {
                let alpha = read(&shared_best).score.max(low);
                let Ok(score) = worker.child::<N>(node, candidate, alpha, beta, depth, false) else { return };
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
                        worker.flush_nodes();
                    }
                });
            }
            let mut worker = self.fork(&split);
            help(&mut worker);
            worker.flush_nodes();
        });
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
