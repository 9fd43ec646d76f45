//! Files as the program leaves them: nothing is overwritten that was not asked for, links and devices stay what they are, no two
//! programs write to one file.

#![cfg(unix)]

use crate::common::files::empty_folder;
use crate::common::program::{self, PATIENCE, exit_code, stderr, stdout};
use emilia::Rules;
use emilia::variant::WeightsSet;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A board of twelve squares.
const RULES: &str = "#..#\n.OX.\n.XO.\n#..#\n";
const EASY: &str = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X; B7:+0; G7:-4; G8:-12;";
/// FFO #40 with the next levels of the same file: more than a few seconds without an end in sight.
const LONG: &str = "---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O- X; B3:-8;";
/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("files/{name}"))
}

fn emilia(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = program::emilia(arguments);
    command.current_dir(folder);
    command
}

/// Runs the program there on this input; it must end by itself.
fn run(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = emilia(folder, arguments).spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the program reads");
    end(child)
}

/// What a program said that ends by itself.
fn end(mut child: Child) -> Output {
    exit_code(&mut child);
    child.wait_with_output().expect("a child")
}

/// Runs the program, which has to fail with this in its one line of complaint.
fn refused(folder: &Path, arguments: &[&str], reason: &str) {
    let output = run(folder, arguments, "");
    let message = stderr(&output);
    assert_eq!((output.status.code(), message.lines().count()), (Some(1), 1), "{arguments:?}: {message}");
    assert!(message.starts_with("emilia: ") && message.contains(reason), "{arguments:?}: {message}");
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn make_fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("the command mkfifo").success());
}

#[test]
fn a_save_does_not_replace_a_file_that_exists() {
    let at = folder("exists");
    assert!(run(&at, &["solve", "--save", "a.save", EASY], "").status.success());
    let before = fs::read(at.join("a.save")).expect("the file");
    refused(&at, &["solve", "--save", "a.save", EASY], "already exists; use --resume");
    assert!(fs::read(at.join("a.save")).expect("the file") == before);
    fs::write(at.join("treasure"), "treasure").expect("a file");
    refused(&at, &["solve", "--resume", "a.save", "--save", "treasure"], "already exists");
    assert_eq!(fs::read(at.join("treasure")).expect("the file"), b"treasure");
    assert!(run(&at, &["solve", "--save", "treasure", "--overwrite", EASY], "").status.success());
    assert!(run(&at, &["solve", "--resume", "treasure"], "").status.success());
    assert!(run(&at, &["solve", "--resume", "a.save", "--save", "a.save", EASY], "").status.success());
}

#[test]
fn a_save_does_not_replace_the_positions() {
    let at = folder("positions");
    fs::write(at.join("in.obf"), EASY).expect("a file");
    symlink("in.obf", at.join("link")).expect("a link");
    for name in ["in.obf", "link", "./in.obf"] {
        refused(&at, &["solve", "in.obf", "--save", name, "--overwrite"], "cannot write over in.obf");
    }
    assert_eq!(fs::read_to_string(at.join("in.obf")).expect("the file"), EASY);
}

#[test]
fn a_solve_writes_over_nothing_that_it_reads() {
    let at = folder("inputs");
    fs::write(at.join("rules"), RULES).expect("a file");
    assert!(run(&at, &["solve", "--save", "saved", EASY], "").status.success());
    assert!(run(&at, &["solve", "--variant", "rules", "--save", "of a variant"], "").status.success());
    let embedded = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/emilia/data/weights.bin");
    fs::copy(embedded, at.join("weights")).expect("a file");
    let content =
        || ["rules", "saved", "of a variant", "weights"].map(|name| fs::read(at.join(name)).expect("the file"));
    let before = content();
    for arguments in [
        &["--variant", "rules", "--certificate", "rules"][..],
        &["--variant", "rules", "--save", "./rules"],
        &["--resume", "saved", "--certificate", "saved"],
        &["--resume", "of a variant", "--certificate", "of a variant"],
        &["--resume", "of a variant", "--save", "other", "--certificate", "of a variant"],
        &[EASY, "--weights", "weights", "--save", "weights"],
    ] {
        refused(&at, &[&["solve", "--overwrite"], arguments].concat(), "which is to be read");
    }
    let twice = ["solve", "--overwrite", "--resume", "saved", "--save", "saved", "--certificate", "saved"];
    refused(&at, &twice, "is named for two outputs");
    refused(&at, &["solve", EASY, "--save", "new", "--certificate", "./new"], "is named for two outputs");
    assert!(content() == before);
}

