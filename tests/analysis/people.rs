//! How many people find a move: in analyses, explanations and the fair-play report.

use super::{judged, level, random_game};
use crate::common::program::{self, done, emilia, refused, run_on, stderr, stdout};
use emilia::notation::{ggf, sgf::Passes};
use emilia::{Game, Move, Score, Weights};
use emilia_analysis::people::{Grader, People};
use emilia_analysis::{CSV_HEAD, Class, JudgedGame, annotated_sgf, csv_rows, read_result, table, write_result};
use serde_json::Value;
use std::path::Path;
use std::process::Output;

fn grader() -> Grader {
    Grader::new(People::embedded().expect("the model"), Weights::embedded())
}

/// A judged game with shares of people, of players with these ratings.
fn graded(seed: u64, ratings: [Option<f64>; 2], rating: Option<u32>) -> JudgedGame {
    let mut game = random_game(seed);
    (game.tags.black.rating, game.tags.white.rating) = (ratings[0], ratings[1]);
    let mut judged = judged(&game, &level(2));
    judged.grade(&mut grader(), rating);
    judged
}

#[test]
fn each_choice_says_how_many_find_a_best_move() {
    let judged = graded(61, [Some(1200.0), Some(9999.0)], None);
    let mut choices = 0;
    for judged_move in &judged.moves {
        let legal = judged.game.at_ply(judged_move.ply).expect("a turn").moves().len();
        assert_eq!(judged_move.difficulty.is_some(), legal > 1, "{judged_move:?}");
        let Some(of) = judged_move.difficulty else { continue };
        choices += 1;
        assert_eq!(of.rating, if judged_move.colour == emilia::Colour::Black { 1200 } else { 1600 });
        assert!([of.found, of.chance, of.as_bad].iter().all(|share| (0.0..=1.0).contains(share)), "{of:?}");
        if judged_move.loss == Score::ZERO {
            assert!(of.as_bad == 0.0 && of.chance <= of.found + 2e-3, "{judged_move:?}");
        } else if judged_move.empties > 10 {
            assert!(of.as_bad >= of.chance && of.as_bad + of.found <= 1.002, "{judged_move:?}");
        }
    }
    assert!(choices > 30);
    assert!(
        graded(61, [Some(1200.0), None], Some(900))
            .moves
            .iter()
            .all(|of| of.difficulty.is_none_or(|of| of.rating == 900))
    );
}

#[test]
fn the_shares_are_in_all_outputs_and_come_back_from_results() {
    let judged = graded(62, [Some(1800.0), None], None);
    let line = write_result(&judged, false);
    let read = read_result(&line).expect("a result");
    assert_eq!(write_result(&read, false), line);
    assert!(read.moves.iter().zip(&judged.moves).all(|(read, judged)| read.difficulty == judged.difficulty));
    assert_eq!(annotated_sgf(&read, Passes::Written), annotated_sgf(&judged, Passes::Written));
    assert!(read_result(&line.replacen("\"found\":", "\"found\":1", 1)).is_err(), "a share is at most 1");
    let sgf = annotated_sgf(&judged, Passes::Written);
    let mistakes = judged.moves.iter().filter(|of| of.class() >= Class::Inaccuracy && of.difficulty.is_some()).count();
    assert_eq!(sgf.matches("ound by ").count(), judged.moves.iter().filter(|of| of.difficulty.is_some()).count());
    assert_eq!(sgf.matches(" make this").count(), mistakes);
    let mut text = String::new();
    table(&judged, &mut text).expect("written");
    assert!(text.contains("found  chance  best line"), "{text}");
    assert!(text.contains("of people rated 1800 (black) and 1600 (white)"), "{text}");
    let column = |name: &str| CSV_HEAD.iter().position(|head| *head == name).expect("a column");
    for (row, judged_move) in csv_rows(1, &judged).zip(&judged.moves) {
        let found = judged_move.difficulty.map_or_else(String::new, |of| format!("{:.3}", of.found));
        assert_eq!(row[column("found")], found);
    }
}

#[test]
fn results_without_shares_are_read_and_other_boards_have_none() {
    let judged = judged(&random_game(63), &level(1));
    let line = write_result(&judged, false);
    assert!(!line.contains("\"people\"") && !read_result(&line).expect("a result").is_graded());
    let small = ggf::read("(;GM[Othello]PB[a]PW[b]TY[6r]BO[6 --------------O*----*O-------------- *]B[B3];)");
    let mut judged = super::judged(&small.expect("6x6"), &level(1));
    judged.grade(&mut grader(), None);
    assert!(!judged.is_graded());
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    run_on(emilia(arguments).current_dir(folder), b"")
}

