//! `emilia diagram` and `emilia correct` as their users see them.

use crate::common::program::{self, stderr, stdout};
use std::path::Path;
use std::process::Output;

fn run(arguments: &[&str]) -> Output {
    program::run(arguments, "")
}

#[test]
fn a_diagram_is_written_in_the_form_of_the_name_and_not_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (name, start) in [("a.svg", "<svg"), ("a.png", "\u{fffd}PNG"), ("a.txt", "      a   b")] {
        let out = path(name);
        let output = run(&["diagram", "f5d6c3", "--out", &out]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let content = std::fs::read(Path::new(&out)).expect("the file");
        assert!(String::from_utf8_lossy(&content).starts_with(start), "{name}");
        assert_eq!(run(&["diagram", "f5", "--out", &out]).status.code(), Some(1));
        assert_eq!(std::fs::read(&out).expect("the file"), content);
        assert_eq!(run(&["diagram", "f5", "--out", &out, "--overwrite"]).status.code(), Some(0));
        assert_ne!(std::fs::read(&out).expect("the file"), content);
    }
    for (name, form) in [("a.pdf", None), ("b.svg", Some("png")), ("c.txt", Some("svg"))] {
        let out = path(name);
        let mut arguments = vec!["diagram", "f5", "--overwrite", "--out", &out];
        arguments.extend(form.iter().flat_map(|form| ["--form", form]));
        let output = run(&arguments);
        let message = stderr(&output);
        assert!(output.status.code() == Some(1) && message.contains("is not that of the form"), "{name}: {message}");
    }
    let game = path("game.txt");
    std::fs::write(&game, "f5d6c3").expect("written");
    assert_eq!(run(&["diagram", &game, "--out", &game, "--overwrite"]).status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(&game).expect("the file"), "f5d6c3");
    let sheet = path("sheet.svg");
    assert_eq!(run(&["diagram", "f5d6c3", "--form", "sheet", "--out", &sheet]).status.code(), Some(0));
    assert!(std::fs::read_to_string(&sheet).expect("the file").contains("transcript sheet"));
}

#[test]
fn a_diagram_has_the_moves_and_marks_that_are_asked_for() {
    let board = stdout(&run(&["diagram", "f5d6c3d3", "--at", "1", "--mark", "d6=A", "--caption", ""]));
    assert_eq!(board.lines().count(), 10);
    assert!(board.contains(" A ") && board.contains("[X]"), "{board}");
    let numbers = stdout(&run(&["diagram", "f5d6c3d3", "--numbers"]));
    assert!(numbers.contains(" 3 . . 3 4 . . . . 3"), "{numbers}");
    assert!(stdout(&run(&["diagram", "f5d6c3d3", "--form", "sheet"])).contains(" 3  4 "));
    assert!(stdout(&run(&["diagram", "--------------OX----XO-------------- X"])).contains("  6 . . . . . . 6"));
    for wrong in
        [["diagram", "f5d6", "--at", "3"], ["diagram", "f5h8", "--form", "text"], ["diagram", "f5", "--mark", "j10=A"]]
    {
        let output = run(&wrong);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{wrong:?}");
    }
    assert_eq!(run(&["diagram", "f5", "--mark", "d6"]).status.code(), Some(2));
}

#[test]
fn a_record_with_mistakes_is_corrected() {
    let output = run(&["correct", "f5d6c3d3b4"]);
    let printed = stdout(&output);
    assert_eq!(output.status.code(), Some(0));
    assert!(printed.starts_with("move 5 (b4): no disc is flipped by b4\n\n1. "), "{printed}");
    assert!(printed.contains("   move 5: c4, not b4\n   f5d6c3d3c4\n"), "{printed}");
    let json: serde_json::Value =
        serde_json::from_slice(&run(&["correct", "f5d6c3d3b4", "--json", "--proposals", "1"]).stdout).expect("JSON");
    assert_eq!(json["proposals"].as_array().map(Vec::len), Some(1));
    assert_eq!(json["proposals"][0]["changes"][0]["move"], "c4");
    assert_eq!(stdout(&run(&["correct", "f5 d6 c3"])), "a legal game of 3 moves\n");
    let refused = |from: &str| stderr(&run(&["correct", from]));
    assert_eq!(run(&["correct", "hello"]).status.code(), Some(1));
    assert_eq!(refused("hello"), "emilia: neither a file nor a transcript: \"hello\"\n");
    assert_eq!(refused("Cargo.lock"), "emilia: \"Cargo.lock\" has 128 moves or more, which is no game\n");
}
