//! Cassio's protocol: the lines of its client, and the answers.

use super::{asked, asked_in_words, depth, hinted, report, said, written};
use emilia::{Certainty, Limits, Score, Selectivity};
use emilia_cli::protocol::{Cassio, Input, Order, Protocol};
use emilia_cli::session::{Command, Event};
use std::time::Duration;

const START: &str = "---------------------------OX------XO---------------------------X";
/// Three empty squares, white to move.
const ENDING: &str = "-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX--O";

fn to(command: &str) -> String {
    format!("ENGINE-PROTOCOL {command}")
}

/// The limits of a search, after the position is set.
fn limits(cassio: &mut Cassio, command: &str) -> Limits {
    let commands = asked(cassio, &to(command));
    let [Command::Set(_), Command::Search(limits)] = commands.as_slice() else { panic!("{command}: {commands:?}") };
    limits.as_ref().clone()
}

#[test]
fn the_engine_says_when_it_is_ready() {
    let mut cassio = Cassio::new();
    assert_eq!(asked_in_words(&mut cassio, &to("init")), "Prepare");
    assert_eq!(written(&mut cassio, &Event::Done), "ready.\n");
    let version = concat!("version: Emilia ", env!("CARGO_PKG_VERSION"), "\nready.\n");
    assert_eq!(said(&mut cassio, &to("get-version")), version);
    for line in ["ENGINE-PROTOCOL new-position", "ENGINE-PROTOCOL stop", "ENGINE-PROTOCOL get-search-infos", "", " \t"]
    {
        assert_eq!(said(&mut cassio, line), "ready.\n", "{line:?}");
    }
    assert_eq!(asked_in_words(&mut cassio, &to("empty-hash")), "Forget");
    assert_eq!(written(&mut cassio, &Event::Done), "");
    assert_eq!(asked_in_words(&mut cassio, &to("quit")), "Quit");
    assert_eq!(written(&mut cassio, &Event::Goodbye), "bye bye.\n");
    assert_eq!(written(&mut Cassio::new(), &Event::Goodbye), "bye bye.\n");
}

#[test]
fn what_is_not_understood_is_an_error() {
    let mut cassio = Cassio::new();
    for (line, answer) in [
        ("hello you", "ERROR: Unknown protocol \"hello\"\n"),
        ("engine-protocol init", "ERROR: Unknown protocol \"engine-protocol\"\n"),
        ("\u{fc}", "ERROR: Unknown protocol \"?\"\n"),
        ("ENGINE-PROTOCOL", "ERROR: unknown command \nready.\n"),
        ("ENGINE-PROTOCOL sing a song", "ERROR: unknown command sing\nready.\n"),
    ] {
        assert_eq!(said(&mut cassio, line), answer, "{line:?}");
    }
    for arguments in [
        String::new(),
        START[..64].to_owned(),
        format!("{START}X -64 64 21 73"),
        format!("{} ? -64 64 21 73", &START[..64]),
        format!("{}? -64 64 21 73", &START[..64]),
        START.to_owned(),
        format!("{START} x 64 21 73"),
        format!("{START} nan 64 21 73"),
        format!("{START} -inf 64 21 73"),
        format!("{START} -64 64 deep 73"),
        format!("{START} -64 64 -3 73"),
        format!("{START} -64 64 21 high"),
        format!("{START} -64 64 21 101"),
        format!("{START} -64 64 21 -1"),
    ] {
        let text = said(&mut cassio, &to(&format!("midgame-search {arguments}")));
        assert!(text.starts_with("ERROR: in midgame-search, Emilia cannot parse "), "{arguments}: {text}");
        assert!(text.ends_with("\nready.\n") && text.lines().count() == 2, "{arguments}: {text}");
    }
}

