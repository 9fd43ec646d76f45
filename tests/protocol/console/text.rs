//! What the person reads: events become text.

use super::{script, shown};
use crate::common::reviewed;
use crate::protocol::{asked, choice, chosen, depth, hinted, report, written};
use emilia::notation::transcript;
use emilia::{Certainty, Engine, EngineOptions, Game, Move, Review, ReviewedMove, Rules, Score, Value};
use emilia_analysis::JudgedGame;
use emilia_cli::protocol::{Console, OutputMode};
use emilia_cli::session::{BookLine, Choice, Event};
use std::time::Duration;

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
opening: Perpendicular Opening
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
    assert_eq!(written(&mut console, &chosen("", None)), "the game is over\n");
}

#[test]
fn a_move_that_emilia_plays_is_named_and_its_board_shown() {
    let mut console = script();
    asked(&mut console, "go");
    let game = Some(Box::new(transcript::read("f5d6").unwrap()));
    let text = written(&mut console, &Event::Chosen(Choice { game, ..choice("d6", None) }));
    assert!(text.starts_with("Emilia plays d6\n    a b c"), "{text}");
}

#[test]
fn an_analysis_is_a_table_from_the_first_move_to_the_last_with_scores_of_black() {
    let mut console = script();
    asked(&mut console, "analyze");
    let played = |mv: &str| mv.parse().ok();
    let estimate = |discs: f32| Value::estimate(Score::from_discs(discs), 12, 73);
    let first = reviewed(0, played("f5"), estimate(0.5), played("f5"), Some(Score::ZERO));
    let lost = Some(Score::from_discs(2.5));
    let mistake = ReviewedMove {
        of_played: Some(estimate(-4.0)),
        ..reviewed(1, played("d6"), estimate(-1.5), played("f4"), lost)
    };
    let end = reviewed(2, None, estimate(4.0), None, None);
    let moves = vec![first, mistake, end];
    let review = Review { moves: moves.clone(), nodes: 12345, is_complete: true };
    let game = transcript::read("f5d6").unwrap();
    let judged = JudgedGame::new(game, None, &review, &Engine::new(EngineOptions::default()));
    let (nodes, time) = (12345, Duration::from_millis(500));
    let end = Event::Hinted { lines: vec![], nodes, time, judged: Some(Box::new(judged)) };
    let events = moves.into_iter().rev().map(Event::Analyzed).chain([end]);
    let text: String = events.map(|event| written(&mut console, &event)).collect();
    for row in [
        "  1  black  f5      +0.50   +0.50      -         -  12@73%",
        "  2  white  d6      +1.50   +4.00   2.50 ?!     f4  12@73%   f4",
        "the game is not finished; value of the last position +4.00, 12@73%",
        "White is behind from the start.",
        "12345 nodes in 0.50 s",
    ] {
        assert!(text.lines().any(|line| line == row), "{row}\n{text}");
    }
}

#[test]
fn the_progress_of_an_analysis_is_one_line_on_a_terminal() {
    let mut console = Console::new(OutputMode::Terminal).with_width(60);
    asked(&mut console, "analyze");
    let of = |ply| Event::Analyzed(reviewed(ply, None, Value::exact(0), None, None));
    assert_eq!(written(&mut console, &of(5)), format!("[{}{}] 1 of 6 positions\n", "#".repeat(5), "-".repeat(25)));
    let next = format!("\x1b[1A\x1b[J[{}{}] 2 of 6 positions\n", "#".repeat(10), "-".repeat(20));
    assert_eq!(written(&mut console, &of(4)), next);
    asked(&mut console, "explain");
    let text = written(&mut console, &Event::Explaining { depth: 1, of: 12 });
    assert!(text.ends_with("] 1 of 12 plies\n"), "{text}");
    assert_eq!(written(&mut script(), &Event::Explaining { depth: 1, of: 12 }), "");
}

#[test]
fn several_hints_are_updated_in_place_on_a_terminal() {
    let mut console = Console::new(OutputMode::Terminal).with_width(60);
    asked(&mut console, "hint 2");
    let lines = || vec![report("f5 d6 c3 d3 c4 f4 f6 g5", 1.0, depth(5, 73)), report("d3", 0.5, depth(5, 73))];
    let first = written(&mut console, &Event::Thinking(lines()));
    assert!(first.lines().count() == 3 && first.lines().skip(1).all(|row| row.len() < 60), "{first}");
    let second = written(&mut console, &Event::Thinking(lines()));
    assert!(second.starts_with("\x1b[2A\x1b[J  5@73%") && second.lines().count() == 2, "{second:?}");
    // The table continues below the user's text: a new one begins.
    asked(&mut console, "show");
    written(&mut console, &shown("f5"));
    let third = written(&mut console, &Event::Thinking(lines()));
    assert!(third.starts_with("  depth"), "{third:?}");
    let narrow = written(&mut Console::new(OutputMode::Terminal).with_width(40), &Event::Thinking(lines()));
    assert_eq!(narrow, "  depth   score  line\n  5@73%   +1.00  f5d6c3d3c4f4f6g5\n  5@73%   +0.50  d3\n");
}

#[test]
fn a_person_reads_the_best_moves_in_words() {
    let estimate = report("f5 d6 c3 d3 c4 f4 f6 f3 e6 e7", 1.5, depth(12, 73));
    let bound = report("d3", -2.0, Certainty::AtMost);
    let mut console = Console::new(OutputMode::Person);
    asked(&mut console, "hint 3");
    let book = BookLine { report: report("c4 e3", 0.25, depth(27, 73)), games: 1 };
    let first = written(&mut console, &Event::Book { lines: vec![book], opening: None });
    assert_eq!(first, "Best: c4 (value +0.25, book, 1 game), then e3\n> ");
    let others = written(&mut console, &hinted(vec![estimate.clone(), bound]));
    assert_eq!(
        others,
        "\n   2. f5 (value +1.50, depth 12@73%), then d6 c3 d3 c4 f4 f6 f3 e6
   3. d3 (value <= -2, proved)
12345 nodes in 0.50 s
> "
    );
    // In place of the row of the search, wrapped at words.
    let mut console = Console::new(OutputMode::Terminal).with_width(50);
    asked(&mut console, "solve");
    written(&mut console, &Event::Thinking(vec![estimate.clone()]));
    let best = written(&mut console, &hinted(vec![estimate]));
    let lines: Vec<&str> = best.lines().collect();
    let wrapped = ["\x1b[1A\x1b[JBest: f5 (value +1.50, depth 12@73%), then d6 c3", "d3 c4 f4 f6 f3 e6"];
    assert_eq!(lines[..2], wrapped);
}

#[test]
fn passes_are_not_counted_as_moves() {
    let start = "XO-------------------------------------------------------------X O";
    let mut game = Game::new(Rules::from_start(start.parse().expect("a board")));
    assert!(game.must_pass());
    game.play(Move::Pass).expect("a forced pass");
    let text = written(&mut script(), &Event::Shown { game: Box::new(game.clone()), left: None });
    assert!(text.ends_with("black to move; white passed\n"), "{text}");
    game.play("c1".parse().expect("a square")).expect("a legal move");
    let text = written(&mut script(), &Event::Shown { game: Box::new(game), left: None });
    assert!(text.ends_with("; move 1 was c1\n"), "{text}");
}

#[test]
fn a_refusal_is_one_line() {
    assert_eq!(written(&mut script(), &Event::Refused("no\nway \u{fc}".into())), "error: no?way ?\n");
}
