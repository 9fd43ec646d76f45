//! `emilia convert`: no game and no sign is lost without a word.

use crate::common::files::empty_folder;
use crate::common::program::{emilia, run_on, stderr, stdout};
use emilia::notation::{any, ggf, sgf, transcript, wthor};
use emilia::{Game, Transform};
use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("convert/{name}"))
}

/// What the program answers: exit code, standard output, standard error.
type Answer = (Option<i32>, String, String);

fn convert(folder: &Path, arguments: &[&str], input: &[u8]) -> Answer {
    let output = run_on(emilia(&["convert"]).args(arguments).current_dir(folder), input);
    (output.status.code(), stdout(&output), stderr(&output))
}

fn done(stdout: &str) -> Answer {
    (Some(0), stdout.to_owned(), String::new())
}

fn games(path: &Path) -> Vec<Game> {
    let mut games = Vec::new();
    let push = |game: Result<Game, any::ReadGameError>| {
        games.push(game.expect("a legal game"));
        true
    };
    any::for_each_game(&fs::read(path).expect("a file"), push).expect("games");
    games
}

#[test]
fn games_go_through_every_notation_and_stay() {
    let folder = folder("round");
    let record = "(;GM[Othello]PC[Paris]DT[1998]PB[Ren\u{e9} \"x\"]PW[b [c\\]]RE[-6:r]TY[8]EV[cup]C[intro]B[F5]W[D6]C[{two}]B[C3];)\n";
    fs::write(folder.join("a.ggf"), record).expect("a file");
    assert_eq!(convert(&folder, &["a.ggf", "a.pgn"], b""), done("games: 1, duplicates: 0\n"));
    assert_eq!(convert(&folder, &["a.pgn", "a.sgf"], b"").0, Some(0));
    assert_eq!(convert(&folder, &["a.sgf", "b.ggf"], b"").0, Some(0));
    let (first, last) = (games(&folder.join("a.ggf")), games(&folder.join("b.ggf")));
    assert_eq!((first[0].moves(), &first[0].tags.comments), (last[0].moves(), &last[0].tags.comments));
    assert_eq!((&first[0].tags.others, &first[0].tags.black), (&last[0].tags.others, &last[0].tags.black));
    // SGF has no margin of a resigned game, and says so.
    let (_, _, complaint) = convert(&folder, &["a.pgn", "-", "--form", "sgf"], b"");
    assert_eq!(complaint, "emilia: - cannot hold: results (1)\n");
    assert_eq!(first[0].outcome(), games(&folder.join("a.pgn"))[0].outcome());
}

#[test]
fn what_the_target_cannot_hold_is_counted() {
    let folder = folder("lost");
    let record = "(;GM[Othello]PB[a]PW[b]RB[1700]TI[5:00]TY[8]B[F5/1.50/3]C[x]W[D6];)";
    let (code, out, complaint) = convert(&folder, &["-", "-", "--form", "transcripts"], record.as_bytes());
    assert_eq!((code, out.as_str()), (Some(0), "f5d6\n"));
    let lost = "names of players (2), ratings (1), times (2), values and times beside moves (1), comments (1)";
    assert_eq!(complaint, format!("emilia: - cannot hold: {lost}\n"));
    let (code, out, complaint) = convert(&folder, &["-", "-", "--form", "xot"], b"f5d6c3d3c4f4f6g5e6\n\nf5d6\n");
    assert_eq!((code, out.as_str()), (Some(1), "f5d6c3d3c4f4f6g5\n"));
    let lines: Vec<&str> = complaint.lines().collect();
    assert_eq!(lines[0], "emilia: standard input, game 2: it has fewer than 8 moves: 2");
    assert_eq!(lines[1], "emilia: - cannot hold: last moves (1)");
}

#[test]
fn files_are_merged_and_duplicates_left_out() {
    let folder = folder("merge");
    let game = transcript::read("f5d6c3d3c4").expect("legal");
    let mirrored = game.transformed(Transform::HALF);
    fs::write(folder.join("a.sgf"), sgf::write(&game)).expect("a file");
    fs::write(folder.join("b.txt"), format!("f5d6c3d3c4\n{}\nf5f6\n", mirrored.transcript())).expect("a file");
    let merge =
        |options: &[&str]| convert(&folder, &[&["a.sgf", "b.txt", "c.ggf", "--overwrite"], options].concat(), b"");
    assert_eq!(merge(&[]), done("games: 4, duplicates: 0\n"));
    assert_eq!(games(&folder.join("c.ggf")).len(), 4);
    assert_eq!(merge(&["--unique"]), done("games: 3, duplicates: 1\n"));
    assert_eq!(merge(&["--unique", "--symmetric"]), done("games: 2, duplicates: 2\n"));
    assert_eq!(merge(&["--symmetric"]).0, Some(2));
}

