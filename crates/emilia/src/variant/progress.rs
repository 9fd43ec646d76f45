//! The progress of a search, which other threads can watch.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// How far a search has come.
///
/// # Examples
/// ```
/// use emilia::variant::{Progress, VariantSearcher};
/// use emilia::{Game, Limits, Rules, Stop};
///
/// let (game, mut searcher) = (Game::new(Rules::sized(4)?), VariantSearcher::new(1, 1));
/// let progress: std::sync::Arc<Progress> = searcher.progress();
/// searcher.search(&game, &Limits::exact(), &Stop::new(), |_| {});
/// assert!(progress.nodes() > 0 && progress.plies() == 12);
/// # Ok::<(), emilia::RulesError>(())
/// ```
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
