//! The progress of a search, which other threads can watch.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// How far a search has come.
#[derive(Default, Debug)]
pub struct Progress {
    pub(super) nodes: AtomicU64,
    pub(super) plies: AtomicU32,
    pub(super) settled: AtomicU32,
    pub(super) moves: AtomicU32,
}

impl Progress {
    /// Nodes visited since the search began, by all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Plies of the present iteration.
    pub fn plies(&self) -> u32 {
        self.plies.load(Relaxed)
    }

    /// The moves of the position that are searched to the end of the present iteration, and all that it has. The count begins again when the
    /// score turns out to be higher or lower than expected.
    pub fn settled(&self) -> (u32, u32) {
        (self.settled.load(Relaxed), self.moves.load(Relaxed))
    }
}
