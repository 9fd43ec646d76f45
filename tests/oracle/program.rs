//! The program under test, run as its users run it.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longer than any run takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);

/// How a run is ended from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// What no program can handle.
    Kill,
}

/// What a run left behind.
pub struct Ended {
    pub stdout: String,
    pub stderr: String,
    pub status: ExitStatus,
    pub took: Duration,
    /// Whether it did not end by itself in all the time there was, and was killed.
    pub is_stuck: bool,
}

/// The command with these arguments; `EMILIA_BINARY` names another program than the one that was just built.
fn command(arguments: &[impl AsRef<OsStr>]) -> Command {
    let built = env!("CARGO_BIN_EXE_emilia").to_owned();
    let mut command = Command::new(std::env::var("EMILIA_BINARY").unwrap_or(built));
    command.args(arguments).env_remove("RUST_LOG");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program on this input to its end, or until it is sent a signal after some time.
pub fn run(arguments: &[impl AsRef<OsStr>], input: String, signal: Option<(Duration, Signal)>) -> Ended {
    let began = Instant::now();
    let mut child = command(arguments).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that is stopped need not read all.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let (stdout, stderr) = (collect(child.stdout.take()), collect(child.stderr.take()));
    let mut signal = signal;
    let mut is_stuck = false;
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        let elapsed = began.elapsed();
        if let Some((_, signal)) = signal.take_if(|(after, _)| elapsed >= *after) {
            send(signal, &mut child);
        }
        if elapsed > PATIENCE && !is_stuck {
            is_stuck = true;
            send(Signal::Kill, &mut child);
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    writer.join().expect("the writer ends");
    let [stdout, stderr] = [stdout, stderr].map(|reader| reader.join().expect("the reader ends"));
    Ended { stdout, stderr, status, took: began.elapsed(), is_stuck }
}

/// Reads a stream to its end. A kill may cut a line: it is left out.
fn collect(stream: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    let mut stream = stream.expect("a pipe");
    std::thread::spawn(move || {
        let mut text = Vec::new();
        stream.read_to_end(&mut text).expect("the output is read");
        text.truncate(text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
        String::from_utf8_lossy(&text).into_owned()
    })
}

fn send(signal: Signal, child: &mut Child) {
    // It may have ended by itself in between.
    match signal {
        Signal::Kill => drop(child.kill()),
        Signal::Interrupt => {
            drop(Command::new("kill").args(["-INT", &child.id().to_string()]).stderr(Stdio::null()).status());
        }
    }
}

/// A program to talk to, line by line, for protocols in which a request ends the one before it.
pub struct Client {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Client {
    /// Starts the program.
    pub fn start(arguments: &[impl AsRef<OsStr>]) -> Client {
        let mut child = command(arguments).stderr(Stdio::null()).spawn().expect("the program starts");
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Client { stdin: child.stdin.take().expect("a pipe"), child, lines }
    }

    /// Sends lines.
    pub fn say(&mut self, text: &str) {
        self.stdin.write_all(text.as_bytes()).expect("the program reads");
    }

    /// The next line, unless none comes in this time.
    pub fn line_within(&mut self, time: Duration) -> Option<String> {
        self.lines.recv_timeout(time).ok()
    }

    /// All lines up to the first for which this holds.
    pub fn until(&mut self, holds: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line_within(PATIENCE).unwrap_or_else(|| panic!("nothing after {lines:?}"));
            lines.push(line);
            if lines.last().is_some_and(|line| holds(line)) {
                return lines;
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
