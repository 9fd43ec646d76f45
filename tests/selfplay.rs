//! `emilia selfplay`: games that are legal, say the truth of themselves, and do not depend on who played them when.

use emilia::app::games::{Reader, Record};
use emilia::game::{Colour, Game, Move, Rules};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Games of a second.
const QUICK: [&str; 6] = ["--level", "2", "--games", "40", "--solve-from", "8"];

fn path(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("selfplay {name}"));
    let _ = fs::remove_file(&path);
    path
}

fn selfplay(out: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_emilia"))
        .args(["selfplay", "--out"])
        .arg(out)
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// Plays, which has to go well, and reads the games.
fn games(name: &str, arguments: &[&str]) -> Vec<Record> {
    let path = path(name);
    let output = selfplay(&path, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    read(&path)
}

fn read(path: &Path) -> Vec<Record> {
    Reader::open(path).expect("a file of games").map(|game| game.expect("a sound game")).collect()
}

/// The game on the plain board, which is walked square by square.
fn plain_game(record: &Record) -> Game {
    let mut game = Game::new(Rules::default());
    for &at in &record.moves {
        if game.must_pass() {
            game.play(Move::Pass).expect("a pass");
        }
        game.play(Move::At(at.into())).expect("a legal move");
    }
    game
}

#[test]
fn every_game_is_legal_and_its_score_is_right() {
    for record in games("legal", &QUICK) {
        let game = plain_game(&record);
        assert!(game.is_over(), "{record:?}");
        let black = game.turn().board.discs(Colour::Black).len() as i32;
        let white = game.turn().board.discs(Colour::White).len() as i32;
        let empties = 64 - black - white;
        assert_eq!(record.score, black - white + (black - white).signum() * empties);
        assert_eq!(record.check().map(|replay| replay.score), Ok(record.score));
    }
}

#[test]
fn the_result_of_a_game_is_the_score_that_was_proved() {
    let mut proved = 0;
    for record in games("proved", &QUICK) {
        let replay = record.check().expect("a sound game");
        assert_eq!(record.scores.len(), record.moves.len() - record.random_plies);
        for (number, (position, to_move)) in replay.turns.iter().enumerate().skip(record.random_plies) {
            let is_exact = number >= record.exact_from;
            assert_eq!(is_exact, position.empties() <= 8);
            let score = record.score_of(number).expect("a score").to_discs();
            assert!(!is_exact || score == (to_move.sign() * record.score) as f32, "{record:?}");
            proved += usize::from(is_exact);
        }
    }
    assert!(proved > 200, "{proved}");
}

#[test]
fn games_depend_neither_on_the_threads_nor_on_the_games_before_them() {
    let alone = path("one thread");
    assert!(selfplay(&alone, &[&QUICK[..], &["--threads", "1"]].concat()).status.success());
    let whole = fs::read(&alone).expect("the file");
    let several = path("several threads");
    for games in ["7", "33", "40"] {
        let arguments = ["--level", "2", "--games", games, "--solve-from", "8", "--threads", "3"];
        assert!(selfplay(&several, &arguments).status.success());
    }
    assert_eq!(fs::read(&several).expect("the file"), whole);
}
