//! The examples of `protocol.md`, run against the program. Those of GGS are in `tests/ggs/examples.rs`.

use crate::common::documents::{Block, document};
use emilia_cli::protocol::PROTOCOLS;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// A line that is expected comes within this time, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// Whether the line is the pattern, in which `...` matches any text. Blanks at the end do not count.
pub fn matches(pattern: &str, line: &str) -> bool {
    let (pattern, line) = (pattern.trim_end(), line.trim_end());
    let Some((start, others)) = pattern.split_once("...") else { return pattern == line };
    let (middle, end) = others.rsplit_once("...").unwrap_or(("", others));
    let Some(mut rest) = line.strip_prefix(start) else { return false };
    for part in middle.split("...") {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(end)
}

/// The program at the other end of the pipes.
struct Program {
    child: Child,
    lines: Receiver<String>,
}

impl Program {
    fn start(language: &str) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_emilia"))
            .arg(language)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok).filter(|line| !line.trim().is_empty()) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Program { child, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().expect("its input"), "{line}").expect("the program listens");
    }

    /// The next line; none at the end of the output. The number of the line of the document tells where it stays out.
    fn hear(&self, number: usize) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("line {number}: the program says nothing more"),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // After a failure only: else it has ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Holds the conversation of an example, from its beginning.
fn hold(example: &Block) {
    let mut program = Program::start(example.language);
    // Whether other lines may come before the one expected next.
    let mut skips = false;
    for (number, line) in &example.lines {
        if let Some(said) = line.strip_prefix("> ") {
            program.say(said);
        } else if let Some(pattern) = line.strip_prefix("< ") {
            if pattern == "..." {
                skips = true;
                continue;
            }
            loop {
                let heard = program.hear(*number);
                let heard = heard.unwrap_or_else(|| panic!("line {number}: the program ended before {pattern:?}"));
                if matches(pattern, &heard) {
                    break;
                }
                assert!(skips, "line {number}: {pattern:?} is not what the program says: {heard:?}");
            }
            skips = false;
        } else {
            panic!("line {number}: neither said nor heard: {line:?}");
        }
    }
    drop(program.child.stdin.take());
    let end = example.lines.last().map_or(0, |(number, _)| *number);
    while let Some(heard) = program.hear(end) {
        assert!(skips, "line {end}: the program says more: {heard:?}");
    }
    let status = program.child.wait().expect("the program ends");
    assert!(status.success(), "the program ended with {status}");
}

fn hold_all(language: &str) {
    let protocols = document("protocol.md");
    let (_, examples) = protocols.parts();
    let examples: Vec<&Block> = examples.iter().filter(|example| example.language == language).collect();
    assert!(!examples.is_empty(), "the document has no example in {language}");
    examples.into_iter().for_each(hold);
}

#[test]
fn every_example_is_in_a_language_that_the_program_speaks() {
    for example in document("protocol.md").parts().1 {
        let is_of_table = PROTOCOLS.iter().any(|info| info.command == example.language);
        assert!(
            is_of_table || ["console", "json", "serve", "ggs"].contains(&example.language),
            "{:?}",
            example.language
        );
    }
}

#[test]
fn every_example_in_nboard_is_true() {
    hold_all("nboard");
}

#[test]
fn every_example_on_the_console_is_true() {
    hold_all("console");
}

#[test]
fn every_example_in_gtp_is_true() {
    hold_all("gtp");
}

#[test]
fn every_example_in_ugi_is_true() {
    hold_all("ugi");
}

#[test]
fn every_example_in_uci_is_true() {
    hold_all("uci");
}

#[test]
fn every_example_in_xboards_protocol_is_true() {
    hold_all("xboard");
}

#[test]
fn every_example_in_cassios_protocol_is_true() {
    hold_all("cassio");
}

#[test]
fn every_example_in_json_is_true() {
    hold_all("json");
}

#[test]
fn three_dots_match_any_text() {
    for (pattern, line) in
        [("a...", "a"), ("...c", "abc"), ("a...c", "abc"), ("= ... x ...", "= 1 x 2"), ("=", "= "), ("...", "x")]
    {
        assert!(matches(pattern, line), "{pattern} {line}");
    }
    for (pattern, line) in [("a...", "ba"), ("a...c", "ab"), ("a", "ab"), ("= ... x ...", "= 1 2"), ("ab...ba", "aba")]
    {
        assert!(!matches(pattern, line), "{pattern} {line}");
    }
}
