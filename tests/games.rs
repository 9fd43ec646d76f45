//! Files of training games: written games are read back, damage is detected, and the tools lose no game.

use crate::common::files::new_file;
use crate::common::program::{done, emilia, stderr, stdout};
use crate::random::{Random, random_move};
use emilia::{Position, Score, Square};
use emilia_training::games::{Appender, GAMES_PER_BLOCK, GameRecord, MAX_MOVES, Reader, Writer};
use lzma_rust2::{XzOptions, XzWriter};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::{Duration, Instant};

fn path(name: &str) -> PathBuf {
    new_file(&format!("games {name}"))
}

fn settings() -> Value {
    json!({ "made": "by a test" })
}

/// A random finished game. Two games in three have random scores.
fn random_game(random: &mut Random) -> GameRecord {
    let (mut position, mut black) = (Position::START, true);
    let mut moves: Vec<Square> = Vec::new();
    while !position.is_over() {
        if let Some(at) = random_move(position, random) {
            moves.push(at);
            position = position.try_play(at).expect("legal");
        } else {
            position = position.pass();
        }
        black = !black;
    }
    let random_plies = random.below(moves.len() + 1);
    let scored = if random.below(3) > 0 { moves.len() - random_plies } else { 0 };
    let scores = (0..scored).map(|_| Score::clamped(random.below(20_000) as i32 - 10_000)).collect();
    let exact_from = if scored > 0 { random_plies + random.below(scored + 1) } else { moves.len() };
    let score = position.final_discs() * if black { 1 } else { -1 };
    GameRecord { random_plies, moves: moves.into_iter().collect(), scores, exact_from, score }
}

fn random_games(count: usize, seed: u64) -> Vec<GameRecord> {
    let mut random = Random::new(seed);
    (0..count).map(|_| random_game(&mut random)).collect()
}

fn write(path: &Path, games: &[GameRecord]) {
    let file = File::create(path).expect("a file");
    let mut writer = Writer::new(file, &settings()).expect("a header");
    for game in games {
        writer.push(game.clone()).expect("a game");
    }
    writer.finish().expect("the last block");
}

/// Opens a file to append games. Retries, because a program that another test starts inherits the locks for a moment.
fn append(path: &Path) -> Appender {
    let began = Instant::now();
    loop {
        match Appender::open(path, &settings()) {
            Ok(writer) => return writer,
            Err(error) => assert!(began.elapsed() < Duration::from_secs(60), "{error:#}"),
        }
    }
}

fn read(path: &Path) -> Vec<GameRecord> {
    Reader::open(path).expect("a file of games").map(|game| game.expect("a sound game")).collect()
}

/// The games up to the first error, the error if there is one, and the number of incomplete bytes; an error without valid settings.
fn read_bytes(bytes: &[u8]) -> Result<(Vec<GameRecord>, Option<String>, usize), String> {
    let message = |error: anyhow::Error| format!("{error:#}");
    let mut reader = Reader::new(bytes, "the file").map_err(message)?;
    let (mut games, mut fault) = (Vec::new(), None);
    for game in reader.by_ref() {
        match game {
            Ok(game) => games.push(game),
            Err(error) => fault = Some(message(error)),
        }
    }
    Ok((games, fault, reader.incomplete_bytes()))
}

/// A small file of several blocks with repeated games, the offset of the end of each block, and the games.
fn small_file(path: &Path) -> (Vec<u8>, Vec<usize>, Vec<GameRecord>) {
    let games = random_games(2, 5).into_iter().cycle().take(2 * GAMES_PER_BLOCK + 9).collect::<Vec<_>>();
    let ends = [0, GAMES_PER_BLOCK, 2 * GAMES_PER_BLOCK, games.len()].map(|count| {
        write(path, &games[..count]);
        fs::read(path).expect("the file").len()
    });
    (fs::read(path).expect("the file"), ends.to_vec(), games)
}

fn games(arguments: &[&str], files: &[&Path]) -> Output {
    emilia(&["games"]).args(arguments).args(files).output().expect("the program starts")
}

