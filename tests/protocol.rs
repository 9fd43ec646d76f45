//! The protocols console, NBoard, UGI, UCI, XBoard's and Cassio's: lines and events in, commands and text out.

mod cassio;
mod console;
mod document;
mod fuzz;
mod nboard;
mod uci;
mod ugi;
mod xboard;

use emilia::{Certainty, Game, Move, Report, Rules, Score, Value};
use emilia_cli::protocol::{Input, PROTOCOLS, Protocol};
use emilia_cli::session::{Choice, Command, Event, Source};
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

/// The game that a line puts on the session's board.
fn game_of(protocol: &mut dyn Protocol, line: &str) -> Game {
    let commands = asked(protocol, line);
    let [Command::Set(game)] = commands.as_slice() else { panic!("{line}: {commands:?}") };
    game.as_ref().clone()
}

/// The end of a search that chose this move, which no book knows and nobody plays.
fn choice(mv: &str, report: Option<Report<Move>>) -> Choice {
    Choice {
        mv: mv.parse().ok(),
        report,
        source: Source::Search,
        time: Duration::from_millis(510),
        game: None,
        left: None,
    }
}

fn chosen(mv: &str, report: Option<Report<Move>>) -> Event {
    Event::Chosen(choice(mv, report))
}

/// The end of a search that scored these moves.
fn hinted(lines: Vec<Report<Move>>) -> Event {
    Event::Hinted { lines, nodes: 12345, time: Duration::from_millis(500), judged: None }
}

#[test]
fn a_fault_at_the_start_is_one_line_of_ascii_in_the_words_of_the_protocol() {
    for (command, start) in [
        ("nboard", "status "),
        ("ugi", "info string "),
        ("uci", "info string "),
        ("xboard", "tellusererror "),
        ("cassio", "ERROR: "),
        // What is no response cannot be written.
        ("gtp", ""),
    ] {
        let info = PROTOCOLS.iter().find(|info| info.command == command).expect("a protocol");
        let protocol = (info.begin)(Rules::default());
        let notice = if start.is_empty() { String::new() } else { format!("{start}no ?\n") };
        assert_eq!(protocol.fault("no \u{fc}", None), notice, "{command}");
        let (first, refusal) = if command == "gtp" { ("7 name # who", "?7 no ?\n\n") } else { ("", notice.as_str()) };
        assert_eq!(protocol.fault("no \u{fc}", Some(first)), refusal, "{command}");
    }
}
