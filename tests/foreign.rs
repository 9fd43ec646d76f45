//! Files, names and limits of a stranger: what they may cost, and what they may do to a terminal.

#![cfg(unix)]

use crate::common::program::emilia;
use emilia::internal::eval::Stages;
use flate2::{Compression, write::GzEncoder};
use lzma_rust2::{XzOptions, XzWriter};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
#[cfg(target_os = "linux")]
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// It sets the title of a terminal, clears it, turns the direction of the text, and hides.
const EVIL: &str = "\u{1b}]0;x\u{7}\u{9b}2J\u{202e}live\u{200b}";

fn run(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> Output {
    emilia(arguments).current_dir(folder).stdin(Stdio::null()).output().expect("the program runs")
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

/// The name of a file that is not UTF-8.
const RAW: &[u8] = b"g\xff";
const EASY: &str = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X; B7:+0; G7:-4; G8:-12;";

/// The text with [`RAW`] for `@`.
fn bytes(text: &str) -> Vec<u8> {
    text.split('@').map(str::as_bytes).collect::<Vec<_>>().join(RAW)
}

/// The words of a line, with [`RAW`] for `@`.
fn raw(line: &str) -> Vec<OsString> {
    line.split_whitespace().map(|word| OsString::from_vec(bytes(word))).collect()
}

/// The names of the files of a folder, with `@` for [`RAW`].
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |name: OsString| match name.as_bytes().strip_prefix(RAW) {
        Some(rest) => format!("@{}", text(rest)),
        None => name.to_string_lossy().into_owned(),
    };
    let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry").file_name())).collect();
    names.sort();
    names
}

/// A folder with these files.
fn folder_of(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        fs::write(folder.path().join(OsStr::from_bytes(&bytes(name))), content).expect("a file");
    }
    folder
}

/// Each command that takes files, and the files that it makes.
#[cfg(target_os = "linux")]
const COMMANDS: &[(&str, &[&str])] = &[
    ("analyze @.txt --level 1 --out @.jsonl --csv @.csv --annotated @.sgf", &["@.jsonl", "@.csv", "@.sgf"]),
    ("analyze @.txt --level 1 --report @.html", &["@.html"]),
    ("analyze @.jsonl @.sgf --tables --level 1", &[]),
    ("explain @.txt --level 1", &[]),
    ("puzzles @.txt --level 1 --out @.puzzles --page @.page", &["@.puzzles", "@.page"]),
    ("drill --file @.drill add @.txt --side both --level 1 --openings 1", &["@.drill"]),
    ("drill --file @.drill export @.tsv", &["@.tsv"]),
    ("solve @.obf --save @.save --certificate @.proof", &["@.save", "@.proof"]),
    ("solve --resume @.save", &[]),
    ("solve @.small --certificate @.small-proof", &["@.small-proof"]),
    ("solve --variant @.rules --save @.saved --certificate @.variant-proof", &["@.saved", "@.variant-proof"]),
    ("solve --resume @.saved", &[]),
    ("diagram @.txt --out @.svg", &["@.svg"]),
    ("correct @.txt", &[]),
    ("convert @.txt @.wtb", &["@.wtb", "@.jou", "@.trn"]),
    ("convert @.wtb @.pgn", &["@.pgn"]),
    ("variants @.rules", &[]),
    ("perft 3 --variant @.rules", &[]),
    ("selfplay --games 4 --level 1 --openings @.txt --out @.games", &["@.games"]),
    ("games info @.games", &[]),
    ("games merge @.merged @.games", &["@.merged"]),
    ("games shuffle @.shuffled @.games", &["@.shuffled"]),
    ("games import @.imported @.text", &["@.imported"]),
    ("games text @.imported", &[]),
    ("train --variant @.rules --out @.learned --games 20 --rounds 1 --plies 1", &["@.learned"]),
    ("book new @.book --level 1", &["@.book"]),
    ("book add @.book @.txt --depth 4", &[]),
    ("book learn @.book @.txt", &[]),
    ("book show @.txt --book @.book", &[]),
    ("book deviate @.book --position @.txt --depth 8", &[]),
    ("book report @.book --games @.txt --out @.report", &["@.report"]),
    ("book export @.book @.exported", &["@.exported"]),
    ("book import @.new @.exported", &["@.new"]),
    ("book merge @.new @.book", &[]),
    ("book subtree @.new @.opening", &[]),
    ("book check @.new", &[]),
    ("book stats @.new", &[]),
    ("--weights @.bin --version", &[]),
    ("--weights @.bin --book-file @.book --variant @.rules gtp", &[]),
    ("-gtp -book-file @.book", &[]),
];

