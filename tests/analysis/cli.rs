//! `emilia analyze` as a user runs it.

use super::random_game;
use crate::common::program::{self, emilia, run_on, stderr, stdout};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = emilia(&["analyze", "--hash", "8"]);
    command.args(arguments.split_whitespace()).current_dir(folder);
    command
}

fn analyze(folder: &Path, arguments: &str) -> Output {
    run_on(&mut command(folder, arguments), b"")
}

/// The output of a command that succeeds.
fn done(folder: &Path, arguments: &str) -> String {
    program::done(&analyze(folder, arguments))
}

/// The message of a command that fails.
fn refused(folder: &Path, arguments: &str) -> String {
    program::refused(&analyze(folder, arguments))
}

/// A folder with a file of six games, one of them not legal.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut games: Vec<String> = (41..47).map(|seed| random_game(seed).transcript()).collect();
    games[2] = "f5d6c3a1".to_owned();
    std::fs::write(folder.path().join("games.txt"), games.join("\n")).expect("written");
    std::fs::write(folder.path().join("one.txt"), &games[0]).expect("written");
    folder
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect("a file")
}

#[test]
fn a_game_gives_a_table_json_rows_records_and_a_page() {
    let folder = folder();
    let folder = folder.path();
    let table = done(folder, "one.txt --level 2 --csv a.csv --annotated a.sgf --report a.html --out a.jsonl");
    assert!(table.contains("final score") && table.contains("inaccuracies"), "{table}");
    let results = read(folder, "a.jsonl");
    assert_eq!(results.lines().count(), 2);
    assert_eq!(
        done(folder, "one.txt --level 2 --all-moves 8 --json"),
        results.lines().nth(1).unwrap().to_owned() + "\n"
    );
    assert_eq!(read(folder, "a.csv").lines().next().unwrap().split(',').count(), 26);
    assert!(read(folder, "a.sgf").starts_with("(;FF[4]GM[2]"));
    assert!(read(folder, "a.html").contains("one.txt"));
    // The results give the same files without a search.
    done(folder, "a.jsonl --csv b.csv --annotated b.sgf --tables");
    assert!(read(folder, "a.csv") == read(folder, "b.csv") && read(folder, "a.sgf") == read(folder, "b.sgf"));
    assert!(done(folder, "f5d6c3 --level 2").contains("  3  black  c3"));
}

