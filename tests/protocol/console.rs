//! The console: what a person types, and what the person reads.

use super::{asked, asked_in_words, depth, report, said, written};
use emilia::engine::ReviewedMove;
use emilia::game::notation::transcript;
use emilia::game::{Colour, Game, Goal, Move, Played, Rules};
use emilia::protocol::{Audience, Console, Protocol, Reading, WORDS};
use emilia::score::{Certainty, Score, Value};
use emilia::search::Report;
use emilia::session::{Choice, Command, Event, Options};
use std::collections::HashSet;
use std::time::Duration;

fn script() -> Console {
    Console::new(Audience::Script)
}

fn shown(transcript: &str) -> Event {
    Event::Shown(Box::new(transcript::read(transcript).expect("a legal transcript")))
}

fn hinted(lines: Vec<Report<Move>>) -> Event {
    Event::Hinted { lines, nodes: 12345, time: Duration::from_millis(500) }
}

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
        ("undo", "TakeBack(1) Show"),
        ("U 4", "TakeBack(4) Show"),
        ("redo", "Redo(1) Show"),
        ("solve", "Solve { wld: false }"),
        ("Solve WLD", "Solve { wld: true }"),
        ("analyse", "Analyze"),
        ("stop", "Stop"),
        ("level 12", r#"Option { name: "level", value: "12" }"#),
        ("set level 12", r#"Option { name: "level", value: "12" }"#),
        ("set level = 12", r#"Option { name: "level", value: "12" }"#),
        ("threads=2", r#"Option { name: "threads", value: "2" }"#),
        ("hash = 64 # mebibytes", r#"Option { name: "hash", value: "64" }"#),
        ("hmirror", "Transform(Transform(Symmetry(1))) Show"),
        ("vmirror", "Transform(Transform(Symmetry(2))) Show"),
        ("rotate", "Transform(Transform(Symmetry(6))) Show"),
        ("symmetry 7", "Transform(Transform(Symmetry(7))) Show"),
        ("time 5:00 3", "Clock(Game { main: 300s, increment: 3s })"),
        ("time 1:00:00", "Clock(Game { main: 3600s, increment: 0ns })"),
        ("time off", "Clock(None)"),
        ("mode 2", "Mode([Black, White])"),
        ("options", "ShowOptions"),
        ("show", "Show"),
        ("q", "Quit"),
    ] {
        assert_eq!(asked_in_words(&mut console, line), commands, "{line}");
    }
}

#[test]
fn a_new_game_may_have_other_rules() {
    let rules = |line: &str| match asked(&mut script(), line).as_slice() {
        [Command::New(rules), Command::Show] => rules.clone(),
        commands => panic!("{commands:?}"),
    };
    assert_eq!(rules("new"), Rules::default());
    assert_eq!(rules("i 6x6"), Rules::sized(6).unwrap());
    assert_eq!(rules("new anti 10"), Rules::sized(10).unwrap().with_goal(Goal::Fewest));
    assert_eq!(rules("new 8x8 parallel"), Rules::parallel(8).unwrap());
    assert_eq!(said(&mut script(), "new 8x9"), "usage: new [SIZE] [parallel] [anti]\n");
    assert_eq!(said(&mut script(), "new 99"), "error: a board has 4 to 10 columns, not 99\n");
}

#[test]
fn a_board_is_taken_as_problem_files_have_it() {
    let start = Game::default().turn().to_string();
    for line in [format!("setboard {start}"), format!("setboard {start}; % a comment")] {
        let commands = asked(&mut script(), &line);
        let [Command::Set(game), Command::Show] = commands.as_slice() else { panic!("{commands:?}") };
        assert_eq!(game.turn(), Game::default().turn());
    }
    assert!(said(&mut script(), "setboard XO").starts_with("error: "));
    assert_eq!(said(&mut script(), "setboard"), "usage: setboard BOARD\n");
}

#[test]
fn a_console_that_is_not_verbose_shows_only_the_result() {
    let mut console = script();
    let row = || vec![report("f5 d6", 1.5, depth(12, 73))];
    assert_eq!(said(&mut console, "verbose 0"), "");
    asked(&mut console, "hint");
    assert_eq!(written(&mut console, &Event::Thinking(row())), "");
    assert!(written(&mut console, &hinted(row())).contains("f5d6"));
    assert_eq!(said(&mut console, "verbose 2"), "");
    assert!(written(&mut console, &Event::Thinking(row())).contains("f5d6"));
    assert!(said(&mut console, "verbose").starts_with("usage: "));
}

#[test]
fn an_unknown_word_is_answered_with_the_nearest_one() {
    assert_eq!(said(&mut script(), "hnt 3"), "unknown command: \"hnt\"; did you mean hint?\n");
    assert_eq!(said(&mut script(), "hnit"), "unknown command: \"hnit\"; did you mean hint?\n");
    assert_eq!(said(&mut script(), "thraeds 4"), "unknown command: \"thraeds\"; did you mean threads?\n");
    assert_eq!(said(&mut script(), "abracadabra"), "unknown command: \"abracadabra\"; try help\n");
    assert_eq!(said(&mut script(), "k9"), "unknown command: \"k9\"; try help\n");
    assert_eq!(said(&mut script(), "\u{fc}\u{1b}[2J"), "unknown command: \"??[2J\"; try help\n");
}

#[test]
fn a_command_with_wrong_values_is_answered_with_its_usage() {
    for (line, word) in [
        ("hint x", "hint"),
        ("hint 0", "hint"),
        ("undo -1", "undo"),
        ("mode 4", "mode"),
        ("time x", "time"),
        ("symetry 8", "symetry"),
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
        let shortcut = setting.name == "level";
        assert!(shortcut || seen.insert(setting.name), "{} is a command and an option", setting.name);
    }
}

#[test]
fn every_word_is_listed_explained_and_its_example_works() {
    let overview = said(&mut script(), "help");
    for word in WORDS {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words(&overview).contains(&words(&format!("{} {}", word.usage, word.doc))), "{}", word.name);
        for name in std::iter::once(&word.name).chain(word.aliases) {
            let help = said(&mut script(), &format!("help {name}"));
            let parts = [word.usage, word.doc, word.example].map(words);
            assert!(parts.iter().all(|part| words(&help).contains(part)), "{help}");
        }
        assert!(word.usage.starts_with(word.name) && word.example.starts_with(word.name), "{}", word.name);
        if let Reading::Say(answer) = script().read(word.example) {
            let is_fine = answer.is_empty() || ["help", "version"].contains(&word.name);
            assert!(is_fine, "{}: {answer}", word.example);
        }
    }
    assert!(said(&mut script(), "help threads").contains("set threads VALUE"));
    assert_eq!(said(&mut script(), "help hnt"), "unknown command: \"hnt\"; did you mean hint?\n");
}

#[test]
fn the_board_is_drawn_with_what_there_is_to_say_about_it() {
    let board = written(&mut script(), &shown("f5d6"));
    assert_eq!(
        board,
        "    a b c d e f g h
  1 . . . . . . . . 1
  2 . . . . . . . . 2
  3 . . + . . . . . 3
  4 . . + O X . . . 4
  5 . . + O X X . . 5
  6 . . + O . . . . 6
  7 . . + . . . . . 7
  8 . . . . . . . . 8
    a b c d e f g h
X black 3, O white 3; black to move; move 2 was d6
"
    );
}

#[test]
fn the_end_of_a_game_says_who_won() {
    // The shortest game: a wipe-out, which counts 64 to 0.
    let board = written(&mut script(), &shown("e6f4e3f6g5d6e7f5c5"));
    assert!(board.ends_with("X black 13, O white 0; black wins by 64; move 9 was c5\n"), "{board}");
}

#[test]
fn the_game_is_shown_as_it_was_asked_for() {
    let mut console = script();
    for (line, text) in [("transcript", "f5d6"), ("obf", "-------------------"), ("ggf", "(;GM[Othello]")] {
        asked(&mut console, line);
        let answer = written(&mut console, &shown("f5d6"));
        assert!(answer.starts_with(text) && answer.lines().count() == 1, "{line}: {answer}");
    }
    assert!(
        written(&mut console, &shown("f5d6")).starts_with("    a b c"),
        "the board again, where nothing else was asked"
    );
    let mut named = Game::default();
    named.tags.black.name = "J\u{fc}rgen".to_owned();
    asked(&mut console, "ggf");
    assert!(written(&mut console, &Event::Shown(Box::new(named))).contains("PB[J?rgen]"));
}

#[test]
fn thinking_is_a_row_for_each_depth_and_the_last_is_not_repeated() {
    let mut console = script();
    asked(&mut console, "hint");
    let shallow = report("f5 d6", 0.5, depth(9, 73));
    let deep = report("f5 d6 pass c3", 2.0, Certainty::Exact);
    let text = [Event::Thinking(vec![shallow]), Event::Thinking(vec![deep.clone()]), hinted(vec![deep])]
        .map(|event| written(&mut console, &event))
        .concat();
    assert_eq!(
        text,
        "  depth   score   seconds         nodes  nodes/s  line
  9@73%   +0.50      0.50         12345    24.7k  f5d6
  exact      +2      0.50         12345    24.7k  f5d6--c3
"
    );
}

#[test]
fn several_hints_are_a_table_in_the_end() {
    let mut console = script();
    asked(&mut console, "hint 2");
    let lines = vec![report("f5", 2.0, Certainty::Exact), report("d3", -2.0, Certainty::AtMost)];
    let progress = written(&mut console, &Event::Thinking(lines.clone()));
    assert_eq!(progress.lines().count(), 2, "the head and the best move: {progress}");
    let table = written(&mut console, &hinted(lines));
    assert_eq!(table.lines().count(), 3, "the head and both moves: {table}");
    assert!(table.lines().last().unwrap().starts_with(" proved   <= -2 "), "{table}");
}

#[test]
fn a_score_is_shown_with_its_certainty() {
    for (discs, certainty, text) in [
        (2.0, Certainty::Exact, "  exact      +2 "),
        (0.0, Certainty::Exact, "  exact       0 "),
        (-6.0, Certainty::Exact, "  exact      -6 "),
        (2.0, Certainty::AtLeast, " proved   >= +2 "),
        (0.0, Certainty::AtMost, " proved    <= 0 "),
        (1.25, depth(12, 73), " 12@73%   +1.25 "),
        (1.25, depth(12, 100), "     12   +1.25 "),
    ] {
        let mut console = script();
        asked(&mut console, "hint");
        let table = written(&mut console, &hinted(vec![report("f5", discs, certainty)]));
        assert!(table.lines().last().unwrap().starts_with(text), "{table}");
    }
}

#[test]
fn where_there_is_no_move_the_console_says_so() {
    let mut console = script();
    asked(&mut console, "hint");
    assert_eq!(written(&mut console, &hinted(vec![])), "no move to score\n");
    let nothing = Choice { mv: None, report: None, time: Duration::ZERO, game: None };
    assert_eq!(written(&mut console, &Event::Chosen(nothing)), "the game is over\n");
}

#[test]
fn a_move_that_emilia_plays_is_named_and_its_board_shown() {
    let mut console = script();
    asked(&mut console, "go");
    let game = Some(Box::new(transcript::read("f5d6").unwrap()));
    let mv = "d6".parse().ok();
    let choice = Choice { mv, report: None, time: Duration::ZERO, game };
    let text = written(&mut console, &Event::Chosen(choice));
    assert!(text.starts_with("Emilia plays d6\n    a b c"), "{text}");
}

#[test]
fn an_analysis_is_a_table_from_the_last_move_to_the_first() {
    let mut console = script();
    asked(&mut console, "analyze");
    let played = |mv: &str| mv.parse().ok();
    let end = ReviewedMove { ply: 2, played: None, value: Value::exact(4), best: None, loss: None };
    let mistake = ReviewedMove {
        ply: 1,
        played: played("d6"),
        value: Value::estimate(Score::from_discs(-1.5), 12, 73),
        best: played("f4"),
        loss: Some(Score::from_discs(2.5)),
    };
    let text =
        [Event::Analyzed(end), Event::Analyzed(mistake), hinted(vec![])].map(|e| written(&mut console, &e)).concat();
    assert_eq!(
        text,
        " ply  played   score  best      loss  depth
   3  -           +4  -            -  exact
   2  d6       -1.50  f4        2.50  12@73%
12345 nodes in 0.50 s
"
    );
}

#[test]
fn files_are_named_with_the_number_of_a_game() {
    let load = |line: &str| match script().read(line) {
        Reading::Load { path, number, plies: usize::MAX, then } => {
            assert!(matches!(then.as_slice(), [Command::Show]));
            (path, number)
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(load("load my game.ggf"), ("my game.ggf".to_owned(), 1));
    assert_eq!(load("load my game.ggf 12"), ("my game.ggf".to_owned(), 12));
    assert_eq!(load("open 12"), ("12".to_owned(), 1));
    let save = |line: &str| match script().read(line) {
        Reading::Save { path, overwrite } => (path, overwrite),
        other => panic!("{other:?}"),
    };
    assert_eq!(save("save my game.ggf"), ("my game.ggf".to_owned(), false));
    assert_eq!(save("save --overwrite my game.ggf"), ("my game.ggf".to_owned(), true));
    assert_eq!(said(&mut script(), "save --overwrite"), "usage: save [--overwrite] FILE\n");
    assert_eq!(script().saved("a.ggf", &transcript::read("f5d6").unwrap()), "saved 2 moves to a.ggf\n");
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
    assert!(matches!(board.as_slice(), [Command::Set(_), Command::Show]), "{board:?}");
    assert!(said(&mut script(), "(;GM[Chess])").starts_with("error: "));
}

#[test]
fn an_option_alone_is_shown() {
    for (line, start, end) in [
        ("level", "level 21 (a number from 1 to 60; default 21)", "exact scores from 24 empty squares on.\n"),
        ("hash", "hash 256 (a number of MiB from 1 to 1048576; default 256)", "\n"),
        ("set hash", "hash 256", "\n"),
        ("Contempt", "contempt 0", "\n"),
    ] {
        let mut console = script();
        assert_eq!(asked_in_words(&mut console, line), "ShowOptions", "{line}");
        let text = written(&mut console, &Event::Options(Options::default().settings()));
        assert!(text.starts_with(start) && text.ends_with(end), "{text}");
    }
}

#[test]
fn several_hints_are_updated_in_place_on_a_terminal() {
    let mut console = Console::new(Audience::Terminal).with_width(60);
    asked(&mut console, "hint 2");
    let lines = || vec![report("f5 d6 c3 d3 c4 f4 f6 g5", 1.0, depth(5, 73)), report("d3", 0.5, depth(5, 73))];
    let first = written(&mut console, &Event::Thinking(lines()));
    assert!(first.lines().count() == 3 && first.lines().skip(1).all(|row| row.len() < 60), "{first}");
    let second = written(&mut console, &Event::Thinking(lines()));
    assert!(second.starts_with("\x1b[2A\x1b[J  5@73%") && second.lines().count() == 2, "{second:?}");
    // The table continues below the user's text: a new one begins.
    asked(&mut console, "show");
    written(&mut console, &shown("f5"));
    let third = written(&mut console, &hinted(lines()));
    assert!(third.starts_with("  depth"), "{third:?}");
}

#[test]
fn passes_are_not_counted_as_moves() {
    let start = "XO-------------------------------------------------------------X O";
    let mut game = Game::new(Rules::from_start(start.parse().expect("a board")));
    assert!(game.must_pass());
    game.play(Move::Pass).expect("a forced pass");
    let text = written(&mut script(), &Event::Shown(Box::new(game.clone())));
    assert!(text.ends_with("black to move; white passed\n"), "{text}");
    game.play("c1".parse().expect("a square")).expect("a legal move");
    let text = written(&mut script(), &Event::Shown(Box::new(game)));
    assert!(text.ends_with("; move 1 was c1\n"), "{text}");
}

#[test]
fn the_options_are_a_table() {
    let text = written(&mut script(), &Event::Options(Options::default().settings()));
    assert!(text.lines().next().unwrap().starts_with("level "), "{text}");
    assert_eq!(text.lines().count(), Options::default().settings().len());
}

#[test]
fn a_refusal_is_one_line() {
    assert_eq!(written(&mut script(), &Event::Refused("no\nway \u{fc}".into())), "error: no?way ?\n");
}

#[test]
fn undo_against_emilia_takes_back_its_answer_too() {
    let mut console = script();
    asked(&mut console, "mode 0");
    asked(&mut console, "f5");
    written(&mut console, &Event::Done);
    written(&mut console, &shown("f5"));
    assert_eq!(asked_in_words(&mut console, "undo"), "TakeBack(1) Show", "it searches and has not answered yet");
    let game = Some(Box::new(transcript::read("f5d6").unwrap()));
    let choice = Choice { mv: "d6".parse().ok(), report: None, time: Duration::ZERO, game };
    written(&mut console, &Event::Chosen(choice));
    assert_eq!(asked_in_words(&mut console, "undo"), "TakeBack(2) Show");
    assert_eq!(asked_in_words(&mut console, "undo 1"), "TakeBack(1) Show");
    asked(&mut console, "mode 3");
    assert_eq!(asked_in_words(&mut console, "undo"), "TakeBack(1) Show");
}

#[test]
fn only_a_person_is_greeted_and_prompted() {
    assert_eq!(script().greet(), "");
    assert!(script().is_patient());
    let mut console = Console::new(Audience::Person);
    assert!(!console.is_patient());
    let greeting = console.greet();
    assert!(greeting.contains("  5 . . . X O + . . 5") && greeting.ends_with("\n> "), "{greeting}");
    assert_eq!(said(&mut console, ""), "> ");
    assert!(said(&mut console, "version").ends_with("\n> "));
}

#[test]
fn a_prompt_follows_the_last_answer_to_a_line() {
    let mut console = Console::new(Audience::Person);
    asked(&mut console, "f5");
    assert_eq!(written(&mut console, &Event::Done), "");
    assert!(written(&mut console, &shown("f5")).ends_with("\n> "));
    asked(&mut console, "f5");
    assert_eq!(written(&mut console, &Event::Refused("no".into())), "error: no\n> ", "Show is not obeyed then");
    asked(&mut console, "go");
    let row = report("d6", 1.0, depth(3, 73));
    assert!(!written(&mut console, &Event::Thinking(vec![row.clone()])).ends_with("> "));
    asked(&mut console, "level 5");
    assert_eq!(written(&mut console, &Event::Done), "> ");
    let news = written(&mut console, &Event::Thinking(vec![row]));
    assert!(news.starts_with('\n'), "news do not stand behind the prompt: {news:?}");
    let choice = Choice { mv: Some(Move::Pass), report: None, time: Duration::ZERO, game: None };
    assert_eq!(written(&mut console, &Event::Chosen(choice)), "Emilia passes\n> ");
    asked(&mut console, "quit");
    assert_eq!(written(&mut console, &Event::Goodbye), "");
}

#[test]
fn a_move_with_notes_is_shown_like_any_other() {
    let mut game = Game::default();
    let played = Played { eval: Some(1.0), seconds: Some(2.0), ..Move::Pass.into() };
    game.play_noted(Played { mv: "f5".parse().unwrap(), ..played }).unwrap();
    assert_eq!(game.to_move(), Colour::White);
    assert!(written(&mut script(), &Event::Shown(Box::new(game))).contains("white to move; move 1 was f5"));
}
