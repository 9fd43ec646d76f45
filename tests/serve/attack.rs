//! Hostile clients, which never read: what they cost the program, and those at another address.
//!
//! `EMILIA_SERVE_ATTACK="100 200" cargo test --release --test all serve::attack -- --nocapture` measures with 100 of them and 200 short
//! queries.

use super::client::{Server, Socket, id};
use crate::random::{Random, random_position};
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const ATTACK: &str = "EMILIA_SERVE_ATTACK";
/// A client pings as often as the program reads; so long it waits for that.
const SHORTLY: Duration = Duration::from_millis(1);

/// Pings of 125 bytes each, masked with zeros.
fn pings(count: usize) -> Vec<u8> {
    [&[0x89, 0xfd, 0, 0, 0, 0][..], &[b'p'; 125]].concat().repeat(count)
}

#[test]
fn pings_of_a_client_that_does_not_read_are_not_kept() {
    let server = Server::start(&[]);
    let mut silent = server.socket_from(Ipv4Addr::LOCALHOST);
    let (before, block) = (server.peak_memory(), pings(1000));
    let sent: usize = (0..500).map(|_| silent.push_raw(&block, Duration::from_millis(20))).sum();
    assert!(sent < 500 * block.len() / 2, "{sent} bytes were read");
    let grown = server.peak_memory() - before;
    assert!(grown < 8 << 20, "{grown} bytes more");
}

/// Connects hostile clients and lets them ask for long searches.
fn hostile(server: &Server, count: usize) -> Vec<Socket> {
    let mut sockets: Vec<Socket> = (0..count).map(|_| server.socket_from(Ipv4Addr::LOCALHOST)).collect();
    for socket in &mut sockets {
        (0..10).for_each(|id| socket.say(&format!(r#"{{"id":"{id}","level":60,"lines":64}}"#)));
    }
    sockets
}

/// Pings until the end, whatever the program does with it.
fn attack(sockets: &mut [Socket], is_over: &AtomicBool) {
    let block = pings(100);
    while !is_over.load(Ordering::Relaxed) {
        sockets.iter_mut().for_each(|socket| {
            socket.push_raw(&block, SHORTLY);
        });
    }
}

/// The times of short queries, each about another position.
fn ask(socket: &mut Socket, queries: usize) -> Vec<Duration> {
    let mut random = Random::new(15);
    let times = (0..queries).map(|index| {
        let position = random_position(20 + random.below(30) as u32, &mut random);
        let begun = Instant::now();
        socket.say(&format!(r#"{{"id":"{index}","board":"{position}","side":"X","depth":3}}"#));
        assert_eq!(id(&socket.hear()), index.to_string());
        begun.elapsed()
    });
    let mut times: Vec<Duration> = times.collect();
    times.sort();
    times
}

#[test]
fn hostile_clients_keep_nobody_at_another_address_waiting() {
    let text = std::env::var(ATTACK).unwrap_or_else(|_| "40 10".to_owned());
    let numbers: Vec<usize> = text.split(' ').map(|word| word.parse().expect("a number")).collect();
    let [clients, queries] = numbers[..] else { panic!("two numbers: {text:?}") };
    let server = Server::start(&[]);
    let mut sockets = hostile(&server, clients);
    let is_over = AtomicBool::new(false);
    let (short, long) = std::thread::scope(|scope| {
        scope.spawn(|| attack(&mut sockets, &is_over));
        std::thread::sleep(Duration::from_secs(1));
        let mut other = server.socket_from(Ipv4Addr::new(127, 0, 0, 2));
        let asked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let short = ask(&mut other, queries);
            let begun = Instant::now();
            other.say(r#"{"id":"long","moves":"f5d6","level":60,"time":1}"#);
            let long = other.hear();
            (short, (begun.elapsed(), long))
        }));
        is_over.store(true, Ordering::Relaxed);
        asked.expect("answers")
    });
    let at = |percent: usize| short[(short.len() - 1) * percent / 100];
    println!(
        "{clients} hostile clients: median {:?}, 99 % within {:?}, the last {:?}; one of a second {:?}; {} MiB",
        at(50),
        at(99),
        at(100),
        long.0,
        server.peak_memory() >> 20
    );
    // Behind the searches of the others it would be hours. docs/serve.md has the figures of a quiet machine; a busy one takes seconds.
    assert!(at(50) < Duration::from_secs(3) && at(100) < Duration::from_secs(10), "{short:?}");
    assert!(long.0 < Duration::from_secs(13), "{long:?}");
    assert!(server.peak_memory() < 200 << 20, "{} bytes", server.peak_memory());
}
