//! The program, run to its end or talked to line by line.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Longer than anything here takes, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The program with these arguments, and pipes for its streams. `EMILIA_BINARY` names another program to test than the one just built.
pub fn emilia(arguments: &[impl AsRef<OsStr>]) -> Command {
    let built = env!("CARGO_BIN_EXE_emilia").to_owned();
    let mut command = Command::new(std::env::var("EMILIA_BINARY").unwrap_or(built));
    command.args(arguments).env_remove("RUST_LOG");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program with these arguments on this input to its end.
pub fn run(arguments: &[impl AsRef<OsStr>], input: &str) -> Output {
    run_on(&mut emilia(arguments), input.as_bytes())
}

/// Runs the command on this input to its end.
pub fn run_on(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        // What is not read is no fault here.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().expect("the program ends")
    })
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// What a command that succeeds prints.
pub fn done(output: &Output) -> String {
    assert!(output.status.success(), "{}", stderr(output));
    stdout(output)
}

/// The complaint of a command that fails.
pub fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{}{}", stdout(output), stderr(output));
    stderr(output)
}

/// The exit code of a program that ends by itself.
pub fn exit_code(child: &mut Child) -> Option<i32> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return status.code();
        }
        if began.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the program does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Sends the program a signal, such as `-INT`.
#[cfg(unix)]
pub fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(sent.expect("the command kill").success());
}

/// A program to talk to, line by line.
pub struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Client {
    pub fn start(command: &mut Command) -> Client {
        let mut child = command.stderr(Stdio::null()).spawn().expect("the program starts");
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Client { stdin: child.stdin.take(), child, lines }
    }

    pub fn say(&self, text: impl AsRef<[u8]>) {
        self.stdin.as_ref().expect("stdin is open").write_all(text.as_ref()).expect("the program reads");
    }

    /// The next line; none at the end of the output, or if none comes within this time.
    pub fn line_within(&self, time: Duration) -> Option<String> {
        self.lines.recv_timeout(time).ok()
    }

    /// The next line; none at the end of the output.
    pub fn hear(&self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Err(RecvTimeoutError::Timeout) => panic!("the program says nothing more"),
            line => line.ok(),
        }
    }

    /// The lines up to the next one for which this holds.
    pub fn until(&self, holds: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line_within(PATIENCE).unwrap_or_else(|| panic!("nothing after {lines:?}")));
            if lines.last().is_some_and(|line| holds(line)) {
                return lines;
            }
        }
    }

    /// Ends the input; what the program still says, and its exit code.
    pub fn end(mut self) -> (Vec<String>, Option<i32>) {
        drop(self.stdin.take());
        (std::iter::from_fn(|| self.hear()).collect(), exit_code(&mut self.child))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // It has usually ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
