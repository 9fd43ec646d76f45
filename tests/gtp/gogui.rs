//! GoGui: its analyze commands, and what it draws. The reader here takes no more than the manual of GoGui allows.

use crate::gtp::client::{Client, report};
use emilia::{Certainty, Game, Move, Report, Rules, Score, Value};
use emilia_cli::protocol::{Gtp, Input, Order, Protocol};
use emilia_cli::session::{Command, Event};
use std::time::Duration;

/// The types of analyze commands.
const TYPES: [&str; 9] = ["gfx", "dboard", "sboard", "var", "string", "hstring", "none", "plist", "param"];

fn scored(mv: &str, discs: f32, certainty: Certainty) -> Report<Move> {
    let value = Value::from_parts(Score::from_discs(discs), certainty).expect("whole discs where proved");
    Report { value, line: vec![mv.parse().expect("a move")], nodes: 1, time: Duration::ZERO }
}

/// Sends a command to a session that scores the moves of the start so.
fn drawn(command: &str, game: Game, lines: &[Report<Move>]) -> String {
    let mut gtp = Gtp::new();
    let Input::Commands(commands) = gtp.read(command) else { panic!("{command} is not obeyed") };
    assert!(matches!(commands.as_slice(), [Command::Show, Command::Hint(usize::MAX)]), "{commands:?}");
    let mut text = String::new();
    let end = Event::Hinted { lines: lines.to_vec(), nodes: 1, time: Duration::ZERO, judged: None };
    for event in [Event::Shown { game: Box::new(game), left: None }, end] {
        gtp.write(&event, &mut text).expect("a string takes everything");
    }
    text
}

/// Lines with every certainty.
fn lines() -> Vec<Report<Move>> {
    let depth = Certainty::Depth { plies: 9, percent: 73 };
    vec![
        scored("f5", 3.6, depth),
        scored("d3", -2.0, Certainty::Exact),
        scored("c4", -4.0, Certainty::AtMost),
        scored("e6", -64.0, Certainty::AtLeast),
    ]
}

/// Panics unless these are graphics as GoGui reads them.
fn check_graphics(text: &str) {
    let is_point = |word: &str| word.parse().is_ok_and(|mv: Move| mv.square().is_some());
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let is_right = match words[0] {
            "LABEL" => words[1..].chunks(2).all(|pair| is_point(pair[0]) && pair[1].len() <= 4),
            "INFLUENCE" => words[1..]
                .chunks(2)
                .all(|pair| is_point(pair[0]) && pair[1].parse().is_ok_and(|value: f64| (-1.0..=1.0).contains(&value))),
            "CIRCLE" | "SQUARE" => words.len() > 1 && words[1..].iter().all(|word| is_point(word)),
            "VAR" => words[1..]
                .chunks(2)
                .all(|pair| ["b", "w"].contains(&pair[0]) && (is_point(pair[1]) || pair[1] == "PASS")),
            "TEXT" => true,
            _ => false,
        };
        assert!(is_right, "{line:?}");
    }
}

#[test]
fn every_command_of_the_menu_exists_and_has_a_type_of_gogui() {
    let mut client = Client::new();
    let menu = client.send("gogui-analyze_commands");
    let menu = menu.strip_prefix("= ").expect("a menu");
    for line in menu.trim_end().lines() {
        let parts: Vec<&str> = line.split('/').collect();
        let [kind, label, command] = parts.as_slice() else { panic!("{line}") };
        assert!(TYPES.contains(kind) && !label.is_empty(), "{line}");
        let name = command.split(' ').next().expect("a name");
        assert_eq!(client.send(&format!("known_command {name}")), "= true\n\n");
        let answer = client.send(&command.replace("%s", "3"));
        assert!(answer.starts_with('='), "{line}: {answer}");
    }
    assert!(client.send("list_commands").contains("\ngogui-interrupt\n"));
}

#[test]
fn scores_are_drawn_and_only_proved_ones_are_marked_as_proved() {
    let text = drawn("7 emilia-gfx", Game::default(), &lines());
    assert_eq!(
        text,
        "=7 LABEL F5 +4 D3 -2 C4 <-4 E6 >-64\nINFLUENCE F5 0.23 D3 -0.13 C4 -0.25 E6 -1.00\nCIRCLE F5\nSQUARE D3\n\
         TEXT +3.60 9@73% F5\n\n"
    );
    check_graphics(text.trim_start_matches("=7 ").trim_end());
    assert_eq!(drawn("emilia-gfx", Game::default(), &[]), "=\n\n");
}

