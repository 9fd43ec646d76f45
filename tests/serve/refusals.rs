//! Who is refused, and how.

use super::client::{Server, command};
use std::fs;
use std::io::{Read, Write};

const TOKEN: &str = "a-made-up-token-1234";

#[test]
fn only_those_who_know_the_token_are_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("token");
    fs::write(&path, format!("{TOKEN}\n")).expect("a file");
    let server = Server::start(&["--token-file", path.to_str().expect("text")]);
    let query = br#"{"id":"a","depth":1}"#;
    let status = |headers: &[(&str, &str)]| server.ask("POST", "/analyze", headers, query).status;
    let right = format!("Bearer {TOKEN}");
    assert_eq!(status(&[("Authorization", &right)]), 200);
    assert_eq!((status(&[]), status(&[("Authorization", &right[..right.len() - 1])])), (401, 401));
    assert_eq!(status(&[("Authorization", TOKEN)]), 401);
    assert_eq!(server.ask("GET", "/", &[], b"").status, 200, "the page has no secrets and asks for the token");
    assert_eq!(server.try_socket(None).err(), Some(401));
    assert_eq!(server.try_socket(Some("emilia, token.a-wrong-token-12345")).err(), Some(401));
    let mut socket = server.socket(Some(&format!("emilia, token.{TOKEN}")));
    socket.say(r#"{"id":"a","depth":1}"#);
    assert_eq!(socket.hear()["id"], "a");
    let lines = format!("Sec-WebSocket-Protocol: emilia\r\nSec-WebSocket-Protocol: token.{TOKEN}\r\n");
    let head = server.head(&upgrade(13, &lines));
    assert!(head.starts_with("HTTP/1.1 101") && head.contains("sec-websocket-protocol: emilia\n"), "{head}");
}

/// A request for a WebSocket of this version.
fn upgrade(version: u32, lines: &str) -> String {
    format!(
        "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: {version}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{lines}\r\n"
    )
}

#[test]
fn another_version_of_websocket_is_told_the_right_one() {
    let head = Server::start(&[]).head(&upgrade(8, ""));
    assert!(head.starts_with("HTTP/1.1 426") && head.contains("sec-websocket-version: 13\n"), "{head}");
}

#[test]
fn a_socket_that_breaks_the_protocol_is_told_why_it_ends() {
    let server = Server::start(&[]);
    let too_large = [&[0x82, 0xff][..], &(2_u64 << 20).to_be_bytes(), &[0; 4]].concat();
    let cases: [(&str, &[u8], u16); 7] = [
        ("not UTF-8", &[0x81, 0x81, 0, 0, 0, 0, 0xff], 1007),
        ("not masked", &[0x81, 1, b'a'], 1002),
        ("a reserved bit", &[0xc1, 0x80, 0, 0, 0, 0], 1002),
        ("an unknown kind of frame", &[0x83, 0x80, 0, 0, 0, 0], 1002),
        ("the middle of no message", &[0x80, 0x80, 0, 0, 0, 0], 1002),
        ("a ping in parts", &[0x09, 0x80, 0, 0, 0, 0], 1002),
        ("too large", &too_large, 1009),
    ];
    for (name, bytes, code) in cases {
        let mut socket = server.socket(None);
        socket.say_raw(bytes);
        assert_eq!(socket.close_code(), Some(code), "{name}");
    }
}

#[test]
fn a_request_says_once_to_which_name_it_is_sent() {
    let server = Server::start(&[]);
    let status = |hosts: &str| server.head(&format!("GET / HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n"));
    for hosts in ["", "Host: localhost\r\nHost: localhost\r\n"] {
        assert!(status(hosts).starts_with("HTTP/1.1 400"), "{hosts:?}");
    }
    assert!(status("Host: localhost.:8064\r\n").starts_with("HTTP/1.1 200"), "the name with the dot of the root");
}

