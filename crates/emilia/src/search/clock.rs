//! Where a search reads the time.
//!
//! Knows nothing of players' clocks. A library cannot assume a clock: WebAssembly without a host has none.

use std::time::Duration;

/// Where a search reads the time: the system, a function, or nowhere.
///
/// # Examples
/// A clock that counts its own readings:
/// ```
/// use emilia::Clock;
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use std::time::Duration;
///
/// static READINGS: AtomicU64 = AtomicU64::new(0);
/// let clock = Clock::custom(|| Duration::from_millis(READINGS.fetch_add(1, Ordering::Relaxed)));
/// let timer = clock.start();
/// assert_eq!(timer.elapsed(), Duration::from_millis(1));
/// assert_eq!(Clock::NONE.start().elapsed(), Duration::ZERO);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Clock(fn() -> Duration);

impl Clock {
    /// The monotonic clock of the system. The target `wasm32-unknown-unknown` has none: there it is [`Clock::NONE`].
    pub const SYSTEM: Clock = Clock(system_time);
    /// No clock: all times are zero, and no time limit is ever reached.
    pub const NONE: Clock = Clock(|| Duration::ZERO);

    /// A clock that calls this function, which returns the time since a fixed moment and never goes back. Several threads call it.
    pub const fn custom(now: fn() -> Duration) -> Clock {
        Clock(now)
    }

    /// The time since the fixed moment of this clock.
    pub fn now(self) -> Duration {
        (self.0)()
    }

    /// Starts to measure a span of time.
    pub fn start(self) -> Timer {
        Timer { clock: self, start: self.now() }
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::SYSTEM
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn system_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    /// The fixed moment.
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// `Instant::now` panics there.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn system_time() -> Duration {
    Duration::ZERO
}

/// A span of time that is measured, see [`Clock::start`].
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    clock: Clock,
    start: Duration,
}

impl Timer {
    /// The time since the start.
    pub fn elapsed(self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }
}
