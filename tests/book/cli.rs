//! `emilia book` as a user runs it.

use super::folder;
use crate::common::program::{self, emilia, run_on, stderr};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// `emilia book` in this folder.
fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = emilia(&["book"]);
    command.args(arguments.split_whitespace()).current_dir(folder);
    command
}

fn book(folder: &Path, arguments: &str) -> Output {
    run_on(&mut command(folder, arguments), b"")
}

/// The output of a command that succeeds.
fn done(folder: &Path, arguments: &str) -> String {
    program::done(&book(folder, arguments))
}

/// The message of a command that fails.
fn refused(folder: &Path, arguments: &str) -> String {
    program::refused(&book(folder, arguments))
}

/// Each of these commands fails with one line that has its reason.
fn are_refused(folder: &Path, commands: &[(&str, &str)]) {
    for (arguments, reason) in commands {
        let message = refused(folder, arguments);
        assert!(message.starts_with("emilia: ") && message.contains(reason), "{arguments}: {message}");
        assert_eq!(message.lines().count(), 1, "{arguments}: {message}");
    }
}

#[test]
fn a_book_is_built_shown_converted_and_checked() {
    let folder = folder();
    let folder = folder.path();
    done(folder, "new my.book --level 2");
    std::fs::write(folder.join("games.txt"), "f5d6c3d3c4\nf5f6e6f4\n").expect("written");
    assert_eq!(done(folder, "add my.book games.txt").split(" p").next(), Some("9"));
    let again = book(folder, "add my.book games.txt");
    assert!(again.stdout.starts_with(b"0 positions added"));
    assert!(stderr(&again).contains("games of games.txt were added before"));
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
    let refusals = [
        ("new my.book", "already exists"),
        ("export my.book my.book", "cannot write over my.book"),
        ("export my.book my.book --overwrite", "cannot write over my.book"),
        ("import my.book my.book", "not a book in text"),
        ("extend missing.book --size 3", "missing.book"),
        ("check .", "not a file"),
        ("add my.book my.book", "neither GGF, SGF"),
        ("show z9 --book my.book", "neither a file, a position nor moves"),
        ("show - --book my.book", "neither a file, a position nor moves"),
        ("subtree my.book -", "neither a file, a position nor moves"),
        ("deviate my.book --position -", "neither a file, a position nor moves"),
        ("export my.book -", "expected a file to write"),
        ("subtree my.book f5d6c3d3c4b3", "not in the book"),
        ("deviate my.book --position e6f4e3f6g5d6e7f5c5", "the game is over"),
        ("merge my.book missing.book", "missing.book"),
    ];
    are_refused(folder, &refusals);
    done(folder, "export my.book after.txt");
    let read = |name| std::fs::read_to_string(folder.join(name)).expect("a file");
    assert!(read("before.txt") == read("after.txt"));
    for arguments in [
        "new",
        "extend my.book",
        "extend my.book --size 3 --level 61",
        "prune my.book --loss 65",
        "show --nonsense",
        "what",
    ] {
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
    let refusals = [
        ("report my.book --out page.html", "already exists"),
        ("report my.book --out my.book --overwrite", "over my.book"),
        ("report my.book --games games.txt --out games.txt --overwrite", "over games.txt"),
        ("report my.book --out . --overwrite", "is a folder"),
        ("report my.book --out missing/page.html", "cannot write missing/page.html"),
        ("report missing.book --out other.html", "missing.book"),
        ("report games.txt --out other.html", "games.txt"),
        ("report my.book --out other.html --games missing.txt", "missing.txt"),
        ("report my.book --out other.html --games poem.txt", "cannot read poem.txt"),
    ];
    are_refused(folder, &refusals);
    assert!(page == read("page.html") && !folder.join("other.html").exists());
    assert!(done(folder, "check my.book").ends_with("0 faults\n"));
    done(folder, "report my.book --out page.html --overwrite --tolerance 0.5");
    assert!(page != read("page.html"));
    for arguments in ["report", "report my.book", "report my.book --out a.html --tolerance 65"] {
        assert_eq!(book(folder, arguments).status.code(), Some(2), "{arguments}");
    }
    let shown = done(folder, "show f5 --book my.book");
    assert!(shown.contains(", reliability F, 0 games") && shown.contains(" F "), "{shown}");
}

#[test]
fn searches_are_made_by_another_program() {
    let folder = folder();
    let folder = folder.path();
    for name in ["own.book", "remote.book"] {
        done(folder, &format!("new {name} --level 1"));
    }
    done(folder, "extend own.book --size 12");
    let start = |arguments: &str| {
        let mut command = command(folder, arguments);
        command.stderr(Stdio::inherit()).spawn().expect("the program starts")
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
            let said = stderr(&output);
            assert!(said.lines().all(|line| line.starts_with("emilia: ")), "{arguments}: {said}");
            refused += usize::from(!output.status.success());
        }
    }
    assert!(refused > 20, "{refused}");
}

