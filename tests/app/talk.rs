//! Conversations with the program over its streams.

use super::SOLVED;
use crate::common::program::{Client, emilia, exit_code, run, run_on, stderr, stdout};
use emilia_cli::protocol::PROTOCOLS;
use std::io::Write;
use std::time::Duration;

#[test]
fn the_first_line_selects_the_protocol() {
    for (lines, start, end) in [
        ("nboard 2\nping 1\n", "set myname Emilia\n", "\npong 1\n"),
        ("\n\n17 protocol_version\n", "=17 2\n", "\n"),
        ("ugi\n", "id name Emilia ", "\nugiok\n"),
        ("uci\nisready\nquit\n", "id name Emilia ", "\nuciok\nreadyok\n"),
        ("xboard\nprotover 2\nping 1\nquit\n", "feature done=0\n", "feature done=1\npong 1\n"),
        ("ENGINE-PROTOCOL init\n", "ready.\n", "bye bye.\n"),
        ("\n \n{\"id\":\"a\",\"action\":\"query_version\"}\n", "{", "}\n"),
        ("f5\n", "    a b c", "; move 1 was f5\n"),
        ("", "", ""),
    ] {
        let output = run(&[] as &[&str], lines);
        let text = stdout(&output);
        assert!(output.status.success() && text.starts_with(start) && text.ends_with(end), "{lines}: {text}");
    }
    for (book, value) in [(&["--hash", "1"], "false"), (&["--book", "1"], "true")] {
        let ugi = stdout(&run(book, "ugi\n"));
        assert!(ugi.contains(&format!("\noption name Book type check default {value}\n")), "{ugi}");
    }
}

#[test]
fn a_script_on_the_console_plays_a_whole_game() {
    let output = run(&["console", "--level", "1", "--hash", "1"], "mode 2\nquit\n");
    assert!(output.status.success());
    assert!(stdout(&output).lines().count() > 60, "{}", stdout(&output));
}

#[test]
fn a_stream_of_results_goes_on_until_the_next_line() {
    let client = Client::start(&mut emilia(&["gtp", "--book", "0", "--threads", "1", "--hash", "16"]));
    client.say("1 emilia-analyze b 5\n");
    client.until(|line| line == "=1");
    for _ in 0..5 {
        let line = client.until(|line| !line.is_empty()).pop().unwrap_or_default();
        assert!(line.matches("info move ").count() == 4 && line.contains(" certainty "), "{line}");
    }
    client.say("\n");
    client.until(str::is_empty);
    client
        .say("emilia-setboard -OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X\n2 kata-analyze 1\n");
    client.until(|line| line == "=2");
    // The end of the search is not the end of the stream.
    for _ in 0..5 {
        let line = client.until(|line| !line.is_empty()).pop().unwrap_or_default();
        assert!(line.starts_with("info move A1 ") && line.contains(" scoreLead 64.00 "), "{line}");
    }
    client.say("3 name\n");
    let rest = client.until(|line| line == "=3 Emilia");
    assert_eq!(rest.iter().filter(|line| line.is_empty()).count(), 1, "{rest:?}");
    client.say("4 lz-genmove_analyze b 1\n5 name\n");
    client.until(|line| line == "=4");
    client.until(|line| line == "play A1");
    client.until(|line| line == "=5 Emilia");
    client.say("6 lz-analyze 10\n");
    client.until(|line| line == "=6");
    assert_eq!(client.end().1, Some(0));
}

#[test]
fn the_end_of_input_ends_a_search_of_a_client_that_interrupts() {
    let client = Client::start(&mut emilia(&["--book", "0", "--hash", "16"]));
    client.say("nboard 2\nset depth 60\nping 1\ngo\n");
    client.until(|line| line == "pong 1");
    assert_eq!(client.end().1, Some(0));
}

#[test]
fn a_client_that_has_hung_up_ends_a_search_whether_more_could_be_said_or_not() {
    for is_open in [false, true] {
        let mut child = emilia(&["gtp", "--book", "0", "--level", "60", "--hash", "16"]).spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(b"genmove b\n").expect("the program reads");
        let stdin = Some(stdin).filter(|_| is_open);
        drop(child.stdout.take());
        assert_eq!(exit_code(&mut child), Some(0), "{is_open}");
        drop(stdin);
    }
}

/// First lines of the protocols, the beginning of a line that tells of a fault, and the answer to a line after it.
const STARTS: [(&str, &str, &str, &str); 6] = [
    ("nboard", "nboard 2\nping 1\n", "status ", "pong 1"),
    ("ugi", "ugi\nisready\n", "info string ", "readyok"),
    ("uci", "uci\nisready\n", "info string ", "readyok"),
    ("xboard", "xboard\nping 1\n", "tellusererror ", "pong 1"),
    ("cassio", "ENGINE-PROTOCOL init\n", "ERROR: ", "ready."),
    ("gtp", "5 name\ngenmove b\n", "", "=5 Emilia"),
];