#[test]
fn results_are_graded_when_they_are_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    done(&run(folder, &["analyze", "f5d6c3d3c4f4", "--level", "1", "--out", "a.jsonl"]));
    let results = std::fs::read_to_string(folder.join("a.jsonl")).expect("results");
    // As an earlier version wrote them.
    let strip = |line: &str| {
        let mut game: Value = serde_json::from_str(line).expect("JSON");
        for of in game["moves"].as_array_mut().expect("moves") {
            of.as_object_mut().expect("an object").remove("people");
        }
        game.to_string()
    };
    let (head, game) = results.split_once('\n').expect("lines");
    std::fs::write(folder.join("old.jsonl"), format!("{head}\n{}\n", strip(game.trim_end()))).expect("written");
    let people = |arguments: &[&str]| {
        let game: Value = serde_json::from_str(&done(&run(folder, arguments))).expect("JSON");
        game["moves"][3]["people"].clone()
    };
    let found = people(&["analyze", "a.jsonl", "--json"]);
    assert_eq!(found["rating"], 1600);
    assert_eq!(people(&["analyze", "old.jsonl", "--json"]), found);
    assert_eq!(people(&["analyze", "a.jsonl", "--json", "--rating", "2000"])["rating"], 2000);
    for rating in ["799", "2201", "-1", "x"] {
        assert_eq!(run(folder, &["analyze", "a.jsonl", "--rating", rating]).status.code(), Some(2), "{rating}");
    }
}

#[test]
fn an_explanation_says_how_many_find_the_best_move() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let explain = |arguments: &[&str]| {
        let all = [&["explain", "f5d6c3d3c4f4f6", "--level", "4"], arguments].concat();
        done(&run(folder.path(), &all))
    };
    assert!(explain(&[]).contains("The best move is found by ") && explain(&[]).contains(" at 1600."));
    let played = explain(&["--move", "f7", "--rating", "900"]);
    assert!(played.contains(" at 900. f7"), "{played}");
    let object: Value = serde_json::from_str(&explain(&["--json", "--move", "f7"])).expect("JSON");
    let people = &object["people"];
    assert_eq!(people["rating"], 1600);
    assert_eq!(people["chances"].as_object().expect("moves").len(), object["moves"].as_array().expect("moves").len());
    assert_eq!(people["chance"], people["chances"]["f7"]);
    // The rating is that of the side to move in the record.
    let record = "(;GM[Othello]PB[a]PW[b]RB[1200]RW[1900]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)";
    std::fs::write(folder.path().join("game.ggf"), record).expect("written");
    let after = |number: &str| done(&run(folder.path(), &["explain", "game.ggf", "--after", number, "--level", "2"]));
    assert!(after("2").contains(" at 1200.") && after("1").contains(" at 1900."), "{}", after("1"));
}

/// Games of one player against others, the player's rating in the record of all but the first.
fn file_of_games(folder: &Path) -> &'static str {
    let game = |number: u64| {
        let mut game: Game = random_game(700 + number);
        game.tags.black.name = "Rose".to_owned();
        game.tags.white.name = format!("Player {number}");
        game.tags.black.rating = (number > 0).then_some(1500.0 + number as f64);
        if number.is_multiple_of(2) {
            std::mem::swap(&mut game.tags.black, &mut game.tags.white);
        }
        ggf::write(&game) + "\n"
    };
    std::fs::write(folder.join("games.ggf"), (0..4).map(game).collect::<String>()).expect("written");
    "games.ggf"
}

