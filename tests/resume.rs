//! Solves that are killed, interrupted and resumed, and the files that they are kept in.
//!
//! `EMILIA_KILLS=20` makes the test that kills do so 20 times, at a harder position; by default it is quick.

#![cfg(unix)]

use crate::common::files::new_file;
use crate::common::program::{self, emilia, stderr};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const EASY: &str = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X; B7:+0; G7:-4; G8:-12;";
/// FFO #42, 22 empties.
const SOME_SECONDS: &str = "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X; G2:+6;";
/// FFO #46, 24 empties.
const MORE_SECONDS: &str = "---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O- X; B3:-8;";

fn solve(arguments: &[&str]) -> Command {
    let mut command = emilia(&["solve"]);
    command.args(arguments).args(["--hash", "64", "--threads", "1", "--json"]).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    solve(arguments).output().expect("the program starts")
}

/// What was said as JSON, without the messages for people between it.
fn objects(bytes: &[u8]) -> Vec<Value> {
    let text = String::from_utf8_lossy(bytes);
    // A kill may cut the last line.
    let whole = text.split_inclusive('\n').filter(|line| line.starts_with('{') && line.ends_with('\n'));
    whole.map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// What must not depend on interruptions.
fn outcome(output: &Output) -> (Option<i32>, Vec<[Value; 4]>) {
    let results = objects(&output.stdout);
    let reported = results.iter().filter(|object| object["position"].is_string());
    let keys = |object: &Value| ["position", "score", "status", "agrees"].map(|key| object[key].clone());
    (output.status.code(), reported.map(keys).collect())
}

/// Lets the program run for a while, then sends it the signal; gives what it said.
fn stopped_after(mut command: Command, after: Duration, signal: &str) -> Output {
    let child = command.spawn().expect("the program starts");
    std::thread::sleep(after);
    program::signal(&child, signal);
    child.wait_with_output().expect("the program ends")
}

/// Sends the program the signal after the first event of this kind; returns its output.
fn stopped_at(mut command: Command, is_time: impl Fn(&Value) -> bool, signal: &str) -> Output {
    let mut child = command.arg("--events").spawn().expect("the program starts");
    let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut said = Vec::new();
    let mut is_sent = false;
    loop {
        let start = said.len();
        if stderr.read_until(b'\n', &mut said).expect("stderr is read") == 0 {
            break;
        }
        if !is_sent && objects(&said[start..]).iter().any(&is_time) {
            program::signal(&child, signal);
            is_sent = true;
        }
    }
    assert!(is_sent, "ended too soon: {}", String::from_utf8_lossy(&said));
    Output { stderr: said, ..child.wait_with_output().expect("the program ends") }
}

/// Whether a move's score, or a bound of it, has just been proved.
fn is_proof(event: &Value) -> bool {
    event["event"] == "searched" && event["proves"] == true
}

/// What is proved of each move so far.
type Bounds = BTreeMap<String, (i64, i64)>;

/// Follows the events of a run; fails if a move is searched whose bounds are answer enough for the window.
fn follow(bounds: &mut Bounds, events: &[Value]) {
    let number = |value: &Value| value.as_f64().expect("a number");
    for event in events.iter().filter(|event| event["proves"] == true) {
        let name = event["move"].as_str().expect("a move").to_owned();
        if event["event"] == "searching" {
            let (alpha, beta) = (number(&event["alpha"]), number(&event["beta"]));
            if let Some(&(lower, upper)) = bounds.get(&name) {
                let is_answer = lower as f64 >= beta || upper as f64 <= alpha || lower == upper;
                assert!(!is_answer, "{name} has a score from {lower} to {upper}, and is searched again: {event}");
            }
        } else if event["event"] == "searched" {
            let bound = |key: &str| event[key].as_i64().expect("a bound");
            bounds.insert(name, (bound("lower"), bound("upper")));
        }
    }
}

#[test]
fn a_killed_solve_is_resumed_without_searching_a_proved_move_again() {
    let kills = std::env::var("EMILIA_KILLS").ok().and_then(|kills| kills.parse().ok());
    let (position, kills) = kills.map_or((SOME_SECONDS, 5), |kills: u64| (MORE_SECONDS, kills));
    let path = new_file("killed.save");
    let path = path.to_str().expect("a path");
    let began = Instant::now();
    let whole = run(&[position, "--all-moves"]);
    // After so long something is proved, before so long not everything is.
    let time = began.elapsed();
    assert!(run(&[EASY, "--save", path]).status.success(), "an old file is in the way");
    let first = [position, "--all-moves", "--save", path, "--overwrite", "--save-every", "0.2", "--events"];
    let later = ["--resume", path, "--save-every", "0.2", "--events"];
    let (mut bounds, mut is_begun) = (Bounds::new(), false);
    for kill in 0..kills {
        // On a busy machine it can be killed before it has replaced the old file, which happens before the first event.
        let command = solve(if is_begun { &later } else { &first });
        // Some moments, the same in every run as far as the machine allows.
        let part = (kill * 37 % 50 + 30) as f64 / 100.0;
        let output = stopped_after(command, (time.mul_f64(part) / 2).max(Duration::from_millis(700)), "-KILL");
        is_begun |= !output.stderr.is_empty();
        follow(&mut bounds, &objects(&output.stderr));
    }
    let end = run(&later);
    follow(&mut bounds, &objects(&end.stderr));
    assert_eq!(outcome(&end), outcome(&whole));
    assert!(!bounds.is_empty());
}

#[test]
fn an_interrupted_solve_prints_its_proofs_and_can_be_resumed() {
    let path = new_file("interrupted.save");
    let path = path.to_str().expect("a path");
    for signal in ["-INT", "-TERM"] {
        let command = solve(&[SOME_SECONDS, "--save", path, "--overwrite", "--all-moves"]);
        let output = stopped_at(command, is_proof, signal);
        let results = objects(&output.stdout);
        assert_eq!((output.status.code(), &results[0]["stopped"]), (Some(130), &true.into()), "{results:?}");
        let moves = results[0]["moves"].as_array().expect("moves");
        for proved in results[0]["proved"].as_array().expect("moves") {
            let reported = moves.iter().find(|other| other["move"] == proved["move"]).expect("the same moves");
            let score = reported["score"].as_i64();
            match reported["status"].as_str().expect("a status") {
                "exact" => assert!(score == proved["lower"].as_i64() && score == proved["upper"].as_i64()),
                "at least" => assert_eq!(score, proved["lower"].as_i64()),
                "at most" => assert_eq!(score, proved["upper"].as_i64()),
                status => panic!("{status}: something is proved: {proved}"),
            }
        }
        let output = stopped_at(solve(&["--resume", path]), |event| event["event"] == "resume", "-INT");
        assert_eq!(objects(&output.stderr)[0]["event"], "resume", "{}", stderr(&output));
    }
}

#[test]
fn positions_that_were_solved_are_not_solved_again() {
    let path = new_file("several.save");
    let path = path.to_str().expect("a path");
    let problems = new_file("several.obf");
    let wrong = EASY.replace("B7:+0", "B7:+2");
    fs::write(&problems, format!("{EASY}\nnonsense\n{wrong}\n{MORE_SECONDS}\n{EASY}\n")).expect("a file");
    let command = solve(&[problems.to_str().expect("a path"), "--save", path]);
    let output = stopped_at(command, |event| event["event"] == "saved" && event["number"] == 4, "-KILL");
    assert_eq!(objects(&output.stdout).len(), 2);
    let output = run(&["--resume", path, "--events"]);
    let (code, results) = outcome(&output);
    assert_eq!((code, results.len()), (Some(1), 4));
    assert_eq!(results.iter().map(|result| &result[3]).collect::<Vec<_>>(), [true, false, true, true]);
    let text = stderr(&output);
    assert!(text.contains("line 2, column 1"), "the fault of a line is reported again: {text}");
    let begun: Vec<Value> = objects(&output.stderr).into_iter().filter(|event| event["position"].is_string()).collect();
    assert_eq!(begun.iter().map(|event| &event["number"]).collect::<Vec<_>>(), [4, 5]);
    // Once all is solved, nothing is left to be done.
    assert_eq!(outcome(&run(&["--resume", path])), (code, results));
}

#[test]
fn a_journal_that_breaks_off_is_read_to_its_last_whole_record() {
    let [path, problems] = [new_file("journal.save"), new_file("journal.obf")];
    let name = path.to_str().expect("a path").to_owned();
    fs::write(&problems, format!("{EASY}\n").repeat(3)).expect("a file");
    assert!(run(&[problems.to_str().expect("a path"), "--save", &name]).status.success());
    let whole = fs::read(&path).expect("the file");
    let number = |at: usize| u64::from_le_bytes(whole[at..at + 8].try_into().expect("eight bytes")) as usize;
    let mut ends = vec![36 + number(12) + number(24)];
    while let Some(&end) = ends.last().filter(|end| **end < whole.len()) {
        let length = u32::from_le_bytes(whole[end..end + 4].try_into().expect("four bytes"));
        ends.push(end + 8 + length as usize);
    }
    assert_eq!((ends.len(), ends.last()), (4, Some(&whole.len())), "a record for each answer");
    let begun = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a file");
        let output = run(&["--resume", &name, "--events"]);
        assert!(output.status.success(), "{}", stderr(&output));
        objects(&output.stderr).iter().filter(|event| event["event"] == "begin").count()
    };
    for length in (ends[0]..=whole.len()).step_by(97).chain(ends.clone()) {
        let records = ends.iter().rposition(|end| *end <= length).expect("the snapshot");
        assert_eq!(begun(&whole[..length]), 3 - records, "cut off after {length} of {} bytes", whole.len());
    }
    // So a loss of power may leave a file that had grown already.
    assert_eq!(begun(&[&whole[..ends[1]], &[0; 5000]].concat()), 2);
    let mut damaged = whole.clone();
    damaged[ends[1] + 20] ^= 1;
    fs::write(&path, damaged).expect("a file");
    let output = run(&["--resume", &name]);
    assert!(stderr(&output).contains("the file is damaged: wrong checksum of a record"));
}