#[test]
fn a_book_that_is_missing_is_told_to_the_client_and_the_embedded_one_is_used() {
    let told = "cannot open the book missing/book: ";
    for (protocol, lines, word, answer) in STARTS {
        for command in [&[protocol][..], &[]] {
            let output = run(&[command, &["--book-file", "missing/book", "--hash", "1"]].concat(), lines);
            let said: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
            assert!(said.iter().any(|line| line == answer), "{protocol}: {said:?}");
            let is_told = said.iter().any(|line| !word.is_empty() && line.starts_with(&format!("{word}{told}")));
            assert_eq!(is_told, protocol != "gtp", "{protocol}: {said:?}");
            assert!(stderr(&output).starts_with(&format!("emilia: {told}")), "{protocol}: {}", stderr(&output));
            assert_eq!(output.status.code(), Some(0), "{protocol}");
        }
    }
    let text = stdout(&run(&["console", "--book-file", "missing/book"], "verbose 0\nf5\ngo\n"));
    assert!(text.contains("from the book"), "{text}");
}

#[test]
fn a_start_that_fails_is_told_to_the_client_before_the_end() {
    let reason = "cannot read missing/file: ";
    let json = ("json", "\n{\"id\":\"a\"}\n", "{\"error\":\"", "");
    for (protocol, lines, word, _) in STARTS.into_iter().chain([json]) {
        let word = if protocol == "gtp" { "?5 " } else { word };
        for command in [&[protocol][..], &[]] {
            let output = run(&[command, &["--weights", "missing/file"]].concat(), lines);
            let said = stdout(&output);
            assert!(said.starts_with(&format!("{word}{reason}")), "{protocol}: {said}");
            assert!(stderr(&output).starts_with(&format!("emilia: {reason}")), "{protocol}: {}", stderr(&output));
            assert_eq!(output.status.code(), Some(1), "{protocol}");
        }
    }
    let output = run(&["--variant", "anti"], "nboard 2\n");
    assert!(stdout(&output).starts_with("status --variant has no effect"), "{}", stdout(&output));
}

#[test]
fn the_command_lines_of_edax_start_the_same_protocols() {
    for (line, input, answer) in [
        ("-gtp -l 3 -n 1 -hash-table-size 10", "emilia-options\n", "= strength custom "),
        ("-nboard -level 3 -book-usage on", "nboard 2\n", "set myname Emilia\n"),
        ("-xboard -move-time 1", "protover 2\n", "feature done=0\n"),
        ("-cassio -n-tasks 2 -h 12", "ENGINE-PROTOCOL init\n", "ready.\n"),
        ("-l 3", "name\n", "= Emilia\n"),
        ("-gtp -game-time 1:00 -h 10 -book-usage off", "genmove b\nname\n", "= "),
    ] {
        let output = run(&line.split(' ').collect::<Vec<_>>(), input);
        assert!(stdout(&output).starts_with(answer), "{line}: {}", stdout(&output));
        assert_eq!(stderr(&output), "", "{line}");
    }
    let output = run(&["-gtp", "-vv", "-eval-file", "data/eval.dat"], "name\n");
    assert_eq!(stderr(&output), "emilia: without effect here: -vv -eval-file\n");
    assert!(stdout(&output).starts_with("= Emilia"));
    let output = run(&["-gtp", "-levle", "3"], "");
    assert!(stderr(&output).starts_with("error: unexpected argument '--levle' found"), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(2));
    let output = run(&["-solve", SOLVED, "-n", "1", "-h", "10"], "");
    assert!(stdout(&output).contains("exact") && output.status.success(), "{}", stdout(&output));
}

