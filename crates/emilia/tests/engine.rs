//! The engine as a library: searches, reviews, tasks in the background.

use emilia::book::{Book, CompactBook};
use emilia::notation::transcript;
use emilia::{
    Bitboard, Certainty, Engine, EngineOptions, Game, Level, Limits, Move, Position, Rules, Score, Selectivity, Square,
    Stop, TaskEvent, Turn, Value,
};
use std::sync::mpsc::channel;

const ENDING: &str = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X";

fn engine() -> Engine {
    Engine::new(EngineOptions::default().with_hash(8))
}

#[test]
fn a_position_and_the_game_that_leads_to_it_have_the_same_analysis() {
    let game = transcript::read("f5d6c3d3c4").expect("legal");
    let position = game.position().expect("standard Othello");
    let of = |analysis: emilia::Analysis| (analysis.value(), analysis.best().line.clone(), analysis.nodes());
    let limits = Limits::depth(8);
    let of_game = of(engine().search(&game, &limits));
    assert_eq!(of_game, of(engine().search(position, &limits)));
    assert_eq!(of_game, of(engine().search(game.turn(), &limits)));
}

#[test]
fn of_moves_that_mirror_each_other_one_is_searched_and_all_are_listed() {
    let mut engine = engine();
    // At full width: what a selective search cuts depends on the moves searched before.
    let limits = Limits::depth(8).with_selectivity(Selectivity::Full);
    let one = engine.search(Position::START, &limits);
    assert_eq!(one.best_move(), Some(Move::from(Square::F5)));
    engine.clear();
    let named = Limits { root_moves: Some(Bitboard::ALL), ..limits.clone() };
    let all = engine.search(Position::START, &named);
    assert_eq!(one.score(), all.score());
    assert!(one.nodes() < all.nodes(), "{} of {}", one.nodes(), all.nodes());
    engine.clear();
    let lines = engine.search(Position::START, &limits.with_lines(4));
    assert_eq!(lines.lines().len(), 4);
    assert!(lines.lines().iter().all(|line| line.value == one.value()));
    let mut first: Vec<Move> = lines.lines().iter().map(|line| line.line[0]).collect();
    first.sort_by_key(ToString::to_string);
    assert_eq!(first.iter().map(ToString::to_string).collect::<Vec<_>>(), ["c4", "d3", "e6", "f5"]);
    for line in lines.lines() {
        let mut game = Game::default();
        line.line.iter().for_each(|&mv| game.play(mv).expect("a mirrored line is legal"));
    }
}

#[test]
fn a_cleared_engine_searches_each_game_as_a_new_one() {
    let small = Game::new(Rules::read("6x6").expect("rules"));
    let mut engine = Engine::new(EngineOptions::default().with_hash(8).with_threads(1));
    let mut nodes = |is_small: bool| {
        let limits = Limits::depth(8);
        let task = match is_small {
            true => engine.start(&small, limits, None, |_| {}),
            false => engine.start(Position::START, limits, None, |_| {}),
        };
        let nodes = task.expect("a thread").wait().expect("a result").nodes();
        // A search that fills the tables, and one that is to clear them and is stopped before it begins.
        let filling = engine.start(Position::START, Limits::depth(60), None, |_| {}).expect("a thread");
        engine.clear();
        engine.start(Position::START, Limits::depth(1), None, |_| {}).expect("a thread").stop();
        filling.stop();
        nodes
    };
    let first = [false, true].map(&mut nodes);
    assert_eq!([false, true].map(&mut nodes), first);
    assert_eq!([true, true, false].map(&mut nodes), [first[1], first[1], first[0]]);
}

#[test]
fn named_moves_alone_are_searched_and_proved() {
    let turn = Turn::read(ENDING).expect("a position");
    let position = turn.position().expect("8x8");
    let mut best = Score::MIN;
    for at in position.moves() {
        let limits = Limits { root_moves: Some(at.into()), ..Limits::exact() };
        let analysis = engine().search(position, &limits);
        let after = engine().solve(position.try_play(at).expect("legal"));
        assert_eq!((analysis.best_move(), analysis.certainty()), (Some(at.into()), Certainty::Exact));
        assert_eq!(analysis.score(), -after.score());
        best = best.max(analysis.score());
    }
    assert_eq!(engine().solve(position).score(), best);
}

