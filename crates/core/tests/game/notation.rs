//! Notations: what is written is read, what is recorded is understood, and nothing crashes.

use crate::game::{cases, random_game, with_outcome};
use emilia_core::notation::{
    any::{self, ReadGameError},
    ggf, obf, sgf, transcript, wthor,
};
use emilia_core::{Colour, Ending, Game, Goal, Move, Played, Rules, diagram};
use proptest::prelude::*;
use std::path::Path;

/// The GGF texts that NBoard sent in the recorded sessions.
fn recorded_games() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden");
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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/problems");
    for (name, count) in [("ffo-1-59.obf", 59), ("exact-6-16.obf", 600), ("exact-18-20.obf", 100)] {
        let text = std::fs::read_to_string(folder.join(name)).expect("the problems are there");
        let problems: Vec<_> = obf::problems(&text).collect::<Result<_, _>>().expect("every line is a problem");
        assert_eq!(problems.len(), count);
        for (problem, line) in problems.iter().zip(text.lines()) {
            assert_eq!(problem.to_string(), line.trim_end());
            assert_eq!(problem.best_score(), problem.answers[0].1, "{line}");
            assert!(problem.best_score().is_some());
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

#[test]
fn a_wrapped_transcript_is_not_a_list() {
    for (text, number) in
        [("f5d6c3\nd3c4\n", 0), ("f5d6c3\nd3c4h8\n", 6), ("f5d6c3d3c4f4\nf6f3e6e8\n", 10), ("f5h8\nc3d3", 2)]
    {
        match any::read(text.as_bytes(), 1) {
            Ok(game) => assert_eq!((game.moves().len(), number), (5, 0), "{text}"),
            Err(ReadGameError::Replay(error)) => assert_eq!(error.number, number, "{text}"),
            Err(error) => panic!("{text}: {error}"),
        }
    }
    let list = "f5d6c3\n\nf5f6e6f4\nd3c3h8\n";
    let read = |number| any::read(list.as_bytes(), number).map(|game| game.transcript());
    assert_eq!((read(1), read(2)), (Ok("f5d6c3".to_owned()), Ok("f5f6e6f4".to_owned())));
    assert!(matches!(read(3), Err(ReadGameError::Line { line: 4, error }) if error.number == 3));
    assert_eq!(read(4), Err(ReadGameError::TooFew(3)));
    // The damage of one game does not hide the others.
    for list in ["f5h8c3\nf5f6e6f4", "f5d6c3\nf5f6h8"] {
        let sound = [1, 2].map(|number| any::read(list.as_bytes(), number).is_ok());
        assert_eq!(sound.iter().filter(|is_sound| **is_sound).count(), 1, "{list}");
    }
}

#[test]
fn a_damaged_problem_keeps_its_number() {
    let board = "---------------------------OX------XO---------------------------";
    let text = format!("{board} X;\n% a comment\n{board} X; h8:+2;\n{board} O;\n");
    let read = |number| any::read(text.as_bytes(), number).map(|game| game.to_move());
    assert_eq!((read(1), read(3)), (Ok(Colour::Black), Ok(Colour::White)));
    assert!(matches!(read(2), Err(ReadGameError::Obf(error)) if error.line == 3));
    assert_eq!(read(4), Err(ReadGameError::TooFew(3)));
    assert_eq!(ReadGameError::TooFew(3).to_string(), "it has only 3 games");
}

pub(super) fn has_inner_pass(game: &Game) -> bool {
    let is_pass = |played: &Played| played.mv == Move::Pass;
    game.moves().iter().any(is_pass) && !game.moves().last().is_some_and(is_pass)
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn every_game_is_read_as_it_was_written(seed: u64, size in 4u8..=10, parallel: bool, fewest: bool, length in 0usize..100) {
        let rules = if parallel { Rules::parallel(size) } else { Rules::sized(size) }.expect("a size that there is");
        let rules = rules.with_goal(if fewest { Goal::Fewest } else { Goal::Most });
        let game = random_game(rules.clone(), seed, length);
        let recorded = with_outcome(&game);
        prop_assert_eq!(ggf::read(&ggf::write(&game)), Ok(recorded.clone()));
        prop_assert_eq!(sgf::read(&sgf::write(&game)), Ok(recorded));
        let mut without_last_pass = game.clone();
        while without_last_pass.moves().last().is_some_and(|played| played.mv == Move::Pass) {
            without_last_pass.undo();
        }
        let again = transcript::read_by(rules, &game.transcript()).expect("legal");
        prop_assert_eq!(again.moves(), without_last_pass.moves());
        prop_assert_eq!(game.turn().to_string().parse(), Ok(*game.turn()));
    }

    #[test]
    fn a_position_in_a_game_starts_a_game_that_is_read_as_it_was_written(seed: u64, length in 0usize..60) {
        let position = random_game(Rules::default(), seed, length).position().expect("8x8");
        for colour in [Colour::Black, Colour::White] {
            let game = Game::from_position(position, colour);
            prop_assert_eq!(game.position(), Some(position));
            prop_assert_eq!(game.to_move(), colour);
            let recorded = with_outcome(&game);
            prop_assert_eq!(ggf::read(&ggf::write(&game)), Ok(recorded.clone()));
            prop_assert_eq!(sgf::read(&sgf::write(&game)), Ok(recorded));
        }
    }

    #[test]
    fn a_game_of_wthor_is_read_as_it_was_written(seed: u64, length in 0usize..70) {
        let game = random_game(Rules::default(), seed, length);
        let entry = wthor::Entry { tournament: 3, black: 500, white: 65535, ..wthor::Entry::of_game(&game).expect("Othello") };
        let head = wthor::Head { made: [20, 24, 2, 29], year: 2024, depth: 24 };
        let database = wthor::Database { head, entries: vec![entry; 3] };
        let bytes = wthor::write(&database);
        prop_assert_eq!(bytes.len(), 16 + 3 * 68);
        prop_assert_eq!(wthor::read(&bytes), Ok(database));
        prop_assert_eq!(entry.game().expect("legal").transcript(), game.transcript());
        prop_assert_eq!(wthor::read(&bytes[..bytes.len() - 1]), Err(wthor::WthorError::Short(bytes.len() - 1)));
    }
}

#[test]
fn a_wthor_file_is_laid_out_as_published() {
    let mut bytes = vec![20, 24, 1, 2, 1, 0, 0, 0, 0, 0, 0xE8, 0x07, 8, 0, 24, 0];
    bytes.extend([1, 0, 2, 1, 3, 0, 40, 38, 56, 64, 33]);
    bytes.resize(16 + 68, 0);
    let database = wthor::read(&bytes).expect("one game");
    assert_eq!((database.head.year, database.head.depth), (2024, 24));
    let entry = database.entries[0];
    assert_eq!((entry.tournament, entry.black, entry.white), (1, 258, 3));
    assert_eq!((entry.black_discs, entry.theoretical), (40, 38));
    assert_eq!(entry.game().expect("legal").transcript(), "f5d6c3");
    assert_eq!(
        wthor::names(b"................Ada Lovelace\0\0\0\0\0\0\0\0Bo", 20),
        Ok(vec!["Ada Lovelace".to_owned()])
    );
    let longer = [bytes.as_slice(), b"more"].concat();
    assert_eq!(
        wthor::read(&longer).map(|database| database.entries.len()),
        Ok(1),
        "bytes behind the games are ignored"
    );
    assert!(wthor::is_database(&bytes) && wthor::is_database(&longer) && wthor::is_database(&bytes[..80]));
    assert!([b"f5d6c3".as_slice(), &bytes[..3], &[19, 77, 13, 1], &[]].iter().all(|other| !wthor::is_database(other)));
    bytes[12] = 10;
    assert_eq!(wthor::read(&bytes), Err(wthor::WthorError::Size(10)));
}

#[test]
fn outcomes_and_ratings_are_read_and_written() {
    let read = |tags: &str| ggf::read(&format!("(;GM[Othello]{tags};)")).expect("legal");
    for (text, winner, score, ending) in [
        ("22", Some(Colour::Black), 22.0, Ending::Played),
        ("-4:r", Some(Colour::White), -4.0, Ending::Resigned),
        ("2:t", Some(Colour::Black), 2.0, Ending::TimedOut),
        ("0:s", None, 0.0, Ending::Agreed),
    ] {
        let game = read(&format!("RE[{text}]RB[2197.01]RW[-3]"));
        let outcome = game.tags.outcome.expect("an outcome");
        assert_eq!((outcome.winner, outcome.score(), outcome.ending), (winner, Some(score), ending));
        assert_eq!(game.tags.black.rating, Some(2197.01));
        assert!(ggf::write(&game).contains(&format!("RE[{text}]RB[2197.01]RW[-3]")));
    }
    assert_eq!(read("RE[?]").tags.outcome, None);
    assert_eq!(read("RE[-4.0:r]").tags.outcome.and_then(|outcome| outcome.score()), Some(-4.0));
    for text in ["B+12", "W+R", "B+T", "0", "W+"] {
        let game = sgf::read(&format!("(;GM[2]RE[{text}];B[f5])")).expect("legal");
        assert!(sgf::write(&game).contains(&format!("RE[{text}]")), "{text}");
    }
    // After the last of these moves the game is over: black has all 13 discs.
    let over = ";B[f5];W[d6];B[c5];W[f4];B[e3];W[f6];B[g5];W[e6];B[e7])";
    for (recorded, written) in [("W+T", "W+T"), ("W+R", "W+R"), ("B+", "B+64"), ("", "B+64"), ("B+13", "B+13")] {
        let game = sgf::read(&format!("(;GM[2]RE[{recorded}]{over}")).expect("legal");
        assert!(sgf::write(&game).contains(&format!("RE[{written}]")), "{recorded}: {}", sgf::write(&game));
    }
}

#[test]
fn a_board_is_drawn_with_its_coordinates_and_the_marked_moves() {
    let game = transcript::read("f5").expect("legal");
    let picture = "    a b c d e f g h
  1 . . . . . . . . 1
  2 . . . . . . . . 2
  3 . . . . . . . . 3
  4 . . . O X + . . 4
  5 . . . X X X . . 5
  6 . . . + . + . . 6
  7 . . . . . . . . 7
  8 . . . . . . . . 8
    a b c d e f g h
";
    assert_eq!(diagram::draw(&game, &game.legal()), picture);
    assert_eq!(diagram::draw(&game, &[]), picture.replace('+', "."));
    let wide = diagram::draw(&Game::new(Rules::sized(10).expect("a size that there is")), &[]);
    assert!(wide.lines().all(|line| line.len() <= 26 && !line.ends_with(' ')));
    assert!(wide.contains("\n 10 . . . . . . . . . . 10\n"));
}
