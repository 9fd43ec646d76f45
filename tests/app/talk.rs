//! Conversations with the program over its streams.

use super::{run, start, stderr, stdout};
use emilia_cli::protocol::PROTOCOLS;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Longer than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program to talk to, line by line.
pub(super) struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Client {
    pub(super) fn start(arguments: &[&str]) -> Client {
        let mut child = start(arguments, Stdio::piped(), Stdio::null());
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Client { stdin: child.stdin.take(), child, lines }
    }

    pub(super) fn say(&mut self, text: &str) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        stdin.write_all(text.as_bytes()).expect("the program reads");
    }

    /// The next line for which this holds; those before it are given, too.
    pub(super) fn until(&mut self, holds: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("nothing after {lines:?}"));
            lines.push(line);
            if lines.last().is_some_and(|line| holds(line)) {
                return lines;
            }
        }
    }

    /// The exit code of a program that ends by itself.
    pub(super) fn end(mut self) -> Option<i32> {
        drop(self.stdin.take());
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.code();
            }
            if began.elapsed() > PATIENCE {
                panic!("the program does not end");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // It has usually ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
#[test]
fn the_first_line_selects_the_protocol() {
    assert!(stdout(&run(&[], "nboard 2\nping 1\n")).contains("pong 1"));
    assert!(stdout(&run(&[], "\n\n17 protocol_version\n")).contains("=17 2"));
    let ugi = stdout(&run(&[], "ugi\n"));
    assert!(ugi.contains("\noption name Book type check default false\n") && ugi.ends_with("\nugiok\n"), "{ugi}");
    let ugi = stdout(&run(&["--book", "1"], "ugi\n"));
    assert!(ugi.contains("\noption name Book type check default true\n"), "{ugi}");
    let console = run(&[], "f5\n");
    assert!(!console.stdout.is_empty() && console.status.success());
    assert!(run(&[], "").stdout.is_empty());
    let version = stdout(&run(&[], "\n \n{\"id\":\"a\",\"action\":\"query_version\"}\n"));
    assert!(version.starts_with('{') && version.contains("\"protocol\":1"), "{version}");
}

#[test]
fn a_script_gets_all_its_answers() {
    let output = run(&["gtp", "--level", "3", "--hash", "1"], "1 genmove b\n2 genmove w\n3 name\n");
    let text = stdout(&output);
    assert!(output.status.success());
    let answers: Vec<&str> = text.split("\n\n").filter(|answer| !answer.is_empty()).collect();
    assert_eq!(answers.len(), 3, "{text}");
    assert!(answers.iter().zip(["=1 ", "=2 ", "=3 "]).all(|(answer, start)| answer.starts_with(start)), "{text}");
}

#[test]
fn a_script_on_the_console_plays_a_whole_game() {
    let output = run(&["console", "--level", "1", "--hash", "1"], "mode 2\nquit\n");
    assert!(output.status.success());
    assert!(stdout(&output).lines().count() > 60, "{}", stdout(&output));
}

#[test]
fn a_ping_is_answered_in_the_middle_of_a_search() {
    let mut client = Client::start(&["nboard", "--book", "0", "--hash", "16"]);
    client.say("nboard 2\nset depth 60\nping 1\ngo\n");
    client.until(|line| line == "pong 1");
    for number in 2..5 {
        client.say("hint 4\n");
        client.until(|line| line.starts_with("search"));
        let asked = Instant::now();
        client.say(&format!("ping {number}\n"));
        client.until(|line| line == format!("pong {number}"));
        assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    }
    client.say("ping 5\n");
    assert_eq!(client.until(|line| line == "pong 5").len(), 1, "something of the old search followed its pong");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_stream_of_results_goes_on_until_the_next_line() {
    let mut client = Client::start(&["gtp", "--book", "0", "--threads", "1", "--hash", "16"]);
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
    assert_eq!(client.end(), Some(0));
}

#[test]
fn the_end_of_input_ends_a_stream_of_results() {
    let output = run(&["gtp", "--hash", "1"], "play b f5\n3 lz-analyze w 10\n");
    let text = stdout(&output);
    assert!(text.starts_with("=\n\n=3\n") && text.ends_with("\n\n"), "{text}");
    assert!(output.status.success());
}

#[test]
fn the_end_of_input_ends_a_search_of_a_client_that_interrupts() {
    let mut client = Client::start(&["--book", "0", "--hash", "16"]);
    client.say("nboard 2\nset depth 60\nping 1\ngo\n");
    client.until(|line| line == "pong 1");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_client_that_has_hung_up_ends_a_search_after_the_end_of_input() {
    let mut child = start(&["gtp", "--book", "0", "--level", "60", "--hash", "16"], Stdio::piped(), Stdio::null());
    child.stdin.take().expect("a pipe").write_all(b"genmove b\n").expect("the program reads");
    drop(child.stdout.take());
    let code = Client { stdin: None, child, lines: channel().1 }.end();
    assert_eq!(code, Some(0));
}

#[test]
fn a_client_that_has_hung_up_ends_a_search_though_more_could_be_said() {
    let mut child = start(&["gtp", "--book", "0", "--level", "60", "--hash", "16"], Stdio::piped(), Stdio::null());
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"genmove b\n").expect("the program reads");
    drop(child.stdout.take());
    let code = Client { stdin: None, child, lines: channel().1 }.end();
    drop(stdin);
    assert_eq!(code, Some(0));
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
fn nboard_gets_the_scores_of_black_in_an_analysis() {
    let game = "(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[5:00]TY[8]\
                BO[8 *OOOOOO**OO**O*-*OOO*O*-*O*O*O*****O*O***O***O***-**OO-*OOOOOO-- *]B[G7];)";
    let mut client = Client::start(&["nboard", "--hash", "1"]);
    client.say(&format!("nboard 2\nset game {game}\nset depth 4\nping 1\nanalyze\n"));
    let lines = client.until(|line| line.starts_with("nodestats"));
    let analysed: Vec<&String> = lines.iter().filter(|line| line.starts_with("analysis")).collect();
    assert_eq!(analysed, ["analysis 1 -4.00", "analysis 0 0.00"]);
}

#[test]
fn the_command_lines_of_edax_start_the_same_protocols() {
    for (line, input, answer) in [
        ("-gtp -l 3 -n 1 -hash-table-size 10", "emilia-options\n", "= level 3 "),
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
    let output = run(&["-solve", super::SOLVED, "-n", "1", "-h", "10"], "");
    assert!(stdout(&output).contains("exact") && output.status.success(), "{}", stdout(&output));
}

#[test]
fn a_clock_for_the_game_holds_until_the_client_sets_one() {
    let mut client = Client::start(&["gtp", "--game-time", "2", "--book", "0", "--hash", "1"]);
    let began = Instant::now();
    client.say("genmove b\ngenmove w\ngenmove b\n");
    for _ in 0..3 {
        client.until(|line| line.starts_with("= "));
    }
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    for arguments in
        [&["nboard", "--game-time", "2"], &["--game-time", "2", "cassio"][..], &["gtp", "--game-time", "soon"]]
    {
        assert_eq!(run(arguments, "").status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_game_is_loaded_from_a_file() {
    let path = std::env::temp_dir().join(format!("emilia-test-{}.txt", std::process::id()));
    std::fs::write(&path, "f5d6c3d3c4").expect("a file");
    let text = stdout(&run(&["console"], &format!("load {}\ntranscript\n", path.display())));
    assert!(text.to_ascii_lowercase().contains("f5d6c3d3c4"), "{text}");
    let failed = stdout(&run(&["console"], "load missing/file\n"));
    assert!(failed.contains("cannot read"), "{failed}");
    std::fs::write(&path, " \n").expect("a file");
    let empty = stdout(&run(&["console"], &format!("load {}\n", path.display())));
    std::fs::remove_file(&path).expect("the file");
    assert!(empty.starts_with("error: no game 1 in ") && empty.ends_with(": it is empty\n"), "{empty}");
}

#[test]
fn a_game_that_was_saved_is_loaded_again() {
    for ending in ["ggf", "sgf", "txt", "obf"] {
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("saved game.{ending}"));
        let file = path.display();
        let text = stdout(&run(&["console"], &format!("f5d6c3\nsave {file}\nnew\nload {file}\ntranscript\nobf\n")));
        let moves = if ending == "obf" { "" } else { "f5d6c3" };
        let end = format!("{moves}\n------------------X--------XX------OXX-----O-------------------- O;\n");
        assert!(text.ends_with(&end), "{ending}: {text}");
    }
    let text =
        stdout(&run(&["console"], "new parallel\nsave game.txt\nnew\nsave game\nsave missing/folder/game.ggf\n"));
    let errors: Vec<&str> = text.lines().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(errors.len(), 3, "{text}");
    assert!(errors[0].contains("save it as .ggf or .sgf") && errors[2].contains("cannot write"), "{text}");
}

#[test]
fn a_gtp_client_loads_a_game_up_to_a_move() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("loaded.sgf");
    std::fs::write(&path, "(;FF[4]GM[2]SZ[8]PB[me];B[f5];W[d6];B[c3];W[d3])").expect("a file");
    let file = path.display();
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
        let mut child = start(&[language], Stdio::null(), Stdio::piped());
        child.stdin.take().expect("a pipe").write_all(&noise).expect("the program reads");
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()), "{language}");
    }
}

#[test]
fn thinking_on_the_opponents_time_is_neither_seen_nor_waited_for() {
    let mut client =
        Client::start(&["gtp", "--book", "0", "--level", "60", "--threads", "1", "--hash", "1", "--ponder", "1"]);
    let mut ask = |line: &str| {
        client.say(&format!("{line}\n"));
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
    assert_eq!(client.end(), Some(0));
}