#[test]
fn a_search_has_the_window_the_depth_and_the_precision_that_are_asked_for() {
    let mut cassio = Cassio::new();
    let window = |alpha: i32, beta: i32| (Score::discs(alpha), Score::discs(beta));
    for (arguments, alpha, beta, plies, selectivity) in [
        ("-64 64 21 73", -64, 64, 21, Selectivity::P73),
        ("-64 64", -64, 64, 64, Selectivity::Full),
        ("-1.5 2.25 12 87", -2, 3, 12, Selectivity::P87),
        ("2 2 12 95", 2, 3, 12, Selectivity::P95),
        ("4 -4 12 98", 4, 5, 12, Selectivity::P98),
        ("64 64 99 99%", 63, 64, 64, Selectivity::P99),
        ("-100 -80 0 99.5", -64, -63, 0, Selectivity::Full),
        ("0 1 5 74", 0, 1, 5, Selectivity::P87),
        ("0 1 5 0", 0, 1, 5, Selectivity::P33),
    ] {
        let limits = limits(&mut cassio, &format!("midgame-search {START} {arguments}"));
        assert_eq!((limits.window, limits.depth, limits.selectivity), (window(alpha, beta), plies, selectivity));
        assert_eq!((limits.level, limits.nodes, limits.budget, limits.lines), (None, None, None, 1), "{arguments}");
        written(&mut cassio, &hinted(Vec::new()));
    }
    let limits = limits(&mut cassio, &format!("endgame-search {ENDING} -1 1 100"));
    assert_eq!((limits.window, limits.depth, limits.selectivity), (window(-1, 1), 64, Selectivity::Full));
}

#[test]
fn the_side_to_move_may_stand_apart() {
    let mut cassio = Cassio::new();
    let name = format!("{} O", &START[..64]);
    limits(&mut cassio, &format!("midgame-search {name} -64 64 3 73"));
    let line = written(&mut cassio, &hinted(vec![report("f4", 0.0, depth(3, 73))]));
    assert!(line.starts_with(&format!("{name}, move f4, depth 3, @73%, W+0.00 <= v <= W+0.00, f4, node ")), "{line}");
}

#[test]
fn results_name_the_bounds_from_the_side_that_moves() {
    let mut cassio = Cassio::new();
    limits(&mut cassio, &format!("midgame-search {START} -4 4 12 73"));
    fn line(cassio: &mut Cassio, position: &str, variation: &str, discs: f32, certainty: Certainty) -> String {
        let text = written(cassio, &Event::Thinking(vec![report(variation, discs, certainty)]));
        let text = text.strip_prefix(&format!("{position}, "));
        text.and_then(|rest| rest.strip_suffix(", node 12345, time 0.500\n")).unwrap_or_default().to_owned()
    }
    let mut of_start = |variation: &str, discs, certainty| line(&mut cassio, START, variation, discs, certainty);
    assert_eq!(of_start("d3 c5 f6", 1.5, depth(12, 73)), "move D3, depth 12, @73%, B+1.50 <= v <= B+1.50, D3c5F6");
    assert_eq!(of_start("d3 c5 f6", 1.5, depth(12, 73)), "", "nothing new");
    assert_eq!(of_start("d3 c5", 4.5, depth(12, 73)), "move D3, depth 12, @73%, B+4.50 <= v <= B+64.00, D3c5");
    assert_eq!(of_start("d3 c5", 4.0, depth(13, 100)), "move D3, depth 13, @100%, B+4.00 <= v <= B+64.00, D3c5");
    assert_eq!(of_start("d3", -4.25, depth(12, 73)), "move D3, depth 12, @73%, B-64.00 <= v <= B-4.25, D3");
    assert_eq!(of_start("d3", -0.001, depth(12, 73)), "move D3, depth 12, @73%, B+0.00 <= v <= B+0.00, D3");
    written(&mut cassio, &hinted(Vec::new()));
    limits(&mut cassio, &format!("endgame-search {ENDING} -64 64 100"));
    let mut of_ending = |variation: &str, discs, certainty| line(&mut cassio, ENDING, variation, discs, certainty);
    assert_eq!(
        of_ending("pass g8 pass", -2.0, Certainty::Exact),
        "move pa, depth 3, @100%, W-2.00 <= v <= W-2.00, paG8pa"
    );
    assert_eq!(of_ending("g8", 2.0, Certainty::AtLeast), "move g8, depth 3, @100%, W+2.00 <= v <= W+64.00, g8");
    assert_eq!(of_ending("g8", 2.0, Certainty::AtMost), "move g8, depth 3, @100%, W-64.00 <= v <= W+2.00, g8");
}

