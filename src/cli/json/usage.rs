//! How long was searched for each address lately.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// After this time a part of 1/e of a search still counts.
const MEMORY: Duration = Duration::from_secs(10);
/// Addresses that are remembered before those are forgotten of which no millisecond counts any more.
const MOST_ADDRESSES: usize = 4096;

/// For each address the seconds of its searches that counted at this time.
#[derive(Default)]
pub(super) struct Usage(HashMap<Option<IpAddr>, (f64, Instant)>);

impl Usage {
    /// Counts a search that has ended.
    pub fn add(&mut self, address: Option<IpAddr>, time: Duration, now: Instant) {
        if self.0.len() >= MOST_ADDRESSES {
            self.0.retain(|_, counted| remaining(*counted, now) > 0.001);
        }
        let seconds = self.seconds(address, now) + time.as_secs_f64();
        self.0.insert(address, (seconds, now));
    }

    /// The seconds that still count.
    pub fn seconds(&self, address: Option<IpAddr>, now: Instant) -> f64 {
        self.0.get(&address).map_or(0.0, |counted| remaining(*counted, now))
    }
}

fn remaining((seconds, at): (f64, Instant), now: Instant) -> f64 {
    seconds * (-now.saturating_duration_since(at).div_duration_f64(MEMORY)).exp()
}

#[cfg(test)]
mod tests {
    use super::{MEMORY, MOST_ADDRESSES, Usage};
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::{Duration, Instant};

    #[test]
    fn searches_are_forgotten_by_and_by() {
        let (mut usage, now) = (Usage::default(), Instant::now());
        usage.add(None, Duration::from_secs(2), now);
        usage.add(None, Duration::from_secs(1), now);
        assert_eq!(usage.seconds(None, now), 3.0);
        let later = usage.seconds(None, now + MEMORY);
        assert!((later - 3.0 * (-1.0_f64).exp()).abs() < 1e-9, "{later}");
    }

    #[test]
    fn addresses_are_forgotten_when_there_are_many() {
        let (mut usage, now) = (Usage::default(), Instant::now());
        for number in 0..10 * MOST_ADDRESSES {
            let address = IpAddr::V4(Ipv4Addr::from_bits(u32::try_from(number).expect("a small number")));
            usage.add(Some(address), Duration::from_micros(100), now);
        }
        assert!(usage.0.len() <= MOST_ADDRESSES);
    }
}