#[test]
fn a_board_with_less_than_four_discs_is_solved_too() {
    // The side to move passes, and the other one takes its only disc.
    let position = Position::new(Bitboard(0b10), Bitboard(0b01)).expect("a position");
    let solved = engine().solve(position);
    assert_eq!((solved.certainty(), solved.score()), (Certainty::Exact, Score::discs(-64)));
    // The highest level solves every position.
    let mut engine = engine();
    let task = engine.start(position, Limits::level(Level::MAX), None, |_| {}).expect("a thread");
    assert_eq!(task.wait().expect("a result").lines()[0].certainty(), Certainty::Exact);
}

#[test]
fn an_estimate_is_no_certainty_however_deep_it_is() {
    let of = |plies| engine().deviation(Position::START, Value::estimate(Score::ZERO, plies, 73));
    assert!(of(10) > of(20) && of(20) > of(46) && of(46) > 1.5, "{} {} {}", of(10), of(20), of(46));
}

#[test]
fn games_of_other_rules_are_searched_like_those_of_othello() {
    let mut game = Game::new(Rules::sized(4).expect("a size"));
    let mut engine = engine();
    let solved = engine.solve(&game);
    assert_eq!((solved.certainty(), solved.score().rounded()), (Certainty::Exact, -10));
    assert!(engine.evaluate(&game).to_discs().abs() <= 16.0);
    let estimate = Value::estimate(Score::ZERO, 1, 100);
    assert!(engine.deviation(&game, estimate) > 0.0);
    let task = engine.start(&game, Limits::depth(3), None, |_| {}).expect("a thread");
    assert_eq!(task.wait().expect("a result").lines()[0].line.len(), 3);
    // A search that runs does not hold up what needs none.
    let large = Game::new(Rules::sized(10).expect("a size"));
    let endless = engine.start(&large, Limits::exact(), None, |_| {}).expect("a thread");
    assert!(engine.evaluate(&large).to_discs().abs() <= 64.0 && engine.deviation(&large, estimate) > 0.0);
    assert!(!endless.has_ended());
    endless.stop();
    drop(endless.wait());
    solved.lines()[0].line.iter().for_each(|mv| game.play(*mv).expect("a legal line"));
    let review = engine.review(&game, &Limits::exact(), &Stop::new());
    assert!(review.is_complete && review.moves.len() == game.moves().len() + 1);
    assert!(review.moves.iter().all(|reviewed| reviewed.value.is_exact()));
    assert!(review.moves.iter().filter_map(|reviewed| reviewed.loss).all(|loss| loss == Score::ZERO));
}

#[test]
fn a_task_reports_its_iterations_and_its_end_and_can_be_continued() {
    let mut engine = engine();
    let position = transcript::read("f5d6c3d3c4f4").expect("legal").position().expect("8x8");
    let (sender, events) = channel();
    let task = engine.start(position, Limits::depth(9), None, move |event| drop(sender.send(event))).expect("a task");
    let events: Vec<TaskEvent> = events.iter().collect();
    assert!(matches!(events.last(), Some(TaskEvent::Ended)));
    assert_eq!(events.len(), 10);
    assert!(task.has_ended());
    // There is nothing left to search.
    let (sender, again) = channel();
    let continued = engine.start(position, Limits::depth(9), Some(&task), move |event| drop(sender.send(event)));
    let continued = continued.expect("a task");
    assert_eq!(again.iter().count(), 1, "no iteration is searched again");
    assert_eq!(continued.wait().map(|found| found.value()), task.analysis().map(|found| found.value()));
}

#[test]
fn a_report_that_panics_leaves_the_other_tasks_alone() {
    let mut engine = engine();
    let failing = engine.start(Position::START, Limits::depth(3), None, |event| {
        assert!(!matches!(event, TaskEvent::Ended), "a fault of the caller");
    });
    let next = engine.start(Position::START, Limits::depth(3), None, |_| {}).expect("a task");
    assert!(next.wait().is_some() && failing.expect("a task").wait().is_some());
    assert!(engine.start(Position::START, Limits::depth(3), None, |_| {}).expect("a task").wait().is_some());
}