#[test]
fn a_search_ends_with_its_last_line_and_ready() {
    let mut cassio = Cassio::new();
    limits(&mut cassio, &format!("midgame-search {START} -64 64 12 73"));
    let best = || vec![report("d3 c5", 1.5, depth(12, 73))];
    written(&mut cassio, &Event::Thinking(best()));
    assert_eq!(written(&mut cassio, &hinted(best())), "ready.\n", "the last line was written before");
    limits(&mut cassio, &format!("midgame-search {START} -64 64 12 73"));
    let text = written(&mut cassio, &hinted(best()));
    assert!(text.starts_with(START) && text.ends_with("\nready.\n") && text.lines().count() == 2, "{text}");
    // The game is over, with 64 discs to 0.
    let over = format!("{}X", "X".repeat(64));
    limits(&mut cassio, &format!("endgame-search {over} -64 64 100"));
    let text = written(&mut cassio, &hinted(Vec::new()));
    let line = format!("{over}, move --, depth 0, @100%, B+64.00 <= v <= B+64.00, , node 0, time 0.000\nready.\n");
    assert_eq!(text, line);
}

#[test]
fn during_a_search_the_client_asks_and_stops() {
    let mut cassio = Cassio::new();
    assert!(cassio.queues_input());
    let (infos, stop) = (to("get-search-infos"), to("stop"));
    assert_eq!([cassio.order(""), cassio.order(&stop)], [Order::Waits; 2], "there is nothing to wait for");
    limits(&mut cassio, &format!("midgame-search {START} -64 64 12 73"));
    for line in ["", " ", &infos, &stop, "  ENGINE-PROTOCOL   stop now"] {
        assert_eq!(cassio.order(line), Order::AtOnce, "{line:?}");
    }
    for line in ["hello", "stop", "ENGINE-PROTOCOL", "ENGINE-PROTOCOL quit", "ENGINE-PROTOCOL init"] {
        assert_eq!(cassio.order(line), Order::Waits, "{line:?}");
    }
    assert_eq!(said(&mut cassio, ""), "ok.\n");
    assert_eq!(asked_in_words(&mut cassio, &infos), "Progress");
    let progress = Event::Progress { nodes: 1234, time: Duration::from_millis(1234) };
    assert_eq!(written(&mut cassio, &progress), "node 1234, time 1.234\n");
    assert!(matches!(cassio.read(&stop), Input::EndAll));
    assert_eq!(written(&mut cassio, &hinted(vec![report("d3", 1.5, depth(12, 73))])), "", "no line after stop");
    assert_eq!(said(&mut cassio, &stop), "ready.\n");
}

#[test]
fn results_from_elsewhere_are_passed_on() {
    let mut cassio = Cassio::new();
    let known = |cassio: &mut Cassio, arguments: &str| {
        let commands = asked(cassio, &to(&format!("feed-hash {arguments}")));
        let [Command::Know(result)] = commands.as_slice() else { panic!("{arguments}: {commands:?}") };
        (result.lower.to_discs(), result.upper.to_discs(), result.depth, result.percent, result.best)
    };
    let d3 = "d3".parse().ok();
    assert_eq!(known(&mut cassio, &format!("{START} -1.5 2 21 73 D3c5F6")), (-1.5, 2.0, 21, 73, d3));
    assert_eq!(known(&mut cassio, &format!("{START} -1000 1000 99 100")), (-64.0, 64.0, 64, 100, None));
    assert_eq!(known(&mut cassio, &format!("{START} 0 0 4")), (0.0, 0.0, 4, 100, None));
    assert_eq!(written(&mut cassio, &Event::Done), "");
    for arguments in ["", "x", START, "0 1", &format!("{START} 2 1 21 73"), &format!("{START} 0 1 21 73 a1")] {
        let text = said(&mut cassio, &to(&format!("feed-hash {arguments}")));
        assert!(text.starts_with("Error: in feed-hash, Emilia cannot parse ") && text.lines().count() == 1, "{text}");
    }
}

#[test]
fn a_failed_search_is_an_error_and_the_engine_is_ready() {
    let mut cassio = Cassio::new();
    limits(&mut cassio, &format!("midgame-search {START} -64 64 12 73"));
    assert_eq!(written(&mut cassio, &Event::Refused("no thr\u{e9}ad".into())), "ERROR: no thr?ad\nready.\n");
    assert_eq!(said(&mut cassio, ""), "ready.\n");
}
