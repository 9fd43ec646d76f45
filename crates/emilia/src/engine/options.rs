//! The options of an engine.

use crate::search::Clock;

/// The options of an engine: threads, memory and clock.
///
/// # Examples
/// ```
/// use emilia::EngineOptions;
///
/// let options = EngineOptions::default().with_hash(16);
/// assert_eq!((options.threads, options.hash), (1, 16));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EngineOptions {
    /// Threads that search, 1 or more. With 1 a search runs on the calling thread.
    pub threads: usize,
    /// Size of the transposition table in MiB, 1 or more. It is allocated by the first search.
    pub hash: usize,
    /// The clock that searches read.
    pub clock: Clock,
}

impl Default for EngineOptions {
    /// One thread, 64 MiB and the clock of the system.
    fn default() -> EngineOptions {
        EngineOptions { threads: 1, hash: 64, clock: Clock::SYSTEM }
    }
}

impl EngineOptions {
    /// The same options with this number of threads, 1 or more.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> EngineOptions {
        EngineOptions { threads, ..self }
    }

    /// The same options with a transposition table of this size in MiB, 1 or more.
    #[must_use]
    pub fn with_hash(self, hash: usize) -> EngineOptions {
        EngineOptions { hash, ..self }
    }

    /// The same options with this clock.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> EngineOptions {
        EngineOptions { clock, ..self }
    }
}