#[test]
fn the_console_has_the_same_commands_for_the_book_in_use() {
    let folder = folder();
    let say = |arguments: &[&str], lines: &str| {
        let mut console = emilia(&["console"]);
        program::done(&run_on(console.args(arguments).current_dir(folder.path()), lines.as_bytes()))
    };
    let said = say(
        &[],
        "f5d6\nbook show\nbook stats\nbook new \"a b\" --level 2\nbook extend --size 9\nbook stats\nbook 0\nbook\n",
    );
    for part in [
        "opening: Perpendicular Opening\nvalue ",
        "error: no book in a file is in use",
        "9 positions added, 9 positions",
        "level      2\npositions  9 ",
        "book 0 (",
    ] {
        assert!(said.contains(part), "{part:?} in {said}");
    }
    let said = say(&["--book-file", "a b"], "f5f4g3g4h3h4f3f6\nbook learn\nbook learn\nnew\nbook learn\nbook stats\n");
    for part in [" positions added, ", "0 positions added, ", "error: expected a game", "source 0   own games"] {
        assert!(said.contains(part), "{part:?} in {said}");
    }
    done(folder.path(), "new learned.book --level 1");
    assert_eq!(
        done(folder.path(), "learn learned.book f5d6c3"),
        "4 positions added, 4 positions\nthe game has no result, so none is counted\n"
    );
    assert!(refused(folder.path(), "learn learned.book").contains("expected a game"));
    // Lines after a command wait for its end, and the book in the file is in use again.
    let said =
        say(&["--book-file", "a b"], "book extend --size 30\nbook check\nbook open missing\nhint 1\nbook stats x\n");
    for part in [
        " positions added, 30 positions",
        "30 positions, ",
        "error: cannot open the book missing",
        "line from the book",
        "error: unexpected argument 'x' found; try book help",
    ] {
        assert!(said.contains(part), "{part:?} in {said}");
    }
    for refused in ["book extend --size 20 --remote", "book evaluate", "book 'x", "book nonsense", "book export"] {
        assert!(say(&["--book-file", "a b"], &format!("{refused}\n")).starts_with("error: "), "{refused}");
    }
    assert!(say(&["--book-file", "a b"], "book export\n").contains("not provided: <OUT>; try book help"));
    assert!(say(&[], "book help\nbook help extend\n").contains("Usage: book extend [OPTIONS] --size <POSITIONS>\n"));
}

#[test]
fn books_of_other_programs_are_imported_and_lists_of_games_written() {
    let folder = folder();
    let folder = folder.path();
    done(folder, "new my.book --level 1");
    done(folder, "extend my.book --size 30");
    for (form, first) in [("transcripts", ""), ("ggf", "(;GM[Othello]")] {
        let notes = done(folder, &format!("export my.book list.{form} --form {form}"));
        assert!(notes.contains("are not written"), "{notes}");
        let list = std::fs::read_to_string(folder.join(format!("list.{form}"))).expect("a file");
        assert!(list.lines().count() > 1 && list.lines().all(|line| line.starts_with(first)), "{list}");
        done(folder, &format!("new {form}.book --level 1"));
        assert!(done(folder, &format!("add {form}.book list.{form} --depth 59")).starts_with("30 positions added"));
        assert!(refused(folder, &format!("export my.book list.{form} --form {form}")).contains("already exists"));
    }
    // The start position with the move f5, as Zebra names it.
    std::fs::write(folder.join("zebra.txt"), "2718\n2818\n1\n1367877565 1384641267 0 0 -1 9999 1\n").expect("written");
    let imported = done(folder, "import zebra.book zebra.txt");
    assert!(imported.starts_with("1 positions read from a book of Zebra, 1 positions\n"), "{imported}");
    assert!(imported.ends_with("private marks are not kept\n"), "one move is left, so it is the best: {imported}");
    done(folder, "export my.book before.txt");
    let files: [(&str, &[u8], &str); 7] = [
        ("empty", b"", "it is empty"),
        ("poem", b"Wer reitet so spaet", "not a book in text, nor one of Edax"),
        ("text", b"emilia-book 1 level 9\nX", "line 2"),
        ("cut.txt", b"2718 2818 3 1 2 3", "it ends in position 1"),
        ("cut.bin", b"\x9E\x0A\x02\x0B\x09\0\0\0", "promises 9 positions"),
        ("ntest.book", b"\x01\0\0\0\x09\0\0\0", "format 1"),
        ("cut.egbk2", b"DICUORAGE\x02\x09\0\0\0", "promises 9 positions"),
    ];
    for (name, bytes, reason) in files {
        std::fs::write(folder.join(name), bytes).expect("written");
        for book in ["my.book", "new.book"] {
            are_refused(folder, &[(&format!("import {book} {name}"), reason)]);
        }
    }
    for name in ["empty", "poem"] {
        let message = refused(folder, &format!("stats {name}"));
        assert_eq!(message, format!("emilia: cannot open the book {name}: it is not a book\n"));
    }
    assert!(refused(folder, "import my.book .").contains("not a file"));
    assert!(refused(folder, "import my.book missing").contains("missing"));
    assert!(!folder.join("new.book").exists(), "a file that is refused creates no book");
    done(folder, "export my.book after.txt");
    let read = |name| std::fs::read_to_string(folder.join(name)).expect("a file");
    assert!(read("before.txt") == read("after.txt"));
}
