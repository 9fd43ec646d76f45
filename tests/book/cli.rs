//! `emilia book` as a user runs it.

use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// `emilia book` in this folder.
fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_emilia"));
    command.arg("book").args(arguments.split_whitespace()).current_dir(folder);
    command
}

fn book(folder: &Path, arguments: &str) -> Output {
    command(folder, arguments).output().expect("the program starts")
}

/// The output of a command that succeeds.
fn done(folder: &Path, arguments: &str) -> String {
    let output = book(folder, arguments);
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The message of a command that fails.
fn refused(folder: &Path, arguments: &str) -> String {
    let output = book(folder, arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments}");
    String::from_utf8(output.stderr).expect("text")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

#[test]
fn a_book_is_built_shown_converted_and_checked() {
    let folder = folder();
    let folder = folder.path();
    done(folder, "new my.book --level 2");
    std::fs::write(folder.join("games.txt"), "f5d6c3d3c4\nf5f6e6f4\n").expect("written");
    assert_eq!(done(folder, "add my.book games.txt").split(" p").next(), Some("9"));
    assert!(done(folder, "add my.book games.txt").starts_with("0 positions added"));
    assert!(done(folder, "extend my.book --size 40").contains("40 positions"));
    done(folder, "deviate my.book --loss 0.5 --total 1 --depth 4");
    assert!(done(folder, "check my.book").ends_with("0 leaves to search, 0 faults\n"));
    assert!(done(folder, "show f5 --book my.book").contains("@73%"));
    assert!(done(folder, "stats my.book").contains("source 0   games.txt"));
    done(folder, "export my.book book.txt");
    done(folder, "import copy.book book.txt");
    done(folder, "export copy.book copy.txt");
    let read = |name| std::fs::read_to_string(folder.join(name)).expect("a file");
    assert_eq!(read("book.txt"), read("copy.txt"));
    assert!(done(folder, "merge copy.book my.book").contains("positions of my.book"));
    assert!(done(folder, "subtree copy.book f5").contains("removed"));
    assert!(done(folder, "prune copy.book --position f5").contains("removed"));
    assert!(done(folder, "fix copy.book").contains("repaired"));
    assert!(done(folder, "check copy.book").contains("0 faults"));
}

#[test]
fn nothing_is_overwritten_and_every_fault_is_a_sentence() {
    let folder = folder();
    let folder = folder.path();
    done(folder, "new my.book --level 1");
    done(folder, "extend my.book --size 5");
    done(folder, "export my.book before.txt");
    for (arguments, reason) in [
        ("new my.book", "already exists"),
        ("export my.book my.book", "already exists"),
        ("export my.book my.book --overwrite", "to itself"),
        ("import my.book my.book", "not a book in text"),
        ("extend missing.book --size 3", "missing.book"),
        ("check .", "not a file"),
        ("add my.book my.book", "expected a game"),
        ("show z9 --book my.book", "expected moves"),
        ("subtree my.book f5d6c3d3c4b3", "not in the book"),
        ("merge my.book missing.book", "missing.book"),
    ] {
        let message = refused(folder, arguments);
        assert!(message.starts_with("emilia: ") && message.contains(reason), "{arguments}: {message}");
        assert_eq!(message.lines().count(), 1, "{arguments}: {message}");
    }
    done(folder, "export my.book after.txt");
    let read = |name| std::fs::read_to_string(folder.join(name)).expect("a file");
    assert!(read("before.txt") == read("after.txt"));
    for arguments in ["new", "extend my.book", "extend my.book --size 3 --level 61", "prune my.book --loss 65", "what"]
    {
        assert_eq!(book(folder, arguments).status.code(), Some(2), "{arguments}");
    }
}

#[test]
fn a_page_is_written_and_nothing_is_replaced_unasked() {
    let folder = folder();
    let folder = folder.path();
    done(folder, "new my.book --level 1");
    assert!(done(folder, "report my.book --out empty.html").starts_with("0 of 0 positions"));
    std::fs::write(folder.join("games.txt"), "f5d6c3d3c4\nf5f6e6f4\n").expect("written");
    std::fs::write(folder.join("poem.txt"), "a poem\n").expect("written");
    done(folder, "add my.book games.txt");
    assert!(done(folder, "report my.book --out page.html --games games.txt").starts_with("9 of 9 positions"));
    let read = |name: &str| std::fs::read(folder.join(name)).expect("a file");
    let page = read("page.html");
    for (arguments, reason) in [
        ("report my.book --out page.html", "already exists"),
        ("report my.book --out my.book --overwrite", "over my.book"),
        ("report my.book --games games.txt --out games.txt --overwrite", "over games.txt"),
        ("report my.book --out . --overwrite", "is a folder"),
        ("report my.book --out missing/page.html", "cannot write missing/page.html"),
        ("report missing.book --out other.html", "missing.book"),
        ("report games.txt --out other.html", "games.txt"),
        ("report my.book --out other.html --games missing.txt", "missing.txt"),
        ("report my.book --out other.html --games poem.txt", "cannot read poem.txt"),
    ] {
        let message = refused(folder, arguments);
        assert!(message.starts_with("emilia: ") && message.contains(reason), "{arguments}: {message}");
        assert_eq!(message.lines().count(), 1, "{arguments}: {message}");
    }
    assert!(page == read("page.html") && !folder.join("other.html").exists());
    assert!(done(folder, "check my.book").ends_with("0 faults\n"));
    done(folder, "report my.book --out page.html --overwrite --tolerance 0.5");
    assert!(page != read("page.html"));
    for arguments in ["report", "report my.book", "report my.book --out a.html --tolerance 65"] {
        assert_eq!(book_status(folder, arguments), Some(2), "{arguments}");
    }
    let shown = done(folder, "show f5 --book my.book");
    assert!(shown.contains(", reliability F, 0 games") && shown.contains(" F "), "{shown}");
}

fn book_status(folder: &Path, arguments: &str) -> Option<i32> {
    book(folder, arguments).status.code()
}

#[test]
fn searches_are_made_by_another_program() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;

    let folder = folder();
    let folder = folder.path();
    for name in ["own.book", "remote.book"] {
        done(folder, &format!("new {name} --level 1"));
    }
    done(folder, "extend own.book --size 12");
    let start = |arguments: &str| {
        let mut command = command(folder, arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts")
    };
    let mut builder = start("extend remote.book --size 12 --remote");
    let mut to_builder = builder.stdin.take().expect("a pipe");
    let mut searches = Vec::new();
    for line in BufReader::new(builder.stdout.take().expect("a pipe")).lines() {
        let line = line.expect("text");
        if line.starts_with("search ") {
            searches.push(line);
        } else if line == "wait" {
            let mut worker = start("evaluate --threads 1");
            writeln!(worker.stdin.take().expect("a pipe"), "{}", searches.join("\n")).expect("it reads");
            let found = worker.wait_with_output().expect("it ends").stdout;
            // What is not a result is told and skipped, and results may come twice.
            to_builder.write_all(b"nonsense\nfound x y z\n").expect("it reads");
            let _ = to_builder.write_all(&[found.as_slice(), found.as_slice()].concat());
            searches.clear();
        } else {
            assert!(line.starts_with("12 positions added"), "{line}");
        }
    }
    assert!(builder.wait().expect("it ends").success());
    done(folder, "export own.book own.txt");
    done(folder, "export remote.book remote.txt");
    let read = |name| std::fs::read_to_string(folder.join(name)).expect("a file");
    assert!(read("own.txt") == read("remote.txt"));
    let mut worker = start("evaluate");
    writeln!(worker.stdin.take().expect("a pipe"), "search a poem").expect("it reads");
    assert_eq!(worker.wait().expect("it ends").code(), Some(1));
}

#[test]
fn a_damaged_book_is_told_in_sentences() {
    let folder = folder();
    let folder = folder.path();
    done(folder, "new my.book --level 1");
    done(folder, "extend my.book --size 200");
    let bytes = std::fs::read(folder.join("my.book")).expect("a file");
    let mut refused = 0;
    for number in 0..24 {
        let mut damaged = bytes.clone();
        for i in 0..40 {
            let at = (number * 7919 + i * 104_729) % bytes.len();
            damaged[at] ^= 0x5A;
        }
        std::fs::write(folder.join("damaged.book"), &damaged).expect("written");
        for arguments in ["stats damaged.book", "show f5 --book damaged.book", "check damaged.book"] {
            let output = book(folder, arguments);
            let stderr = String::from_utf8(output.stderr).expect("text");
            assert!(stderr.lines().all(|line| line.starts_with("emilia: ")), "{arguments}: {stderr}");
            refused += usize::from(!output.status.success());
        }
    }
    assert!(refused > 20, "{refused}");
}
