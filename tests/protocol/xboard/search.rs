//! Clocks, thinking output, offers and analyses.

use super::{chosen, client};
use crate::protocol::{asked, asked_in_words, depth, report, said, written};
use emilia::score::Certainty;
use emilia_cli::protocol::{Protocol, Reading};
use emilia_cli::session::Event;
use std::time::Duration;

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
        assert!(xboard.is_patient(), "until the memory is allocated");
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

#[test]
fn the_engine_resigns_and_takes_a_draw_only_on_a_proof() {
    for (discs, certainty, resigns, draws) in [
        (-2.0, Certainty::Exact, true, true),
        (-2.0, Certainty::AtMost, true, true),
        (0.0, Certainty::Exact, false, true),
        (-2.0, Certainty::AtLeast, false, false),
        (-20.0, depth(20, 99), false, false),
        (2.0, Certainty::Exact, false, false),
    ] {
        let mut xboard = client("othello");
        assert_eq!(said(&mut xboard, "option Resign=1"), "");
        assert_eq!(said(&mut xboard, "draw"), "");
        asked(&mut xboard, "go");
        let text = written(&mut xboard, &chosen("d3", Some(report("d3", discs, certainty)), None));
        assert!(text.starts_with("move P@d3\n") && text.contains("\nresign\n") == resigns, "{text}");
        assert_eq!(said(&mut xboard, "draw"), if draws { "offer draw\n" } else { "" });
        asked(&mut xboard, "usermove c5");
        assert!(matches!(xboard.read("draw"), Reading::Say(text) if text.is_empty()), "a move may have been a mistake");
    }
}

#[test]
fn an_analysis_follows_the_board_and_answers_meanwhile() {
    let mut xboard = client("othello");
    let endless =
        "GoWithin(Bounds { depth: None, nodes: None, time: None, is_endless: true, moves: None, lines: 0, is_played: false })";
    said(&mut xboard, "post");
    assert_eq!(asked_in_words(&mut xboard, "analyze"), endless);
    assert!(!xboard.is_patient());
    assert_eq!(said(&mut xboard, "hint"), "");
    written(&mut xboard, &Event::Thinking(vec![report("d3 c5", 0.5, depth(7, 73))]));
    assert_eq!(said(&mut xboard, "hint"), "Hint: P@d3\n");
    assert_eq!(said(&mut xboard, "ping 3"), "pong 3\n");
    asked(&mut xboard, "option Level=99");
    written(&mut xboard, &Event::Refused("too high".into()));
    let text = written(&mut xboard, &Event::Thinking(vec![report("d3 c5", 0.75, depth(7, 73))]));
    assert_eq!(text, "7 75 50 12345 P@d3 P@c5 {73%}\n", "the analysis continues");
    assert_eq!(asked_in_words(&mut xboard, "."), "Progress");
    let progress = Event::Progress { nodes: 77, time: Duration::from_millis(1250) };
    assert_eq!(written(&mut xboard, &progress), "stat01: 125 77 7 0 4\n");
    for (line, first) in
        [("usermove d3", "Play"), ("undo", "Undo(1)"), ("new", "New"), ("setboard 8/8/8/3Pp3/3pP3/8/8/8 w", "Set")]
    {
        let words = asked_in_words(&mut xboard, line);
        assert!(words.starts_with(first) && words.ends_with(endless), "{line}: {words}");
    }
    assert_eq!(asked_in_words(&mut xboard, "exit"), "Sync(0)");
    assert_eq!(said(&mut xboard, "."), "Error (unknown command): .\n");
    assert_eq!(said(&mut xboard, "exit"), "Error (unknown command): exit\n");
    assert_eq!(asked_in_words(&mut xboard, "analyze"), endless);
    assert_eq!(asked_in_words(&mut xboard, "force"), "Sync(0)");
    assert!(!asked_in_words(&mut xboard, "usermove d3").contains("is_endless"), "`force` ends the analysis");
}
