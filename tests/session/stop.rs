//! What ends a search, what does not, and what is heard afterwards.

use crate::session::talk::{Talk, go, set_option};
use emilia::Game;
use emilia_cli::session::{ClockUpdate, Command, Event};

#[test]
fn nothing_follows_a_sync() {
    let mut talk = Talk::at_level(60);
    for command in [go(None), Command::Hint(4), Command::Explain(None), Command::Solve { wld: false }, Command::Analyze]
    {
        assert!(talk.handle(command).is_none());
        assert!(talk.session.is_thinking());
        assert!(matches!(talk.handle(Command::Sync(7)), Some(Event::Synced(7))));
        assert!(talk.is_quiet());
    }
}

#[test]
fn a_search_that_takes_the_place_of_another_is_the_only_one_heard() {
    let mut talk = Talk::at_level(60);
    for _ in 0..50 {
        assert!(talk.handle(go(None)).is_none());
    }
    talk.done(set_option("level", "2"));
    talk.play("f5");
    let lines = talk.hint(3);
    assert!(lines.iter().all(|line| Game::default().legal().contains(&line.line[0]) || line.line.len() <= 3));
    assert_eq!(talk.game().moves().len(), 1);
    assert!(talk.is_quiet());
}

#[test]
fn showing_and_setting_do_not_end_a_search() {
    let mut talk = Talk::at_level(60);
    assert!(talk.handle(go(None)).is_none());
    talk.game();
    talk.done(set_option("level", "1"));
    talk.done(Command::Clock(ClockUpdate::None));
    talk.refused(set_option("level", "0"));
    assert!(matches!(talk.handle(Command::ShowOptions), Some(Event::Options(_))));
    assert!(talk.session.is_thinking());
    assert!(matches!(talk.handle(Command::Stop), Some(Event::Chosen(_))));
}

#[test]
fn options_hold_from_the_next_search_on() {
    let mut talk = Talk::at_level(60);
    for (name, value) in [("level", "2"), ("threads", "2"), ("hash", "2"), ("nodes", "5000"), ("movetime", "1000")] {
        talk.done(set_option(name, value));
        assert!(talk.go(false).mv.is_some());
    }
    talk.refused(set_option("levle", "2"));
    talk.refused(set_option("hash", "much"));
}