#[test]
#[cfg(target_os = "linux")]
fn every_command_takes_files_whose_names_are_not_utf_8() {
    let mut weights = Vec::new();
    Stages::zero().write(&mut weights).expect("weights");
    let folder = folder_of(&[
        ("@.txt", b"f5d6c3d3c4f4f6\n"),
        ("@.opening", b"f5d6\n"),
        ("@.obf", EASY.as_bytes()),
        ("@.small", b"-----OX--XO----- X"),
        ("@.rules", b"#..#\n.OX.\n.XO.\n#..#\n"),
        ("@.text", b"0 +64 e6f4e3f6g5d6e7f5c5\n"),
        ("@.bin", &weights),
    ]);
    let mut expected = names(folder.path());
    let mut faults = String::new();
    for (line, made) in COMMANDS {
        let output = run(folder.path(), &raw(line));
        let message = text(&output.stderr);
        if !output.status.success() {
            faults += &format!("{line}: {message}\n");
        }
        expected.extend(made.iter().map(|name| (*name).to_owned()));
    }
    expected.sort();
    assert_eq!(faults, "");
    assert_eq!(names(folder.path()), expected);
}

#[test]
fn a_missing_file_is_named_by_every_command_though_its_name_is_not_utf_8() {
    let folder = folder_of(&[]);
    for command in [
        "analyze",
        "explain",
        "puzzles",
        "drill --file a add",
        "drill export a.md --file",
        "solve",
        "solve --resume",
        "solve --variant",
        "diagram",
        "correct",
        "convert a",
        "variants",
        "perft 3 --variant",
        "selfplay --games 1 --out a --openings",
        "games info",
        "train --out a --data",
        "calibrate --out a --data",
        "book stats",
        "book show",
        "book subtree a",
        "book learn a",
        "gtp --variant",
        "gtp --weights",
        "json --weights",
        "ggs --user otto --config",
        "ggs --user otto --password-file",
    ] {
        let output = run(folder.path(), &raw(&format!("{command} @.1")));
        let message = text(&output.stderr);
        assert_eq!((output.status.code(), message.lines().count()), (Some(1), 1), "{command}: {message}");
        let is_named = [r"g\xff.1", r"g\xFF.1", r"g\u{fffd}.1"].iter().any(|name| message.contains(name));
        assert!(is_named && message.is_ascii(), "{command}: {message:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn two_files_whose_names_differ_in_bytes_that_are_no_text_are_two_sources_of_a_book() {
    let folder = folder_of(&[]);
    assert!(run(folder.path(), &["book", "new", "b", "--level", "1"]).status.success());
    for (name, game) in [(b"g\xff.txt", "f5d6c3"), (b"g\xfe.txt", "f5f6e6")] {
        let name = OsStr::from_bytes(name);
        fs::write(folder.path().join(name), game).expect("a file");
        assert!(run(folder.path(), &["book".as_ref(), "add".as_ref(), "b".as_ref(), name]).status.success());
    }
    let said = text(&run(folder.path(), &["book", "stats", "b"]).stdout);
    assert!(said.contains(r"g\xff.txt") && said.contains(r"g\xfe.txt"), "{said}");
}

#[test]
fn the_console_renames_no_file_whose_name_is_not_utf_8() {
    let folder = folder_of(&[]);
    let commands = [
        "save @.txt",
        "save --overwrite @.txt",
        "load @.txt",
        "book new @.book",
        "book open @.book",
        "book learn @.txt",
    ];
    fs::write(folder.path().join("lines"), bytes(&format!("f5\n{}\n", commands.join("\n")))).expect("a file");
    let lines = File::open(folder.path().join("lines")).expect("a file");
    let console = emilia(&["console"]).current_dir(folder.path()).stdin(lines).output();
    let said = text(&console.expect("the program runs").stdout);
    assert_eq!(
        said.matches("error: a line can name only files whose names are UTF-8").count(),
        commands.len(),
        "{said}"
    );
    assert_eq!(names(folder.path()), ["lines"]);
}

#[test]
fn rules_in_a_file_do_nothing_to_a_terminal_in_json() {
    let folder = folder_of(&[]);
    fs::write(folder.path().join(EVIL), "#..#\n.OX.\n.XO.\n#..#\n").expect("a file");
    let output = run(folder.path(), &["solve", "--variant", EVIL, "--json"]);
    let said = text(&output.stdout);
    assert!(output.status.success() && shows_itself(&said), "{said:?}");
    assert!(said.contains(r"\u202elive\u200b"), "{said:?}");
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
