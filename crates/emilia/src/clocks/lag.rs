//! The time that a move takes beyond the search: pipes, a network, a client that is slow to stop its clock.
//!
//! Knows nothing of clocks: counted and shown times in, the lag of the next move out.

use std::time::Duration;

/// The expected lag at the start: pipes, the scheduler, the end of a search.
pub(super) const USUAL: Duration = Duration::from_millis(50);
/// A larger difference between two clocks is not a lag: the client's clock was set.
const CREDIBLE: Duration = Duration::from_secs(3);
/// The rounding error of a clock that shows whole seconds.
const WHOLE: Duration = Duration::from_secs(1);

/// The lag to expect at every move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Lag {
    expected: Duration,
    /// Whether a move was made since the client showed its clock.
    has_moved: bool,
}

impl Lag {
    /// No move was made yet.
    pub(super) const UNKNOWN: Lag = Lag { expected: USUAL, has_moved: false };

    /// A lag with this delay of a connection, which was measured.
    pub(super) fn measured(delay: Duration) -> Lag {
        Lag { expected: USUAL.saturating_add(delay), has_moved: false }
    }

    /// The lag to expect at every move.
    pub(super) fn expected(self) -> Duration {
        self.expected
    }

    /// A move was made.
    pub(super) fn count_move(&mut self) {
        self.has_moved = true;
    }

    /// Compares the counted time with the client's. A longer lag counts at once, a shorter one gradually.
    pub(super) fn learn(&mut self, counted: Duration, shown: Duration) {
        let rounding = if shown.subsec_nanos() == 0 { WHOLE } else { Duration::ZERO };
        let behind = counted.saturating_sub(shown).saturating_sub(rounding);
        if std::mem::take(&mut self.has_moved) && behind <= CREDIBLE {
            self.expected = behind.max((3 * self.expected + behind) / 4).max(USUAL);
        }
    }
}
