//! `emilia explain` as its users see it.

use crate::common::program::{self, done, refused};
use std::fs;
use std::process::Output;

const POSITION: &str = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X";

fn run(arguments: &[&str]) -> Output {
    program::run(&[&["explain", "--threads", "1", "--hash", "1"], arguments].concat(), "")
}

fn text(arguments: &[&str]) -> String {
    done(&run(arguments))
}

#[test]
fn a_position_is_explained() {
    let text = text(&["--", POSITION]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].contains("exact") && lines[1].contains("b7"), "{text}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("    a b c")).count(), 1 + 1, "{text}");
    assert!(lines.iter().any(|line| line.starts_with("1. ")), "{text}");
}

#[test]
fn json_has_the_moves_and_the_claims() {
    for arguments in [&["--json", "--", POSITION][..], &["--json", "--move", "g8", "--", POSITION]] {
        let object: serde_json::Value = serde_json::from_str(&text(arguments)).expect("JSON");
        assert_eq!(object["position"], POSITION);
        let moves = object["moves"].as_array().expect("moves");
        let scores: Vec<i64> = moves.iter().filter_map(|mv| mv["score"].as_i64()).collect();
        assert_eq!(scores, [0, -4, -12]);
        assert!(moves.iter().all(|mv| mv["certainty"] == "exact"));
        let said = object["explanations"].as_array().expect("explanations");
        assert!((1..=5).contains(&said.len()) && said.iter().all(|one| one["text"].is_string()), "{said:?}");
    }
}

#[test]
fn moves_and_files_are_explained() {
    let whole = text(&["--level", "4", "f5d6c3"]);
    assert_eq!(text(&["--level", "4", "F5 d6 c3"]).lines().last(), whole.lines().last());
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    fs::write(&file, "f5d6c3d3c4\n").expect("a file");
    let path = file.to_str().expect("a path");
    assert_eq!(
        text(&["--level", "4", "--after", "3", "--move", "d3", path]).lines().last(),
        text(&["--level", "4", "--move", "d3", "f5d6c3"]).lines().last()
    );
    // The move of the game is the one to explain.
    assert_eq!(
        text(&["--level", "4", "--after", "3", path]).lines().last(),
        text(&["--level", "4", "--move", "d3", "f5d6c3"]).lines().last()
    );
}

#[test]
fn what_cannot_be_explained_is_refused() {
    for (arguments, message) in [
        (&["nonsense"][..], "neither a file, a position nor moves"),
        (&["---"], "expected 64 squares"),
        (&["f5d6a1"], "move 3"),
        (&["f5", "--move", "a1"], "a1"),
        (&["f5", "--after", "7"], "only 1"),
        (&["--", "----------------XXX--OOO--------------"], "64 squares"),
    ] {
        let said = refused(&run(arguments));
        assert!(said.starts_with("emilia: ") && said.contains(message), "{arguments:?}: {said}");
    }
    assert_eq!(run(&["f5", "--move", "zz"]).status.code(), Some(2));
}

#[test]
fn a_pass_and_the_end_of_a_game_have_nothing_to_explain() {
    let passes = format!("XO{} O", "-".repeat(62));
    assert!(!text(&["--", &passes]).contains("1. "));
    let over = format!("X{} X", "-".repeat(63));
    assert!(text(&["--", &over]).contains("no move to score"));
}