#[test]
fn a_game_is_saved_only_as_what_can_express_it() {
    let at = folder("games");
    let talk = |lines: &str| {
        let output = run(&at, &["console", "--threads", "1", "--hash", "4"], lines);
        stdout(&output) + &stderr(&output)
    };
    for rules in ["6x6", "anti", "octagon", "tie-white"] {
        let said =
            talk(&format!("new {rules}\nsave other.obf\nsave other.ggf\nload other.ggf\nsave --overwrite other.ggf\n"));
        assert!(said.contains("OBF cannot express the rules of this game"), "{rules}: {said}");
        assert!(at.join("other.ggf").exists() && !at.join("other.obf").exists(), "{rules}: {said}");
        fs::remove_file(at.join("other.ggf")).expect("written");
    }
    let said = talk("f5\nsave othello.obf\nload othello.obf\n");
    assert!(at.join("othello.obf").exists() && !said.contains("cannot"), "{said}");
}

#[test]
fn links_are_followed_and_permissions_kept() {
    let at = folder("links");
    for name in ["solve", "game.txt"] {
        fs::write(at.join(name), "").expect("a file");
        fs::set_permissions(at.join(name), fs::Permissions::from_mode(0o640)).expect("permissions");
        symlink(name, at.join(format!("to {name}"))).expect("a link");
    }
    symlink("not yet", at.join("to nothing")).expect("a link");
    assert!(run(&at, &["solve", "--save", "to solve", EASY], "").status.success());
    assert!(run(&at, &["solve", "--save", "to nothing", EASY], "").status.success());
    assert!(run(&at, &["console"], "f5\nsave --overwrite to game.txt\n").status.success());
    for name in ["solve", "game.txt"] {
        assert!(at.join(format!("to {name}")).is_symlink(), "{name}");
        let file = fs::metadata(at.join(name)).expect("the file");
        assert!(file.len() > 0 && file.permissions().mode() & 0o777 == 0o640, "{name}");
    }
    assert!(at.join("not yet").is_file() && at.join("to nothing").is_symlink());
    assert!(names(&at).iter().all(|name| !name.starts_with('.')), "{:?}", names(&at));
}

#[test]
fn devices_pipes_and_folders_stay_what_they_are() {
    let at = folder("devices");
    make_fifo(&at.join("fifo"));
    make_fifo(&at.join("fifo.txt"));
    // A link of our own to a device, so that even a program that replaces it does no harm.
    symlink("/dev/null", at.join("null")).expect("a link");
    let before = names(&at);
    for name in ["fifo", "null"] {
        refused(&at, &["solve", "--save", name, EASY], "it is a device or a pipe");
        refused(&at, &["selfplay", "--games", "1", "--out", name], "it is a device or a pipe");
    }
    for name in [".", "..", "/"] {
        refused(&at, &["solve", "--save", name, EASY], "it is a folder");
        refused(&at, &["train", "--data", ".", "--out", name], "it is a folder");
    }
    // Opening the pipe would wait for a reader.
    let text = stdout(&run(&at, &["console"], "f5\nsave fifo.txt\n"));
    assert!(text.ends_with("error: cannot write fifo.txt: it is a device or a pipe\n"), "{text}");
    assert_eq!(names(&at), before);
    assert!(fs::metadata(at.join("fifo")).expect("the pipe").file_type().is_fifo());
    assert!(fs::metadata(at.join("null")).expect("the device").file_type().is_char_device());
}

#[test]
fn a_training_follows_links_and_writes_its_report_to_a_pipe() {
    let at = folder("pipe");
    fs::create_dir(at.join("data")).expect("a folder");
    assert!(run(&at, &["selfplay", "--out", "data/a.games", "--games", "20", "--level", "1"], "").status.success());
    make_fifo(&at.join("report"));
    symlink("w.bin", at.join("link.bin")).expect("a link");
    let train = ["train", "--data", "data", "--out", "link.bin", "--report", "report", "--epochs", "1", "--overwrite"];
    let child = emilia(&at, &train).spawn().expect("the program starts");
    let report = fs::read(at.join("report")).expect("the pipe");
    assert!(serde_json::from_slice::<Value>(&report).expect("JSON")["epochs"].is_array());
    assert!(end(child).status.success());
    assert!(fs::metadata(at.join("report")).expect("the pipe").file_type().is_fifo());
    assert!(at.join("link.bin").is_symlink() && at.join("w.bin").is_file());
}

