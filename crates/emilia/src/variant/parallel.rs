//! Threads share the moves of one node after its first move was searched (young brothers wait).
//!
//! Source: Feldmann (1993), "Game tree search on massively parallel systems".

use super::bits::Bits;
use super::worker::{Best, Candidate, Split, Stopped, Window, Worker};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Below this number of plies a node is searched by one thread.
const SPLIT_PLIES: u32 = 8;

impl<B: Bits> Worker<'_, B> {
    /// Whether threads share the moves of a node of this depth.
    pub(super) fn splits(&self, plies: u32) -> bool {
        plies >= SPLIT_PLIES && self.shared.means.threads > 1
    }

    /// The best of the moves so far and of these ones, searched by all idle threads.
    pub(super) fn siblings(
        &mut self,
        list: &[Candidate<B>],
        best: Best,
        plies: u32,
        (alpha, beta): Window,
    ) -> Result<Best, Stopped> {
        if best.score >= beta {
            return Ok(best);
        }
        let split = Arc::new(Split::below(self.split.clone()));
        let shared_best = Mutex::new(best);
        let read = || *shared_best.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = AtomicUsize::new(0);
        let shared = self.shared;
        let help = || {
            let mut worker = Worker::new(shared, Some(split.clone()));
            while let Some(candidate) = list.get(taken.fetch_add(1, Relaxed)) {
                let Ok(score) = worker.child(candidate, plies, (alpha.max(read().score), beta), false) else { break };
                let mut best = shared_best.lock().unwrap_or_else(PoisonError::into_inner);
                if score > best.score {
                    *best = Best { score, choice: candidate.choice };
                    if score >= beta {
                        taken.store(list.len(), Relaxed);
                        split.cut();
                    }
                }
            }
            worker.finish();
        };
        rayon::scope(|scope| {
            for _ in 1..shared.means.threads.min(list.len()) {
                scope.spawn(|_| {
                    if taken.load(Relaxed) < list.len() {
                        help();
                    }
                });
            }
            help();
        });
        let is_complete = !self.is_obsolete() && !(shared.is_out)(shared.means.progress.nodes.load(Relaxed));
        if is_complete { Ok(read()) } else { Err(Stopped) }
    }
}
