//! `emilia selfplay`: games are legal, their scores are right, and they do not depend on threads or interruptions.

use crate::common::files::new_file;
use crate::common::program::{done, emilia, stderr};
use emilia::internal::eval::Stages;
use emilia::{Colour, Game, Move, Rules, Square};
use emilia_training::games::{GameRecord, Reader};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Options of a run that takes about a second.
const QUICK: [&str; 6] = ["--level", "2", "--games", "40", "--solve-from", "8"];

fn path(name: &str) -> PathBuf {
    new_file(&format!("selfplay {name}"))
}

fn command(out: &Path, arguments: &[&str]) -> Command {
    let mut command = emilia(&["selfplay", "--out"]);
    command.arg(out).args(arguments);
    command
}

fn selfplay(out: &Path, arguments: &[&str]) -> Output {
    command(out, arguments).output().expect("the program starts")
}

/// Plays games and returns the bytes of the file.
fn played(out: &Path, arguments: &[&str]) -> Vec<u8> {
    done(&selfplay(out, arguments));
    fs::read(out).expect("the file")
}

/// Plays games and reads them.
fn games(name: &str, arguments: &[&str]) -> Vec<GameRecord> {
    let path = path(name);
    played(&path, arguments);
    read(&path)
}

fn read(path: &Path) -> Vec<GameRecord> {
    Reader::open(path).expect("a file of games").map(|game| game.expect("a sound game")).collect()
}

