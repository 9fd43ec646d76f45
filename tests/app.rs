//! The program as its users see it: arguments, streams, exit codes.

use crate::common::program::{emilia, exit_code, run, stderr, stdout};
use emilia_cli::protocol::PROTOCOLS;
use std::io::Write;
use std::process::Output;

mod cassio;
mod talk;
mod uci;
mod ugi;
mod xboard;

const SOLVED: &str = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X; B7:+0; G7:-4; G8:-12;";
const MUST_PASS: &str = "--------------------------------------------------------OXXXXXX- X";

#[test]
fn the_version_is_printed() {
    let version = concat!("emilia ", env!("CARGO_PKG_VERSION"), "\n");
    let output = run(&["-V"], "");
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), version));
    let output = run(&["--version"], "");
    assert_eq!(output.status.code(), Some(0));
    let kernels = emilia::kernel::NAME;
    let expected = format!("{version}kernels: {kernels}\nweights trained on ");
    assert!(stdout(&output).starts_with(&expected), "{}", stdout(&output));
}

#[test]
fn help_names_every_job_and_every_option() {
    let help = stdout(&run(&["--help"], ""));
    assert!(help.starts_with("Emilia plays, analyses and solves Othello.\n"), "{help}");
    let options = emilia_cli::session::Options::default().settings();
    let flags = options.iter().map(|setting| format!("--{}", setting.name));
    let protocols = PROTOCOLS.iter().map(|info| info.command.to_owned());
    let jobs = ["console", "solve", "bench", "perft", "train"].map(str::to_owned);
    for word in flags.chain(protocols).chain(jobs) {
        assert!(help.contains(&word), "{word} is not in:\n{help}");
    }
}

#[test]
fn misuse_is_one_line_and_exit_code_2() {
    let misuses: [&[&str]; 14] = [
        &["cassio", "--variant", "anti"],
        &["--variant", "anti", "nboard"],
        &["--no-such-flag"],
        &["no-such-job"],
        &["--level", "61"],
        &["--threads", "0", "gtp"],
        &["perft"],
        &["perft", "x"],
        &["perft", "3", "--hash", "5"],
        &["solve"],
        &["solve", SOLVED, "--depth", "x"],
        // Windows without a score in them.
        &["solve", SOLVED, "--alpha=3", "--beta=3"],
        &["solve", SOLVED, "--alpha=64", "--beta=64"],
        &["solve", SOLVED, "--wld", "--beta=3"],
    ];
    for arguments in misuses {
        let output = run(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && stderr(&output).starts_with("error: "), "{arguments:?}");
    }
}

#[test]
fn failure_is_one_line_and_exit_code_1() {
    let failures: [&[&str]; 5] = [
        &["--weights", "missing/file", "gtp"],
        &["--weights", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "gtp"],
        &["solve", "missing/file"],
        &["solve", "--------"],
        &["train", "--data", "missing/folder", "--out", "missing/file"],
    ];
    for arguments in failures {
        let output = run(arguments, "");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let message = stderr(&output);
        assert!(output.stdout.is_empty() && message.starts_with("emilia: "), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
    }
}

#[test]
fn rules_are_refused_where_they_have_no_effect_and_kept_where_they_have_one() {
    let board = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO--";
    for (arguments, line) in [
        (&["--variant", "anti"][..], "ENGINE-PROTOCOL init".to_owned()),
        (&["--variant", "anti"], format!("{{\"id\":\"a\",\"board\":\"{board}\",\"side\":\"X\",\"exact\":true}}")),
    ] {
        let output = run(arguments, &format!("{line}\n"));
        assert_eq!(output.status.code(), Some(1), "{line}");
        assert!(stderr(&output).contains("--variant has no effect in this protocol"), "{}", stderr(&output));
    }
    let lines = format!("verbose 0\nsetboard {board} X\nsolve\nggf\nnew\nggf\nnew 6x6\nsetboard {board} X\nggf\n");
    let output = stdout(&run(&["--variant", "anti", "console", "--book", "0"], &lines));
    let types: Vec<&str> = output.split("TY[").skip(1).filter_map(|rest| rest.split(']').next()).collect();
    assert_eq!(types, ["8a", "8a", "8"], "{output}");
    // The fewest discs win by 4 with g8, the most draw with b7.
    assert!(output.contains("exact") && output.contains("+4") && output.contains("g8"), "{output}");
}

#[test]
fn a_script_may_begin_with_a_comment() {
    let output = run(&["--book", "0"], "# a test\n\nname\nknown_command play\n");
    assert_eq!(stdout(&output), "= Emilia\n\n= true\n\n");
}

#[test]
fn paths_of_moves_are_counted_in_both_ways() {
    for (arguments, count) in [
        (&["perft", "0"][..], "1"),
        (&["perft", "9", "--threads", "2"], "3005288"),
        (&["perft", "9", "--passes", "free"], "3005320"),
    ] {
        let output = run(arguments, "");
        assert!(stdout(&output).contains(&format!(": {count} paths")), "{arguments:?}: {}", stdout(&output));
    }
}

#[test]
fn the_bench_does_the_same_work_every_time() {
    let nodes = || {
        let output = stdout(&run(&["bench", "--level", "4"], ""));
        let last = output.lines().last().expect("a sum").to_owned();
        let (nodes, rest) = last.split_once(" nodes, ").expect("a sum of nodes");
        assert!(rest.ends_with(" nodes/s"), "{rest}");
        nodes.parse::<u64>().expect("a number")
    };
    let labels = stdout(&run(&["bench", "--level", "1"], ""));
    assert!(labels.lines().next().is_some_and(|line| line.trim_start().starts_with("1@73%")), "{labels}");
    assert!(labels.contains(" exact ") || labels.starts_with("exact "), "{labels}");
    let first = nodes();
    assert!(first > 1000);
    assert_eq!(nodes(), first);
}

#[test]
fn problems_are_solved_and_compared() {
    let file = format!("% a comment\n{SOLVED} % name\n\n{MUST_PASS}; PS:-64;\n");
    let output = run(&["solve", "-", "--threads", "1", "--hash", "1"], &file);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 7, "{text}");
    assert!(rows[1].contains("exact") && rows[1].contains(" +0 b7") && rows[1].contains("agrees"), "{text}");
    assert!(rows[2].contains("-64 pass") && rows[2].ends_with("pass h8"), "{text}");
    assert!(rows[4].starts_with("| set ") && rows[4].contains("| wrong scores |"), "{text}");
    let sums: Vec<&str> = rows[6].split('|').map(str::trim).collect();
    assert_eq!((sums[1], sums[2], sums[6], sums[7], sums[8]), ("standard input", "2", "0", "0", "0.00"), "{text}");
}

