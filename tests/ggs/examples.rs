//! The examples of `protocol.md`, in which the test is the server.

use crate::common::documents::{Block, document};
use crate::common::program::{PATIENCE, emilia};
use crate::protocol_md::matches;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::time::Duration;

/// No line comes after the last one within this time.
const SILENCE: Duration = Duration::from_millis(300);
/// The last of the settings.
const LAST_SETTING: &str = "tell /os stored";

/// The program at the other end of the connection.
struct Client {
    stream: TcpStream,
    lines: BufReader<TcpStream>,
}

impl Client {
    fn send(&mut self, line: &str) {
        write!(self.stream, "{line}\r\n").expect("the program listens");
    }

    /// The next line; none if there is none within this time.
    fn receive(&mut self, wait: Duration) -> Option<String> {
        self.stream.set_read_timeout(Some(wait)).expect("an option of the connection");
        let mut line = String::new();
        match self.lines.read_line(&mut line) {
            Ok(_) => Some(line.trim_end().to_owned()),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => None,
            Err(error) => panic!("{error}"),
        }
    }

    /// The lines before the examples that begin after the login.
    fn log_in(&mut self) {
        self.send(": Enter login (yours, or one you'd like to use).");
        assert_eq!(self.receive(PATIENCE).as_deref(), Some("otto"));
        self.send(": Enter your password.");
        assert_eq!(self.receive(PATIENCE).as_deref(), Some(super::games::PASSWORD));
        self.send("READY");
        while self.receive(PATIENCE).expect("a setting") != LAST_SETTING {}
    }
}

/// Holds the conversation of an example.
fn hold(example: &Block, port: u16, listener: &TcpListener) {
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("config");
    fs::write(&config, "types = 8, s8r\nmain = 01:00 - 15:00\n").expect("a file");
    let mut program = emilia(&["ggs", "--host", "127.0.0.1", "--user", "otto", "--nodes", "50", "--hash", "1"])
        .args(["--threads", "1", "--port", &port.to_string(), "--config"])
        .arg(config)
        .env("EMILIA_GGS_PASSWORD", super::games::PASSWORD)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::inherit())
        .spawn()
        .expect("the program starts");
    let (stream, _) = listener.accept().expect("a connection");
    let lines = BufReader::new(stream.try_clone().expect("the connection"));
    let mut client = Client { stream, lines };
    if !example.lines.iter().any(|(_, line)| line.starts_with("> : Enter login")) {
        client.log_in();
    }
    for (number, line) in &example.lines {
        if let Some(said) = line.strip_prefix("> ") {
            client.send(said);
        } else if let Some(pattern) = line.strip_prefix("< ") {
            let heard = client.receive(PATIENCE).unwrap_or_else(|| panic!("line {number}: no {pattern:?}"));
            assert!(matches(pattern, &heard), "line {number}: {pattern:?} is not what the program says: {heard:?}");
        } else {
            panic!("line {number}: neither said nor heard: {line:?}");
        }
    }
    assert_eq!(client.receive(SILENCE), None, "the program says more");
    program.kill().expect("it runs");
    program.wait().expect("it ends");
}

#[test]
fn every_example_in_ggs_is_true() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    let protocols = document("protocol.md");
    let (_, examples) = protocols.parts();
    let examples: Vec<&Block> = examples.iter().filter(|example| example.language == "ggs").collect();
    assert!(!examples.is_empty(), "the document has no example");
    examples.into_iter().for_each(|example| hold(example, port, &listener));
}
