//! UGI: the lines of its clients, and the answers.

use super::{asked, asked_in_words, choice, chosen, depth, game_of, report, said, written};
use emilia::{Certainty, Colour, Rules};
use emilia_cli::protocol::{Protocol, Ugi};
use emilia_cli::session::{Choice, Command, Event, Options, Source};

/// A 6x6 game where white must pass, then black ends it.
const PASS: &str = "position fen 8/8/8/8/8/8/8/XO6 w";

#[test]
fn the_handshake_lists_the_options_with_their_present_values() {
    let mut ugi = Ugi::new();
    assert_eq!(asked_in_words(&mut ugi, "ugi"), "ShowOptions");
    let options = Options { book: false, level: 9, hash: 64, ..Options::default() };
    let text = written(&mut ugi, &Event::Options(options.settings()));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("id name Emilia ") && lines[1].starts_with("id author "), "{text}");
    assert_eq!(lines.last(), Some(&"ugiok"));
    for line in [
        "option name Level type spin default 9 min 1 max 60",
        "option name Hash type spin default 64 min 1 max 1048576",
        "option name Book type check default false",
        "option name Variant type string default othello",
    ] {
        assert!(lines.contains(&line), "{line} is not in {text}");
    }
    assert!(!text.to_ascii_lowercase().contains("ponder"), "an option without effect");
}

