//! What a move costs beyond the time that was thought: pipes, a network, a client that is slow to stop its clock.
//!
//! Knows nothing of clocks: what was counted and what a client shows in, the lag of the next move out.

use std::time::Duration;

/// What is expected before anything is known: pipes, the scheduler, a search that winds down.
pub(super) const USUAL: Duration = Duration::from_millis(50);
/// More than this between two clocks is no lag: the client's clock was set anew.
const CREDIBLE: Duration = Duration::from_secs(3);
/// What a clock may lose that shows whole seconds only.
const WHOLE: Duration = Duration::from_secs(1);

/// The lag to expect at every move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Lag {
    expected: Duration,
    /// Whether a move was made since the client showed its clock.
    has_moved: bool,
}

impl Lag {
    /// Nothing is known yet.
    pub(super) const UNKNOWN: Lag = Lag { expected: USUAL, has_moved: false };

    /// What to expect at every move.
    pub(super) fn expected(self) -> Duration {
        self.expected
    }

    /// A move was made.
    pub(super) fn count_move(&mut self) {
        self.has_moved = true;
    }

    /// The client shows this where we counted that. A longer lag is believed at once, a shorter one by and by.
    pub(super) fn learn(&mut self, counted: Duration, shown: Duration) {
        let rounding = if shown.subsec_nanos() == 0 { WHOLE } else { Duration::ZERO };
        let behind = counted.saturating_sub(shown).saturating_sub(rounding);
        if std::mem::take(&mut self.has_moved) && behind <= CREDIBLE {
            self.expected = behind.max((3 * self.expected + behind) / 4).max(USUAL);
        }
    }
}