#[test]
fn each_fault_is_one_line_with_file_and_number() {
    let folder = folder("faults");
    fs::write(folder.join("a.txt"), "f5d6c3\nf5a1\nf5f6e6\n").expect("a file");
    fs::write(folder.join("b.sgf"), "Cup\n(;GM[2];B[f5](;W[d6])(;W[f6]))(;GM[1];B[aa])(;GM[2]SZ[6];B[e4])")
        .expect("a file");
    let (code, out, complaint) = convert(&folder, &["a.txt", "missing", "b.sgf", "c.wtb"], b"");
    assert_eq!((code, out.as_str()), (Some(1), "games: 3, duplicates: 0\n"));
    let lines: Vec<&str> = complaint.lines().collect();
    assert_eq!(lines[0], "emilia: a.txt, game 2: line 2: move 2: no disc is flipped by a1");
    assert!(lines[1].starts_with("emilia: cannot read missing"), "{complaint}");
    assert_eq!(lines[2], "emilia: b.sgf, game 2: only Othello, game 2, is played here, not \"1\"");
    assert!(
        lines[3].starts_with("emilia: b.sgf, game 3: ") && lines[3].contains("WTHOR cannot express"),
        "{complaint}"
    );
    assert_eq!(lines[4], "emilia: b.sgf: left out 1 line of text (line 1)");
    assert!(lines[5].contains("variations (1)"), "{complaint}");
    assert_eq!((lines.len(), games(&folder.join("c.wtb")).len()), (6, 3));
    // Nothing replaces a file unless there is something to write, and the user says so.
    let before = fs::read(folder.join("c.wtb")).expect("the file");
    assert_eq!(convert(&folder, &["a.txt", "c.wtb"], b"").0, Some(1));
    assert_eq!(convert(&folder, &["missing", "c.wtb", "--overwrite"], b"").0, Some(1));
    assert_eq!(convert(&folder, &["c.wtb", "c.wtb", "--overwrite"], b"").0, Some(1));
    assert_eq!(fs::read(folder.join("c.wtb")).expect("the file"), before);
    for name in ["c.what", "c"] {
        let (code, _, complaint) = convert(&folder, &["a.txt", name], b"");
        assert_eq!(code, Some(1));
        assert!(complaint.starts_with("emilia: a file of games ends in .ggf, .sgf, .pgn, .wtb or .txt"), "{complaint}");
    }
}

#[test]
fn names_of_a_database_are_in_files_beside_it() {
    let folder = folder("wthor");
    let record = "(;GM[Othello]PC[Paris]DT[1998]PB[Rose]PW[Ren\u{e9}]B[F5]W[D6]B[C3];)";
    assert_eq!(
        convert(&folder, &["-", "WTH_1998.wtb", "--form", "wthor"], record.as_bytes()),
        done("games: 1, duplicates: 0\n")
    );
    for (jou, trn) in [("WTH_1998.jou", "WTH_1998.trn"), ("WTHOR.JOU", "wthor.TRN")] {
        fs::rename(folder.join("WTH_1998.jou"), folder.join(jou)).expect("a name");
        fs::rename(folder.join("WTH_1998.trn"), folder.join(trn)).expect("a name");
        let (code, out, complaint) = convert(&folder, &["WTH_1998.wtb", "-", "--form", "ggf"], b"");
        assert_eq!((code, complaint.as_str()), (Some(0), ""));
        assert_eq!(ggf::read(&out), ggf::read(record));
    }
    let bytes = fs::read(folder.join("WTH_1998.wtb")).expect("the file");
    assert_eq!(wthor::read(&bytes).map(|database| database.head.year), Ok(1998));
    fs::write(folder.join("WTHOR.JOU"), "short").expect("a file");
    let (code, _, complaint) = convert(&folder, &["WTH_1998.wtb", "-", "--form", "ggf"], b"");
    assert_eq!(code, Some(1));
    assert!(complaint.contains("WTHOR.JOU: the file is too short"), "{complaint}");
    // Without the names their numbers are left, and years that differ have no place.
    let records = format!("{record}\n{}", record.replace("DT[1998]", "DT[1999]"));
    let (code, _, complaint) = convert(&folder, &["-", "-", "--form", "wthor"], records.as_bytes());
    assert_eq!((code, complaint.as_str()), (Some(0), "emilia: - cannot hold: names of players (3), dates (2)\n"));
}

#[test]
fn sgf_can_be_written_without_passes() {
    let folder = folder("passes");
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/core/tests/cases/p.sgf"), folder.join("p.sgf"))
        .expect("a copy");
    assert_eq!(convert(&folder, &["p.sgf", "q.sgf", "--no-passes"], b""), done("games: 1, duplicates: 0\n"));
    assert!(!fs::read_to_string(folder.join("q.sgf")).expect("SGF").contains("[]"));
    assert_eq!(games(&folder.join("q.sgf"))[0].moves(), games(&folder.join("p.sgf"))[0].moves());
    assert_eq!(convert(&folder, &["p.sgf", "q.ggf", "--no-passes"], b"").0, Some(1));
}
