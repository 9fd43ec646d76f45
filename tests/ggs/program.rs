//! `emilia ggs` as a program: the password, mistakes of the command line, the end.

#[cfg(unix)]
use super::talk::{BEGIN, JOIN, UPDATE};
#[cfg(unix)]
use crate::common::program::signal;
use crate::common::program::{emilia, stderr, stdout};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};

const LOGIN: &str = ": Enter login (yours, or one you'd like to use).\r\n";
const SECRET: &str = "made-up\u{fc}pw";

fn command(port: u16) -> Command {
    let mut command = emilia(&["ggs", "--host", "127.0.0.1", "--port", &port.to_string(), "--user", "otto"]);
    command.env("RUST_LOG", "trace").env_remove("EMILIA_GGS_PASSWORD").stdin(Stdio::null());
    command
}

fn listener() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    (listener, port)
}

/// The next line of the program.
fn line(lines: &mut impl BufRead) -> String {
    let mut line = String::new();
    lines.read_line(&mut line).expect("a line");
    line.trim_end().to_owned()
}

/// Asks for name and password, and answers with the text.
fn log_in(stream: &mut TcpStream, answer: &str) -> [String; 2] {
    let mut lines = BufReader::new(stream.try_clone().expect("the connection"));
    stream.write_all(LOGIN.as_bytes()).expect("the program listens");
    let name = line(&mut lines);
    stream.write_all(b": Enter your password.\r\n").expect("the program listens");
    let password = line(&mut lines);
    stream.write_all(answer.as_bytes()).expect("the program listens");
    [name, password]
}

/// What the program printed.
fn text(output: &Output) -> String {
    stdout(output) + &stderr(output)
}

#[cfg(target_os = "linux")]
fn arguments(child: &Child) -> String {
    let bytes = fs::read(format!("/proc/{}/cmdline", child.id())).expect("its arguments");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(not(target_os = "linux"))]
fn arguments(_: &Child) -> String {
    String::new()
}

#[test]
fn the_password_is_sent_and_nowhere_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("password");
    fs::write(&file, format!("{SECRET}\nanother line\n")).expect("a file");
    for is_file in [true, false] {
        let (listener, port) = listener();
        let mut command = command(port);
        if is_file {
            command.arg("--password-file").arg(&file);
        } else {
            command.env("EMILIA_GGS_PASSWORD", SECRET);
        }
        let child = command.spawn().expect("the program starts");
        let (mut stream, _) = listener.accept().expect("a connection");
        assert!(!arguments(&child).contains(SECRET));
        let said = log_in(&mut stream, &format!(": ERR Password is incorrect.\r\n{LOGIN}"));
        assert_eq!(said, ["otto", SECRET]);
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(1));
        let text = text(&output);
        assert!(text.contains("login refused: Password is incorrect."), "{text}");
        assert!(!text.contains("made-up"), "{text}");
        let mut rest = String::new();
        let _ = stream.read_to_string(&mut rest);
        assert_eq!(rest, "", "it is not tried again");
    }
}

#[test]
fn mistakes_end_the_program_before_it_connects() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let (config, empty, password) = (path("config", "types = 9"), path("empty", "\n"), path("password", "x\n"));
    for (words, message) in [
        (vec![], "there is no password; name a file with --password-file, or set EMILIA_GGS_PASSWORD"),
        (vec!["--password-file", &empty], "there is no password"),
        (vec!["--password-file", "missing"], "cannot read missing"),
        (vec!["--password-file", &password, "--config", &config], "line 1: illegal board type: \"9\""),
        (vec!["--password-file", &password, "--records", &password], "cannot create"),
    ] {
        let output = command(1).args(&words).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        assert!(text(&output).contains(message), "{words:?}: {}", text(&output));
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_leaves_the_server() {
    let (listener, port) = listener();
    let child = command(port).env("EMILIA_GGS_PASSWORD", SECRET).spawn().expect("the program starts");
    let (mut stream, _) = listener.accept().expect("a connection");
    log_in(&mut stream, "READY\r\n");
    let mut lines = BufReader::new(stream.try_clone().expect("the connection"));
    while line(&mut lines) != "tell /os stored" {}
    signal(&child, "-INT");
    assert_eq!([line(&mut lines), line(&mut lines)], ["tell /os open 0", "quit"]);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130), "{}", text(&output));
}

#[test]
#[cfg(unix)]
fn a_second_ctrl_c_leaves_the_running_games_and_keeps_their_records() {
    let (listener, port) = listener();
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = command(port);
    command.arg("--records").arg(folder.path()).args(["--threads", "1", "--hash", "2"]);
    let child = command.env("EMILIA_GGS_PASSWORD", SECRET).spawn().expect("the program starts");
    let (mut stream, _) = listener.accept().expect("a connection");
    log_in(&mut stream, "READY\r\n");
    let mut lines = BufReader::new(stream.try_clone().expect("the connection"));
    while line(&mut lines) != "tell /os stored" {}
    // The answer to the request tells that the game before it was read.
    let request = "/os: +  .1 1720.0 mira     03:00//02:00       10 R 1720.0 otto\nREADY";
    stream.write_all(format!("{BEGIN}\n{JOIN}\n{UPDATE}\n{request}\n").as_bytes()).expect("the program listens");
    while line(&mut lines) != "tell /os decline .1" {}
    signal(&child, "-INT");
    while line(&mut lines) != "tell /os open 0" {}
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130), "{}", text(&output));
    let records = fs::read_dir(folder.path()).expect("the records").map(|entry| entry.expect("an entry").path());
    let record = records.into_iter().find(|path| path.extension().is_some_and(|extension| extension == "ggf"));
    let record = fs::read_to_string(record.expect("a record")).expect("a file");
    assert!(record.contains("RE[?]") && record.contains("B[B1"), "{record}");
}
