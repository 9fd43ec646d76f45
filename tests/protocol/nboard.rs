//! NBoard: the lines of its clients, and the answers.

use super::{asked, asked_in_words, choice, chosen, depth, game_of, hinted, report, said, written};
use crate::common::reviewed;
use crate::fuzz::targets::gui::{self, Kind};
use emilia::{Certainty, Colour, Game, Move, Report, Score, Value};
use emilia_cli::protocol::{Input, NBoard, Protocol};
use emilia_cli::session::{Choice, ClockUpdate, Command, Event, Source};

#[test]
fn a_request_of_the_gui_becomes_commands() {
    let mut nboard = NBoard::new();
    assert!(!nboard.queues_input());
    let game = game_of(
        &mut nboard,
        "set game (;GM[Othello]PC[NBoard]DT[2026-11-21 09:24:20 GMT]PB[tester]PW[]RE[?]TI[5:00]TY[8]BO[8 \
         ---------------------------O*------*O--------------------------- *]B[F5//174.017]W[D6/0.97/0.05];)",
    );
    assert_eq!(game.transcript(), "f5d6");
    assert_eq!(game.moves()[1].eval, Some(0.97));
    assert_eq!(asked_in_words(&mut nboard, "set contempt 100"), r#"Option { name: "contempt", value: "100" }"#);
    assert_eq!(asked_in_words(&mut nboard, "set depth 12"), r#"Option { name: "level", value: "12" }"#);
    assert_eq!(asked_in_words(&mut nboard, "ping 3"), "Sync(3)");
    assert_eq!(asked_in_words(&mut nboard, "hint 4"), "Hint(4)");
    assert_eq!(asked_in_words(&mut nboard, "learn"), "Learn");
    assert_eq!(asked_in_words(&mut nboard, "analyze"), "Show Analyze");
    assert_eq!(asked_in_words(&mut nboard, "undo"), "Undo(1)");
    assert_eq!(asked_in_words(&mut nboard, "quit"), "Quit");
}

#[test]
fn moves_come_with_notes_or_bare() {
    for (line, mv, eval, seconds) in [
        ("move F5", "f5", None, None),
        ("move F5//0.34400000000000003", "f5", None, Some(0.344)),
        ("move D6/-1.50/2.0E-4", "d6", Some(-1.5), Some(0.0002)),
        ("move d6/0,97/1,5", "d6", Some(0.97), Some(1.5)),
        ("move PA//0.22", "pass", None, Some(0.22)),
        ("move PASS", "pass", None, None),
        ("F5", "f5", None, None),
        ("  pa ", "pass", None, None),
    ] {
        let commands = asked(&mut NBoard::new(), line);
        let [Command::Play { colour: None, played }] = commands.as_slice() else { panic!("{line}: {commands:?}") };
        assert_eq!((played.mv, played.eval, played.seconds), (mv.parse().unwrap(), eval, seconds), "{line}");
    }
}

#[test]
fn numbers_out_of_range_are_brought_into_it() {
    let mut nboard = NBoard::new();
    for (line, command) in [
        ("set depth 0", r#"Option { name: "level", value: "1" }"#),
        ("set depth 64", r#"Option { name: "level", value: "60" }"#),
        ("set depth 99999999999999999999 x", r#"Option { name: "level", value: "60" }"#),
        ("set contempt -101", r#"Option { name: "contempt", value: "-100" }"#),
        ("hint 0", "Hint(1)"),
        ("hint -5", "Hint(1)"),
        ("hint", "Hint(1)"),
        ("hint many", "Hint(1)"),
        ("hint 64 moves", "Hint(64)"),
        ("ping -1", "Sync(-1)"),
    ] {
        assert_eq!(asked_in_words(&mut nboard, line), command, "{line}");
    }
    let huge = asked(&mut nboard, "hint 99999999999999999999");
    assert!(matches!(huge.as_slice(), [Command::Hint(n)] if *n > 64));
}

#[test]
fn what_makes_no_sense_is_ignored_in_silence() {
    let mut nboard = NBoard::new();
    for line in [
        "",
        "  ",
        "clear",
        "hello",
        "set",
        "set depth",
        "set depth x",
        "set colour red",
        "set time soon",
        "ping",
        "ping x",
        "ping 99999999999999999999",
        "\0",
    ] {
        assert_eq!(said(&mut nboard, line), "", "{line:?}");
    }
}

#[test]
fn a_game_or_move_that_cannot_be_read_is_reported_on_the_status_line() {
    let mut nboard = NBoard::new();
    for line in ["set game", "set game (;GM[Go];)", "set game (;GM[Othello]B[A1];)", "move", "move \u{fc}9"] {
        let answer = said(&mut nboard, line);
        assert!(answer.starts_with("status ") && answer.is_ascii(), "{line}: {answer}");
        assert_eq!(answer.lines().count(), 1, "{line}: {answer}");
    }
    assert_eq!(written(&mut nboard, &Event::Refused("no \u{fc}\nat all".into())), "status no ??at all\n");
}

#[test]
fn version_2_goes_by_the_clock_of_the_record_and_version_1_by_the_depth_alone() {
    let go = "Go { colour: None, play: false }";
    let mut nboard = NBoard::new();
    assert_eq!(asked_in_words(&mut nboard, "go"), format!("Clock(Noted) {go}"));
    assert!(matches!(nboard.read("nboard 1"), Input::Reply(_)));
    assert_eq!(asked_in_words(&mut nboard, "go"), go);
    assert!(matches!(nboard.read("nboard 2"), Input::Reply(_)));
    assert_eq!(asked_in_words(&mut nboard, "go"), format!("Clock(Noted) {go}"));
}

#[test]
fn a_clock_set_by_the_client_takes_the_place_of_the_one_on_record() {
    let mut nboard = NBoard::new();
    let commands = asked(&mut nboard, "set time 15:00/12/5:00");
    let [Command::Clock(ClockUpdate::Game { main, increment })] = commands.as_slice() else { panic!("{commands:?}") };
    assert_eq!((main.as_secs(), increment.as_secs()), (900, 12));
    assert_eq!(asked_in_words(&mut nboard, "go"), "Go { colour: None, play: false }");
}

#[test]
fn hints_are_written_depth_by_depth_with_what_they_cost() {
    let mut nboard = NBoard::new();
    asked(&mut nboard, "hint 3");
    let lines = vec![
        report("f5 d6 c3", 1.5, depth(12, 73)),
        report("d3", -0.001, depth(12, 73)),
        report("c4 pass e3", -1.25, depth(12, 73)),
    ];
    let text = "search F5D6C3 1.50 0 12@73%\nsearch D3 0.00 0 12@73%\nsearch C4--E3 -1.25 0 12@73%\n";
    assert_eq!(written(&mut nboard, &Event::Thinking(lines.clone())), format!("{text}nodestats 12345 0.50\n"));
    assert_eq!(
        written(&mut nboard, &hinted(lines.clone())),
        "nodestats 12345 0.50\n",
        "the last lines are not repeated"
    );
    asked(&mut nboard, "hint 3");
    assert_eq!(written(&mut nboard, &hinted(lines)), format!("{text}nodestats 12345 0.50\n"), "unless they are new");
}

#[test]
fn the_text_of_a_depth_claims_no_more_than_was_proved() {
    for (certainty, discs, text) in [
        (depth(18, 95), 2.0, "18@95%"),
        (depth(12, 100), 2.0, "12"),
        (Certainty::Exact, 2.0, "100%"),
        (Certainty::AtLeast, 2.0, "100%W"),
        (Certainty::AtMost, -2.0, "100%W"),
        (Certainty::AtLeast, 0.0, "100%>="),
        (Certainty::AtLeast, -2.0, "100%>="),
        (Certainty::AtMost, 0.0, "100%<="),
    ] {
        let mut nboard = NBoard::new();
        asked(&mut nboard, "hint 1");
        let lines = written(&mut nboard, &Event::Thinking(vec![report("f5", discs, certainty)]));
        let line = lines.lines().next().expect("a line");
        assert_eq!(line, format!("search F5 {discs:.2} 0 {text}"));
        assert!(matches!(gui::read(line), Ok(Kind::Hint(_))), "{line}");
    }
}

#[test]
fn hints_of_one_depth_are_written_together() {
    let mut nboard = NBoard::new();
    asked(&mut nboard, "hint 3");
    let mixed =
        [report("f5", 2.0, Certainty::Exact), report("d6", 1.0, depth(9, 73)), report("c3", 0.0, Certainty::Exact)];
    let text = written(&mut nboard, &Event::Thinking(mixed.to_vec()));
    let moves: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("search ")?.split(' ').next()).collect();
    assert_eq!(moves, ["F5", "C3", "D6"]);
}

#[test]
fn a_forced_pass_is_a_hint_and_a_move_named_pa() {
    let mut nboard = NBoard::new();
    asked(&mut nboard, "hint 4");
    let lines = written(&mut nboard, &Event::Thinking(vec![report("pass f5 pass", 1.0, depth(1, 100))]));
    assert_eq!(lines.lines().next(), Some("search PAF5-- 1.00 0 1"));
    asked(&mut nboard, "go");
    assert_eq!(written(&mut nboard, &chosen("pass", None)), "=== PA\n");
}

#[test]
fn a_game_that_is_over_has_no_hint_and_no_move() {
    let mut nboard = NBoard::new();
    asked(&mut nboard, "hint 4");
    assert_eq!(written(&mut nboard, &hinted(vec![report("", 12.0, Certainty::Exact)])), "nodestats 12345 0.50\n");
    asked(&mut nboard, "go");
    assert_eq!(written(&mut nboard, &chosen("none", None)), "status The game is over\n");
}

#[test]
fn choosing_a_move_shows_how_deep_it_is_but_no_evaluation_until_the_move() {
    let mut nboard = NBoard::new();
    asked(&mut nboard, "go");
    let best = report("f5 d6", 1.5, depth(12, 73));
    assert_eq!(written(&mut nboard, &Event::Thinking(vec![best.clone()])), "status Thinking, depth 12@73%\n");
    assert_eq!(written(&mut nboard, &chosen("f5", Some(best))), "nodestats 12345 0.51\n=== F5/1.50/0.51\n");
    assert_eq!(written(&mut nboard, &Event::Synced(4)), "pong 4\n");
}

#[test]
fn a_pong_clears_the_status_of_the_search_that_it_ended() {
    let mut nboard = NBoard::new();
    asked(&mut nboard, "go");
    written(&mut nboard, &Event::Thinking(vec![report("f5", 1.5, depth(3, 73))]));
    asked(&mut nboard, "ping 8");
    assert_eq!(written(&mut nboard, &Event::Synced(8)), "status\npong 8\n", "nothing follows a pong");
    assert_eq!(written(&mut nboard, &Event::Synced(9)), "pong 9\n");
}

#[test]
fn a_move_of_the_book_leaves_no_status_to_clear() {
    let mut nboard = NBoard::new();
    asked(&mut nboard, "go");
    let of_book = Choice { source: Source::Book, ..choice("f5", Some(report("f5", 1.5, depth(27, 73)))) };
    let text = written(&mut nboard, &Event::Chosen(of_book));
    assert_eq!(text, "status Move from the book\nnodestats 12345 0.51\n=== F5/1.50/0.51\n");
    assert_eq!(written(&mut nboard, &Event::Synced(4)), "pong 4\n", "the move ends the status");
}

#[test]
fn version_1_gets_no_counts_notes_or_analyses() {
    let mut nboard = NBoard::new();
    said(&mut nboard, "nboard 1");
    asked(&mut nboard, "hint 1");
    let best = report("f5 d6", 1.5, depth(12, 73));
    assert_eq!(written(&mut nboard, &Event::Thinking(vec![best.clone()])), "search F5D6 1.50 0 12@73%\n");
    asked(&mut nboard, "go");
    assert_eq!(written(&mut nboard, &chosen("f5", Some(best))), "=== F5\n");
    let verdict = reviewed(3, None, Value::exact(0), None, None);
    assert_eq!(written(&mut nboard, &Event::Analyzed(verdict)), "");
}

#[test]
fn an_analysis_is_a_line_for_each_ply() {
    let mut nboard = NBoard::new();
    asked(&mut nboard, "analyze");
    let score = Score::from_discs(-3.5);
    let value = Value::estimate(score, 9, 73);
    let verdict = reviewed(60, None, value, None, None);
    assert_eq!(written(&mut nboard, &Event::Analyzed(verdict)), "analysis 60 -3.50\n");
    let verdict = reviewed(61, None, value, None, None);
    assert_eq!(written(&mut nboard, &Event::Analyzed(verdict)), "analysis 61 3.50\n", "White's score, as Black's");
    assert_eq!(written(&mut nboard, &Event::Learned), "learned\n");
    for silent in [Event::Done, Event::Goodbye, Event::Shown { game: Box::default(), left: None }] {
        assert_eq!(written(&mut nboard, &silent), "");
    }
}

#[test]
fn an_analysis_is_of_black_also_where_white_begins_or_a_side_passes() {
    let mut nboard = NBoard::new();
    let game = game_of(
        &mut nboard,
        "set game (;GM[Othello]TY[8]BO[8 *O-------------------------------------------------------------- O]W[PA]B[C1];)",
    );
    asked(&mut nboard, "analyze");
    assert_eq!(written(&mut nboard, &Event::Shown { game: Box::new(game), left: None }), "");
    // White passes, Black wins with c1; then the game is over and White would be to move.
    let texts: Vec<String> = [(0, -64), (1, 64), (2, -64)]
        .map(|(ply, score)| reviewed(ply, None, Value::exact(score), None, None))
        .map(|verdict| written(&mut nboard, &Event::Analyzed(verdict)))
        .into();
    assert_eq!(texts, ["analysis 0 64.00\n", "analysis 1 64.00\n", "analysis 2 64.00\n"]);
}

/// The session's part, played by this test: every move of the position has a score at two depths.
fn play_session(game: &mut Game, command: Command) -> Vec<Event> {
    let line = |mv: Move, plies| Report { line: vec![mv], ..report("f5", -1.0 / 3.0, depth(plies, 73)) };
    match command {
        Command::Set(new) => *game = *new,
        Command::Play { played, .. } => game.play_noted(played).expect("a recorded game is legal"),
        Command::Sync(number) => return vec![Event::Synced(number)],
        Command::Learn => return vec![Event::Learned],
        Command::Hint(_) => {
            let [shallow, deep] =
                [1, 2].map(|plies| game.legal().into_iter().map(|mv| line(mv, plies)).collect::<Vec<_>>());
            return vec![Event::Thinking(shallow), Event::Thinking(deep.clone()), hinted(deep)];
        }
        Command::Go { .. } => {
            let mv = game.legal().first().copied();
            let report = mv.filter(|mv| *mv != Move::Pass).map(|mv| line(mv, 2));
            let thinking = report.iter().map(|report| Event::Thinking(vec![report.clone()]));
            let chosen = Event::Chosen(Choice { mv, ..choice("", report.clone()) });
            return thinking.chain([chosen]).collect();
        }
        _ => {}
    }
    vec![Event::Done]
}

#[test]
fn every_recorded_session_of_nboard_is_answered_as_nboard_accepts_it() {
    let recordings = [
        include_str!("../golden/nboard_01_start_handshake.txt"),
        include_str!("../golden/nboard_02_full_game_engine_white.txt"),
        include_str!("../golden/nboard_04_analysis_n_best.txt"),
        include_str!("../golden/nboard_05_take_back.txt"),
        include_str!("../golden/nboard_06_load_midgame.txt"),
        include_str!("../golden/nboard_08_game_with_passes.txt"),
        include_str!("../golden/nboard_09_two_engines_engine1.txt"),
        include_str!("../golden/nboard_10_user_plays_white.txt"),
    ];
    let mut passes = 0;
    for recording in recordings {
        let (mut nboard, mut game) = (NBoard::new(), Game::default());
        for line in recording.lines().filter_map(|line| line.split_once(" > ").map(|(_, sent)| sent)) {
            let commands = match nboard.read(line) {
                Input::Commands(commands) => commands,
                Input::Reply(name) => {
                    let are_notes = name.lines().all(|line| gui::read(line) == Ok(Kind::Note));
                    assert!(line.starts_with("nboard") && are_notes, "{line}: {name}");
                    continue;
                }
                other => panic!("{line}: {other:?}"),
            };
            let events: Vec<Event> =
                commands.into_iter().flat_map(|command| play_session(&mut game, command)).collect();
            let text: String = events.iter().map(|event| written(&mut nboard, event)).collect();
            let kinds: Vec<Kind> = text.lines().map(|line| gui::read(line).expect("a line NBoard accepts")).collect();
            let hints: Vec<Move> =
                kinds.iter().filter_map(|kind| if let Kind::Hint(mv) = kind { Some(*mv) } else { None }).collect();
            match line.split_whitespace().next() {
                Some("hint") => assert_eq!(hints, [game.legal(), game.legal()].concat(), "{line}"),
                Some("go") => match kinds.last() {
                    Some(Kind::Played(mv)) => {
                        assert!(game.legal().contains(mv), "{text}");
                        passes += usize::from(*mv == Move::Pass);
                    }
                    other => panic!("{line}: {other:?}"),
                },
                Some("ping") => assert_eq!(kinds, [Kind::Pong(line[5..].parse().unwrap())]),
                _ => assert!(kinds.iter().all(|kind| *kind == Kind::Note) && hints.is_empty(), "{line}: {text}"),
            }
        }
        assert!(game.to_move() == Colour::Black || !game.moves().is_empty());
    }
    assert!(passes >= 3, "the recordings have at least 3 forced passes by the engine, found {passes}");
}
