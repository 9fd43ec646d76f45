//! Notations: what is written is read, what is recorded is understood, and nothing crashes.

use emilia::game::{ggf, obf, transcript};
use std::path::Path;

/// The GGF texts that NBoard sent in the recorded sessions.
fn recorded_games() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut games = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the recordings are there") {
        let path = entry.expect("the folder can be listed").path();
        let text = std::fs::read_to_string(path).expect("a recording is text");
        games.extend(text.lines().filter_map(|line| line.split_once("> set game ")).map(|(_, game)| game.to_owned()));
    }
    assert!(games.len() > 50, "{} games", games.len());
    games
}

#[test]
fn every_game_that_nboard_sent_is_read_and_written_as_it_was() {
    for text in recorded_games() {
        let game = ggf::read(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
        let written = ggf::write(&game);
        assert_eq!(ggf::read(&written).as_ref(), Ok(&game));
        // Java writes a double where a time of single precision is kept.
        if !text.contains("00000000") {
            assert_eq!(written, text);
        }
    }
}

#[test]
fn every_problem_is_read_and_written_as_it_was() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/problems");
    for (name, count) in [("ffo-1-59.obf", 59), ("exact-6-16.obf", 600), ("exact-18-20.obf", 100)] {
        let text = std::fs::read_to_string(folder.join(name)).expect("the problems are there");
        let problems: Vec<_> = obf::problems(&text).collect::<Result<_, _>>().expect("every line is a problem");
        assert_eq!(problems.len(), count);
        for (problem, line) in problems.iter().zip(text.lines()) {
            assert_eq!(problem.to_string(), line.trim_end());
        }
    }
}

#[test]
fn a_transcript_is_read_in_every_spelling() {
    let plain = transcript::read("f5d6c3d3c4").expect("legal");
    for text in
        ["F5D6C3D3C4", "f5 d6 c3 d3 c4", "1. f5 d6 2. c3 d3 3. c4", "f5-d6-c3-d3-c4\n", "1.f5 2.d6 3.c3 4.d3 5.c4"]
    {
        assert_eq!(transcript::read(text), Ok(plain.clone()), "{text}");
    }
    assert_eq!(plain.transcript(), "f5d6c3d3c4");
}
