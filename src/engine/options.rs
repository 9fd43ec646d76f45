//! What an engine may use of the machine.

use crate::search::Clock;

/// What an engine may use of the machine.
///
/// # Examples
/// ```
/// use emilia::EngineOptions;
///
/// let options = EngineOptions { hash: 16, ..EngineOptions::default() };
/// assert_eq!((options.threads, options.hash), (1, 16));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EngineOptions {
    /// Threads that search, 1 or more. With 1 a search runs on the thread that asks for it.
    pub threads: usize,
    /// Size of the transposition table in MiB, 1 or more. It is allocated by the first search.
    pub hash: usize,
    /// Where searches read the time.
    pub clock: Clock,
}

impl Default for EngineOptions {
    /// One thread, 64 MiB and the clock of the system.
    fn default() -> EngineOptions {
        EngineOptions { threads: 1, hash: 64, clock: Clock::SYSTEM }
    }
}
