//! Thinking on the opponent's time.

use crate::session::talk::{Talk, chosen, go, set_option};
use emilia::{Certainty, Colour, Move, Rules};
use emilia_cli::session::{ClockUpdate, Command, Event};
use std::time::{Duration, Instant};

/// A session that thinks on the opponent's time, without end, after a move that was wrung from it.
fn pondering() -> Talk {
    let mut talk = Talk::at_level(60);
    talk.done(set_option("ponder", "1"));
    assert!(talk.handle(go(None)).is_none());
    chosen(talk.handle(Command::Stop));
    assert!(talk.session.is_pondering());
    talk
}

#[test]
fn clocks_that_are_set_do_not_wait_for_it() {
    let mut talk = pondering();
    talk.done(Command::Clock(ClockUpdate::PerMove(Duration::from_millis(1))));
    assert!(!talk.session.is_pondering());
    talk.go(false);
}

/// Waits until the thinking on the opponent's time has ended by itself.
fn wait(talk: &Talk) {
    let began = Instant::now();
    while talk.session.is_pondering() {
        assert!(began.elapsed() < crate::session::talk::PATIENCE);
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn pondering_is_silent() {
    let mut talk = pondering();
    assert!(!talk.session.is_thinking());
    assert!(talk.is_quiet());
    assert!(talk.session.is_pondering());
}

#[test]
fn off_is_off() {
    let mut talk = Talk::at_level(6);
    talk.go(true);
    assert!(!talk.session.is_pondering());
    talk.done(set_option("ponder", "1"));
    talk.go(false);
    assert!(!talk.session.is_pondering(), "the move was not played");
    let mut talk = pondering();
    talk.done(set_option("ponder", "0"));
    assert!(!talk.session.is_pondering());
}

#[test]
fn commands_about_the_position_end_it_at_once() {
    let commands = [
        Command::Sync(3),
        Command::Stop,
        Command::Undo(1),
        Command::Redo(Some(1)),
        Command::New(Rules::default()),
        Command::Set(Box::default()),
        Command::Mode(vec![]),
        Command::Learn,
        Command::Hint(1),
        Command::Solve { wld: true },
        Command::Analyze,
        Command::Go { colour: None, play: false },
        Command::Quit,
    ];
    for command in commands {
        let mut talk = pondering();
        let asked = format!("{command:?}");
        talk.handle(command);
        assert!(!talk.session.is_pondering(), "{asked}");
        // The worker is free: a search that waited for another one at this level would never end.
        talk.handle(Command::Sync(4));
        talk.done(set_option("level", "2"));
        talk.hint(1);
        assert!(talk.is_quiet(), "{asked}");
    }
}

#[test]
fn other_commands_leave_it_alone() {
    let mut talk = pondering();
    talk.game();
    talk.handle(Command::ShowOptions);
    talk.done(set_option("level", "50"));
    talk.done(Command::Clock(ClockUpdate::Left { colour: Colour::Black, time: Duration::from_secs(9), stones: 0 }));
    assert!(talk.session.is_pondering());
}

/// A session that thinks on the opponent's time, without end, and the reply that it expects.
fn expecting() -> (Talk, Move) {
    loop {
        let mut talk = Talk::at_level(60);
        talk.done(set_option("ponder", "1"));
        talk.done(set_option("movetime", "200"));
        assert!(talk.handle(go(None)).is_none());
        let mut events = talk.events();
        let mv = chosen(events.pop()).mv.expect("a move");
        let line = events.into_iter().rev().find_map(|event| match event {
            Event::Thinking(lines) => Some(lines[0].line.clone()),
            _ => None,
        });
        // A depth that was broken off may have found another move, and knows no reply to it.
        if let Some([first, reply, ..]) = line.as_deref()
            && *first == mv
        {
            return (talk, *reply);
        }
    }
}

#[test]
fn any_other_reply_than_the_expected_one_ends_it() {
    let (mut talk, expected) = expecting();
    let other = talk.game().legal().into_iter().find(|mv| *mv != expected).expect("another reply");
    assert!(talk.session.is_pondering());
    talk.done(Command::Play { colour: None, played: other.into() });
    assert!(!talk.session.is_pondering());
    talk.done(set_option("level", "2"));
    assert!(talk.go(true).mv.is_some());
}

/// The answer to the expected reply of the opponent, with and without thinking on the opponent's time.
fn answers(level: u8) -> [(Move, u64, i32); 2] {
    ["0", "1"].map(|ponder| {
        let mut talk = Talk::at_level(level);
        talk.done(set_option("ponder", ponder));
        talk.play("f5d6c3d3c4f4");
        let reply = talk.go(true).report.expect("something was searched").line[1];
        wait(&talk);
        talk.done(Command::Play { colour: None, played: reply.into() });
        let report = talk.go(true).report.expect("something was searched");
        (report.line[0], report.nodes, report.score().raw())
    })
}

#[test]
fn the_answer_to_the_expected_reply_is_the_same_with_fewer_nodes() {
    for level in [6, 10] {
        let [(mv, nodes, score), (pondered_mv, fewer, pondered_score)] = answers(level);
        assert_eq!((mv, score), (pondered_mv, pondered_score));
        assert!(fewer * 10 < nodes, "level {level}: {fewer} nodes instead of {nodes}");
    }
}

#[test]
fn after_the_expected_reply_the_search_continues() {
    let (mut talk, reply) = expecting();
    std::thread::sleep(Duration::from_millis(500));
    talk.done(Command::Play { colour: None, played: reply.into() });
    assert!(talk.session.is_pondering(), "the expected reply ended it");
    // No time is left to find anything now.
    talk.done(set_option("movetime", "1"));
    let report = talk.go(true).report.expect("something was searched");
    let Certainty::Depth { plies, .. } = report.certainty() else { panic!("solved: {report:?}") };
    assert!(plies > 3, "{report:?}");
}

#[test]
fn a_new_game_knows_nothing_of_what_was_thought_in_the_old_one() {
    let nodes = |ponder: &str| {
        let mut talk = Talk::at_level(8);
        talk.done(set_option("ponder", ponder));
        let choice = talk.go(true);
        let reply = choice.report.expect("something was searched").line[1];
        wait(&talk);
        talk.done(Command::New(Rules::default()));
        talk.done(Command::Play { colour: None, played: choice.mv.expect("a move").into() });
        talk.done(Command::Play { colour: None, played: reply.into() });
        talk.go(true).report.expect("something was searched").nodes
    };
    assert_eq!(nodes("0"), nodes("1"));
}
