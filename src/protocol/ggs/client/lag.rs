//! The delay of the connection, measured between a move that is sent and its report.

use std::time::Duration;

/// A report that takes longer was lost or delayed by something else than the connection.
const CREDIBLE: Duration = Duration::from_secs(5);

/// The delay to expect.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Lag(Duration);

impl Lag {
    /// The delay to expect at every move.
    pub(super) fn expected(self) -> Duration {
        self.0
    }

    /// Learns from a move whose report took this long. A longer delay counts at once, a shorter one gradually.
    pub(super) fn learn(&mut self, measured: Duration) {
        if measured <= CREDIBLE {
            self.0 = measured.max((3 * self.0 + measured) / 4);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lag;
    use std::time::Duration;

    #[test]
    fn a_longer_delay_counts_at_once_and_a_lost_report_never() {
        let ms = Duration::from_millis;
        let mut lag = Lag::default();
        lag.learn(ms(400));
        assert_eq!(lag.expected(), ms(400));
        lag.learn(ms(40));
        assert_eq!(lag.expected(), ms(310));
        lag.learn(ms(60_000));
        assert_eq!(lag.expected(), ms(310));
    }
}