#[test]
fn an_unfinished_game_in_a_list_is_marked() {
    let folder = folder();
    let begun = read(folder.path(), "one.txt")[..40].to_owned();
    std::fs::write(folder.path().join("two.txt"), format!("{begun}\n{}", read(folder.path(), "one.txt")))
        .expect("written");
    let list = done(folder.path(), "two.txt --level 2");
    let rows: Vec<&str> = list.lines().take(2).collect();
    assert!(rows[0].starts_with("    1       ? lost") && rows[0].contains("; unfinished, "), "{list}");
    assert!(rows[0].ends_with("(2@73%)") && !rows[1].contains("unfinished"), "{list}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_that_cannot_be_written_does_not_keep_the_others_from_it() {
    let folder = folder();
    // The folder of one file disappears during the search: the first look at the game is in the page already.
    let lost = folder.path().join("lost");
    std::fs::create_dir(&lost).expect("a folder");
    let child =
        command(folder.path(), "one.txt --level 7 --csv lost/a.csv --report a.html").stdout(Stdio::null()).spawn();
    let mut child = child.expect("it starts");
    while !folder.path().join("a.html").exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    std::fs::remove_dir(&lost).expect("removed");
    let first = read(folder.path(), "a.html");
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
    assert!(read(folder.path(), "a.html") != first, "the page is that of the whole analysis");
}

#[test]
fn files_are_not_replaced_unasked_and_faults_are_sentences() {
    let folder = folder();
    let folder = folder.path();
    std::fs::write(folder.join("kept.csv"), "mine").expect("written");
    assert!(refused(folder, "one.txt --csv kept.csv").contains("already exists; use --overwrite"));
    assert_eq!(read(folder, "kept.csv"), "mine");
    done(folder, "one.txt --level 1 --csv kept.csv --overwrite");
    assert!(read(folder, "kept.csv").starts_with("game,black"));
    std::fs::write(folder.join("empty.txt"), "").expect("written");
    assert!(refused(folder, "empty.txt").contains("it is empty"));
    let garbage = [0xff, 0, b'(', b';', 0x80, b'\n'];
    std::fs::write(folder.join("garbage"), garbage).expect("written");
    assert!(refused(folder, "garbage").starts_with("emilia: "));
}

#[test]
fn the_files_that_are_written_are_named() {
    let folder = folder();
    let output = analyze(folder.path(), "one.txt --level 1 --csv a.csv --report a.html --out a.jsonl");
    assert_eq!(stderr(&output), "emilia: wrote a.csv\nemilia: wrote a.html\nemilia: wrote a.jsonl\n");
}

#[test]
fn a_game_that_cannot_be_read_is_named_and_the_others_follow() {
    let folder = folder();
    let output = analyze(folder.path(), "games.txt --level 1");
    assert_eq!(output.status.code(), Some(1));
    let (out, err) = (stdout(&output), stderr(&output));
    assert!(err.contains("games.txt: line 3: move 4: no disc is flipped by a1"), "{err}");
    let numbers: Vec<&str> = out.lines().take(5).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(numbers, ["1", "2", "4", "5", "6"], "{out}");
}

#[test]
fn without_a_game_that_can_be_read_there_is_no_table() {
    let folder = folder();
    let game = "[Black \"a\"]\n[White \"b\"]\n\n1. f5 a1\n\n";
    std::fs::write(folder.path().join("bad.pgn"), game.repeat(2)).expect("written");
    let output = analyze(folder.path(), "bad.pgn --level 1");
    assert_eq!((output.status.code(), stdout(&output)), (Some(1), String::new()));
    assert_eq!(stderr(&output).lines().count(), 2, "{}", stderr(&output));
}

#[test]
fn a_table_is_a_hundred_columns_wide() {
    let folder = folder();
    let text = done(folder.path(), "one.txt --level 1 --rating 800");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert!(text.contains("\n      <- a common mistake: "), "{text}");
}

#[test]
fn an_interrupted_analysis_continues_to_the_same_bytes() {
    let folder = folder();
    let folder = folder.path();
    let whole = "games.txt --level 4 --out whole.jsonl --jobs 1";
    assert_eq!(analyze(folder, whole).status.code(), Some(1));
    let results = read(folder, "whole.jsonl");
    assert_eq!(results.lines().count(), 7);
    assert!(refused(folder, whole).contains("use --resume to continue it or --overwrite"));
    // However the file was cut.
    let continued = "games.txt --level 4 --out cut.jsonl --resume --jobs 2";
    for length in [0, 10, results.find('\n').unwrap() + 1, results.len() / 2, results.len() - 1, results.len()] {
        std::fs::write(folder.join("cut.jsonl"), &results[..length]).expect("written");
        assert_eq!(analyze(folder, continued).status.code(), Some(1), "{length}");
        assert!(read(folder, "cut.jsonl") == results, "{length}");
    }
    let other = refused(folder, "games.txt --level 5 --out cut.jsonl --resume");
    assert!(other.contains("level 4, not 5"), "{other}");
    assert_eq!(read(folder, "cut.jsonl"), results);
}

#[test]
#[cfg(unix)]
fn a_killed_analysis_continues_to_the_same_bytes() {
    let folder = folder();
    let folder = folder.path();
    analyze(folder, "games.txt --level 5 --out whole.jsonl");
    for milliseconds in [20, 80, 150, 250, 400] {
        let mut child = command(folder, "games.txt --level 5 --out killed.jsonl --resume");
        let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        child.kill().expect("killed");
        child.wait().expect("ended");
    }
    analyze(folder, "games.txt --level 5 --out killed.jsonl --resume");
    assert!(read(folder, "killed.jsonl") == read(folder, "whole.jsonl"));
}

#[test]
#[cfg(unix)]
fn the_page_of_an_interrupted_collection_says_how_many_games_are_missing() {
    let folder = folder();
    let folder = folder.path();
    let all = "games.txt --level 60 --out a.jsonl --report a.html";
    let child = command(folder, all).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    interrupt(&mut child.expect("it starts"), &folder.join("a.jsonl"));
    assert!(read(folder, "a.html").contains(r#""missing":6"#));
}

#[test]
fn files_are_checked_before_the_search() {
    let folder = folder();
    let folder = folder.path();
    std::fs::write(folder.join("notes.txt"), "f5d6c3").expect("written");
    analyze(folder, "one.txt --level 1 --out done.jsonl");
    for (arguments, reason) in [
        ("missing.txt", "cannot read missing.txt"),
        ("one.txt --annotated a.doc", "ends in .ggf or .sgf"),
        ("one.txt --csv .", "is a folder"),
        ("one.txt --level 1 --report missing/page.html", "cannot write missing/page.html"),
        ("one.txt --level 1 --report one.txt --overwrite", "cannot write over one.txt"),
        ("one.txt --level 1 --out a.jsonl --report a.jsonl", "named for two outputs"),
        ("one.txt --level 1 --out notes.txt --resume", "not a file of results"),
        ("one.txt --level 1 --out new.jsonl --resume --csv notes.txt", "notes.txt already exists"),
        ("one.txt --level 2 --out done.jsonl --resume", "level 1, not 2"),
        ("games.txt --level 1 --out done.jsonl --resume", "games are others"),
        ("done.jsonl --out again.jsonl", "has results already"),
        ("done.jsonl --level 9", "done.jsonl has results already; --level takes games"),
        ("done.jsonl --all-moves 2", "--all-moves takes games"),
        ("games.txt --level 1 --rating 1200 --out done.jsonl --resume", "games are others"),
        ("one.txt --level 1 --rating 1200 --out done.jsonl --resume", "rating null, not 1200"),
        ("one.txt --level 1 --csv -", "expected a file to write"),
        ("one.txt --level 1 --out -", "expected a file to write"),
        ("f5d6c3xx --level 1", "f5d6c3xx: move 4: not a move"),
        #[cfg(target_os = "linux")]
        ("one.txt --level 1 --csv /proc/a.csv", "cannot write /proc/a.csv"),
    ] {
        let message = refused(folder, arguments);
        assert!(message.contains(reason), "{arguments}: {message}");
    }
    std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/crates/emilia/data/weights.bin"), folder.join("w.bin"))
        .expect("copied");
    let message = refused(folder, "one.txt --level 1 --weights w.bin --csv w.bin --overwrite");
    assert!(message.contains("cannot write over w.bin"), "{message}");
    assert_eq!(read(folder, "notes.txt"), "f5d6c3");
    analyze(folder, "done.jsonl --report done.html");
    assert!(read(folder, "done.html").contains(r#""levels":[1]"#));
}

#[test]
fn a_reader_of_the_output_that_leaves_does_not_end_an_analysis_with_files() {
    let folder = folder();
    let folder = folder.path();
    let child = command(folder, "games.txt --level 3 --out a.jsonl --report a.html").stdout(Stdio::piped()).spawn();
    let mut child = child.expect("it starts");
    drop(child.stdout.take());
    // One of the games cannot be read.
    assert_eq!(child.wait().expect("ended").code(), Some(1));
    assert_eq!(read(folder, "a.jsonl").lines().count(), 7);
    assert!(read(folder, "a.html").contains(r#""missing":0"#));
}

#[test]
fn games_come_from_standard_input_too() {
    let folder = folder();
    let out = stdout(&run_on(&mut command(folder.path(), "- --level 1"), b"f5d6c3\nf5f6e6\n"));
    assert!(out.contains("    2") && out.contains("player"), "{out}");
}

#[test]
#[cfg(unix)]
fn a_single_game_that_is_interrupted_is_not_in_the_file_of_results() {
    let folder = folder();
    let folder = folder.path();
    let child =
        command(folder, "one.txt --level 60 --out one.jsonl").stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    interrupt(&mut child.expect("the program starts"), &folder.join("one.jsonl"));
    assert_eq!(read(folder, "one.jsonl").lines().count(), 1, "only the settings");
}

#[test]
fn values_of_the_book_count_and_are_named_unless_it_is_left_out() {
    let folder = folder();
    let (folder, game) = (folder.path(), "f5d6c3d3c4f4f6g5");
    let files = "--csv a.csv --annotated a.sgf --report a.html --all-moves 2";
    let table = done(folder, &format!("{game} --level 2 {files}"));
    let row = |table: &str, number: &str| {
        let of_move = |line: &&str| line.split_whitespace().next() == Some(number);
        table.lines().find(of_move).expect("a row").split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    // The book has proved that the game is drawn after g5.
    assert_eq!(row(&table, "8")[..5], ["8", "white", "g5", "-1.26", "+0.00"], "{table}");
    assert_eq!(table.matches("  book").count(), 8, "{table}");
    assert!(table.contains("value of the last position +0.00, book"), "{table}");
    assert!(read(folder, "a.csv").lines().skip(1).all(|line| line.contains(",true,false,")));
    assert_eq!(read(folder, "a.sgf").matches("(book)").count(), 8);
    assert!(read(folder, "a.html").contains("\"labels\":[\"book\""));
    let json = done(folder, &format!("{game} --level 2 --json"));
    assert_eq!(json.matches("\"book\":true").count(), 9, "{json}");
    assert!(!done(folder, &format!("{game} --level 2 --book 0")).contains("book"));
    // It is used for as many moves as are asked for, and an analysis by another book is not continued.
    assert_eq!(
        done(folder, &format!("{game} --level 2 --bookdepth 3 --out a.jsonl --tables")).matches("  book").count(),
        3
    );
    let message = refused(folder, &format!("{game} --level 2 --out a.jsonl --resume"));
    assert!(message.contains("book_moves 3, not 60"), "{message}");
}

/// Interrupts the program. From the moment that its file of results exists a signal is a request.
#[cfg(unix)]
fn interrupt(child: &mut std::process::Child, results: &Path) {
    while !results.exists() {
        assert_eq!(child.try_wait().expect("a child"), None, "the program has ended");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    program::signal(child, "-INT");
    assert_eq!(child.wait().expect("ended").code(), Some(130));
}
