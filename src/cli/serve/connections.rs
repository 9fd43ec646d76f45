//! How many connections are open, and from where.

use emilia::internal::solver::lock;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

/// The open connections of each address.
#[derive(Default)]
pub(super) struct Connections(Mutex<HashMap<IpAddr, u32>>);

/// A connection that is counted until it is dropped.
pub(super) struct Connection {
    all: Arc<Connections>,
    /// Where it comes from, as limits count it.
    pub address: IpAddr,
}

impl Connections {
    /// Counts a connection if fewer than `most` are open, and fewer than half of them from this address.
    pub fn try_add(self: &Arc<Self>, address: IpAddr, most: u32) -> Option<Connection> {
        let mut open = lock(&self.0);
        let (all, own) = (open.values().sum::<u32>(), open.get(&address).copied().unwrap_or_default());
        if all >= most || own >= most.div_ceil(2) {
            return None;
        }
        open.insert(address, own + 1);
        Some(Connection { all: self.clone(), address })
    }

    pub fn is_empty(&self) -> bool {
        lock(&self.0).is_empty()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut open = lock(&self.all.0);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

/// The address as limits count it: of IPv6 the network, all of which one host can use.
pub(super) fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) & !u128::from(u64::MAX)).into()),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::{Connections, counted};
    use std::net::IpAddr;
    use std::sync::Arc;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn an_address_has_at_most_half_of_the_connections() {
        let all = Arc::new(Connections::default());
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(address);
        let first: Vec<_> = (0..3).map(|_| all.try_add(one, 4)).collect();
        assert_eq!(first.iter().filter(|connection| connection.is_some()).count(), 2);
        let second: Vec<_> = (0..3).filter_map(|_| all.try_add(other, 4)).collect();
        assert_eq!(second.len(), 2);
        drop(first);
        assert!(all.try_add(one, 4).is_some());
        drop(second);
        assert!(all.is_empty());
    }

    #[test]
    fn hosts_of_an_ipv6_network_count_as_one() {
        assert_eq!(counted(address("2001:db8:1:2:3:4:5:6")), counted(address("2001:db8:1:2::9")));
        assert_ne!(counted(address("2001:db8:1:2::9")), counted(address("2001:db8:1:3::9")));
        assert_eq!(counted(address("::ffff:192.0.2.1")), address("192.0.2.1"));
    }
}