fn text(files: &[&Path]) -> String {
    done(&games(&["text"], files))
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn written_games_are_read_back() {
    let path = path("random");
    for count in [0, 1, GAMES_PER_BLOCK - 1, GAMES_PER_BLOCK, 3 * GAMES_PER_BLOCK + 1] {
        let all = random_games(count, count as u64);
        write(&path, &all);
        assert_eq!(read(&path), all);
        assert_eq!(Reader::open(&path).expect("a file of games").settings(), &settings());
    }
}

#[test]
fn an_inconsistent_game_is_not_written() {
    let sound = || random_games(40, 3).into_iter().find(|game| game.scores.len() > 3).expect("a game with scores");
    type Spoil = fn(&mut GameRecord);
    let spoils: [Spoil; 6] = [
        |game| game.random_plies = MAX_MOVES + 1,
        |game| game.exact_from = game.random_plies.wrapping_sub(1),
        |game| game.exact_from = game.moves.len() + 1,
        |game| game.score = 65,
        |game| game.scores.truncate(2),
        |game| game.scores[0] = Score::INFINITY,
    ];
    for (number, spoil) in spoils.into_iter().enumerate() {
        let mut game = sound();
        spoil(&mut game);
        let file = File::create(path("inconsistent")).expect("a file");
        let mut writer = Writer::new(file, &settings()).expect("a header");
        let refusal = writer.push(game).and_then(|()| writer.finish()).expect_err("a refusal");
        assert!(format!("{refusal:#}").contains("inconsistent game"), "{number}: {refusal:#}");
    }
}

#[test]
fn a_truncated_file_is_read_to_its_last_complete_block() {
    let (bytes, ends, all) = small_file(&path("torn"));
    let counts = [0, GAMES_PER_BLOCK, 2 * GAMES_PER_BLOCK, all.len()];
    for length in 0..=bytes.len() {
        let found = read_bytes(&bytes[..length]);
        match ends.iter().rposition(|end| *end <= length) {
            None => assert!(found.is_err(), "{length}"),
            Some(block) => {
                assert_eq!(found, Ok((all[..counts[block]].to_vec(), None, length - ends[block])), "{length}");
            }
        }
    }
}

#[test]
fn a_truncated_file_is_continued_after_its_last_complete_block() {
    let path = path("continued");
    let (bytes, ends, all) = small_file(&path);
    let whole = |length| *ends.iter().rfind(|end| **end <= length).expect("the settings at least");
    for length in (ends[0]..=bytes.len()).step_by(11).chain(ends.clone()) {
        fs::write(&path, &bytes[..length]).expect("the file");
        let mut writer = append(&path);
        let first = writer.games() as usize;
        assert!(first == all.len() || length < bytes.len(), "{first} games in {length} bytes");
        for (number, game) in all.iter().enumerate().skip(first) {
            writer.push(game.clone()).expect("a game");
            if number % 100 == 0 {
                writer.flush().expect("a smaller block");
            }
        }
        writer.flush().expect("the last block");
        assert_eq!(writer.games() as usize, all.len());
        drop(writer);
        assert!(read(&path) == all, "truncated after {length} bytes");
        assert!(
            fs::read(&path).expect("the file").starts_with(&bytes[..whole(length)]),
            "existing blocks are unchanged"
        );
    }
}

#[test]
fn zero_bytes_after_a_power_failure_are_ignored() {
    let path = path("zeros");
    let (bytes, ends, all) = small_file(&path);
    for length in [1, 15, 16, 17, 5000] {
        let file = [&bytes[..ends[1]], &vec![0; length]].concat();
        assert_eq!(read_bytes(&file), Ok((all[..GAMES_PER_BLOCK].to_vec(), None, length)), "{length}");
    }
    let refusal = read_bytes(&[&bytes[..ends[1]], &[0; 40], &[1]].concat()).expect("the settings can be read").1;
    assert!(refusal.is_some_and(|fault| fault.contains("damaged in block 2")));
}

#[test]
fn a_changed_byte_is_detected_and_games_before_it_are_read() {
    let path = path("changed");
    let (bytes, ends, all) = small_file(&path);
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        match read_bytes(&changed) {
            Err(fault) => assert!(at < ends[0] && fault.contains("the file"), "{at}: {fault}"),
            Ok((games, fault, _)) => {
                let block = ends.iter().rposition(|end| *end <= at).expect("behind the settings");
                assert_eq!(games, all[..block * GAMES_PER_BLOCK], "{at}");
                let place = format!("the file is damaged in block {}, which begins at byte {}", block + 1, ends[block]);
                assert!(fault.as_ref().is_some_and(|fault| fault.starts_with(&place)), "{at}: {fault:?}");
            }
        }
        if at % 37 == 0 {
            fs::write(&path, &changed).expect("the file");
            assert!(Appender::open(&path, &settings()).is_err(), "{at}");
            assert!(fs::read(&path).expect("the file") == changed, "a damaged file is unchanged");
        }
    }
}

