//! Moves taken back, and colours that a session plays by itself.

use crate::session::talk::{Talk, chosen, game, set_option, white_must_pass};
use emilia::notation::{any, ggf, pgn, sgf, transcript};
use emilia::{Colour, Game, Move, Rules};
use emilia_cli::session::{Command, Event};

#[test]
fn moves_are_taken_back_and_played_again() {
    let mut talk = Talk::at_level(2);
    talk.play("f5d6c3d3");
    let whole = talk.game();
    talk.done(Command::Undo(3));
    assert_eq!(talk.game().transcript(), "f5");
    talk.refused(Command::Undo(2));
    talk.refused(Command::Redo(Some(4)));
    assert_eq!(talk.game().transcript(), "f5");
    talk.done(Command::Redo(Some(3)));
    assert_eq!(talk.game(), whole);
    talk.done(Command::Undo(4));
    talk.done(Command::Redo(Some(0)));
    assert_eq!(talk.game().transcript(), "");
}

#[test]
fn an_illegal_transcript_is_not_played_at_all() {
    let mut talk = Talk::at_level(2);
    talk.refused(Command::Transcript("f5d6a1".to_owned()));
    assert_eq!(talk.game(), Game::default());
}

#[test]
fn a_session_that_plays_a_colour_answers_every_move() {
    let mut talk = Talk::at_level(1);
    talk.done(Command::Mode(vec![Colour::White]));
    assert!(!talk.session.is_thinking());
    let mut game = Game::default();
    while !game.is_over() {
        if game.to_move() == Colour::Black {
            let mv = game.legal()[0];
            talk.done(Command::Play { colour: None, played: mv.into() });
        }
        let before = talk.game();
        if before.to_move() == Colour::White && !before.is_over() {
            assert!(talk.session.is_thinking());
            let choice = chosen(talk.events().pop());
            assert_eq!(*choice.game.expect("it was played"), talk.game());
        }
        game = talk.game();
    }
    assert!(talk.is_quiet());
}

#[test]
fn a_session_that_plays_both_colours_plays_a_whole_game() {
    let mut talk = Talk::at_level(1);
    talk.done(Command::Mode(vec![Colour::Black, Colour::White]));
    while talk.session.is_thinking() {
        talk.events();
    }
    assert!(talk.game().is_over());
    talk.done(Command::New(Rules::default()));
    assert!(talk.session.is_thinking());
}

#[test]
fn a_session_that_plays_a_colour_passes_by_itself() {
    let mut talk = Talk::at_level(2);
    talk.done(Command::Set(white_must_pass()));
    talk.done(Command::Mode(vec![Colour::White]));
    assert_eq!(chosen(talk.events().pop()).mv, Some(Move::Pass));
    assert_eq!(talk.game().to_move(), Colour::Black);
}

#[test]
fn a_session_that_plays_a_colour_lets_one_look_back() {
    let mut talk = Talk::at_level(1);
    talk.done(Command::Mode(vec![Colour::White]));
    talk.play("f5");
    talk.events();
    talk.done(Command::Undo(1));
    assert!(!talk.session.is_thinking());
    assert_eq!(talk.game().transcript(), "f5");
    talk.done(Command::Mode(vec![Colour::White]));
    assert!(talk.session.is_thinking());
    talk.events();
    // A question in between does not keep it from its move.
    talk.done(Command::Undo(2));
    talk.play("d3");
    assert!(talk.handle(Command::Hint(2)).is_none());
    assert!(matches!(talk.events().pop(), Some(Event::Hinted { .. })));
    assert!(matches!(talk.events().pop(), Some(Event::Chosen(_))));
    assert_eq!(talk.game().moves().len(), 2);
}

/// White takes a1, then black a4, after which white must pass and black ends the game with a8.
fn with_a_pass() -> Box<Game> {
    game(&format!("-XO-----{0}{0}-OX-----{0}{0}{0}-OOOOOOX O", "-".repeat(8)))
}

#[test]
fn a_player_takes_back_the_own_last_move_whoever_passed() {
    let mut talk = Talk::at_level(1);
    talk.done(Command::Set(with_a_pass()));
    talk.play("a1a4");
    talk.done(Command::Mode(vec![Colour::White]));
    assert_eq!(chosen(talk.events().pop()).mv, Some(Move::Pass));
    talk.done(Command::TakeBack(None));
    let game = talk.game();
    assert_eq!((game.transcript().as_str(), game.to_move()), ("a1", Colour::Black));
    talk.done(Command::TakeBack(Some(1)));
    assert_eq!(talk.game().transcript(), "");

    // Black answers, and moves once more after the pass.
    talk.done(Command::Mode(vec![Colour::Black]));
    talk.done(Command::Set(with_a_pass()));
    talk.play("a1");
    talk.events();
    assert!(talk.game().moves().len() >= 2);
    talk.done(Command::TakeBack(None));
    assert_eq!(talk.game().transcript(), "");
}

#[test]
fn moves_that_the_session_did_not_choose_are_taken_back_one_by_one() {
    for mode in [vec![], vec![Colour::Black], vec![Colour::White], vec![Colour::Black, Colour::White]] {
        let mut talk = Talk::at_level(1);
        talk.play("f5d6c3d3");
        talk.done(Command::Mode(mode.clone()));
        for left in ["f5d6c3", "f5d6", "f5"] {
            talk.done(Command::TakeBack(None));
            assert_eq!(talk.game().transcript(), left, "{mode:?}");
            assert!(!talk.session.is_thinking(), "{mode:?}");
        }
        talk.done(Command::Redo(None));
        assert_eq!(talk.game().transcript(), "f5d6", "{mode:?}");
        assert!(!talk.session.is_thinking(), "an answer would drop what is left to redo: {mode:?}");
    }
    // Of a game that was set up, only what follows is its own.
    let mut talk = Talk::at_level(1);
    talk.done(Command::Mode(vec![Colour::White]));
    talk.done(Command::Set(Box::new(game_of("f5d6"))));
    talk.play("c3");
    talk.events();
    for length in [2, 1, 0] {
        talk.done(Command::TakeBack(None));
        assert_eq!(talk.game().moves().len(), length);
    }
}