#[test]
fn a_dropped_engine_stops_its_tasks_and_joins_its_thread() {
    for _ in 0..5 {
        let mut engine = engine();
        let (sender, events) = channel();
        let task = engine.start(Position::START, Limits::depth(60), None, move |event| drop(sender.send(event)));
        let waiting = engine.start(Position::START, Limits::depth(60), None, |_| {}).expect("a task");
        events.recv().expect("an iteration");
        drop(engine);
        // The thread has ended: its end of the channel is gone.
        assert!(events.iter().last().is_some_and(|event| matches!(event, TaskEvent::Ended)));
        assert!(task.expect("a task").has_ended());
        assert!(waiting.wait().is_none(), "a task that never began has no result");
    }
}

#[test]
fn a_review_is_complete_unless_it_is_stopped() {
    let game = transcript::read("f5d6c3d3c4").expect("legal");
    let review = engine().review(&game, &Limits::depth(6), &Stop::new());
    assert!(review.is_complete && review.nodes > 0);
    assert_eq!(review.moves.iter().map(|reviewed| reviewed.ply).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    let stop = Stop::new();
    stop.request();
    let stopped = engine().review(&game, &Limits::depth(6), &stop);
    assert!(!stopped.is_complete && stopped.moves.is_empty());
}

#[test]
fn a_review_takes_values_from_the_book_and_compares_what_it_does_not_know_at_one_depth() {
    let book = Book::new(None, Some(CompactBook::embedded().into()));
    let mut game = transcript::read("f5d6c3d3c4f4f6g5").expect("legal");
    let found = book.lookup(game.position().expect("8x8")).expect("a book").expect("a position of the book");
    let known = |at: Square| found.ranked(Score::ZERO).into_iter().find(|(square, ..)| *square == at);
    let moves = game.legal();
    let outside = moves.iter().filter_map(|mv| mv.square()).find(|at| known(*at).is_none()).expect("another move");
    let best = found.ranked(Score::ZERO)[0].1;
    for (played, of_book) in [(Square::E6, known(Square::E6)), (outside, None)] {
        game.play(Move::from(played)).expect("legal");
        let mut engine = engine();
        let review = |engine: &mut Engine| engine.review(&game, &Limits::depth(4), &Stop::new()).moves;
        assert!(review(&mut engine).iter().all(|reviewed| !reviewed.from_book));
        engine.set_book(book.clone(), 60);
        let with_book = review(&mut engine);
        let (start, last) = (&with_book[0], &with_book[8]);
        assert!(start.from_book && start.loss == Some(Score::ZERO));
        assert!(last.from_book && last.value == best, "{last:?}");
        let value = last.of_played.expect("a value");
        match of_book {
            Some((_, of_book, _)) => assert_eq!(value, of_book),
            None => {
                assert_eq!(value.certainty(), Certainty::Depth { plies: 4, percent: 73 });
                assert!(Some(value.score()) <= found.leaf.value().map(Value::score), "{last:?}");
            }
        }
        assert_eq!(last.loss, Some(best.score() - value.score()));
        // It ends after as many moves as are asked for.
        engine.set_book(book.clone(), 8);
        assert!(review(&mut engine)[7].from_book && !review(&mut engine)[8].from_book);
        game.undo();
    }
}

#[test]
fn the_error_of_a_search_to_the_end_is_stated_by_confidence_empty_squares_and_score() {
    // Root mean square errors of searches of positions with 24 empty squares of tournament games; docs/analysis.md has their numbers.
    let measured = [(33, 2.31), (50, 1.92), (73, 1.36), (87, 0.99), (95, 0.70), (98, 0.50)];
    let of = |empties: u32, percent: u8, discs: i32| {
        let own = Bitboard(u64::MAX >> (empties + 8));
        let position = Position::new(own, Bitboard(u64::MAX >> empties & !own.0)).expect("a position");
        let value = Value::estimate(Score::discs(discs), empties as u8, percent);
        engine().deviation(position, value)
    };
    for (percent, error) in measured {
        // The scores of these positions are 14 on average.
        let ratio = of(24, percent, 14) / error;
        assert!((0.8..1.25).contains(&ratio), "{percent} %: {ratio}");
    }
    assert!(of(26, 95, 4) > of(20, 95, 4) && of(20, 95, -4) == of(20, 95, 4));
    assert!(of(24, 95, 60) < of(24, 95, 0) && of(24, 95, 0) < of(24, 95, 24));
    // Nothing is pruned.
    assert_eq!(of(14, 33, 2), 0.0);
}