#[test]
fn a_damaged_or_foreign_file_is_refused() {
    let path = new_file("damaged.save");
    let name = path.to_str().expect("a path").to_owned();
    let output = stopped_at(solve(&[SOME_SECONDS, "--save", &name]), |event| event["event"] == "iteration", "-INT");
    assert_eq!(output.status.code(), Some(130));
    let whole = fs::read(&path).expect("the file");
    let refusal = |arguments: &[&str]| {
        let output = run(arguments);
        let message = stderr(&output);
        assert_eq!((output.status.code(), output.stdout.len(), message.lines().count()), (Some(1), 0, 1), "{message}");
        assert!(message.starts_with("emilia: cannot resume from "), "{message}");
        message
    };
    for at in [0, 7, 8, 12, 20, 24, 32, 36, 60, whole.len() / 2, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        fs::write(&path, bytes).expect("a file");
        refusal(&["--resume", &name]);
    }
    for length in [0, 5, 20, 36, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..length]).expect("a file");
        refusal(&["--resume", &name]);
    }
    fs::write(&path, &whole).expect("a file");
    assert!(refusal(&[EASY, "--resume", &name]).contains("other positions"));
    assert!(refusal(&["--wld", "--resume", &name]).contains("other settings"));
    assert!(refusal(&["--resume", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")]).contains("not a saved solve"));
    fs::remove_file(&path).expect("the file");
    refusal(&["--resume", &name]);
}

/// Two files of version 0.1.0: a solve on 8x8 that was stopped, and one of a variant.
#[test]
fn saved_solves_of_earlier_versions_are_continued_and_become_new_ones() {
    for (old, about, score) in [
        (&include_bytes!("resume/version-3.solve")[..], &SOME_SECONDS[..66], 6),
        (include_bytes!("resume/variant-2.solve"), "-----OX--XO----- X", -10),
    ] {
        let file = new_file("old.solve");
        fs::write(&file, old).expect("a writable folder");
        for _ in 0..2 {
            let output = run(&["--resume", file.to_str().expect("text")]);
            let row = &objects(&output.stdout)[0];
            assert_eq!((&row["position"], &row["status"]), (&about.into(), &"exact".into()), "{output:?}");
            assert_eq!(row["score"], score, "{row}");
            let new = fs::read(&file).expect("the file");
            assert!(new.starts_with(b"EMILIA-S\x04"), "{:?}", &new[..12]);
        }
    }
}