#[test]
fn two_writers_do_not_share_a_file() {
    let path = path("shared");
    let first = append(&path);
    let second = Appender::open(&path, &settings()).err().map(|error| format!("{error:#}"));
    assert!(second.is_some_and(|error| error.contains("another program is writing to it")));
    drop(first);
    drop(append(&path));
}

#[test]
fn games_with_other_settings_are_not_mixed() {
    let path = path("other settings");
    write(&path, &[]);
    let refusal = Appender::open(&path, &json!({ "made": "by another" })).err().map(|error| format!("{error:#}"));
    let words = refusal.expect("a refusal");
    assert!(words.contains("by a test") && words.contains("by another"), "{words}");
}

#[test]
fn games_survive_the_text_format_in_any_compression() {
    let (file, back) = (path("to text"), path("from text"));
    write(&file, &random_games(300, 8));
    let lines = text(&[&file]);
    assert_eq!(lines.lines().count(), 300);
    let plain = path("lines.txt");
    fs::write(&plain, &lines).expect("a file");
    let packed = path("lines.txt.gz");
    let mut encoder = flate2::write::GzEncoder::new(File::create(&packed).expect("a file"), Default::default());
    encoder.write_all(lines.as_bytes()).and_then(|()| encoder.finish().map(drop)).expect("packed");
    let tight = path("lines.txt.xz");
    let mut encoder = XzWriter::new(File::create(&tight).expect("a file"), XzOptions::default()).expect("a writer");
    encoder.write_all(lines.as_bytes()).and_then(|()| encoder.finish().map(drop)).expect("packed");
    let output = games(&["import"], &[&back, &plain, &packed, &tight]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(read(&back), [read(&file), read(&file), read(&file)].concat());
}

#[test]
fn an_invalid_line_is_refused_with_its_number() {
    let faults = [
        ("9 64 f5f6", "the game is not over after 2 moves"),
        ("1 64", "got \"1 64\""),
        ("1 64 f5d6c5f4e3f6g5e6e9", "not a square: \"e9\""),
        ("1 64 f5f5", "move 2 is not legal: f5"),
        ("one 64 f5", "not a number of moves: \"one\""),
        ("0 64 f5 1,2,", "not a number of 1/128 discs: \"\""),
        ("8 64 f5d6c5f4e3f6g5e6e7 =8193", "not a number of 1/128 discs: \"8193\""),
        ("8 64 f5d6c5f4e3f6g5e6e7 1,2", "2 scores do not fit 9 moves, 8 of them random"),
        ("8 62 f5d6c5f4e3f6g5e6e7 1", "the game ends with a score of 64, not 62"),
    ];
    let (lines, out) = (path("wrong.txt"), path("wrong"));
    for (line, fault) in faults {
        fs::write(&lines, format!("{}\n\n{line}\n", text_of_a_game())).expect("a file");
        let output = games(&["import"], &[&out, &lines]);
        let words = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{line}");
        assert!(words.contains("wrong.txt, line 3: ") && words.trim_end().ends_with(fault), "{line}: {words}");
        assert!(!out.exists());
    }
}

fn text_of_a_game() -> String {
    random_games(1, 2)[0].to_string()
}

#[test]
fn merged_games_keep_their_order_and_record_their_sources() {
    let [first, second, both, all] = ["first", "second", "both", "all"].map(path);
    write(&first, &random_games(300, 1));
    write(&second, &random_games(20, 2));
    assert!(games(&["merge"], &[&both, &first, &second]).status.success());
    assert!(games(&["merge"], &[&all, &both, &first]).status.success());
    assert_eq!(read(&all), [read(&first), read(&second), read(&first)].concat());
    let part = |games: u64| json!({ "games": games, "settings": settings() });
    let recorded = json!({ "merged": [part(300), part(20), part(300)] });
    assert_eq!(Reader::open(&all).expect("a file of games").settings(), &recorded);
}

#[test]
fn a_shuffle_is_a_permutation_that_follows_from_the_seed() {
    let [file, one, same, other, few] = ["ordered", "shuffled", "the same", "another", "little memory"].map(path);
    write(&file, &random_games(400, 4));
    assert!(games(&["shuffle"], &[&one, &file]).status.success());
    assert!(games(&["shuffle"], &[&same, &file]).status.success());
    assert!(games(&["shuffle", "--seed", "2"], &[&other, &file]).status.success());
    assert!(games(&["shuffle", "--hold", "50"], &[&few, &file]).status.success());
    let [ordered, one, same, other, few] = [file, one, same, other, few].map(|path| text(&[&path]));
    assert_eq!(one, same);
    for shuffled in [&one, &other, &few] {
        assert_eq!(sorted(shuffled), sorted(&ordered));
        assert!(*shuffled != ordered);
    }
    assert!(one != other && one != few && other != few);
}

#[test]
fn an_existing_file_is_not_overwritten() {
    let [file, out] = ["a source", "a treasure"].map(path);
    write(&file, &random_games(3, 1));
    fs::write(&out, "treasure").expect("a file");
    for tool in ["merge", "shuffle", "import"] {
        let output = games(&[tool], &[&out, &file]);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("already exists"), "{}", stderr(&output));
    }
    assert_eq!(fs::read(&out).expect("the file"), b"treasure");
}