#[test]
fn boards_have_their_last_row_first_and_values_are_blacks() {
    let [black, white] = [Game::default(), Game::new(Rules::read("first=white").expect("rules"))];
    for (game, word) in [(black, "-1"), (white, "1")] {
        let text = drawn("emilia-dboard", game.clone(), &lines());
        let rows: Vec<Vec<&str>> =
            text.trim_start_matches("= ").trim_end().lines().map(|row| row.split(' ').collect()).collect();
        assert!(rows.len() == 8 && rows.iter().all(|row| row.len() == 8));
        assert_eq!(rows[2][4], word, "e6");
        assert_eq!(rows[7][0], "0", "a1");
        let text = drawn("emilia-sboard", game.clone(), &lines());
        let rows: Vec<Vec<&str>> =
            text.trim_start_matches("= ").trim_end().lines().map(|row| row.split(' ').collect()).collect();
        assert_eq!((rows[2][4], rows[5][3], rows[4][2], rows[0][0]), (">-64", "-2", "<-4", "\"\""));
    }
}

#[test]
fn a_variation_names_the_colour_of_each_move() {
    let line = ["f5", "d6", "pass", "c3"].map(|mv| mv.parse().expect("a move")).to_vec();
    let text = drawn("emilia-variation", Game::default(), &[report(line)]);
    assert_eq!(text, "= b F5 w D6 b PASS w C3\n\n");
    // White must pass.
    let rules =
        "XO------/--------/--------/--------/--------/--------/--------/-------- O".parse().map(Rules::from_start);
    let text =
        drawn("emilia-variation", Game::new(rules.expect("a board")), &[report(vec!["c1".parse().expect("a move")])]);
    assert_eq!(text, "= b C1\n\n");
}

#[test]
fn a_search_is_drawn_while_it_runs_only_if_it_was_asked_for() {
    let mut gtp = Gtp::new();
    let search = |gtp: &mut Gtp, line: &str, news: &[Event]| {
        assert!(matches!(gtp.read(line), Input::Commands(_)), "{line}");
        let mut graphics = String::new();
        for event in news {
            gtp.write(event, &mut String::new()).expect("a string takes everything");
            graphics += &gtp.take_stderr();
        }
        graphics
    };
    let shown = Event::Shown { game: Box::default(), left: None };
    let ended = Event::Hinted { lines: vec![], nodes: 1, time: Duration::ZERO, judged: None };
    let one = || Event::Thinking(vec![report(vec!["f5".parse().expect("a move"), "d6".parse().expect("a move")])]);
    let news = [shown.clone(), one(), ended.clone()];
    assert_eq!(search(&mut gtp, "emilia-hint 1", &news[1..]), "");
    for line in ["emilia-live_gfx", "emilia-live_gfx 2"] {
        assert!(matches!(gtp.read(line), Input::Reply(text) if text == "? syntax error\n\n"));
    }
    assert!(matches!(gtp.read("emilia-live_gfx 1"), Input::Reply(text) if text == "=\n\n"));
    for line in ["emilia-hint 1", "emilia-solve", "emilia-gfx"] {
        assert_eq!(search(&mut gtp, line, &news), "gogui-gfx:\nVAR b F5 w D6\nTEXT +1.50 7@73% F5 D6\n\n", "{line}");
    }
    let several = search(&mut gtp, "emilia-hint 4", &[shown.clone(), Event::Thinking(lines()), ended.clone()]);
    check_graphics(several.trim_start_matches("gogui-gfx:\n").trim_end());
    assert!(several.starts_with("gogui-gfx:\nLABEL ") && several.ends_with("\n\n"), "{several}");
    assert!(matches!(gtp.read("emilia-live_gfx 0"), Input::Reply(_)));
    assert_eq!(search(&mut gtp, "emilia-hint 1", &news[1..]), "");
}

#[test]
fn an_interrupt_ends_a_search_and_is_a_comment_otherwise() {
    let mut gtp = Gtp::new();
    assert!(matches!(gtp.read("# interrupt"), Input::Reply(text) if text.is_empty()));
    assert_eq!([gtp.order("# interrupt"), gtp.order("# comment")], [Order::AtOnce, Order::Waits]);
    assert!(matches!(gtp.read("genmove b"), Input::Commands(_)));
    assert!(
        matches!(gtp.read("# interrupt"), Input::Commands(commands) if matches!(commands.as_slice(), [Command::Stop]))
    );
}