#[test]
fn weights_and_reports_replace_nothing_that_is_read_or_was_not_named_to_be_replaced() {
    let at = folder("weights");
    fs::create_dir(at.join("data")).expect("a folder");
    for name in ["a.games", "b.games"] {
        let path = at.join("data").join(name);
        let output = path.to_str().expect("text");
        assert!(run(&at, &["selfplay", "--out", output, "--games", "4", "--level", "1"], "").status.success());
    }
    fs::write(at.join("notes"), "notes").expect("a file");
    fs::write(at.join("data/wthor.txt.gz"), "games").expect("a file");
    let before: Vec<Vec<u8>> = files(&at);
    let train = ["train", "--data", "data", "--epochs", "1"];
    let calibrate = ["calibrate", "--data", "data/a.games", "--positions", "4", "--depth", "3"];
    for (command, arguments, reason) in [
        (&train[..], "--out data/b.games --overwrite", "cannot write over data/b.games"),
        (&train, "--out w.bin --report data/b.games --overwrite", "cannot write over data/b.games"),
        (&train, "--out data/wthor.txt.gz --overwrite", "cannot write over data/wthor.txt.gz"),
        (&train, "--out w.bin --report w.bin", "named for two outputs"),
        (&train, "--out w.bin --report w.bin.training", "named for two outputs"),
        (&train, "--out notes", "notes already exists"),
        (&train, "--out w.bin --report notes", "notes already exists"),
        (&calibrate, "--out data/a.games --overwrite", "cannot write over data/a.games"),
        (&calibrate, "--out w.bin --report data/a.games --overwrite", "cannot write over data/a.games"),
        (&calibrate, "--exact notes --out notes --overwrite", "cannot write over notes"),
        (&calibrate, "--weights notes --out w.bin --report notes --overwrite", "cannot write over notes"),
        (&calibrate, "--out w.bin --report w.bin", "named for two outputs"),
        (&calibrate, "--out notes", "notes already exists"),
    ] {
        let words: Vec<&str> = command.iter().copied().chain(arguments.split(' ')).collect();
        refused(&at, &words, reason);
    }
    assert_eq!(files(&at), before);
}

/// The contents of all files in the folder and in the one of the data.
fn files(at: &Path) -> Vec<Vec<u8>> {
    let names = [at.to_owned(), at.join("data")]
        .into_iter()
        .flat_map(|folder| names(&folder).into_iter().map(move |name| folder.join(name)));
    names.filter(|path| path.is_file()).map(|path| fs::read(path).expect("a file")).collect()
}

#[test]
fn two_trainings_of_variants_at_once_both_keep_their_weights() {
    let at = folder("variants");
    let learn = |rules: &str| {
        let words = ["train", "--variant", rules, "--out", "w.bin", "--games", "60", "--rounds", "1", "--plies", "1"];
        emilia(&at, &words).spawn().expect("the program starts")
    };
    let variants = ["4x4", "4x5", "5x4", "4x4 anti"];
    for child in variants.map(learn) {
        assert!(end(child).status.success());
    }
    let bytes = fs::read(at.join("w.bin")).expect("the weights");
    let set = WeightsSet::read(&bytes).expect("sound weights");
    for words in variants {
        assert!(set.of(&Rules::read(words).expect("rules")).is_some(), "{words}");
    }
}