/// The game on the general board, which applies the rules square by square.
fn plain_game(record: &GameRecord) -> Game {
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

/// The number of exact scores. Each must be the result of the game, and no other score is exact.
fn exact_scores(games: &[GameRecord], solve_from: u32) -> usize {
    let mut count = 0;
    for record in games {
        let replay = record.check().expect("a sound game");
        assert_eq!(record.scores.len(), record.moves.len() - record.random_plies);
        for (number, (position, to_move)) in replay.positions.iter().enumerate().skip(record.random_plies) {
            let is_exact = number >= record.exact_from;
            assert_eq!(is_exact, position.empties() <= solve_from);
            let score = record.score_of_move(number).expect("a score").to_discs();
            assert!(!is_exact || score == (to_move.sign() * record.score) as f32, "{record:?}");
            count += usize::from(is_exact);
        }
    }
    count
}

#[test]
fn an_exact_score_is_the_result_of_the_game() {
    assert!(exact_scores(&games("proved", &QUICK), 8) > 200);
    // Above 16 empty squares the solver uses the evaluation, and its lines can be incomplete.
    let far = ["--level", "1", "--games", "3", "--solve-from", "18"];
    assert!(exact_scores(&games("proved from afar", &far), 18) > 40);
    // Level 4 solves positions with at most 8 empty squares.
    assert!(exact_scores(&games("proved by level", &["--level", "4", "--games", "10"]), 8) > 60);
}

#[test]
fn games_do_not_depend_on_threads_or_earlier_games() {
    let common = ["--level", "2", "--solve-from", "8"];
    for (name, limit) in [("level", &common[..]), ("nodes", &["--nodes", "1000", "--solve-from", "8"])] {
        let whole = games(&format!("{name}, one thread"), &[limit, &["--games", "40", "--threads", "1"]].concat());
        let several = path(&format!("{name}, several threads"));
        let mut before = Vec::new();
        for games in ["7", "33", "40", "5"] {
            let bytes = played(&several, &[limit, &["--games", games, "--threads", "3"]].concat());
            assert!(bytes.starts_with(&before), "what is there stays");
            before = bytes;
        }
        assert!(read(&several) == whole, "{name}");
    }
}

#[test]
fn another_seed_gives_other_games() {
    let first = games("seed 1", &QUICK);
    let second = games("seed 2", &[&QUICK[..], &["--seed", "2"]].concat());
    assert!(first.iter().all(|game| !second.contains(game)));
}

#[test]
fn a_file_with_other_settings_is_refused() {
    let out = path("of one kind");
    let before = played(&out, &["--level", "1", "--games", "3"]);
    let weights = path("weights");
    Stages::zero().write(fs::File::create(&weights).expect("a file")).expect("weights");
    let weights = weights.display().to_string();
    let others: [&[&str]; 6] = [
        &["--level", "2"],
        &["--level", "1", "--solve-from", "4"],
        &["--level", "1", "--random", "8:16"],
        &["--level", "1", "--nodes", "50"],
        &["--level", "1", "--seed", "2"],
        &["--level", "1", "--weights", &weights],
    ];
    for arguments in others {
        let output = selfplay(&out, &[arguments, &["--games", "4"]].concat());
        let words = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(words.contains("games that were made with other settings"), "{words}");
        assert!(fs::read(&out).expect("the file") == before, "{arguments:?}");
    }
}

#[test]
fn the_number_of_random_moves_follows_the_options() {
    let arguments = ["--level", "1", "--solve-from", "4", "--games", "300"];
    let plies = |name, random: &[&str]| {
        let games = games(name, &[&arguments[..], random].concat());
        let mut counts = [0; 61];
        games.iter().for_each(|game| counts[game.random_plies] += 1);
        assert!(games.iter().all(|game| game.random_plies < game.moves.len()), "a chosen move follows");
        counts
    };
    let default = plies("random", &[]);
    assert_eq!(default.iter().sum::<usize>(), default[8..=30].iter().sum::<usize>());
    assert!(
        (170..250).contains(&default[8..=16].iter().sum::<usize>()),
        "a half, and nine of 23 parts of the other: {default:?}"
    );
    assert!(plies("no random moves", &["--random", "0"])[0] == 300);
    let ranges = plies("ranges", &["--random", "4,50:51"]);
    assert!((110..190).contains(&ranges[4]) && ranges[50] > 40 && ranges[51] > 40, "{ranges:?}");
}

#[test]
fn openings_come_before_the_random_moves() {
    let lines = path("openings");
    fs::write(&lines, "# two\nf5d6c3 +0.5\n\nF5F6E6F4\n").expect("a file");
    let file = lines.display().to_string();
    let arguments = ["--level", "1", "--solve-from", "4", "--games", "60", "--openings", &file];
    let squares = |text: &str| -> Vec<Square> {
        text.as_bytes()
            .chunks(2)
            .map(|name| std::str::from_utf8(name).expect("text").parse().expect("a square"))
            .collect()
    };
    let mut seen = [[0; 5]; 2];
    for game in games("from openings", &arguments) {
        let begins = |text| game.moves.starts_with(&squares(text));
        let (opening, length) = if begins("f5d6c3") { (0, 3) } else { (1, 4) };
        assert!(opening == 0 || begins("f5f6e6f4"), "{game:?}");
        seen[opening][game.random_plies - length] += 1;
    }
    assert!(seen.as_flattened().iter().all(|count| *count > 0), "0 to 4 random moves after each: {seen:?}");
    fs::write(&lines, "f5d6c3\nf5f5\n").expect("a file");
    let words = stderr(&selfplay(&path("from a wrong opening"), &arguments));
    assert!(words.contains("selfplay openings, line 2: move 2: "), "{words}");
    fs::write(&lines, "f5d6c5f4e3f6g5e6e7\n").expect("a file");
    let words = stderr(&selfplay(&path("from a finished game"), &arguments));
    assert!(words.contains("selfplay openings, line 1: the game is over"), "{words}");
}

#[test]
fn misuse_is_reported_before_anything_is_written() {
    let out = path("misused");
    let misuses: [&[&str]; 5] = [
        &["--games", "0"],
        &["--games", "1", "--random", "9:8"],
        &["--games", "1", "--random", "60"],
        &["--games", "1", "--solve-from", "61"],
        &["--games", "1", "--hash", "4"],
    ];
    for arguments in misuses {
        assert_eq!(selfplay(&out, arguments).status.code(), Some(2), "{arguments:?}");
    }
    let openings = concat!(env!("CARGO_MANIFEST_DIR"), "/data/openings.txt");
    let output = selfplay(&out, &["--games", "1", "--openings", openings, "--random", "50"]);
    assert!(stderr(&output).contains("openings and random moves take up to 64 moves"), "{}", stderr(&output));
    assert!(!out.exists());
}

#[cfg(unix)]
mod interrupted {
    use super::{command, path, played, read};
    use crate::common::program;
    use emilia_training::games::GAMES_PER_BLOCK;
    use std::fs;
    use std::os::unix::process::ExitStatusExt;
    use std::path::Path;
    use std::process::{ExitStatus, Stdio};
    use std::time::{Duration, Instant};

    const LIMIT: [&str; 6] = ["--level", "1", "--solve-from", "4", "--threads", "2"];

    /// Starts a long run and sends it the signal when the file has several blocks.
    fn interrupted(out: &Path, signal: &str) -> ExitStatus {
        let arguments = [&LIMIT[..], &["--games", "100000000"]].concat();
        let mut child = command(out, &arguments).stderr(Stdio::null()).spawn().expect("the program starts");
        let began = Instant::now();
        while fs::metadata(out).map_or(0, |file| file.len()) < 100_000 {
            assert!(began.elapsed() < Duration::from_secs(60), "no games are played");
            std::thread::sleep(Duration::from_millis(5));
        }
        program::signal(&child, signal);
        child.wait().expect("the program ends")
    }

    /// Continues for some games. They must equal those of an uninterrupted run.
    fn continue_run(out: &Path, uninterrupted: &Path) {
        let games = (read(out).len() + 300).to_string();
        let arguments = [&LIMIT[..], &["--games", &games]].concat();
        played(out, &arguments);
        played(uninterrupted, &arguments);
        assert!(read(out) == read(uninterrupted));
    }

    #[test]
    fn an_interrupted_run_keeps_every_game() {
        let out = path("interrupted");
        assert_eq!(interrupted(&out, "-INT").code(), Some(130));
        let games = read(&out);
        assert!(games.len() > GAMES_PER_BLOCK && games.iter().all(|game| game.check().is_ok()));
        continue_run(&out, &path("not interrupted"));
    }

    #[test]
    fn a_killed_run_keeps_its_complete_blocks() {
        let out = path("killed");
        assert_eq!(interrupted(&out, "-KILL").signal(), Some(9));
        let games = read(&out);
        assert!(games.len() > GAMES_PER_BLOCK && games.len().is_multiple_of(GAMES_PER_BLOCK));
        continue_run(&out, &path("not killed"));
    }
}
