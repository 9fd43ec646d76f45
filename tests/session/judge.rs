//! Games judged move by move.

use crate::session::talk::{Talk, black_must_pass, go, set_option};
use emilia::notation::obf;
use emilia::{Rules, Score};
use emilia_cli::session::{Command, Event};

#[test]
fn a_variant_is_played_and_judged_and_only_explained_in_words_of_othello() {
    let mut talk = Talk::at_level(2);
    talk.done(Command::New(Rules::sized(5).expect("a size")));
    talk.refused(Command::Explain(None));
    while !talk.game().is_over() {
        assert!(talk.handle(go(None)).is_none_or(|event| matches!(event, Event::Chosen(_))));
        talk.events();
    }
    let verdicts = talk.analyze();
    assert_eq!(verdicts.len(), talk.game().moves().len() + 1);
    assert!(verdicts.iter().take(3).all(|verdict| verdict.value.is_exact()), "the last positions are solved");
}

#[test]
fn a_game_is_judged_from_its_last_position_to_its_first() {
    let mut talk = Talk::at_level(4);
    talk.play("f5f6e6f4e3c5c4");
    let verdicts = talk.analyze();
    let plies: Vec<usize> = verdicts.iter().map(|verdict| verdict.ply).collect();
    assert_eq!(plies, (0..=7).rev().collect::<Vec<_>>());
    let game = talk.game();
    for verdict in &verdicts {
        assert_eq!(verdict.played, game.moves().get(verdict.ply).map(|played| played.mv));
        assert_eq!(verdict.loss.is_none(), verdict.ply == 7);
        assert!(verdict.loss.is_none_or(|loss| loss >= Score::ZERO));
    }
}

#[test]
fn a_position_and_its_moves_are_explained() {
    let mut talk = Talk::at_level(6);
    let problem = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X; B7:+0; G7:-4; G8:-12;";
    let problem: obf::Problem = problem.parse().expect("a problem");
    talk.done(Command::Set(Box::new(problem.game())));
    for mv in [None, "b7".parse().ok(), "g8".parse().ok()] {
        assert!(talk.handle(Command::Explain(mv)).is_none());
        let Some(Event::Explained { turn, lines, explanations, .. }) = talk.events().pop() else { panic!("no end") };
        assert_eq!((turn, lines.len()), (*problem.game().turn(), 3));
        assert!((1..=5).contains(&explanations.len()), "{explanations:?}");
        assert!(explanations.iter().all(|said| said.value.is_none_or(|value| value.is_exact())), "{explanations:?}");
    }
    assert!(talk.refused(Command::Explain("a1".parse().ok())).contains("a1"));
    talk.done(Command::Set(black_must_pass()));
    assert!(talk.handle(Command::Explain(None)).is_none());
    let Some(Event::Explained { explanations, .. }) = talk.events().pop() else { panic!("no end") };
    assert_eq!(explanations, []);
}

#[test]
fn analyses_and_explanations_tell_of_people_of_the_rating_that_is_played_or_of_1600() {
    let mut talk = Talk::at_level(2);
    talk.play("f5f6e6f4e3c5c4");
    for (human, rating) in [("0", 1600), ("1200", 1200), ("1", 800)] {
        talk.done(set_option("human", human));
        assert!(talk.handle(Command::Analyze).is_none());
        let Some(Event::Hinted { judged: Some(judged), .. }) = talk.events().pop() else { panic!("no end") };
        let ratings: Vec<_> = judged.moves.iter().map(|of| of.difficulty.map(|of| of.rating)).collect();
        assert_eq!(ratings, [Some(rating); 7]);
        for command in [Command::ExplainLast, Command::Explain(None)] {
            let is_of_move = matches!(command, Command::ExplainLast);
            assert!(talk.handle(command).is_none());
            let Some(Event::Explained { people: Some(people), .. }) = talk.events().pop() else { panic!("no end") };
            let text = people.text();
            assert!(text.contains(&format!(" at {rating}.")) && text.contains("c4") == is_of_move, "{text}");
        }
    }
    // The rating in the record of a game counts where no other one is set.
    talk.done(set_option("human", "0"));
    let mut game = talk.game();
    game.tags.black.rating = Some(1900.0);
    talk.done(Command::Set(Box::new(game)));
    assert!(talk.handle(Command::ExplainLast).is_none());
    let Some(Event::Explained { people: Some(people), .. }) = talk.events().pop() else { panic!("no end") };
    assert!(people.text().contains(" at 1900."), "{}", people.text());
}

#[test]
fn the_last_move_is_explained_in_the_position_before_it() {
    let mut talk = Talk::at_level(4);
    talk.play("f5f6");
    let before = talk.game().at_ply(1).copied();
    assert!(talk.handle(Command::ExplainLast).is_none());
    let Some(Event::Explained { turn, lines, .. }) = talk.events().pop() else { panic!("no end") };
    assert_eq!((Some(turn), lines.len()), (before, 3));
    assert_eq!(talk.game().transcript(), "f5f6");
}
