//! What is chosen, hinted and solved.

use crate::session::talk::{Talk, black_must_pass, chosen, go, over, set_option};
use emilia::{Certainty, Colour, Game, Move, Played, Score};
use emilia_cli::session::{Bounds, Command, Event, Scope};

#[test]
fn a_move_is_chosen_and_played() {
    let mut talk = Talk::at_level(3);
    let choice = talk.go(true);
    let report = choice.report.expect("something was searched");
    assert_eq!(report.line.first().copied(), choice.mv);
    let after = choice.game.expect("it was played");
    assert_eq!(after.moves().len(), 1);
    assert_eq!(talk.game(), *after);
}

#[test]
fn a_move_that_is_not_to_be_played_leaves_the_game_alone() {
    let mut talk = Talk::at_level(3);
    let choice = talk.go(false);
    assert!(choice.mv.is_some() && choice.game.is_none());
    assert_eq!(talk.game(), Game::default());
}

#[test]
fn every_iteration_is_reported_before_the_choice() {
    let mut talk = Talk::at_level(4);
    assert!(talk.handle(go(None)).is_none());
    let events = talk.events();
    assert!(matches!(events.last(), Some(Event::Chosen(_))));
    assert!(events.len() > 2 && events[..events.len() - 1].iter().all(|event| matches!(event, Event::Thinking(_))));
}

#[test]
fn a_forced_pass_is_chosen_at_once() {
    let mut talk = Talk::at_level(60);
    talk.done(Command::Set(black_must_pass()));
    let choice = chosen(talk.handle(go(None)));
    assert_eq!(choice.mv, Some(Move::Pass));
    assert!(choice.report.is_none());
    assert_eq!(talk.game().to_move(), Colour::White);
}

#[test]
fn a_finished_game_has_no_move_to_choose() {
    let mut talk = Talk::at_level(3);
    talk.done(Command::Set(over()));
    assert_eq!(chosen(talk.handle(go(None))).mv, None);
    assert!(talk.hint(3).is_empty());
    let verdicts = talk.analyze();
    assert_eq!(verdicts.len(), 1);
    assert_eq!((verdicts[0].value.score(), verdicts[0].value.certainty()), (Score::discs(64), Certainty::Exact));
}

#[test]
fn a_forced_pass_of_the_other_side_goes_without_saying() {
    let mut talk = Talk::at_level(3);
    talk.done(Command::Set(black_must_pass()));
    let asked = talk.handle(go(Some(Colour::White)));
    assert!(asked.is_none());
    let choice = chosen(talk.events().pop());
    assert_eq!(choice.mv, "h8".parse().ok());
    assert_eq!(talk.game().moves().len(), 2);

    talk.done(Command::Set(black_must_pass()));
    let played = Played::from("h8".parse::<Move>().expect("a move"));
    talk.done(Command::Play { colour: Some(Colour::White), played });
    assert_eq!(talk.game().moves().len(), 2);
}

#[test]
fn no_move_is_made_out_of_turn() {
    let mut talk = Talk::at_level(3);
    assert!(talk.refused(go(Some(Colour::White))).contains("white"));
    let played = Played::from("f5".parse::<Move>().expect("a move"));
    talk.refused(Command::Play { colour: Some(Colour::White), played });
    assert_eq!(talk.game(), Game::default());
}

#[test]
fn a_hint_scores_as_many_moves_as_there_are() {
    let mut talk = Talk::at_level(3);
    talk.play("f5");
    for (asked, given) in [(0, 1), (1, 1), (2, 2), (64, 3)] {
        let lines = talk.hint(asked);
        assert_eq!(lines.len(), given, "asked for {asked}");
        assert!(lines.is_sorted_by(|a, b| a.score() >= b.score()));
    }
}

#[test]
fn the_hint_for_a_forced_pass_begins_with_it() {
    let mut talk = Talk::at_level(3);
    talk.done(Command::Set(black_must_pass()));
    let lines = talk.hint(4);
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0].line, [Move::Pass, "h8".parse().expect("a move")]);
    assert_eq!(lines[0].score(), Score::discs(-64));
}

#[test]
fn stopping_gives_the_best_move_so_far() {
    for play in [false, true] {
        let mut talk = Talk::at_level(60);
        assert!(talk.handle(Command::Go { colour: None, play }).is_none());
        let choice = chosen(talk.handle(Command::Stop));
        assert!(Game::default().legal().contains(&choice.mv.expect("a move")));
        assert_eq!(talk.game().moves().len(), usize::from(play));
        assert!(talk.is_quiet());
    }
}

#[test]
fn stopping_nothing_is_done() {
    let mut talk = Talk::at_level(3);
    talk.done(Command::Stop);
    assert!(talk.handle(Command::Hint(1)).is_none());
    talk.events();
    talk.done(Command::Stop);
}