#[test]
fn a_fair_play_report_compares_a_player_with_people() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let games = file_of_games(folder);
    let report = |arguments: &[&str]| run(folder, &[&["fair-play", games, "--level", "1"], arguments].concat());
    let text = report(&["--player", "rose"]);
    assert!(stderr(&text).contains("left out 1 game without a rating from 800 to 2200"), "{}", stderr(&text));
    let text = done(&text);
    for part in
        ["Rose, rated 1501 to 1503", "3 games, ", "0-25 %", "all ", "too few to say anything", "never a verdict"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(
        text.contains("The best moves that weigh most, found by few:\n") && text.contains("Single moves prove nothing"),
        "{text}"
    );
    let object: Value =
        serde_json::from_str(&done(&report(&["--player", "Rose", "--rating", "1200", "--json"]))).expect("JSON");
    assert_eq!((&object["player"], &object["side"]), (&Value::from("Rose"), &Value::Null));
    let notable = object["report"]["notable"].as_array().expect("choices");
    assert!((1..=10).contains(&notable.len()), "{notable:?}");
    for choice in notable {
        let number = |name: &str| choice[name].as_u64().expect("a number") as usize;
        let game = random_game(700 + number("game") as u64 - 1);
        let moves: Vec<_> = game.moves().iter().filter(|played| played.mv != Move::Pass).collect();
        assert_eq!(choice["move"], moves[number("number") - 1].mv.to_string());
        assert!(choice["title"].as_str().is_some_and(|title| title.contains("Rose")), "{choice}");
    }
    assert_eq!((&object["rating"], &object["report"]["games"]), (&serde_json::json!([1200, 1200]), &Value::from(4)));
    let bands = object["report"]["bands"].as_array().expect("bands");
    let choices = |band: &Value| band["choices"].as_u64().expect("a number");
    assert_eq!(bands.iter().map(choices).sum::<u64>(), choices(&object["report"]["all"]));
    assert_eq!(object["report"]["is_beyond"], Value::Null);
    // Results with the values of all moves need no search, others are analysed again.
    for all_moves in [&["--all-moves", "1"][..], &[]] {
        let written = ["analyze", games, "--level", "1", "--book", "0", "--out", "r.jsonl", "--overwrite"];
        done(&run(folder, &[&written, all_moves].concat()));
        assert_eq!(stdout(&run(folder, &["fair-play", "r.jsonl", "--level", "1", "--player", "Rose"])), text);
    }
}

#[test]
fn a_fair_play_report_refuses_what_it_cannot_say() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let games = file_of_games(folder);
    let of = |arguments: &[&str]| run(folder, &[&["fair-play", "--level", "1"], arguments].concat());
    let message = refused(&of(&[games, "--player", "Nobody"]));
    assert!(
        message.contains("no games of \"Nobody\"; the games have Player 0, Player 1, Player 2, Player 3, Rose"),
        "{message}"
    );
    let message = refused(&of(&[games, "--player", "Player 1"]));
    assert!(message.contains("1 game without a rating from 800 to 2200 in the record; --rating gives it"), "{message}");
    // Games without names are those of a side.
    let moves = random_game(700).transcript();
    let message = refused(&of(&[&moves, "--player", "Rose", "--rating", "1500"]));
    assert!(message.contains("the games have no names; --side black or white"), "{message}");
    let text = done(&of(&[&moves, "--side", "white", "--rating", "1500"]));
    assert!(text.starts_with("White, rated 1500, against people") && text.contains("1 game, "), "{text}");
    let text = done(&of(&[&moves, "--side", "white", "--rating", "1500", "--json"]));
    assert!(text.contains("\"player\":null,") && text.contains("\"side\":\"white\""), "{text}");
    let message = refused(&of(&[&moves, "--side", "black"]));
    assert!(message.contains("1 game without a rating"), "{message}");
    let small = "(;GM[Othello]PB[a]PW[b]TY[6r]BO[6 --------------O*----*O-------------- *]B[B3];)";
    std::fs::write(folder.join("small.ggf"), small).expect("written");
    assert!(refused(&of(&["small.ggf", "--player", "a", "--rating", "1500"])).contains("no games of \"a\" on 8x8"));
    for wrong in [
        &[games][..],
        &[games, "--player", "Rose", "--rating", "700"],
        &[games, "--player", "Rose", "--side", "black"],
        &[games, "--side", "both"],
        &[games, "--player", "Rose", "--rating", "3000"],
    ] {
        assert_eq!(of(wrong).status.code(), Some(2), "{wrong:?}");
    }
    assert!(program::refused(&of(&["missing.ggf", "--player", "a"])).contains("cannot read missing.ggf"));
}

#[test]
fn the_console_tells_of_people_and_saves_games_with_names() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let lines = "level 1\nhuman 1200\nplay f5\nmode 0\nhuman 900\nanalyze\nwhy\nname Rose\nresign\nsave mine\nquit\n";
    let text = done(&run_on(emilia(&["console"]).current_dir(folder.path()), lines.as_bytes()));
    for part in [
        "found  chance  best line",
        "found: of people rated 900, the share who find a best move",
        "The best move is found by ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let saved = std::fs::read_to_string(folder.path().join("mine.ggf")).expect("a game");
    assert!(saved.contains("PB[Rose]PW[Emilia human 900]RE[-64:r]"), "{saved}");
}

#[test]
fn the_legend_says_what_a_common_mistake_is() {
    let graded = (60..70).map(|seed| graded(seed, [None; 2], None));
    for judged in graded {
        let mut text = String::new();
        table(&judged, &mut text).expect("written");
        let count =
            text.matches("common mistake: a move that loses 2 discs or more, where half of these people").count();
        assert_eq!(count, usize::from(text.contains("<- a common mistake")), "{text}");
    }
}