/// Starts a long run of the program and waits until it has its file.
fn owner(at: &Path, arguments: &[&str], file: &str) -> Child {
    let mut child =
        emilia(at, arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    let began = Instant::now();
    while fs::metadata(at.join(file)).map_or(true, |file| file.len() == 0) {
        assert!(child.try_wait().expect("a child").is_none() && began.elapsed() < PATIENCE, "no file");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn a_second_program_is_refused() {
    let at = folder("second");
    let mut first = owner(&at, &["solve", "--save", "a.save", "--threads", "1", "--all-moves", LONG], "a.save");
    refused(&at, &["solve", "--resume", "a.save"], "another program is writing to it");
    refused(&at, &["solve", "--save", "a.save", "--overwrite", EASY], "another program is writing to it");
    first.kill().expect("it runs");
    first.wait().expect("a child");
    let mut first = owner(&at, &["selfplay", "--out", "a.games", "--games", "100000000"], "a.games");
    refused(&at, &["selfplay", "--out", "a.games", "--games", "100000000"], "another program is writing to it");
    first.kill().expect("it runs");
    first.wait().expect("a child");
}

#[test]
fn of_two_programs_that_begin_at_once_one_has_the_file() {
    let at = folder("at once");
    for round in 0..10 {
        let name = format!("{round}.save");
        let start = || emilia(&at, &["solve", "--save", &name, EASY]).spawn().expect("the program starts");
        let codes = [start(), start()].map(|child| end(child).status.code());
        assert!(codes == [Some(0), Some(1)] || codes == [Some(1), Some(0)], "{codes:?}");
        assert!(run(&at, &["solve", "--resume", &name], "").status.success());
    }
}

#[test]
fn a_second_training_is_refused() {
    let at = folder("trained twice");
    let state = fs::File::create(at.join("w.bin.training")).expect("a file");
    state.lock().expect("a lock");
    refused(&at, &["train", "--data", ".", "--out", "w.bin"], "another program is writing to it");
}

#[test]
fn a_game_is_not_read_from_what_is_no_file() {
    let at = folder("loaded");
    make_fifo(&at.join("fifo"));
    let text = stdout(&run(&at, &["console"], "load fifo\nload /dev/zero\nload .\nversion\nquit\n"));
    assert_eq!(text.matches("it is not a regular file").count(), 3, "{text}");
    assert!(text.contains("Emilia "), "the conversation continues: {text}");
    let text = stdout(&run(&at, &["gtp"], "1 loadsgf fifo\n2 loadsgf /dev/zero 3\n3 name\nquit\n"));
    assert_eq!(text.matches("it is not a regular file").count(), 2, "{text}");
    assert!(text.contains("=3 Emilia"), "{text}");
}

#[test]
fn weights_without_an_end_are_refused() {
    refused(&folder("weights"), &["--weights", "/dev/zero", "gtp"], "a file of weights has at most 64 MiB");
}

#[test]
fn a_full_disk_is_reported() {
    let at = folder("full");
    let full = || fs::File::options().write(true).open("/dev/full").expect("the device");
    for arguments in [&["--help"][..], &["help", "solve"], &["--version"], &["-V"], &["console"], &["solve", EASY]] {
        let mut child = emilia(&at, arguments).stdout(full()).spawn().expect("the program starts");
        child.stdin.take().expect("a pipe").write_all(b"help\n").ok();
        let output = end(child);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&output).contains("No space left"), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn a_file_with_much_other_content_is_not_reported_line_by_line() {
    let at = folder("other things");
    fs::write(at.join("in.obf"), format!("# two of them\n{EASY}\n{}  # the end\n", "nonsense\n".repeat(1000)))
        .expect("a file");
    let output = run(&at, &["solve", "in.obf", "--json"], "");
    let message = stderr(&output);
    assert_eq!((output.status.code(), message.lines().count()), (Some(1), 21), "{message}");
    assert!(
        message.contains("in.obf: line 3, ") && message.ends_with("980 more lines could not be read\n"),
        "{message}"
    );
    assert_eq!(stdout(&output).matches("\"exact\"").count(), 1);
}

#[test]
fn the_version_names_the_weights_in_use() {
    let at = folder("version");
    let embedded = stdout(&run(&at, &["--version"], ""));
    emilia::internal::eval::Stages::zero()
        .write(fs::File::create(at.join("zero.bin")).expect("a file"))
        .expect("weights");
    let other = stdout(&run(&at, &["--weights", "zero.bin", "--version"], ""));
    assert!(other.contains("weights of zero.bin") && other != embedded, "{other}");
    refused(&at, &["--weights", "missing.bin", "--version"], "cannot read missing.bin");
}

#[test]
fn a_table_larger_than_the_memory_is_refused() {
    let at = folder("hash");
    let output = run(&at, &["--hash", "1048576", "gtp"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains(" MiB, the memory of this machine, not 1048576"), "{}", stderr(&output));
    let text = stdout(&run(&at, &["gtp"], "emilia-set hash 1048576\nemilia-set hash 1\n"));
    assert!(text.starts_with("? hash takes at most ") && text.ends_with("\n\n=\n\n"), "{text}");
}

#[test]
fn a_solve_whose_file_is_removed_says_so_and_makes_it_again() {
    let at = folder("removed");
    let arguments = ["solve", "--save", "a.save", "--threads", "1", "--all-moves", "--save-every", "0.2", LONG];
    let mut child = owner(&at, &arguments, "a.save");
    fs::remove_file(at.join("a.save")).expect("the file");
    let began = Instant::now();
    while !at.join("a.save").exists() {
        assert!(began.elapsed() < PATIENCE && child.try_wait().expect("a child").is_none(), "it is not made again");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it runs");
    child.wait().expect("a child");
}

#[test]
fn every_command_that_reads_games_says_what_it_leaves_out() {
    let folder = folder("left-out");
    std::fs::write(folder.join("list.txt"), "The final\nRose - Ueda: f5d6c3d3c4\n").expect("a list");
    let message = "emilia: list.txt: left out 1 line of text (line 1)\n";
    assert!(run(&folder, &["book", "new", "b.book"], "").status.success());
    for arguments in [
        &["diagram", "list.txt"][..],
        &["analyze", "list.txt", "--level", "1"],
        &["explain", "list.txt", "--level", "1"],
        &["book", "show", "list.txt"],
        &["book", "add", "b.book", "list.txt", "--level", "1", "--depth", "4"],
        &["book", "report", "b.book", "--games", "list.txt", "--out", "r.html"],
    ] {
        let output = run(&folder, arguments, "");
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stderr(&output).matches(message).count(), 1, "{arguments:?}: {}", stderr(&output));
    }
    let output = run(&folder, &["console"], "load list.txt\nquit\n");
    assert_eq!(stderr(&output).matches(message).count(), 1, "{}", stderr(&output));
}