#[test]
fn info_counts_the_positions() {
    let file = path("counted");
    let all = random_games(500, 6);
    write(&file, &all);
    let bytes = fs::read(&file).expect("the file");
    fs::write(&file, &bytes[..bytes.len() - 1]).expect("the file");
    let whole = &all[..GAMES_PER_BLOCK];
    let output = games(&["info"], &[&file]);
    let words = stdout(&output);
    let rows: Vec<Vec<&str>> = words.lines().map(|line| line.split_whitespace().collect()).collect();
    let wins = |sign: i32| whole.iter().filter(|game| game.score.signum() == sign).count();
    assert!(
        words.contains(&format!("{} black wins, {} draws, {} white wins\n", wins(1), wins(0), wins(-1))),
        "{words}"
    );
    let count = |empties: usize| {
        let moves = whole.iter().flat_map(|game| {
            let positions = game.replay().expect("a legal game").positions;
            let chosen = positions.into_iter().enumerate().skip(game.random_plies);
            chosen
                .filter(move |(_, (position, _))| position.empties() as usize == empties)
                .map(|(number, _)| number >= game.exact_from)
        });
        moves.fold((0, 0), |(all, exact), is_exact| (all + 1, exact + usize::from(is_exact)))
    };
    for empties in 1..=60 {
        let (all, exact) = count(empties);
        let row = [empties, all, exact].map(|number| number.to_string());
        assert_eq!(rows.iter().any(|found| *found == row), all > 0, "{row:?} in {words}");
    }
    assert!(stderr(&output).contains("skipped an incomplete block of "), "{}", stderr(&output));
}

#[test]
fn other_files_are_refused() {
    let file = path("something else");
    for (content, fault) in [(&b"f5d6"[..], "it begins with \"f5d6\""), (b"", "it is empty")] {
        fs::write(&file, content).expect("a file");
        let output = games(&["text"], &[&file]);
        let words = stderr(&output);
        assert_eq!(output.status.code(), Some(1));
        assert!(words.contains("cannot read ") && words.contains("not a file of games"), "{words}");
        assert!(words.trim_end().ends_with(fault), "{words}");
    }
}