#[test]
fn a_position_may_be_given_by_the_moves_to_it() {
    let solve = |position: &str| run(&["solve", position, "--depth", "4", "--threads", "1", "--hash", "1"], "");
    let board = "------------------X--------XX------OXX-----O-------------------- O";
    let rows = |output: Output| {
        let text = stdout(&output);
        // The time differs.
        text.lines().skip(1).take(1).flat_map(str::split_whitespace).map(str::to_owned).take(6).collect::<Vec<_>>()
    };
    assert_eq!(rows(solve("f5d6c3")), rows(solve(board)));
    assert_eq!(rows(solve("f5 d6 c3")).get(1).map(String::as_str), Some("57"));
    let message = stderr(&solve("f5d6a1"));
    assert!(message.starts_with("emilia: neither a file, a position nor moves: \"f5d6a1\": "), "{message}");
    assert!(message.ends_with("move 3: no disc is flipped by a1\n"), "{message}");
}

#[test]
fn an_illegal_game_to_analyse_is_told_of_the_command_that_mends_it() {
    let message = stderr(&run(&["analyze", "f5d6a1"], ""));
    assert!(message.contains("`emilia correct`") && message.contains("move 3: no disc is flipped by a1"), "{message}");
    assert!(!stderr(&run(&["analyze", "missing/file"], "")).contains("correct"));
}

#[test]
fn a_text_without_positions_is_one_error_and_is_not_read_to_its_end() {
    let noise = |lines: usize| "noise\n".repeat(lines);
    let output = run(&["solve", "-", "--hash", "1"], &noise(100_000));
    let message = stderr(&output);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""));
    let start = "emilia: cannot read standard input: it is not a file of positions: line 1, column ";
    assert!(message.starts_with(start) && message.lines().count() == 1, "{message}");
    // A few wrong lines are each named, with and without a position behind them.
    for (text, positions) in [(noise(19), "| standard input | 0 "), (noise(19) + SOLVED, "| standard input | 1 ")] {
        let output = run(&["solve", "-", "--hash", "1"], &text);
        assert_eq!((output.status.code(), stderr(&output).lines().count()), (Some(1), 19), "{}", stderr(&output));
        assert!(stdout(&output).contains(positions), "{}", stdout(&output));
    }
}

#[test]
fn json_has_the_keys_that_were_promised() {
    let output = run(&["solve", "-", "--json", "--hash", "1"], &format!("{SOLVED}\n{MUST_PASS}\n"));
    let text = stdout(&output);
    let objects: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let keys = |value: &serde_json::Value| {
        let mut keys: Vec<String> = value.as_object().expect("an object").keys().cloned().collect();
        keys.sort();
        keys.join(" ")
    };
    let promised = "agrees best depth empties expected nodes position pv score seconds selectivity status";
    let [first, second, last] = &objects[..] else { panic!("{text}") };
    assert_eq!(keys(first), promised);
    assert_eq!(keys(second), promised);
    assert_eq!((&first["score"], &first["status"], &first["best"]), (&0.into(), &"exact".into(), &"b7".into()));
    assert_eq!((&first["expected"], &first["agrees"], &first["empties"]), (&0.into(), &true.into(), &6.into()));
    assert_eq!((&second["expected"], &second["agrees"]), (&serde_json::Value::Null, &serde_json::Value::Null));
    assert_eq!(second["pv"], serde_json::json!(["pass", "h8"]));
    assert_eq!(keys(last), "summary");
    let sums = "elapsed mean_error nodes nps positions seconds wrong_moves wrong_scores";
    assert_eq!(keys(&last["summary"]), sums);
    assert_eq!((&last["summary"]["positions"], &last["summary"]["wrong_scores"]), (&2.into(), &0.into()));
}

#[test]
fn a_closed_output_is_not_a_failure() {
    let mut child = emilia(&["solve", "-", "--hash", "1"]).spawn().expect("the program starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    // The program may be gone before it has read all.
    let _ = stdin.write_all(format!("{SOLVED}\n").repeat(100).as_bytes());
    drop(stdin);
    exit_code(&mut child);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
}
