//! How many queries an address may send.

use emilia::internal::solver::lock;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Addresses that are remembered before those that have nothing to wait for are forgotten.
const MOST_ADDRESSES: usize = 4096;
/// What an address may send at once, as the time that it takes at its rate.
const BURST: Duration = Duration::from_secs(1);

/// For each address the time up to which its queries are paid for.
pub(super) struct Rates {
    each: Duration,
    paid: Mutex<HashMap<IpAddr, Instant>>,
}

impl Rates {
    /// This many queries a second for each address.
    pub(super) fn new(rate: u32) -> Rates {
        Rates { each: Duration::from_secs(1) / rate.max(1), paid: Mutex::default() }
    }

    /// How long a query would have to wait.
    pub(super) fn wait(&self, address: IpAddr) -> Duration {
        let until = lock(&self.paid).get(&address).copied();
        until.map_or(Duration::ZERO, |until| wait_for(until + self.each, Instant::now()))
    }

    /// Counts a query; returns how long it must wait behind those that were counted before.
    pub(super) fn count(&self, address: IpAddr) -> Duration {
        self.count_at(address, Instant::now())
    }

    fn count_at(&self, address: IpAddr, now: Instant) -> Duration {
        let mut paid = lock(&self.paid);
        if paid.len() >= MOST_ADDRESSES {
            paid.retain(|_, until| *until > now);
        }
        let until = paid.entry(address).or_insert(now);
        *until = (*until).max(now) + self.each;
        wait_for(*until, now)
    }

    /// Takes back the count of a query that will not be carried out, for those that are counted later.
    pub(super) fn take_back(&self, address: IpAddr) {
        if let Some(until) = lock(&self.paid).get_mut(&address) {
            *until -= self.each;
        }
    }
}

/// How long a query waits with which its address has paid up to this time.
fn wait_for(until: Instant, now: Instant) -> Duration {
    until.saturating_duration_since(now).saturating_sub(BURST)
}

#[cfg(test)]
mod tests {
    use super::Rates;
    use std::net::IpAddr;
    use std::time::{Duration, Instant};

    #[test]
    fn an_address_waits_after_its_burst_and_others_do_not() {
        let (rates, now) = (Rates::new(10), Instant::now());
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse::<IpAddr>().expect("an address"));
        let waits: Vec<_> = (0..12).map(|_| rates.count_at(one, now).as_millis()).collect();
        assert_eq!(waits, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 200]);
        assert_eq!(rates.count_at(other, now), Duration::ZERO);
        let later = now + Duration::from_millis(250);
        assert_eq!(rates.count_at(one, later).as_millis(), 50, "300 ms more than its burst, 250 ms later");
        for _ in 0..1000 {
            rates.count_at(one, later);
        }
        assert_eq!(rates.count_at(one, later).as_millis(), 100_150, "each waits for those before it");
        for _ in 0..1000 {
            rates.take_back(one);
        }
        assert_eq!(
            rates.count_at(one, later).as_millis(),
            250,
            "who comes later does not wait for those that have gone"
        );
    }
}