#[test]
fn a_clock_for_the_game_holds_until_the_client_sets_one() {
    // Without the clock this level would search for hours.
    let arguments = ["gtp", "--game-time", "2", "--level", "60", "--book", "0", "--hash", "1"];
    let text = stdout(&run(&arguments, "genmove b\ngenmove w\ngenmove b\n"));
    assert_eq!(text.matches("= ").count(), 3, "{text}");
    for arguments in
        [&["nboard", "--game-time", "2"], &["--game-time", "2", "cassio"][..], &["gtp", "--game-time", "soon"]]
    {
        assert_eq!(run(arguments, "").status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_game_that_was_saved_is_loaded_again() {
    let folder = tempfile::tempdir().expect("a folder");
    for ending in ["ggf", "sgf", "txt", "obf"] {
        let file = folder.path().join(format!("saved game.{ending}")).display().to_string();
        let text = stdout(&run(&["console"], &format!("f5d6c3\nsave {file}\nnew\nload {file}\ntranscript\nobf\n")));
        let moves = if ending == "obf" { "" } else { "f5d6c3" };
        let end = format!("{moves}\n------------------X--------XX------OXX-----O-------------------- O;\n");
        assert!(text.ends_with(&end), "{ending}: {text}");
    }
    let name = folder.path().join("without ending").display().to_string();
    let text = stdout(&run(&["console"], &format!("f5d6\nsave {name}\nnew\nload \"{name}\" 1\ntranscript\n")));
    assert!(text.contains(&format!("saved 2 moves to {name}.ggf\n")) && text.ends_with("\nf5d6\n"), "{text}");
    let empty = folder.path().join("empty").display().to_string();
    std::fs::write(&empty, " \n").expect("a file");
    let lines =
        ["new parallel", "save game.txt", "new", "save game.doc", "save missing/folder/game.ggf", "load missing/file"];
    let text = stdout(&run(&["console"], &format!("{}\nload {empty}\n", lines.join("\n"))));
    let errors: Vec<&str> = text.lines().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(errors.len(), 5, "{text}");
    assert!(errors[0].contains("save it as .ggf or .sgf") && errors[2].contains("cannot write"), "{text}");
    assert!(errors[3].contains("cannot read") && errors[4].ends_with(": it is empty"), "{text}");
}

#[test]
fn a_file_with_several_games_says_which_one_is_loaded() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("games.txt").display().to_string();
    std::fs::write(&file, "f5d6c3\nf5f6\n").expect("written");
    let text = stdout(&run(&["console"], &format!("load {file}\nload {file} 2\ntranscript\n")));
    for said in
        [format!("\ngame 1 of 2; load {file} 2 loads another.\n"), format!("\ngame 2 of 2; load {file} 1 loads")]
    {
        assert!(text.contains(&said), "{said}: {text}");
    }
    assert!(text.ends_with("\nf5f6\n"), "{text}");
    assert_eq!(stdout(&run(&["gtp"], &format!("loadsgf {file}\nemilia-transcript\n"))), "=\n\n= f5d6c3\n\n");
    std::fs::write(&file, "f5d6c3\n").expect("written");
    assert!(!stdout(&run(&["console"], &format!("load {file}\n"))).contains("game 1"));
}

#[test]
fn a_gtp_client_loads_a_game_up_to_a_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("loaded.sgf").display().to_string();
    std::fs::write(&file, "(;FF[4]GM[2]SZ[8]PB[me];B[f5];W[d6];B[c3];W[d3])").expect("a file");
    let input =
        format!("loadsgf {file}\nemilia-transcript\n1 loadsgf {file} 3\nemilia-transcript\nloadsgf missing/file\n");
    let text = stdout(&run(&["gtp"], &input));
    let (loaded, failed) = text.split_at(text.find('?').expect("a failure"));
    assert_eq!(loaded, "=\n\n= f5d6c3d3\n\n=1\n\n= f5d6\n\n");
    assert!(failed.starts_with("? cannot load file: cannot read missing/file"), "{failed}");
}

#[test]
fn noise_on_stdin_is_survived() {
    let mut noise = vec![0u8, 255, b'\n', b'\r', b'\n'];
    noise.extend(std::iter::repeat_n(b'a', 100_000));
    noise.extend_from_slice(b"\n\0\0\n\xf0\x28\x8c\x28\nquit\n");
    for language in PROTOCOLS.iter().map(|info| info.command).chain(["console", "json"]) {
        let output = run_on(&mut emilia(&[language]), &noise);
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()), "{language}");
    }
}

#[test]
fn thinking_on_the_opponents_time_is_neither_seen_nor_waited_for() {
    let arguments = ["gtp", "--book", "0", "--level", "60", "--threads", "1", "--hash", "1", "--ponder", "1"];
    let client = Client::start(&mut emilia(&arguments));
    let ask = |line: &str| {
        client.say(format!("{line}\n"));
        let answer = client.until(|line| !line.is_empty()).pop().expect("an answer");
        assert!(answer.starts_with('='), "{line}: {answer}");
        answer[1..].trim().to_owned()
    };
    ask("time_settings 0 0.3 1");
    for _ in 0..3 {
        ask("genmove b");
        let replies = ask("gogui-rules_legal_moves");
        // Time for unexpected output: it would be taken for the answer to the next line.
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(ask("name"), "Emilia");
        let reply = replies.split(' ').next().expect("a reply");
        assert_eq!(ask(&format!("play w {reply}")), "");
        assert_eq!(ask("time_left b 0.3 1"), "");
    }
    ask("genmove b");
    assert_eq!(client.end().1, Some(0));
}
