//! Playing weaker on purpose.

use crate::session::talk::{Talk, game, go, set_option};
use emilia::{Certainty, Colour, Move, Score, Strength};
use emilia_cli::session::{Command, Event, Options};

/// The scores are 0 for B7, -4 for G7 and -12 for G8.
const ENDING: &str = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X";

fn square(name: &str) -> Move {
    name.parse().expect("a move")
}

#[test]
fn a_random_mistake_has_its_own_score() {
    let mut talk = Talk::at_level(20);
    talk.done(Command::Set(game(ENDING)));
    talk.done(set_option("handicap", "10"));
    let mut mistakes = 0;
    for _ in 0..200 {
        let report = talk.go(false).report.expect("something was searched");
        assert_eq!(report.certainty(), Certainty::Exact);
        mistakes += match (report.line[0], report.score().rounded()) {
            (mv, 0) if mv == square("b7") => 0,
            (mv, -4) if mv == square("g7") => 1,
            other => panic!("{other:?}"),
        };
    }
    // One disc a move is one time in four: less than ten or more than a hundred times in 200 is next to impossible.
    assert!((10..=100).contains(&mistakes), "{mistakes}");
    talk.done(set_option("handicap", "0"));
    for _ in 0..20 {
        assert_eq!(talk.go(false).mv, Some(square("b7")));
    }
}

#[test]
fn with_a_handicap_the_best_move_is_not_revealed() {
    let mut talk = Talk::at_level(4);
    talk.done(set_option("handicap", "20"));
    assert!(talk.handle(go(None)).is_none());
    let events = talk.events();
    assert!(matches!(events[..], [Event::Chosen(_)]), "{events:?}");
    // The user of a hint wants the true scores.
    assert!(talk.handle(Command::Hint(1)).is_none());
    assert!(talk.events().len() > 2);
}

#[test]
fn a_whole_game_is_given_away_little_by_little() {
    let mut talk = Talk::at_level(1);
    talk.done(set_option("handicap", "30"));
    talk.done(Command::Mode(vec![Colour::Black, Colour::White]));
    while talk.session.is_thinking() {
        talk.events();
    }
    let game = talk.game();
    assert!(game.is_over());
    talk.done(set_option("handicap", "0"));
    let lost: f32 = talk.analyze().iter().filter_map(|verdict| verdict.loss).map(Score::to_discs).sum();
    assert!(lost > 10.0, "{lost} discs in a game of {} moves", game.moves().len());
}

#[test]
fn a_named_strength_is_a_level_and_a_handicap() {
    let mut options = Options::default();
    for strength in Strength::ALL {
        options.set("strength", &strength.name.to_uppercase()).expect("a name");
        assert_eq!((options.level, options.handicap), (strength.level.get(), strength.handicap));
        assert_eq!(options.settings()[0].value, strength.name);
    }
    assert_eq!(options, Options::default(), "full strength is the default");
    options.set("level", "3").expect("a level");
    assert_eq!(options.settings()[0].value, "custom");
    let refused = options.set("strength", "weak").map_err(|error| error.to_string());
    assert_eq!(
        refused,
        Err(format!("strength takes one of {}, not \"weak\"", Strength::ALL.map(|s| s.name).join(", ")))
    );
}

#[test]
fn the_advice_of_a_weak_player_is_good() {
    let mut talk = Talk::with(Options { movetime: 2000, ..Options::default() });
    talk.done(Command::Set(game(ENDING)));
    talk.done(set_option("strength", "beginner"));
    assert_eq!(talk.hint(1)[0].certainty(), Certainty::Exact);
}
