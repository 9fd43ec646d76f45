//! Time.

use crate::session::talk::{Talk, early_game_with_one_move, set_option};
use emilia::notation::ggf;
use emilia::{Certainty, Colour, Game, Rules};
use emilia_cli::session::{ClockUpdate, Command, Event, Options};
use std::thread::sleep;
use std::time::Duration;

#[test]
fn a_tiny_clock_still_gives_a_legal_move() {
    for time in [0, 1, 50] {
        let mut talk = Talk::at_level(60);
        talk.done(Command::Clock(ClockUpdate::Left {
            colour: Colour::Black,
            time: Duration::from_millis(time),
            stones: 0,
        }));
        let mv = talk.go(true).mv.expect("a move");
        assert!(Game::default().legal().contains(&mv));
    }
}

#[test]
fn an_only_move_is_no_reason_to_use_the_clock() {
    let mut talk = Talk::at_level(60);
    talk.done(Command::Set(Box::new(early_game_with_one_move())));
    talk.done(Command::Clock(ClockUpdate::PerMove(Duration::from_secs(3600))));
    assert!(talk.go(true).report.is_some(), "after much less than an hour");
}

#[test]
fn own_time_is_counted_where_the_client_does_not_say_it() {
    let main = Duration::from_millis(500);
    let mut talk = Talk::at_level(60);
    talk.done(Command::Clock(ClockUpdate::Game { main, increment: Duration::ZERO }));
    assert!(talk.handle(Command::Go { colour: None, play: true }).is_none());
    // Black moves when all of its time is over.
    sleep(main);
    assert!(matches!(talk.events().last(), Some(Event::Chosen(_))));
    assert!(talk.go(true).mv.is_some(), "white has its own clock");
    assert!(plies(&mut talk) <= 1, "black has no time left to think");
}

#[test]
fn the_default_level_is_no_limit_with_a_clock() {
    let mut talk = Talk::with(Options { level: 1, ..Options::default() });
    assert_eq!(plies(&mut talk), 1);
    talk.done(Command::Clock(ClockUpdate::PerMove(Duration::from_secs(1))));
    assert!(plies(&mut talk) > 4);
    talk.done(Command::Clock(ClockUpdate::None));
    talk.done(set_option("movetime", "1000"));
    assert!(plies(&mut talk) > 4);
    talk.done(set_option("level", "1"));
    assert_eq!(plies(&mut talk), 1);
}

#[test]
fn the_record_of_a_game_is_the_clock_if_it_is_to_be() {
    let text = "(;GM[Othello]TI[0:01]TY[8]BO[8 ---------------------------O*------*O--------------------------- *];)";
    let mut talk = Talk::at_level(60);
    talk.done(Command::Clock(ClockUpdate::Noted));
    talk.done(Command::Set(Box::new(ggf::read(text).expect("a game"))));
    assert!(talk.go(false).mv.is_some(), "the level alone would take hours");
}

#[test]
fn a_new_game_by_the_clock_is_answered_when_all_is_ready() {
    let mut talk = Talk::at_level(1);
    assert!(talk.handle(Command::New(Rules::default())).is_some());
    talk.done(Command::Clock(ClockUpdate::PerMove(Duration::from_millis(100))));
    assert!(talk.handle(Command::New(Rules::default())).is_none());
    assert!(matches!(talk.events()[..], [Event::Done]));
    // What does not begin another search is answered meanwhile.
    assert!(talk.handle(Command::Clock(ClockUpdate::PerMove(Duration::from_millis(200)))).is_none());
    assert!(matches!(talk.handle(Command::Show), Some(Event::Shown { .. })));
    assert!(matches!(talk.events()[..], [Event::Done]));
    assert!(talk.go(true).mv.is_some());
}

/// How far the session looks ahead for the next move.
fn plies(talk: &mut Talk) -> u8 {
    match talk.go(false).report.expect("something was searched").certainty() {
        Certainty::Depth { plies, .. } => plies,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_clock_of_the_other_player_runs_too() {
    let main = Duration::from_secs(100);
    let mut talk = Talk::at_level(1);
    talk.done(Command::Clock(ClockUpdate::Game { main, increment: Duration::ZERO }));
    talk.done(Command::Mode(vec![Colour::White]));
    sleep(Duration::from_millis(30));
    talk.play("f5");
    let left = match talk.events().pop() {
        Some(Event::Chosen(choice)) => choice.left.expect("clocks"),
        other => panic!("{other:?}"),
    };
    assert!(left[0] <= main - Duration::from_millis(30) && left[1] < main, "{left:?}");
}

#[test]
fn a_time_that_is_over_stays_over() {
    let update = ClockUpdate::Game { main: Duration::from_millis(10), increment: Duration::from_secs(5) };
    let mut talk = Talk::at_level(1);
    talk.done(Command::Clock(update));
    talk.done(Command::Mode(vec![Colour::White]));
    sleep(Duration::from_millis(30));
    let left = |talk: &mut Talk| match talk.handle(Command::Show) {
        Some(Event::Shown { left, .. }) => left.expect("clocks"),
        other => panic!("{other:?}"),
    };
    talk.play("f5");
    talk.events();
    let [black, white] = left(&mut talk);
    assert!(black.is_zero() && !white.is_zero(), "the increment does not hide it: {black:?} {white:?}");
    talk.done(Command::New(Rules::default()));
    // No clock runs while nobody plays.
    talk.done(Command::Mode(Vec::new()));
    assert_eq!(left(&mut talk)[0], Duration::from_millis(10));
}

#[test]
fn a_resignation_stops_the_clock_and_gives_no_time_back() {
    let main = Duration::from_secs(60);
    let mut talk = Talk::at_level(1);
    talk.done(Command::Mode(vec![Colour::White]));
    talk.done(Command::Clock(ClockUpdate::Game { main, increment: Duration::from_secs(5) }));
    let left = |talk: &mut Talk| match talk.handle(Command::Show) {
        Some(Event::Shown { left: Some([black, white]), .. }) => [black, white],
        other => panic!("no clocks but {other:?}"),
    };
    let thought = Duration::from_millis(60);
    sleep(thought);
    talk.done(Command::Resign(Colour::Black));
    let resigned = left(&mut talk);
    assert!(resigned[0] <= main - thought && resigned[1] == main, "{resigned:?}");
    sleep(thought);
    assert_eq!(left(&mut talk), resigned, "nobody thinks");
    talk.done(Command::TakeBack(None));
    let again = left(&mut talk);
    assert!(again[0] <= resigned[0] && again[0] > resigned[0] - thought, "the turn goes on: {again:?}");
    sleep(thought);
    assert!(left(&mut talk)[0] <= resigned[0] - thought);
    talk.done(Command::New(Rules::default()));
    assert!(left(&mut talk)[0] > main - thought);
}
