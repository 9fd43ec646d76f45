//! A client of `emilia json`.

use crate::common::program;
use serde_json::Value;
use std::time::Duration;

/// The program, with its answers as they come.
pub struct Client(program::Client);

fn object(line: &str) -> Value {
    let answer: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    assert!(answer.is_object(), "{line}");
    answer
}

impl Client {
    /// Starts the program with a small table and these arguments.
    pub fn start(arguments: &[&str]) -> Client {
        Client(program::Client::start(program::emilia(&["json", "--hash", "16"]).args(arguments)))
    }

    /// Sends a line.
    pub fn say(&self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    /// Sends bytes.
    pub fn send(&self, bytes: &[u8]) {
        self.0.say(bytes);
    }

    /// The next object.
    pub fn hear(&self) -> Value {
        object(&self.0.hear().expect("the program answers"))
    }

    /// The next object, if it comes within this time.
    pub fn hear_within(&self, time: Duration) -> Option<Value> {
        self.0.line_within(time).map(|line| object(&line))
    }

    /// Sends a line and gives the next object.
    pub fn ask(&self, line: &str) -> Value {
        self.say(line);
        self.hear()
    }

    /// The next object for which this holds; those before it are dropped.
    pub fn until(&self, holds: impl Fn(&Value) -> bool) -> Value {
        std::iter::repeat_with(|| self.hear()).find(holds).expect("it goes on without an end")
    }

    /// Ends the input and gives the objects that are left and the exit code.
    pub fn end(self) -> (Vec<Value>, Option<i32>) {
        let (rest, code) = self.0.end();
        (rest.iter().map(|line| object(line)).collect(), code)
    }
}

/// Whether it is the last answer of a turn.
pub fn is_last(answer: &Value) -> bool {
    answer["isDuringSearch"] == false
}
