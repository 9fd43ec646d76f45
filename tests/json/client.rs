//! A client of `emilia json`.

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Longer than anything here takes, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The program, with its answers as they come.
pub struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    answers: Receiver<Value>,
}

impl Client {
    /// Starts the program with a small table and these arguments.
    pub fn start(arguments: &[&str]) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_emilia"));
        command.args(["json", "--hash", "16"]).args(arguments).env_remove("RUST_LOG");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                let answer: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
                assert!(answer.is_object(), "{line}");
                if sender.send(answer).is_err() {
                    return;
                }
            }
        });
        Client { stdin: child.stdin.take(), child, answers }
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    /// Sends bytes.
    pub fn send(&mut self, bytes: &[u8]) {
        self.stdin.as_mut().expect("stdin is open").write_all(bytes).expect("the program reads");
    }

    /// The next object.
    pub fn hear(&self) -> Value {
        self.answers.recv_timeout(PATIENCE).expect("the program answers")
    }

    /// The next object, if it comes within this time.
    pub fn hear_within(&self, time: Duration) -> Option<Value> {
        match self.answers.recv_timeout(time) {
            Ok(answer) => Some(answer),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the program has ended"),
        }
    }

    /// Sends a line and gives the next object.
    pub fn ask(&mut self, line: &str) -> Value {
        self.say(line);
        self.hear()
    }

    /// The next object for which this holds; those before it are dropped.
    pub fn until(&self, holds: impl Fn(&Value) -> bool) -> Value {
        loop {
            let answer = self.hear();
            if holds(&answer) {
                return answer;
            }
        }
    }

    /// Ends the input and gives the objects that are left and the exit code.
    pub fn end(mut self) -> (Vec<Value>, Option<i32>) {
        drop(self.stdin.take());
        let (mut rest, began) = (Vec::new(), Instant::now());
        loop {
            match self.answers.recv_timeout(PATIENCE.saturating_sub(began.elapsed())) {
                Ok(answer) => rest.push(answer),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the program does not end"),
            }
        }
        (rest, self.child.wait().expect("a child").code())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // It has usually ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether it is the last answer of a turn.
pub fn is_last(answer: &Value) -> bool {
    answer["isDuringSearch"] == false
}
