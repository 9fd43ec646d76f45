//! Files, names and limits of a stranger: what they may cost, and what they may do to a terminal.

#![cfg(unix)]

use flate2::{Compression, write::GzEncoder};
use lzma_rust2::{XzOptions, XzWriter};
use std::fs::{self, File};
use std::io::Write;
#[cfg(target_os = "linux")]
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// It sets the title of a terminal, clears it, turns the direction of the text, and hides.
const EVIL: &str = "\u{1b}]0;x\u{7}\u{9b}2J\u{202e}live\u{200b}";

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_emilia"));
    command.args(arguments).current_dir(folder).env_remove("RUST_LOG").stdin(Stdio::null());
    command.output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// Whether nothing in the text acts on a terminal.
fn shows_itself(text: &str) -> bool {
    !text.contains(|letter: char| {
        letter != '\n' && letter.is_control() || EVIL[1..].contains(letter) && !letter.is_ascii()
    })
}

/// A file of 65 MiB of this line, in two ways of compression.
fn bombs(folder: &Path, line: &str) -> [PathBuf; 2] {
    let block = line.repeat((1 << 20) / line.len());
    let [gzip, xz] = ["bomb.gz", "bomb.xz"].map(|name| folder.join(name));
    let mut packed = GzEncoder::new(File::create(&gzip).expect("a file"), Compression::fast());
    (0..66).for_each(|_| packed.write_all(block.as_bytes()).expect("a file"));
    packed.finish().expect("a file");
    let mut packed = XzWriter::new(File::create(&xz).expect("a file"), XzOptions::with_preset(0)).expect("a file");
    (0..66).for_each(|_| packed.write_all(block.as_bytes()).expect("a file"));
    packed.finish().expect("a file");
    [gzip, xz]
}

#[test]
fn a_small_file_that_expands_far_is_refused_by_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    assert!(run(at, &["book", "new", "b"]).status.success());
    for bomb in bombs(at, "f5d6c3d3c4f4f6\n") {
        assert!(fs::metadata(&bomb).expect("a file").len() < 1 << 20);
        let name = bomb.to_str().expect("text");
        let commands: [&[&str]; 5] = [
            &["analyze", name],
            &["puzzles", name],
            &["book", "add", "b", name],
            &["book", "import", "new", name],
            &["book", "report", "b", "--games", name, "--out", "page.html"],
        ];
        for command in commands {
            let output = run(at, command);
            let message = text(&output.stderr);
            assert_eq!((output.status.code(), message.lines().count()), (Some(1), 1), "{command:?}: {message}");
            assert!(message.ends_with("it has more than 64 MiB\n"), "{command:?}: {message}");
        }
    }
    assert!(!at.join("new").exists() && !at.join("page.html").exists());
}

#[test]
fn the_name_of_a_file_does_nothing_to_a_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let commands: [&[&str]; 9] = [
        &["analyze", EVIL],
        &["puzzles", EVIL],
        &["solve", "--resume", EVIL],
        &["book", "stats", EVIL],
        &["book", "import", "b", EVIL],
        &["games", "info", EVIL],
        &["--weights", EVIL, "bench"],
        &["--version", "--weights", EVIL],
        &[EVIL],
    ];
    for command in commands {
        let output = run(folder.path(), command);
        let said = text(&output.stderr) + &text(&output.stdout);
        assert!(!output.status.success() && !said.is_empty(), "{command:?}");
        assert!(shows_itself(&said), "{command:?}: {said:?}");
    }
}

#[test]
fn the_name_of_a_player_does_nothing_to_a_terminal_or_a_spreadsheet() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    // A bracket would end it.
    let name = EVIL.replace(']', "");
    let games: String = (0..12)
        .map(|_| format!("(;GM[Othello]PB[=1+{name}]PW[-2]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6];)\n"))
        .collect();
    fs::write(at.join("games.ggf"), games).expect("a file");
    for form in [&[][..], &["--tables"], &["--json"]] {
        let output = run(at, &[&["analyze", "games.ggf", "--level", "1", "--csv", "rows.csv"], form].concat());
        let said = text(&output.stdout);
        assert!(output.status.success() && shows_itself(&said), "{form:?}: {said:?}");
        let shown = if form == ["--json"] { r"\u202elive\u200b" } else { "1+\\u{1b}0;" };
        assert!(said.contains(shown), "{form:?}: {said:?}");
        let rows = fs::read_to_string(at.join("rows.csv")).expect("a file");
        let row = rows.lines().nth(1).expect("a row");
        assert!(row.contains("'=1+") && row.contains(",'-2,"), "{row:?}");
        let numbers = rows.lines().skip(1).flat_map(|row| row.rsplit(',').take(16).collect::<Vec<_>>());
        assert!(numbers.filter(|cell| cell.starts_with('-')).all(|cell| cell == "-" || cell.parse::<f64>().is_ok()));
        fs::remove_file(at.join("rows.csv")).expect("a file");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn where_no_thread_can_be_started_the_error_says_so() {
    // The limit does not hold for the superuser, so it is that of another user, who runs nothing else.
    let Ok(version) = Command::new("prlimit").arg("--version").output() else { return };
    assert!(version.status.success());
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("emilia");
    fs::copy(env!("CARGO_BIN_EXE_emilia"), &program).expect("a copy");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("a folder");
    let is_superuser = rustix::process::geteuid().is_root();
    let user: &[&str] = if is_superuser { &["setpriv", "--reuid", "54321", "--clear-groups"] } else { &[] };
    for arguments in [
        &["console"][..],
        &["gtp"],
        &["json"],
        &["serve", "--port", "0"],
        &["analyze", "f5d6"],
        &["book", "check", "b"],
    ] {
        let mut command = Command::new("prlimit");
        command.arg("--nproc=1").args(user).arg(&program).args(arguments).current_dir(folder.path());
        let output = command.env_remove("RUST_LOG").stdin(Stdio::null()).output().expect("the program runs");
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {message}");
        assert!(message.starts_with("emilia: cannot ") && message.lines().count() == 1, "{arguments:?}: {message}");
    }
}