#[test]
fn a_position_is_solved_whatever_the_level() {
    let mut talk = Talk::at_level(1);
    // Black wins by 18 with best play.
    let problem = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;";
    let problem: emilia::notation::obf::Problem = problem.parse().expect("a problem");
    talk.done(Command::Set(Box::new(problem.game())));
    for (wld, certainty) in [(false, Certainty::Exact), (true, Certainty::AtLeast)] {
        assert!(talk.handle(Command::Solve { wld }).is_none());
        let Some(Event::Hinted { lines, .. }) = talk.events().pop() else { panic!("no end") };
        assert_eq!(lines[0].certainty(), certainty);
        assert!(
            lines[0].score() == Score::discs(18)
                || wld && lines[0].score() > Score::ZERO && lines[0].score() < Score::discs(18)
        );
    }
    // Another one, which does not know the answer yet.
    let mut talk = Talk::at_level(1);
    talk.done(Command::Set(Box::new(problem.game())));
    talk.done(set_option("nodes", "1000"));
    assert!(talk.handle(Command::Solve { wld: false }).is_none());
    let Some(Event::Hinted { lines, .. }) = talk.events().pop() else { panic!("no end") };
    assert!(lines[0].certainty() != Certainty::Exact, "a bound on nodes ends a solve without a claim: {lines:?}");
}

#[test]
fn a_move_that_is_streamed_and_played_is_one_of_those_to_search() {
    for nodes in ["0", "1"] {
        for (allowed, avoided, expected) in
            [("f4", "", "f4"), ("", "d6 f6", "f4"), ("d6 f4", "d6", "f4"), ("f6", "", "f6")]
        {
            let mut talk = Talk::at_level(6);
            talk.done(set_option("nodes", nodes));
            talk.play("f5");
            let moves = |text: &str| -> Vec<Move> { text.split(' ').filter_map(|word| word.parse().ok()).collect() };
            let of_white = |moves| (Colour::White, moves);
            let allowed = if allowed.is_empty() { Vec::new() } else { vec![of_white(moves(allowed))] };
            let avoided = moves(avoided).into_iter().map(|mv| (Colour::White, mv)).collect();
            assert!(talk.handle(Command::Stream(Scope { allowed, avoided, play: true, ..Scope::default() })).is_none());
            let Some(Event::Chosen(choice)) = talk.events().pop() else { panic!("no move") };
            assert_eq!(choice.mv.map(|mv| mv.to_string()).as_deref(), Some(expected));
        }
    }
    let mut talk = Talk::at_level(6);
    talk.play("f5");
    let scope = Scope { allowed: vec![(Colour::White, Vec::new())], play: true, ..Scope::default() };
    assert_eq!(talk.refused(Command::Stream(scope)), "none of the legal moves is to be searched");
}

#[test]
fn an_endless_search_of_a_forced_pass_finds_its_value() {
    let mut talk = Talk::at_level(1);
    // White must pass, then black takes the last squares.
    let board: emilia::notation::obf::Problem =
        "XO------XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O;".parse().expect("a problem");
    talk.done(Command::Set(Box::new(board.game())));
    let bounds = Bounds { is_endless: true, ..Bounds::default() };
    assert!(talk.handle(Command::GoWithin(bounds)).is_none());
    let events = talk.events();
    assert!(events.iter().any(|event| matches!(event, Event::Thinking(_))), "{events:?}");
    let Some(Event::Chosen(choice)) = events.last() else { panic!("{events:?}") };
    let proved = choice.report.as_ref().map(emilia::Report::certainty);
    assert_eq!((choice.mv, proved), (Some(Move::Pass), Some(Certainty::Exact)));
}

#[test]
fn a_hint_knows_the_last_proof() {
    let mut game = crate::random::whole_game(41);
    while game.turn().board.empties() < 14 || game.must_pass() {
        game.undo();
    }
    let mut talk = Talk::at_level(1);
    talk.done(Command::Set(Box::new(game)));
    let is_exact = |talk: &mut Talk| talk.hint(1)[0].value.is_exact();
    assert!(!is_exact(&mut talk), "level 1 proves nothing here");
    assert!(talk.handle(Command::Solve { wld: false }).is_none());
    let Some(Event::Hinted { lines, .. }) = talk.events().pop() else { panic!("no end") };
    assert_eq!(talk.hint(1)[0].line, lines[0].line);
    assert!(is_exact(&mut talk));
    let best = lines[0].line[0].to_string();
    talk.play(&best);
    assert!(!is_exact(&mut talk), "the position after it was not solved");
    talk.done(Command::TakeBack(None));
    assert!(is_exact(&mut talk));
    talk.done(Command::Forget);
    assert!(!is_exact(&mut talk));
}
