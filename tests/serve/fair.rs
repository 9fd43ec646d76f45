//! Clients that ask for much or do not read, and those beside them.

use super::client::{PATIENCE, Server, id};
use std::io::Write;
use std::net::Shutdown;
use std::time::{Duration, Instant};

/// Whether a short query is answered, in whose place all else that was asked would take longer than a client of these tests waits.
fn is_answered(server: &Server) {
    let mut socket = server.socket(None);
    socket.say(r#"{"id":"short","depth":2}"#);
    assert_eq!(id(&socket.hear()), "short");
}

/// Waits until the server lets this machine ask again.
fn has_room_again(server: &Server) {
    let begun = Instant::now();
    while super::post(server.port, br#"{"id":"a","depth":1}"#).is_none_or(|answer| answer.status != 200) {
        assert!(begun.elapsed() < PATIENCE / 2, "there is no room again");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn nobody_waits_behind_the_batch_of_another_one() {
    let server = Server::start(&[]);
    let mut greedy = server.socket(None);
    for number in 0..200 {
        greedy.say(&format!(r#"{{"id":"{number}","level":60,"time":9}}"#));
    }
    is_answered(&server);
    drop(greedy);
    is_answered(&server);
}

#[test]
fn a_message_of_many_lines_keeps_nobody_waiting() {
    let server = Server::start(&["--rate", "1000000"]);
    let lines: String = (0..45_000).map(|id| format!("{{\"id\":\"{id}\"}}\n")).collect();
    let mut greedy: Vec<_> = (0..4).map(|_| server.socket(None)).collect();
    greedy.iter_mut().for_each(|socket| socket.say(&lines));
    std::thread::sleep(Duration::from_millis(300));
    is_answered(&server);
    drop(greedy);
    is_answered(&server);
}

#[test]
fn sockets_count_as_connections() {
    let server = Server::start(&["--connections", "4"]);
    let open = [server.socket(None), server.socket(None)];
    let status = || super::post(server.port, br#"{"id":"a","depth":1}"#).map(|answer| answer.status);
    std::thread::sleep(Duration::from_millis(100));
    // Half of the connections are those of one address.
    assert!(matches!(status(), None | Some(503)));
    drop(open);
    has_room_again(&server);
}

#[test]
fn a_client_that_has_gone_is_noticed_though_nothing_is_read_from_it() {
    let server = Server::start(&["--connections", "2", "--jobs", "1", "--time", "100"]);
    let mut gone = server.socket(None);
    // More than the turns that a connection may have open.
    (0..400).for_each(|id| gone.say(&format!(r#"{{"id":"{id}","exact":true}}"#)));
    // It has read as many as it takes by then.
    std::thread::sleep(Duration::from_millis(500));
    drop(gone);
    has_room_again(&server);
}

#[test]
fn the_search_of_a_request_ends_when_its_client_closes_its_side() {
    let server = Server::start(&["--jobs", "1", "--time", "100"]);
    for how in [Shutdown::Write, Shutdown::Both] {
        let mut stream = server.connect();
        let query = br#"{"id":"long","level":60}"#;
        let length = query.len();
        let head = format!("POST /analyze HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n");
        stream.write_all(&[head.as_bytes(), query].concat()).expect("it reads");
        std::thread::sleep(Duration::from_millis(300));
        stream.shutdown(how).expect("it is open");
        is_answered(&server);
    }
}

#[test]
fn more_connections_are_no_higher_rate() {
    let server = Server::start(&["--rate", "2"]);
    let mut sockets: Vec<_> = (0..12).map(|_| server.socket(None)).collect();
    let begun = Instant::now();
    sockets.iter_mut().for_each(|socket| socket.say(r#"{"id":"a","depth":0}"#));
    sockets.iter_mut().for_each(|socket| assert_eq!(id(&socket.hear()), "a"));
    // Two are answered at once, the others at two a second.
    assert!(begun.elapsed() > Duration::from_millis(4900), "{:?}", begun.elapsed());
}

#[test]
fn nobody_waits_for_the_queries_of_clients_that_have_gone() {
    let server = Server::start(&["--rate", "1"]);
    let mut sockets: Vec<_> = (0..60).map(|_| server.socket(None)).collect();
    sockets.iter_mut().for_each(|socket| socket.say(r#"{"id":"a","depth":0}"#));
    std::thread::sleep(Duration::from_millis(300));
    drop(sockets);
    has_room_again(&server);
}

#[test]
fn a_client_that_does_not_read_is_not_read_from() {
    let server = Server::start(&[]);
    let mut slow = server.socket(None);
    // More than the buffers of the connection hold, in both directions.
    let note = "x".repeat(2000);
    let query = |id: usize| {
        format!(r#"{{"id":"{id}","moves":"f5d6c3d3c4f4","depth":0,"lines":64,"action":null,"n":"{note}"}}"#)
    };
    let sent = (0..30_000).take_while(|id| slow.push(&query(*id), Duration::from_millis(500))).count();
    assert!(sent < 30_000, "it reads on without an end");
    is_answered(&server);
}

#[test]
fn half_open_connections_keep_nobody_out() {
    let server = Server::start(&["--connections", "400"]);
    let mut silent: Vec<_> = (0..150).map(|_| server.connect()).collect();
    for (number, stream) in silent.iter_mut().enumerate() {
        let _ = stream
            .write_all(&b"POST /analyze HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"[..number % 60]);
    }
    is_answered(&server);
    // Of one address 200: one more is told so, and there is room again when they leave. Those that say nothing are closed after a while, on a
    // slow machine before all are open.
    let mut more = Vec::new();
    while !matches!(super::post(server.port, br#"{"id":"a","depth":1}"#).map(|answer| answer.status), None | Some(503))
    {
        more.extend((0..10).map(|_| server.connect()));
        assert!(more.len() < 1000, "nobody is refused");
    }
    assert!(more.len() >= 40, "refused too early");
    drop((silent, more));
    has_room_again(&server);
}
