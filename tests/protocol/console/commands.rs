//! What a person types: lines become commands.

use super::{script, shown};
use crate::protocol::{asked, asked_in_words, said, written};
use emilia::notation::transcript;
use emilia::{Colour, Ending, Game, Goal, Move, Outcome, Rules};
use emilia_cli::protocol::{Console, Input, OutputMode, Protocol, WORDS};
use emilia_cli::session::{Command, Event, Options};
use std::collections::HashSet;

#[test]
fn lines_become_commands() {
    let mut console = script();
    for (line, commands) in [
        ("f5", r#"Transcript("f5") Show"#),
        ("  F5d6 C3 ", r#"Transcript("F5d6 C3") Show"#),
        ("f5d6--c3", r#"Transcript("f5d6--c3") Show"#),
        ("pass", r#"Transcript("pass") Show"#),
        ("a10j10", r#"Transcript("a10j10") Show"#),
        ("play f5 d6", r#"Transcript("f5 d6") Show"#),
        ("go", "Go { colour: None, play: true }"),
        ("hint", "Hint(1)"),
        ("hint 3", "Hint(3)"),
        ("undo", "TakeBack(None) Show"),
        ("U 4", "TakeBack(Some(4)) Show"),
        ("redo", "Redo(None) Show"),
        ("redo 2", "Redo(Some(2)) Show"),
        ("play black", "Mode([White]) Show"),
        ("Play Both", "Mode([]) Show"),
        ("strength Club", r#"Option { name: "strength", value: "Club" }"#),
        ("solve", "Solve { wld: false }"),
        ("Solve WLD", "Solve { wld: true }"),
        ("analyse", "Analyze"),
        ("stop", "Stop"),
        ("level 12", r#"Option { name: "level", value: "12" }"#),
        ("level = 12", r#"Option { name: "level", value: "12" }"#),
        ("set level 12", r#"Option { name: "level", value: "12" }"#),
        ("set level = 12", r#"Option { name: "level", value: "12" }"#),
        ("threads=2", r#"Option { name: "threads", value: "2" }"#),
        ("hash = 64 # mebibytes", r#"Option { name: "hash", value: "64" }"#),
        ("hmirror", "Transform(Transform(Symmetry(1))) Show"),
        ("vmirror", "Transform(Transform(Symmetry(2))) Show"),
        ("rotate", "Transform(Transform(Symmetry(6))) Show"),
        ("symmetry 7", "Transform(Transform(Symmetry(7))) Show"),
        ("symetry 4", "Transform(Transform(Symmetry(4))) Show"),
        ("time 5:00 3", "Clock(Game { main: 300s, increment: 3s })"),
        ("time 1:00:00", "Clock(Game { main: 3600s, increment: 0ns })"),
        ("time 5 3", "Clock(Game { main: 300s, increment: 3s })"),
        ("time 5m", "Clock(Game { main: 300s, increment: 0ns })"),
        ("time 300s/0:12", "Clock(Game { main: 300s, increment: 12s })"),
        ("clock 1.5 Minutes 2 sec", "Clock(Game { main: 90s, increment: 2s })"),
        ("time off", "Clock(None)"),
        ("f 5", r#"Transcript("f5") Show"#),
        ("A 4", r#"Transcript("A4") Show"#),
        ("b 2", r#"Transcript("b2") Show"#),
        ("b 1", r#"Option { name: "book", value: "1" }"#),
        ("play f 5", r#"Transcript("f5") Show"#),
        ("f5.", r#"Transcript("f5.") Show"#),
        ("move f5", r#"Transcript("f5") Show"#),
        ("back", "TakeBack(None) Show"),
        ("why d3", "Explain(Some(At(d3)))"),
        ("mode 2", "Mode([Black, White])"),
        ("options", "ShowOptions"),
        ("show", "Show"),
        ("q", "Quit"),
    ] {
        assert_eq!(asked_in_words(&mut console, line), commands, "{line}");
    }
}

#[test]
fn what_is_no_square_of_the_board_is_named_with_its_corners() {
    for name in ["z9", "i9", "k9", "a0", "h10"] {
        assert_eq!(said(&mut script(), name), format!("error: {name} is no square of this board (a1 to h8)\n"));
    }
    let mut console = Console::new(OutputMode::Script).with_rules(Rules::sized(10).unwrap());
    assert_eq!(asked_in_words(&mut console, "i9"), r#"Transcript("i9") Show"#);
    assert!(said(&mut console, "k9").contains("(a1 to j10)"));
}

#[test]
fn one_illegal_move_is_answered_with_the_legal_ones() {
    let refused = Event::Refused("move 1: no disc is flipped by a1".into());
    let mut console = script();
    for line in ["a1", "play A1", "a1."] {
        asked(&mut console, line);
        let answer = written(&mut console, &refused);
        assert_eq!(answer, "error: a1 is not legal here; Black can play d3 c4 f5 e6\n", "{line}");
    }
    asked(&mut console, "e6f4e3f6g5d6e7f5c5");
    written(&mut console, &shown("e6f4e3f6g5d6e7f5c5"));
    asked(&mut console, "a1");
    assert_eq!(written(&mut console, &refused), "error: the game is over; new begins another\n");
    let turn = format!("{}OXXXXXX- X", "-".repeat(56));
    let pass = Game::new(Rules::from_start(turn.parse().expect("a board")));
    written(&mut console, &Event::Shown { game: Box::new(pass), left: None });
    asked(&mut console, "a1");
    let text = written(&mut console, &refused);
    assert_eq!(text, "error: a1 is not legal here; Black has no move: type pass\n");
}

#[test]
fn a_game_begins_again_from_its_first_board() {
    let mut console = script();
    let turn = "X".to_owned() + "O" + &"-".repeat(62) + " X";
    let game = Game::new(Rules::from_start(turn.parse().expect("a board")));
    written(&mut console, &Event::Shown { game: Box::new(game.clone()), left: None });
    let commands = asked(&mut console, "restart");
    let [Command::New(rules), Command::Show] = commands.as_slice() else { panic!("{commands:?}") };
    assert_eq!(rules, game.rules());
}

#[test]
fn a_resigned_game_is_over_until_it_changes() {
    let mut console = script();
    written(&mut console, &shown("f5d6c3"));
    let commands = asked(&mut console, "resign");
    assert!(matches!(commands[..], [Command::Resign(Colour::White), Command::Show]), "{commands:?}");
    let Event::Shown { mut game, left } = shown("f5d6c3") else { panic!("a game") };
    game.tags.outcome = Outcome::of_score(64.0, Ending::Resigned);
    let resigned = Event::Shown { game, left };
    assert!(written(&mut console, &resigned).contains("; white resigned, black wins; move 3 was c3\n"));
    for line in ["c4", "go", "resign"] {
        assert!(said(&mut console, line).starts_with("error: the game is over"), "{line}");
    }
    written(&mut console, &shown("f5d6"));
    assert_eq!(asked_in_words(&mut console, "c3"), r#"Transcript("c3") Show"#);
    written(&mut console, &resigned);
    assert!(matches!(asked(&mut console, "play black")[..], [Command::New(_), Command::Mode(_), Command::Show]));
}

#[test]
fn why_is_asked_of_the_hint_or_of_the_last_move() {
    let mut console = script();
    asked(&mut console, "hint");
    assert_eq!(asked_in_words(&mut console, "why"), "Explain(None)");
    written(&mut console, &shown("f5"));
    assert_eq!(asked_in_words(&mut console, "why"), "ExplainLast");
    written(&mut console, &shown("e6f4e3f6g5d6e7f5c5"));
    asked(&mut console, "hint");
    assert_eq!(asked_in_words(&mut console, "why"), "ExplainLast", "nothing is advised after the end");
}

#[test]
fn a_new_game_may_have_other_rules() {
    let rules = |line: &str| match asked(&mut script(), line).as_slice() {
        [Command::New(rules), Command::Show] => rules.clone(),
        commands => panic!("{commands:?}"),
    };
    assert_eq!(rules("new"), Rules::default());
    assert_eq!(rules("new game"), Rules::default());
    assert_eq!(rules("i 6x6"), Rules::sized(6).unwrap());
    assert_eq!(rules("new anti 10"), Rules::sized(10).unwrap().with_goal(Goal::Fewest));
    assert_eq!(rules("new 8x8 parallel"), Rules::parallel(8).unwrap());
    assert_eq!(rules("variant 8x9 parallel"), Rules::read("parallel 8x9").unwrap());
    assert!(said(&mut script(), "new chess").starts_with("error: not a variant, "));
    assert_eq!(said(&mut script(), "new 99"), "error: a board has 4 to 10 columns and rows, not 99\n");
}

#[test]
fn a_board_is_taken_as_problem_files_have_it() {
    let start = Game::default().turn().to_string();
    for line in [format!("setboard {start}"), format!("setboard {start}; % a comment")] {
        let commands = asked(&mut script(), &line);
        let [Command::SetUp(turn), Command::Show] = commands.as_slice() else { panic!("{commands:?}") };
        assert_eq!(**turn, *Game::default().turn());
    }
    assert!(said(&mut script(), "setboard XO").starts_with("error: "));
    assert_eq!(said(&mut script(), "setboard"), "usage: setboard BOARD\n");
}

#[test]
fn an_unknown_word_is_answered_with_the_nearest_one() {
    assert_eq!(said(&mut script(), "hnt 3"), "unknown command: \"hnt\"; did you mean hint?\n");
    assert_eq!(said(&mut script(), "hnit"), "unknown command: \"hnit\"; did you mean hint?\n");
    assert_eq!(said(&mut script(), "thraeds 4"), "unknown command: \"thraeds\"; did you mean threads?\n");
    assert_eq!(said(&mut script(), "abracadabra"), "unknown command: \"abracadabra\"; try help\n");
    assert_eq!(said(&mut script(), "\u{fc}\u{1b}[2J"), "unknown command: \"??[2J\"; try help\n");
}

#[test]
fn moves_with_something_else_among_them_are_no_command() {
    for (line, fault) in [
        ("f5 foo", "move 2: not a move: \"foo\""),
        ("f5 d6 $ c3", "move 3: not a move: \"$\""),
        ("1. f5 d6 2. zz", "move 3: not a move: \"zz\""),
        ("f5\u{2192}d6", "not a letter of moves: U+2192"),
    ] {
        assert_eq!(said(&mut script(), line), format!("error: {fault}\n"), "{line}");
    }
    // These are read, or what is no move in them is named.
    for line in
        ["f5 (d6) c3", "f5\u{2013}d6\u{2013}c3", "e6 f4!", "1. f5 d6 2. c3?", "\u{ff46}\u{ff15}\u{ff44}\u{ff16}"]
    {
        match script().read(line) {
            Input::Commands(commands) => assert!(matches!(commands[0], Command::Transcript(_)), "{line}"),
            Input::Reply(text) => assert!(text.starts_with("error: ") && text.contains("not a "), "{line}: {text}"),
            other => panic!("{line}: {other:?}"),
        }
    }
}

#[test]
fn a_game_pasted_into_another_one_is_told_how_a_game_begins() {
    let taken = Event::Refused("move 3: there is already a disc on f5".into());
    let advice = "error: move 3: there is already a disc on f5; type new first to play them from the start\n";
    let mut console = script();
    for (line, answer) in [("f5d6c3", advice), ("play f5 d6", advice), ("f5", &advice[..44]), ("f5d6a1", &advice[..44])]
    {
        asked(&mut console, line);
        assert_eq!(written(&mut console, &taken).trim_end(), answer.trim_end(), "{line}");
    }
    asked(&mut console, "f5d6c3");
    asked(&mut console, "undo 9");
    assert_eq!(written(&mut console, &Event::Refused("cannot undo".into())), "error: cannot undo\n");
}

#[test]
fn a_command_with_wrong_values_is_answered_with_its_usage() {
    for (line, word) in [
        ("undo -1", "undo"),
        ("mode 4", "mode"),
        ("time x", "time"),
        ("time 0", "time"),
        ("time -5", "time"),
        ("time 5x", "time"),
        ("restart now", "restart"),
        ("symetry 8", "symmetry"),
        ("rotate 45", "rotate"),
    ] {
        let usage = WORDS.iter().find(|entry| entry.name == word).unwrap().usage;
        assert_eq!(said(&mut script(), line), format!("usage: {usage}\n"), "{line}");
    }
    assert_eq!(said(&mut script(), "go west"), "usage: go\n");
    assert_eq!(said(&mut script(), "set size"), "usage: set NAME [VALUE]\n");
}

#[test]
fn comments_and_empty_lines_are_skipped() {
    for line in ["", "   ", "# a comment", "  #go"] {
        assert_eq!(said(&mut script(), line), "", "{line:?}");
    }
}

#[test]
fn no_word_or_alias_or_option_hides_another() {
    let mut seen = HashSet::new();
    for word in WORDS {
        for name in std::iter::once(&word.name).chain(word.aliases) {
            assert!(seen.insert(*name), "{name} is there twice");
            assert!(name.parse::<Move>().is_err(), "{name} is a move");
        }
    }
    for setting in Options::default().settings() {
        let shortcut = ["strength", "human", "level", "book"].contains(&setting.name);
        assert!(shortcut || seen.insert(setting.name), "{} is a command and an option", setting.name);
    }
}

#[test]
fn every_word_is_listed_explained_and_its_example_works() {
    let overview = said(&mut script(), "help");
    for word in WORDS {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(overview.split_whitespace().any(|name| name == word.name), "{}", word.name);
        for name in std::iter::once(&word.name).chain(word.aliases) {
            let help = said(&mut script(), &format!("help {name}"));
            let parts = [word.usage, word.doc, word.example].map(words);
            assert!(parts.iter().all(|part| words(&help).contains(part)), "{help}");
        }
        assert!(word.usage.starts_with(word.name) && word.example.starts_with(word.name), "{}", word.name);
        if let Input::Reply(answer) = script().read(word.example) {
            let is_fine = answer.is_empty() || ["help", "version", "variants"].contains(&word.name);
            assert!(is_fine, "{}: {answer}", word.example);
        }
    }
    assert!(overview.lines().count() <= 20 && overview.lines().all(|line| line.len() <= 100), "{overview}");
    assert!(said(&mut script(), "help threads").contains("set threads VALUE"));
    assert_eq!(said(&mut script(), "help hnt"), "unknown command: \"hnt\"; did you mean hint?\n");
}

#[test]
fn files_are_named_with_the_number_of_a_game() {
    let load = |line: &str| match script().read(line) {
        Input::Load { path, number, plies: usize::MAX, then } => {
            assert!(matches!(then.as_slice(), [Command::Show]));
            (path, number)
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(load("load my game.ggf"), ("my game.ggf".to_owned(), 1));
    assert_eq!(load("load my game.ggf 12"), ("my game.ggf".to_owned(), 12));
    assert_eq!(load("open 12"), ("12".to_owned(), 1));
    assert_eq!(load("load \"my game.ggf\" 12"), ("my game.ggf".to_owned(), 12));
    let save = |line: &str| match script().read(line) {
        Input::Save { path, overwrite } => (path, overwrite),
        other => panic!("{other:?}"),
    };
    assert_eq!(save("save my game.ggf"), ("my game.ggf".to_owned(), false));
    assert_eq!(save("save --overwrite my game.ggf"), ("my game.ggf".to_owned(), true));
    assert_eq!(save("save 'my game.ggf'"), ("my game.ggf".to_owned(), false));
    assert_eq!(said(&mut script(), "save --overwrite"), "usage: save [--overwrite] FILE\n");
    let saved = Event::Saved { path: "a.ggf".to_owned(), game: Box::new(transcript::read("f5d6").unwrap()) };
    assert_eq!(written(&mut script(), &saved), "saved 2 moves to a.ggf\n");
}

#[test]
fn games_and_boards_are_pasted() {
    let game = "(;GM[Othello]PC[NBoard]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)";
    for (line, moves) in [(game, 2), ("(;GM[2]B[f5]W[d6]B[c3])", 3)] {
        let commands = asked(&mut script(), line);
        let [Command::Set(game), Command::Show] = commands.as_slice() else { panic!("{commands:?}") };
        assert_eq!(game.moves().len(), moves);
    }
    assert_eq!(asked_in_words(&mut script(), "1. f5 2. d6"), r#"Transcript("1. f5 2. d6") Show"#);
    let board = asked(&mut script(), &format!("{}; % the start", Game::default().turn()));
    assert!(matches!(board.as_slice(), [Command::SetUp(_), Command::Show]), "{board:?}");
    assert!(said(&mut script(), "(;GM[Chess])").starts_with("error: "));
}