#[test]
fn the_session_alone_has_nothing_to_take_back() {
    let mut talk = Talk::at_level(1);
    talk.done(Command::Mode(vec![Colour::Black]));
    talk.events();
    assert_eq!(talk.refused(Command::TakeBack(None)), "there is nothing to undo");
    assert_eq!(talk.game().moves().len(), 1);
}

fn game_of(moves: &str) -> Game {
    transcript::read(moves).expect("a legal transcript")
}

#[test]
fn what_a_player_took_back_is_played_again_with_the_answer() {
    let mut talk = Talk::at_level(1);
    talk.done(Command::Mode(vec![Colour::White]));
    talk.play("f5");
    talk.events();
    let reply = talk.game().legal()[0].to_string();
    talk.play(&reply);
    talk.events();
    let whole = talk.game();
    for _ in 0..2 {
        talk.done(Command::TakeBack(None));
    }
    for length in [2, 4] {
        talk.done(Command::Redo(None));
        assert_eq!((talk.game().moves().len(), talk.session.is_thinking()), (length, false));
    }
    assert_eq!(talk.game(), whole);
    assert_eq!(talk.refused(Command::Redo(None)), "cannot redo 1 move: none was taken back");
    // A pass of the session is its answer.
    talk.done(Command::Set(with_a_pass()));
    talk.play("a1a4--a8");
    talk.done(Command::Undo(4));
    for plies in [1, 3] {
        talk.done(Command::Redo(None));
        assert_eq!(talk.game().moves().len(), plies);
    }
}

#[test]
fn a_player_takes_back_a_move_that_has_no_answer_yet() {
    let mut talk = Talk::at_level(60);
    talk.done(Command::Mode(vec![Colour::White]));
    talk.play("f5");
    assert!(talk.session.is_thinking());
    talk.done(Command::TakeBack(None));
    assert_eq!(talk.game().transcript(), "");
    assert_eq!(talk.refused(Command::TakeBack(None)), "there is nothing to undo");
    assert!(talk.is_quiet());
}

#[test]
fn no_move_is_taken_back_if_none_is_asked_for() {
    let mut talk = Talk::at_level(2);
    talk.play("f5d6");
    for command in [Command::TakeBack(Some(0)), Command::Undo(0)] {
        talk.done(command);
        assert_eq!(talk.game().transcript(), "f5d6");
    }
    assert_eq!(talk.refused(Command::TakeBack(Some(3))), "cannot undo 3 moves: only 2 were played");
}

#[test]
fn a_game_is_resigned_and_gone_on_with() {
    let mut talk = Talk::at_level(1);
    talk.play("f5d6c3");
    talk.done(Command::Undo(1));
    talk.done(Command::Mode(vec![Colour::White]));
    talk.done(Command::Resign(Colour::Black));
    let game = talk.game();
    assert_eq!((game.is_resigned(), game.outcome().and_then(|outcome| outcome.score())), (true, Some(-64.0)));
    for text in [ggf::write(&game), sgf::write(&game), pgn::write(&game)] {
        let read = any::read(text.as_bytes(), 1).expect("a game");
        assert!(read.is_resigned() && read.transcript() == "f5d6", "{text}");
    }
    talk.done(Command::TakeBack(None));
    assert_eq!((talk.game().is_resigned(), talk.game().transcript()), (false, "f5d6".to_owned()));
}

#[test]
fn a_game_against_the_session_has_names() {
    let mut talk = Talk::at_level(1);
    let names = |talk: &mut Talk| {
        let tags = talk.game().tags;
        [tags.black.name, tags.white.name]
    };
    assert_eq!(names(&mut talk), ["", ""], "nobody said who plays");
    talk.done(Command::Mode(vec![Colour::White]));
    assert_eq!(names(&mut talk), ["", ""], "a game from elsewhere is nobody's");
    talk.play("f5");
    let Some(Event::Chosen(choice)) = talk.events().pop() else { panic!("no move") };
    assert_eq!(choice.game.map(|game| game.tags.black.name).as_deref(), Some("You"));
    assert_eq!(names(&mut talk), ["You", "Emilia level 1"]);
    talk.done(Command::Name("Rose".to_owned()));
    for (option, value, name) in [
        ("human", "1500", "Emilia human 1500"),
        ("strength", "club", "Emilia club"),
        ("handicap", "7", "Emilia level 4 handicap 7"),
        ("strength", "full", "Emilia level 21"),
    ] {
        talk.done(set_option(option, value));
        assert_eq!(names(&mut talk), ["Rose", name]);
    }
}

#[test]
fn the_names_of_a_record_stay() {
    let mut talk = Talk::at_level(1);
    let mut game = Game::default();
    game.tags.black.name = "Anna".to_owned();
    talk.done(Command::Set(Box::new(game)));
    talk.done(Command::Mode(vec![Colour::White]));
    talk.play("f5");
    talk.events();
    assert_eq!(talk.game().tags.black.name, "Anna");
    assert_eq!(talk.game().tags.white.name, "");
}
