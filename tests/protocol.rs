//! The protocols console, NBoard, UGI, UCI, XBoard's and Cassio's: lines and events in, commands and text out.

mod cassio;
mod console;
mod document;
mod fuzz;
mod nboard;
mod uci;
mod ugi;
mod xboard;

use emilia::{Certainty, Move, Report, Score, Value};
use emilia_cli::protocol::{Input, Protocol};
use emilia_cli::session::{Command, Event};
use std::time::Duration;

/// What the protocol asks of the session on this line, or a failed test if it asks nothing.
fn asked(protocol: &mut dyn Protocol, line: &str) -> Vec<Command> {
    match protocol.read(line) {
        Input::Commands(commands) => commands,
        other => panic!("{line:?} asks nothing of the session: {other:?}"),
    }
}

/// The commands of a line in the words of the program, one behind the other.
fn asked_in_words(protocol: &mut dyn Protocol, line: &str) -> String {
    asked(protocol, line).iter().map(|command| format!("{command:?}")).collect::<Vec<_>>().join(" ")
}

/// What the protocol answers by itself, or a failed test if it asks the session.
fn said(protocol: &mut dyn Protocol, line: &str) -> String {
    match protocol.read(line) {
        Input::Reply(text) => text,
        other => panic!("{line:?} is not answered by the protocol alone: {other:?}"),
    }
}

/// What the protocol writes of an event.
fn written(protocol: &mut dyn Protocol, event: &Event) -> String {
    let mut text = String::new();
    protocol.write(event, &mut text).expect("writing to a string");
    text
}

/// A variation from text such as `f5 pass d6` with a score in discs.
fn report(line: &str, discs: f32, certainty: Certainty) -> Report<Move> {
    let line = line.split_whitespace().map(|mv| mv.parse().expect("a move")).collect();
    let value = Value::from_parts(Score::from_discs(discs), certainty).expect("whole discs where proved");
    Report { value, line, nodes: 12345, time: Duration::from_millis(500) }
}

/// The certainty of a selective search of this depth.
fn depth(plies: u8, percent: u8) -> Certainty {
    Certainty::Depth { plies, percent }
}
