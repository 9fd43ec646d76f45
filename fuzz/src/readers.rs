//! The readers of `emilia_core::game`: GGF, SGF, OBF, transcripts, WTHOR, sheets, exports of servers, time controls, boards, moves.

use emilia_core::notation::{any, fen, ggf, obf, pgn, sgf, sheet::Sheet, transcript, wthor};
use emilia_core::{Colour, Game, Goal, Move, Rules, TimeControl, Turn, diagram};
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// Gives the bytes to every reader of a notation. What one of them understands is written and read again.
pub fn readers(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    ggf::games(&text).flatten().for_each(|game| survives(&game));
    sgf::games(&text).flatten().for_each(|game| survives(&game));
    pgn::games(&text).flatten().for_each(|game| survives(&game));
    for problem in obf::problems(&text).flatten() {
        assert_eq!(problem.to_string().parse(), Ok(problem.clone()));
        survives(&problem.game());
    }
    // An error about the whole text is as good as none here.
    let _ = any::for_each_game(data, |game| {
        game.iter().for_each(survives);
        true
    });
    transcripts(&text);
    survives_as_text::<Sheet>(&text);
    survives_as_text::<Turn>(&text);
    for line in text.lines() {
        survives_as_text::<Turn>(line);
        for word in line.split_whitespace() {
            survives_as_text::<TimeControl>(word);
            survives_as_text::<Move>(word);
            let _ = word.parse::<Colour>();
            if let Ok(played) = ggf::read_move(word) {
                let written = ggf::write_move(&played);
                let again = ggf::read_move(&written).expect("a move that was written is read");
                assert_eq!((again.mv, ggf::write_move(&again)), (played.mv, written));
            }
        }
    }
    tournament(data);
}

/// A value that is read must be read again from what is written.
fn survives_as_text<T: FromStr + Display + Debug + PartialEq>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        assert_eq!(value.to_string().parse().ok(), Some(value), "{text:?}");
    }
}

/// Writes the game in every notation and reads it again.
pub fn survives(game: &Game) {
    survives_in(game, ggf::write, |text| ggf::read(text).expect("a GGF record that was written is read"));
    survives_in(game, sgf::write, |text| sgf::read(text).expect("an SGF record that was written is read"));
    survives_in(game, pgn::write, |text| {
        pgn::games(text).next().expect("a game that was written").expect("a PGN record that was written is read")
    });
    assert_eq!(game.turn().to_string().parse(), Ok(*game.turn()));
    if game.rules().shape().is_whole() {
        assert_eq!(fen::read(&fen::write(game.turn(), Colour::White, ""), Colour::White), Ok(*game.turn()));
    }
    let again = transcript::read_by(game.rules().clone(), &game.transcript()).expect("the moves of a game are legal");
    assert_eq!(again.transcript(), game.transcript());
    if let Some(entry) = wthor::Entry::of_game(game) {
        assert_eq!(entry.game().expect("the moves of a game are legal").transcript(), game.transcript());
    }
    let rows = usize::from(game.rules().shape().rows()) + 2;
    assert_eq!(diagram::draw(game, &game.legal()).lines().count(), rows, "{game:?}");
    replays(game.clone());
}

/// The same game must be read from what is written, and nothing more may change when it is written once more.
///
/// A notation may have no room for a note beside a move, so the first reading is compared by its rules and moves.
fn survives_in(game: &Game, write: fn(&Game) -> String, read: fn(&str) -> Game) {
    let moves = |game: &Game| game.moves().iter().map(|played| played.mv).collect::<Vec<_>>();
    let text = write(game);
    let again = read(&text);
    assert_eq!((again.rules(), moves(&again)), (game.rules(), moves(game)), "{text:?}");
    assert_eq!(write(&again), text);
    assert_eq!(read(&write(&again)), again, "{text:?}");
}

/// Takes all moves back and plays them again.
fn replays(mut game: Game) {
    let (end, moves) = (*game.turn(), game.moves().to_vec());
    while game.undo().is_some() {}
    assert_eq!(game.turn(), game.rules().start());
    while game.redo().is_some() {}
    assert_eq!((game.turn(), game.moves()), (&end, moves.as_slice()));
}

/// Plays the text as a transcript on every board, and each line on the usual one.
fn transcripts(text: &str) {
    for size in 4..=10 {
        for goal in [Goal::Most, Goal::Fewest] {
            let rules = Rules::sized(size).expect("a size that there is").with_goal(goal);
            transcript::read_by(rules, text).iter().for_each(survives);
        }
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.flat_map(transcript::read).for_each(|game| survives(&game));
}

/// Reads the bytes as files of the WTHOR database.
fn tournament(data: &[u8]) {
    if let Ok(database) = wthor::read(data) {
        assert_eq!(wthor::read(&wthor::write(&database)), Ok(database.clone()));
        let names = wthor::Names::default();
        (0..).map_while(|index| database.game(index, &names)).flatten().for_each(|game| survives(&game));
    }
    for length in [wthor::PLAYER_LENGTH, wthor::TOURNAMENT_LENGTH] {
        for name in wthor::names(data, length).unwrap_or_default() {
            assert!(name.chars().count() <= length, "{name:?}");
        }
    }
}