#[test]
fn pages_of_other_sites_are_refused() {
    let server = Server::start(&["--name", "othello.example:8443"]);
    let host = format!("127.0.0.1:{}", server.port);
    let query = br#"{"id":"a","depth":1}"#;
    let status = |headers: &[(&str, &str)]| server.ask("POST", "/analyze", headers, query).status;
    assert_eq!(status(&[("Origin", &format!("http://{host}"))]), 200);
    assert_eq!((status(&[("Origin", "http://evil.example")]), status(&[("Origin", "null")])), (403, 403));
    assert_eq!((status(&[("Host", "evil.example")]), status(&[("Host", "localhost.evil.example:80")])), (403, 403));
    assert_eq!((status(&[("Host", "Othello.Example")]), status(&[("Host", "localhost:80")])), (200, 200));
    assert_eq!(server.ask("GET", "/", &[("Host", "evil.example")], b"").status, 403);
    assert_eq!(status(&[("Origin", "https://Othello.example:8443")]), 200, "a proxy that sends its own name");
    for port in ["", ":443", ":8444", ":8064"] {
        assert_eq!(status(&[("Origin", &format!("https://othello.example{port}"))]), 403, "another port: {port:?}");
        assert_eq!(status(&[("Origin", &format!("http://127.0.0.1{port}"))]), 403, "another port: {port:?}");
    }
    let (own, other) = (format!("http://{host}"), "http://evil.example");
    for origins in [[own.as_str(), other], [other, &own], [&own, &own]] {
        assert_eq!(status(&origins.map(|origin| ("Origin", origin))), 403, "{origins:?}");
    }

    let server = Server::start(&["--name", "othello.example"]);
    let status = |origin: &str| server.ask("POST", "/analyze", &[("Origin", origin)], query).status;
    assert_eq!((status("https://othello.example"), status("http://othello.example:80")), (200, 200));
    assert_eq!((status("https://othello.example:80"), status("http://othello.example:8064")), (403, 403));
}

#[test]
fn mistakes_end_the_program_with_a_sentence() {
    let run = |arguments: &[&str]| {
        let done = command(arguments).output().expect("the program runs");
        (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
    };
    let (code, text) = run(&["--host", "0.0.0.0"]);
    assert!(code == Some(2) && text.contains("needs a token"), "{text}");
    let (code, text) = run(&["--token-file", "/nothing/here"]);
    assert!(code == Some(1) && text.contains("cannot read /nothing/here"), "{text}");
    let mut simple = command(&[]);
    let done = simple.env("EMILIA_SERVE_TOKEN", "short").output().expect("the program runs");
    assert!(done.status.code() == Some(1) && String::from_utf8_lossy(&done.stderr).contains("16 to 256"));
    for name in ["", "https://othello.example/"] {
        let (code, text) = run(&["--name", name]);
        assert!(code == Some(2) && text.contains("the name of a host"), "{text}");
    }
    for arguments in [["--time", "0"], ["--time", "NaN"], ["--rate", "0"], ["--connections", "1"], ["--host", "here"]] {
        assert_eq!(run(&arguments).0, Some(2), "{arguments:?}");
    }
    let server = Server::start(&[]);
    let (code, text) = run(&["--port", &server.port.to_string()]);
    assert!(code == Some(2) || text.contains("cannot listen"), "{text}");
}

#[test]
fn too_many_queries_are_refused_and_too_large_bodies_are_not_read() {
    let server = Server::start(&["--rate", "2"]);
    let status = || server.ask("POST", "/analyze", &[], br#"{"id":"a","depth":0}"#);
    let all: Vec<_> = (0..6).map(|_| status()).collect();
    assert_eq!(all[0].status, 200);
    let refused = all.iter().find(|answer| answer.status == 429).expect("a refusal");
    assert!(refused.header("retry-after").is_some_and(|seconds| seconds.parse::<u64>().is_ok()));

    let server = Server::start(&[]);
    let expects =
        "POST /analyze HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\nExpect: 100-continue\r\n\r\n";
    assert!(server.head(expects).starts_with("HTTP/1.1 413"), "it need not send the body");
    let mut stream = server.connect();
    let head = "POST /analyze HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n";
    stream.write_all(head.as_bytes()).expect("it reads");
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).expect("an answer before the body");
    assert_eq!(&answer, b"HTTP/1.1 413");
    let block = vec![b' '; 1 << 20];
    let sent = (0..1000).take_while(|_| stream.write_all(&block).is_ok()).count();
    assert!(sent < 100, "{sent} MiB were read");
    assert_eq!(server.ask("POST", "/analyze", &[], br#"{"id":"a","depth":1}"#).status, 200);
}
