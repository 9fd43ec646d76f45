//! Clocks and thinking output.

use super::client;
use crate::protocol::{asked, asked_in_words, depth, report, said, written};
use emilia::Certainty;
use emilia_cli::protocol::Protocol;
use emilia_cli::session::Event;

#[test]
fn clocks_bound_the_search() {
    for (line, words) in [
        ("level 40 5 0", "Overtime { main: 0ns, period: 300s, stones: 40 }"),
        ("level 40 0:30 0", "Overtime { main: 0ns, period: 30s, stones: 40 }"),
        ("level 0 2 12", "Game { main: 120s, increment: 12s }"),
        ("level 0 25+5 0.5", "Game { main: 1500s, increment: 500ms }"),
        ("st 30", "PerMove(30s)"),
    ] {
        let mut xboard = client("othello");
        assert_eq!(asked_in_words(&mut xboard, line), format!("Clock({words})"), "{line}");
        assert!(xboard.queues_input(), "until the memory is allocated");
        written(&mut xboard, &Event::Done);
        assert_eq!((said(&mut xboard, "time 1234").as_str(), said(&mut xboard, "otim 99").as_str()), ("", ""));
        let stones = if line.starts_with("level 40") { 40 } else { u8::from(line.starts_with("st")) };
        let left = format!("Clock(Left {{ colour: Black, time: 12.34s, stones: {stones} }}) GoWithin");
        let words = asked_in_words(&mut xboard, "go");
        assert!(words.starts_with(&left), "{words}");
    }
    let mut xboard = client("othello");
    for line in [
        "level",
        "level x 5 0",
        "level 40 x 0",
        "level 40 :5 0",
        "level 0 5 nan",
        "st",
        "st -1",
        "time x",
        "sd 0",
        "sd x",
    ] {
        assert_eq!(said(&mut xboard, line), format!("Error (bad arguments): {line}\n"));
    }
    asked(&mut xboard, "level 99999999999999999999 99999999999:99999 0");
}

#[test]
fn thinking_is_shown_on_request_and_claims_no_more_than_is_proved() {
    let best = |certainty| report("d3 c5 pass", 1.5, certainty);
    let mut xboard = client("othello");
    asked(&mut xboard, "go");
    assert_eq!(written(&mut xboard, &Event::Thinking(vec![best(depth(12, 73))])), "");
    said(&mut xboard, "post");
    for (certainty, words) in [
        (depth(12, 73), "12 150 50 12345 P@d3 P@c5 @@@@ {73%}\n"),
        (Certainty::AtLeast, "60 200 50 12345 P@d3 P@c5 @@@@ !\n"),
        (Certainty::AtMost, "60 200 50 12345 P@d3 P@c5 @@@@ ?\n"),
        (Certainty::Exact, "60 200 50 12345 P@d3 P@c5 @@@@ {exact}\n"),
    ] {
        let line = match certainty {
            Certainty::Depth { .. } => best(certainty),
            _ => report("d3 c5 pass", 2.0, certainty),
        };
        asked(&mut xboard, "go");
        assert_eq!(written(&mut xboard, &Event::Thinking(vec![line.clone()])), words);
        assert_eq!(written(&mut xboard, &Event::Thinking(vec![line])), "", "it is no news");
    }
}
