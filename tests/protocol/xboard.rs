//! XBoard: the lines of its client, and the answers.

mod search;

use super::{asked, asked_in_words, choice, depth, report, said, written};
use crate::random::Random;
use emilia::{Cell, Colour, Game, Move, Rules};
use emilia_cli::protocol::{Input, Order, Protocol, XBoard};
use emilia_cli::session::{Choice, Command, Event, Options};

/// In XBoard's order of rows: the side that moves first has a1 and e1, then b1 and the other side must pass.
const PASS: &str = "setboard Pp6/8/8/8/8/8/8/P1ppP3 w - - 0 1";

/// A client that draws marks, in force mode in the variant.
fn client(variant: &str) -> XBoard {
    let mut xboard = XBoard::new();
    assert_eq!(said(&mut xboard, "accepted highlight"), "");
    for line in ["new", &format!("variant {variant}")] {
        asked(&mut xboard, line);
        written(&mut xboard, &Event::Done);
    }
    asked(&mut xboard, "force");
    written(&mut xboard, &Event::Synced(0));
    xboard
}

/// The squares of rows as XBoard counts them, the last row first in the text; a number stands for empty ones.
fn squares(rows: &str) -> Vec<(Cell, char)> {
    let count = rows.split('/').count() as u8;
    let mut found = Vec::new();
    for (row, text) in rows.split('/').enumerate() {
        let mut column = 0;
        for letter in text.chars() {
            match letter.to_digit(10) {
                Some(empty) => column += empty as u8,
                None => {
                    found.push((Cell::at(column, count - 1 - row as u8).expect("on the board"), letter));
                    column += 1;
                }
            }
        }
    }
    found.sort_unstable();
    found
}

/// The marks that the game should have.
fn marks(game: &Game) -> Vec<(Cell, char)> {
    let mut marks: Vec<(Cell, char)> = Vec::new();
    for (colour, letter) in [(Colour::Black, 'w'), (Colour::White, 'd')] {
        marks.extend(
            game.rules()
                .shape()
                .places()
                .filter(|cell| game.colour_at(*cell) == Some(colour))
                .map(|cell| (cell, letter)),
        );
    }
    marks.extend(game.legal().into_iter().filter_map(Move::cell).map(|cell| (cell, 'Y')));
    marks.sort_unstable();
    marks
}

#[test]
fn random_games_are_drawn_move_by_move_and_end_with_their_result() {
    let mut random = Random::new(7);
    for variant in ["othello", "reversi", "anti", "6x6", "5x8", "reversi-1886"] {
        for _ in 0..20 {
            let rules = if variant == "reversi" { Rules::default() } else { Rules::read(variant).expect("rules") };
            let (mut xboard, mut game) = (client(variant), Game::new(rules));
            while !game.is_over() {
                let mv = game.legal()[random.below(game.legal().len())];
                let name = mv.cell().map_or_else(|| "@@@@".to_owned(), |cell| format!("P@{cell}"));
                assert!(matches!(asked(&mut xboard, &format!("usermove {name}")).as_slice(), [Command::Play { .. }]));
                game.play(mv).expect("a legal move");
                let text = written(&mut xboard, &Event::Done);
                let lines: Vec<&str> = text.lines().collect();
                let drawn = lines[0].strip_prefix("highlight ").expect("a drawing");
                assert_eq!(squares(drawn), marks(&game), "{text}");
                assert_eq!(lines.len(), 1 + usize::from(game.is_over()), "{text}");
                let result = match (game.is_over(), game.winner()) {
                    (false, _) => continue,
                    (true, None) => "1/2-1/2 {Draw}".to_owned(),
                    (true, Some(Colour::Black)) => format!("1-0 {{White wins by {}}}", game.score().abs()),
                    (true, Some(Colour::White)) => format!("0-1 {{Black wins by {}}}", game.score().abs()),
                };
                assert_eq!(lines[1], result);
            }
            assert!(game.is_over());
        }
    }
}

#[test]
fn any_other_move_is_illegal_and_changes_nothing() {
    let mut xboard = client("othello");
    for line in ["usermove P@a1", "usermove d4", "usermove @@@@", "usermove P@z9"] {
        let name = line.trim_start_matches("usermove ");
        assert!(said(&mut xboard, line).ends_with(&format!(": {name}\n")), "{line}");
        assert!(said(&mut xboard, line).starts_with("Illegal move"), "{line}");
    }
    assert!(said(&mut xboard, "usermove e2e4").contains("not a drop"));
    assert!(matches!(asked(&mut xboard, "usermove d3").as_slice(), [Command::Play { .. }]));
}