#[test]
fn options_are_set_by_name() {
    let mut ugi = Ugi::new();
    for (line, command) in [
        ("setoption name Hash value 16", r#"Option { name: "Hash", value: "16" }"#),
        ("setoption name book value true", r#"Option { name: "book", value: "1" }"#),
        ("setoption  name BOOK value False", r#"Option { name: "BOOK", value: "0" }"#),
        ("setoption name Contempt value -100", r#"Option { name: "Contempt", value: "-100" }"#),
    ] {
        assert_eq!(asked_in_words(&mut ugi, line), command, "{line}");
    }
    for (line, words) in [
        ("setoption name Hash value true", "hash takes"),
        ("setoption name Level value 61", "level takes a number from 1 to 60"),
        ("setoption name Colour value red", "unknown option"),
        ("setoption name Hash", "usage: setoption"),
        ("setoption", "usage: setoption"),
        ("setoption name Variant value chess", "info string "),
        ("setoption name Variant value", "Variant takes"),
    ] {
        let text = said(&mut ugi, line);
        assert!(text.starts_with("info string ") && text.contains(words) && text.lines().count() == 1, "{text}");
    }
}

#[test]
fn the_variant_is_an_option_and_begins_another_game() {
    let mut ugi = Ugi::new();
    let commands = asked(&mut ugi, "setoption name Variant value 6x6 anti");
    let [Command::New(rules)] = commands.as_slice() else { panic!("{commands:?}") };
    assert_eq!(*rules, Rules::read("6x6 anti").expect("rules"));
    assert!(ugi.queues_input(), "the next line waits until the game has begun");
    assert_eq!(written(&mut ugi, &Event::Done), "");
    assert!(!ugi.queues_input());
    assert_eq!(game_of(&mut ugi, "position startpos moves c2").rules(), rules);
    let on_board = game_of(&mut ugi, "position fen 6/6/2ox2/2xo2/6/6 x");
    assert_eq!((on_board.rules().goal(), on_board.rules().size()), (rules.goal(), Some(6)));
    assert!(matches!(asked(&mut ugi, "uginewgame").as_slice(), [Command::New(again)] if again == rules));
}

#[test]
fn a_position_is_the_start_or_a_board_with_moves() {
    let mut ugi = Ugi::new();
    assert_eq!(game_of(&mut ugi, "position startpos").moves().len(), 0);
    let game = game_of(&mut ugi, "position startpos moves f5 d6 c3");
    assert_eq!((game.transcript().as_str(), game.to_move()), ("f5d6c3", Colour::White));
    let same = game_of(&mut ugi, "position fen 8/8/8/3ox3/3xo3/8/8/8 x 0 1 moves f5 d6 c3");
    assert_eq!(same.turn(), game.turn());
    let same = game_of(
        &mut ugi,
        "position fen ---------------------------OX------XO--------------------------- X moves F5 d6 C3",
    );
    assert_eq!(same.turn(), game.turn());
    let passed = game_of(&mut ugi, &format!("{PASS} moves pass c8"));
    assert!(passed.is_over());
    assert_eq!(game_of(&mut ugi, &format!("{PASS} moves c8")).turn(), passed.turn(), "a pass may be left out");
    let wide = game_of(&mut ugi, "position fen 10/10/10/10/4ox4/4xo4/10/10/10/10 b");
    assert_eq!(wide.rules().size(), Some(10));
}

#[test]
fn a_position_that_is_none_changes_nothing() {
    let mut ugi = Ugi::new();
    assert_eq!(game_of(&mut ugi, "position startpos moves f5").to_move(), Colour::White);
    for line in [
        "position",
        "position startpos f5",
        "position startpos moves f5 a1",
        "position fen",
        "position fen 8/8/8 x",
        "position fen 8/8/8/3ox3/3xo3/8/8 x",
        "position fen 9/8/8/3ox3/3xo3/8/8/8 x",
        "position fen 8/8/8/3ox3/3xo3/8/8/99999999999999999999999 x",
        "position fen 0/8/8/3ox3/3xo3/8/8/8 x",
        "position fen 8/8/8/3ox3/3xo3/8/8/8 \u{fc}",
        "position startpos moves pass",
    ] {
        let text = said(&mut ugi, line);
        assert!(text.starts_with("info string position not understood: ") && text.is_ascii(), "{line}: {text}");
        assert_eq!(said(&mut ugi, "query p1turn"), "response false\n");
    }
}

#[test]
fn the_referee_answers_at_once() {
    let mut ugi = Ugi::new();
    let mut answers = |line: &str| {
        game_of(&mut ugi, line);
        ["p1turn", "gameover", "result"].map(|what| said(&mut ugi, &format!("query {what}")).trim().to_owned())
    };
    let response = |words: [&str; 3]| words.map(|word| format!("response {word}"));
    assert_eq!(answers("position startpos"), response(["true", "false", "none"]));
    assert_eq!(answers("position startpos moves f5"), response(["false", "false", "none"]));
    assert_eq!(answers(PASS), response(["false", "false", "none"]), "a pass is a move");
    assert_eq!(answers(&format!("{PASS} moves pass c8")), response(["false", "true", "p1win"]));
    assert_eq!(answers("position fen OOOO4/8/8/8/8/8/8/8 x"), response(["true", "true", "p2win"]));
    assert_eq!(answers("position fen XO6/8/8/8/8/8/8/8 x moves c1"), response(["false", "true", "p1win"]));
    assert_eq!(answers("position fen X7/8/8/8/8/8/8/7O x"), response(["true", "true", "draw"]));
    assert_eq!(said(&mut ugi, "query colour"), "info string no answer to query \"colour\"\n");
}

#[test]
fn the_first_player_is_the_one_who_begins() {
    let mut ugi = Ugi::new().with_rules(Rules::read("first=white").expect("rules"));
    assert_eq!(said(&mut ugi, "query p1turn"), "response true\n");
    game_of(&mut ugi, "position fen X7/8/8/8/8/8/8/8 x");
    assert_eq!(said(&mut ugi, "query p1turn"), "response false\n");
    assert_eq!(said(&mut ugi, "query result"), "response p2win\n");
    let go = asked_in_words(&mut ugi, "go p1time 1000 p2time 2000 p2inc 5");
    assert!(go.contains("main: 2s, increment: 5ms"), "{go}");
}

#[test]
fn the_arguments_of_go_bound_the_search() {
    let bounds = |depth: &str, nodes: &str, time: &str, is_endless: bool| {
        format!(
            "GoWithin(Bounds {{ depth: {depth}, nodes: {nodes}, time: {time}, is_endless: {is_endless}, moves: None, lines: 1, is_played: false }})"
        )
    };
    let free = bounds("None", "None", "None", false);
    for (line, words) in [
        ("go", format!("Clock(None) {free}")),
        ("go depth 12", format!("Clock(None) {}", bounds("Some(12)", "None", "None", false))),
        ("go depth 99999999999999999999", format!("Clock(None) {}", bounds("Some(64)", "None", "None", false))),
        ("go nodes 5000", format!("Clock(None) {}", bounds("None", "Some(5000)", "None", false))),
        ("go movetime 250 depth 3", format!("Clock(None) {}", bounds("Some(3)", "None", "Some(250ms)", false))),
        ("go infinite", format!("Clock(None) {}", bounds("None", "None", "None", true))),
        ("go swiftly", format!("Clock(None) {free}")),
        (
            "go p1time 60000 p2time 50000 p1inc 100 p2inc 200",
            format!("Clock(Game {{ main: 60s, increment: 100ms }}) {free}"),
        ),
        ("go p1time -5 p2time 1", format!("Clock(Game {{ main: 0ns, increment: 0ns }}) {free}")),
        ("go p2time 1", format!("Clock(None) {free}")),
    ] {
        assert_eq!(asked_in_words(&mut Ugi::new(), line), words, "{line}");
    }
    let mut ugi = Ugi::new();
    game_of(&mut ugi, "position startpos moves f5");
    let go = asked_in_words(&mut ugi, "go p1time 60000 p2time 50000 p1inc 100 p2inc 200");
    assert_eq!(go, format!("Clock(Game {{ main: 50s, increment: 200ms }}) {free}"));
    for line in ["go depth", "go depth 0", "go nodes -1", "go movetime soon", "go p1time"] {
        let text = said(&mut Ugi::new(), line);
        assert!(text.starts_with("info string go ") && text.contains("needs a number"), "{line}: {text}");
    }
}

#[test]
fn iterations_are_lines_of_info_and_the_move_comes_last() {
    let mut ugi = Ugi::new();
    asked(&mut ugi, "go depth 12");
    let info = "info depth 12 time 500 nodes 12345 nps 24690 score cp 150 pv f5 d6 pass c3\n";
    let best = report("f5 d6 pass c3", 1.5, depth(12, 73));
    assert_eq!(written(&mut ugi, &Event::Thinking(vec![best.clone()])), info);
    assert_eq!(
        written(&mut ugi, &chosen("f5", Some(best))),
        "info string 12@73%\ninfo depth 12 time 510 nodes 12345 nps 24205 score cp 150 pv f5 d6 pass c3\nbestmove f5\n"
    );
    asked(&mut ugi, "go");
    let of_book = Choice { source: Source::Book, ..choice("d6", Some(report("d6", -0.003, depth(21, 73)))) };
    let from_book = written(&mut ugi, &Event::Chosen(of_book));
    assert!(from_book.starts_with("info string book 21@73%\n") && from_book.contains(" score cp 0 "), "{from_book}");
    asked(&mut ugi, "go");
    let pass = written(&mut ugi, &chosen("pass", None));
    assert_eq!(pass, "info time 510 nodes 0 nps 0\nbestmove pass\n");
    asked(&mut ugi, "go");
    assert!(written(&mut ugi, &chosen("", None)).ends_with("bestmove none\n"));
}

#[test]
fn bounds_are_marked_and_proofs_reach_the_end_of_the_game() {
    let mut ugi = Ugi::new();
    game_of(&mut ugi, "position fen -OXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXX-- x");
    for (certainty, words) in [
        (Certainty::Exact, "info depth 3 time 500 nodes 12345 nps 24690 score cp 200 pv a1\n"),
        (Certainty::AtLeast, "info depth 3 time 500 nodes 12345 nps 24690 score cp 200 lowerbound pv a1\n"),
        (Certainty::AtMost, "info depth 3 time 500 nodes 12345 nps 24690 score cp 200 upperbound pv a1\n"),
    ] {
        assert_eq!(written(&mut ugi, &Event::Thinking(vec![report("a1", 2.0, certainty)])), words);
    }
}

#[test]
fn an_endless_search_is_answered_by_stop_and_not_before() {
    let mut ugi = Ugi::new();
    let best = || Some(report("f5", 1.5, depth(12, 73)));
    asked(&mut ugi, "go infinite");
    assert_eq!(asked_in_words(&mut ugi, "stop"), "Stop");
    assert!(written(&mut ugi, &chosen("f5", best())).ends_with("bestmove f5\n"));
    assert_eq!(said(&mut ugi, "stop"), "");
    asked(&mut ugi, "go infinite");
    assert!(!written(&mut ugi, &chosen("f5", best())).contains("bestmove"));
    assert_eq!(said(&mut ugi, "stop"), "bestmove f5\n");
    assert_eq!(said(&mut ugi, "stop"), "");
    // A client that goes on without `stop` gets its answer all the same, before anything else.
    asked(&mut ugi, "go infinite");
    written(&mut ugi, &chosen("f5", best()));
    game_of(&mut ugi, "position startpos moves d3");
    assert_eq!(written(&mut ugi, &Event::Done), "bestmove f5\n");
}

#[test]
fn a_search_is_ended_with_its_answer_by_whatever_needs_the_engine() {
    let mut ugi = Ugi::new();
    for line in ["position startpos", "uginewgame", "go depth 3", "setoption name Variant value othello"] {
        asked(&mut ugi, "go infinite");
        let commands = asked(&mut ugi, line);
        assert!(matches!(commands.first(), Some(Command::Stop)) && commands.len() > 1, "{line}: {commands:?}");
        assert!(written(&mut ugi, &chosen("f5", None)).ends_with("bestmove f5\n"), "{line}");
        written(&mut ugi, &Event::Done);
        if line.starts_with("go") {
            assert!(written(&mut ugi, &chosen("d3", None)).ends_with("bestmove d3\n"));
        }
        assert_eq!(said(&mut ugi, "stop"), "", "{line}");
    }
}

#[test]
fn lines_wait_for_readiness_but_not_for_a_search() {
    let mut ugi = Ugi::new();
    assert!(!ugi.queues_input());
    assert_eq!(asked_in_words(&mut ugi, "isready"), "Prepare");
    assert!(ugi.queues_input());
    assert_eq!(written(&mut ugi, &Event::Done), "readyok\n");
    assert!(!ugi.queues_input());
    asked(&mut ugi, "go infinite");
    assert!(!ugi.queues_input());
    asked(&mut ugi, "isready");
    assert_eq!(written(&mut ugi, &Event::Done), "readyok\n");
    assert_eq!(written(&mut ugi, &Event::Done), "");
    assert_eq!(asked_in_words(&mut ugi, "quit"), "Quit");
    assert_eq!(written(&mut ugi, &Event::Goodbye), "");
}

#[test]
fn unknown_lines_are_ignored_and_a_failed_search_is_answered() {
    let mut ugi = Ugi::new();
    for line in ["", "  ", "uci", "UGI", "hello", "f5", "\0", "go\u{a0}x"] {
        if !line.starts_with("go") {
            assert_eq!(said(&mut ugi, line), "", "{line:?}");
        }
    }
    asked(&mut ugi, "go");
    let text = written(&mut ugi, &Event::Refused("no thr\u{e9}ad\ntry again".into()));
    assert_eq!(text, "info string no thr?ad?try again\nbestmove none\n");
}