#[test]
fn the_features_and_options_end_with_done() {
    let mut xboard = XBoard::new();
    assert_eq!(said(&mut xboard, "xboard"), "");
    assert_eq!(asked_in_words(&mut xboard, "protover 2"), "ShowOptions");
    let options = Options { book: false, level: 9, ..Options::default() };
    let text = written(&mut xboard, &Event::Options(options.settings()));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.iter().all(|line| line.starts_with("feature ")), "{text}");
    assert_eq!((lines.first(), lines.last()), (Some(&"feature done=0"), Some(&"feature done=1")));
    for part in [
        " ping=1 setboard=1 ",
        " usermove=1 ",
        "variants=\"othello,reversi,",
        "option=\"Level -spin 9 1 60\"",
        "option=\"Book -check 0\"",
        "option=\"Nodes -spin 0 0 2147483647\"",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(!text.contains("10x10") && !text.contains("octagon") && !text.contains("Ponder"), "{text}");
}

#[test]
fn a_variant_is_set_up_as_the_client_understands_it() {
    let mut xboard = XBoard::new();
    asked(&mut xboard, "new");
    written(&mut xboard, &Event::Done);
    asked(&mut xboard, "variant reversi");
    assert_eq!(written(&mut xboard, &Event::Done), "setup (P.....p.....) 8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1\n");
    said(&mut xboard, "accepted highlight");
    asked(&mut xboard, "variant anti-4x4");
    let supply = "P".repeat(12) + &"p".repeat(12);
    assert_eq!(
        written(&mut xboard, &Event::Done),
        format!(
            "piece P& fW\nsetup (P.....p.....) 4x4+1_crazyhouse 4/1Pp1/1pP1/4[{supply}] w - - 0 1\nhighlight 2Y1/1wdY/Ydw1/1Y2\n"
        )
    );
    for name in ["10x10", "octagon", "one-line", "crazyhouse", "", "4x4 empty x"] {
        let text = said(&mut xboard, &format!("variant {name}"));
        assert_eq!(text, format!("Error (unsupported variant): {}\n", format!("variant {name}").trim()));
    }
}

#[test]
fn the_engine_answers_on_its_turns_and_not_in_force_mode() {
    let mut xboard = client("othello");
    asked(&mut xboard, "new");
    written(&mut xboard, &Event::Done);
    let think = "GoWithin(Bounds { depth: None, nodes: None, time: None, is_endless: false, moves: None, lines: 0, is_played: true })";
    let words = asked_in_words(&mut xboard, "usermove P@d3");
    assert!(words.starts_with("Play ") && words.ends_with(think), "{words}");
    assert!(xboard.queues_input());
    let orders = [Order::AtOnce, Order::Waits, Order::AtOnceAfterWaiting];
    assert_eq!(["?", "ping 3", "force"].map(|line| xboard.order(line)), orders);
    assert!(written(&mut xboard, &Event::Done).starts_with("highlight "));
    let mut game = Game::new(Rules::default());
    game.play("d3".parse().expect("a move")).expect("legal");
    game.play("c5".parse().expect("a move")).expect("legal");
    let choice = choice("c5", Some(report("c5", 1.0, depth(9, 73))));
    let text = written(&mut xboard, &Event::Chosen(Choice { game: Some(Box::new(game)), ..choice }));
    assert_eq!(text, "move P@c5\nhighlight 8/8/1YYYYY2/2ddd3/3ww3/3w4/8/8\n");
    assert!(!xboard.queues_input());
    assert_eq!(said(&mut xboard, "ping 12"), "pong 12\n");
    asked(&mut xboard, "force");
    assert!(matches!(asked(&mut xboard, "usermove d6").as_slice(), [Command::Play { .. }]));
    written(&mut xboard, &Event::Done);
    said(&mut xboard, "sd 7");
    assert_eq!(asked_in_words(&mut xboard, "go"), think.replace("depth: None", "depth: Some(7)"));
    assert_eq!(asked_in_words(&mut xboard, "?"), "Stop");
    assert_eq!(asked_in_words(&mut xboard, "force"), "Sync(0)");
    assert!(!xboard.queues_input(), "the search is ended");
    assert_eq!(written(&mut xboard, &Event::Synced(0)), "");
    assert_eq!(said(&mut xboard, "?"), "");
    asked(&mut xboard, "new");
    written(&mut xboard, &Event::Done);
    assert_eq!(asked_in_words(&mut xboard, "go"), think, "a new game has no limit of depth");
}

#[test]
fn a_pass_is_a_move_and_xboard_sends_a_board_for_it() {
    for pass in ["usermove @@@@", "setboard Pp6/8/8/8/8/8/8/PPppP3 w - - 0 2"] {
        let mut xboard = client("othello");
        asked(&mut xboard, PASS);
        written(&mut xboard, &Event::Done);
        asked(&mut xboard, "usermove b1");
        written(&mut xboard, &Event::Done);
        // The board of XBoard has no flips.
        let commands = asked(&mut xboard, pass);
        let [Command::Play { played, .. }] = commands.as_slice() else { panic!("{pass}: {commands:?}") };
        assert_eq!(played.mv, Move::Pass, "{pass}");
        written(&mut xboard, &Event::Done);
        asked(&mut xboard, "usermove c8");
        let text = written(&mut xboard, &Event::Done);
        assert!(text.ends_with("1-0 {White wins by 64}\n"), "{text}");
    }
    // In a game against the engine it is an illegal move where no pass is due.
    let mut xboard = client("othello");
    asked(&mut xboard, "playother");
    let text = said(&mut xboard, "setboard 8/8/8/3Pp3/3pP3/8/8/8 b - - 0 1");
    assert_eq!(text, "Illegal move: @@@@\n");
}

#[test]
fn boards_are_read_and_others_refused() {
    let mut xboard = client("othello");
    for (fen, transcript) in [
        ("8/8/8/3Pp3/3pP3/8/8/8[PPpp] w - - 0 1", "---------------------------OX------XO--------------------------- X"),
        ("8/8/8/8/8/8/8/PPp5 b", "XXO------------------------------------------------------------- O"),
    ] {
        let commands = asked(&mut xboard, &format!("setboard {fen}"));
        let [Command::Set(game)] = commands.as_slice() else { panic!("{fen}: {commands:?}") };
        assert_eq!(game.turn().to_string(), transcript);
        written(&mut xboard, &Event::Done);
    }
    for fen in [
        "",
        "8/8/8 w",
        "9/8/8/8/8/8/8/8 w",
        "8/8/8/8/8/8/8/8 x",
        "rnbqkbnr/8/8/8/8/8/8/8 w",
        "99999/8/8/8/8/8/8/8 w",
        "\u{fc}/8/8/8/8/8/8/8",
    ] {
        assert_eq!(asked_in_words(&mut xboard, &format!("setboard {fen}")), "Sync(0)", "{fen}");
        assert_eq!(written(&mut xboard, &Event::Synced(0)), "tellusererror Illegal position\n");
        assert_eq!(said(&mut xboard, "usermove d3"), "Illegal move: d3\n");
        assert_eq!(said(&mut xboard, "go"), "Error (no position): go\n");
        assert_eq!(said(&mut xboard, "undo"), "Error (command not legal now): undo\n");
    }
    asked(&mut xboard, "new");
    written(&mut xboard, &Event::Done);
    assert!(matches!(xboard.read("usermove d3"), Input::Commands(_)));
}

#[test]
fn moves_are_taken_back() {
    let mut xboard = client("othello");
    asked(&mut xboard, "usermove d3");
    assert_eq!(said(&mut xboard, "remove"), "Error (command not legal now): remove\n");
    assert_eq!(asked_in_words(&mut xboard, "undo"), "Undo(1)");
    assert_eq!(said(&mut xboard, "undo"), "Error (command not legal now): undo\n");
    for mv in ["d3", "c5"] {
        asked(&mut xboard, &format!("usermove {mv}"));
    }
    assert_eq!(asked_in_words(&mut xboard, "remove"), "Undo(2)");
}

#[test]
fn options_have_commands_and_what_is_refused_is_an_error() {
    let mut xboard = XBoard::new();
    for (line, command) in [
        ("hard", r#"Option { name: "ponder", value: "1" }"#),
        ("easy", r#"Option { name: "ponder", value: "0" }"#),
        ("memory 64", r#"Option { name: "hash", value: "64" }"#),
        ("cores 2", r#"Option { name: "threads", value: "2" }"#),
        ("option Level=9", r#"Option { name: "Level", value: "9" }"#),
        ("quit", "Quit"),
    ] {
        assert_eq!(asked_in_words(&mut xboard, line), command, "{line}");
    }
    for line in ["", "computer", "rejected x", "random", "hint", "post", "nopost", "lift a1", "put a1"] {
        assert_eq!(said(&mut xboard, line), "", "{line}");
    }
    assert_eq!(said(&mut xboard, "bogus \u{fc} 3"), "Error (unknown command): bogus ? 3\n");
    asked(&mut xboard, "option Level=99");
    let refused = Event::Refused("level takes a number from 1 to 60, not \"99\"".into());
    assert_eq!(
        written(&mut xboard, &refused),
        "Error (level takes a number from 1 to 60, not \"99\"): option Level=99\n"
    );
}

#[test]
fn the_board_is_drawn_again_when_a_disc_is_taken_or_put() {
    let mut xboard = client("othello");
    for line in ["lift _8", "put a1"] {
        assert_eq!(said(&mut xboard, line), "highlight 8/8/4Y3/3wdY2/2Ydw3/3Y4/8/8\n");
    }
}
