//! Conversations with a session: what is asked, what is answered, and what is never heard of again.

use emilia::eval::Weights;
use emilia::game::{Colour, Game, Move, Played, Rules, ggf, obf};
use emilia::score::Score;
use emilia::search::Certainty;
use emilia::session::{Choice, Clock, Command, Event, News, Options, Session, Ticket, Verdict};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

static WEIGHTS: LazyLock<Arc<Weights>> = LazyLock::new(|| Arc::new(Weights::embedded().expect("good weights")));

/// Longer than any search of these tests takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

struct Talk {
    session: Session,
    news: Receiver<(Ticket, News)>,
}

impl Talk {
    fn at_level(level: u8) -> Talk {
        let (post, news) = channel();
        let options = Options { level, threads: 1, hash: 1, ..Options::default() };
        let post = move |ticket, item| drop(post.send((ticket, item)));
        Talk { session: Session::new(options, WEIGHTS.clone(), Box::new(post)), news }
    }

    fn obey(&mut self, command: Command) -> Option<Event> {
        self.session.obey(command)
    }

    fn done(&mut self, command: Command) {
        let asked = format!("{command:?}");
        match self.obey(command) {
            Some(Event::Done) => {}
            other => panic!("{asked} was answered by {other:?}"),
        }
    }

    fn refused(&mut self, command: Command) -> String {
        match self.obey(command) {
            Some(Event::Refused(reason)) => reason,
            other => panic!("not refused but {other:?}"),
        }
    }

    fn play(&mut self, transcript: &str) {
        self.done(Command::Transcript(transcript.to_owned()));
    }

    /// Every event to the end of the running search.
    fn events(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while self.session.is_thinking() {
            let (ticket, news) = self.news.recv_timeout(PATIENCE).expect("news of a running search");
            let event = self.session.hear(ticket, news);
            let is_last = matches!(event, Some(Event::Chosen(_) | Event::Hinted { .. } | Event::Refused(_)));
            events.extend(event);
            if is_last {
                break;
            }
        }
        events
    }

    fn go(&mut self, play: bool) -> Choice {
        let reply = self.obey(Command::Go { colour: None, play });
        chosen(reply.or_else(|| self.events().pop()))
    }

    fn hint(&mut self, lines: usize) -> Vec<emilia::search::Report<Move>> {
        let reply = self.obey(Command::Hint(lines));
        match reply.or_else(|| self.events().pop()) {
            Some(Event::Hinted { lines, .. }) => lines,
            other => panic!("no hint but {other:?}"),
        }
    }

    fn analyze(&mut self) -> Vec<Verdict> {
        assert!(self.obey(Command::Analyze).is_none());
        let mut events = self.events();
        assert!(matches!(events.pop(), Some(Event::Hinted { lines, .. }) if lines.is_empty()));
        events
            .into_iter()
            .map(|event| match event {
                Event::Analyzed(verdict) => verdict,
                other => panic!("no verdict but {other:?}"),
            })
            .collect()
    }

    fn game(&mut self) -> Game {
        match self.obey(Command::Show) {
            Some(Event::Shown(game)) => *game,
            other => panic!("no game but {other:?}"),
        }
    }

    /// Nothing of an earlier search is heard, however long one waits.
    fn is_quiet(&mut self) -> bool {
        let mut quiet = !self.session.is_thinking();
        while let Ok((ticket, news)) = self.news.recv_timeout(Duration::from_millis(200)) {
            quiet &= self.session.hear(ticket, news).is_none();
        }
        quiet
    }
}

fn chosen(event: Option<Event>) -> Choice {
    match event {
        Some(Event::Chosen(choice)) => choice,
        other => panic!("no choice but {other:?}"),
    }
}

fn go(colour: Option<Colour>) -> Command {
    Command::Go { colour, play: true }
}

fn set_option(name: &str, value: &str) -> Command {
    Command::Option { name: name.to_owned(), value: value.to_owned() }
}

/// A game from a position such as `---…OX X`.
fn game(line: &str) -> Box<Game> {
    Box::new(line.parse::<obf::Problem>().expect("a position").game())
}

/// White can take h8 and win everything; black must pass first.
fn black_must_pass() -> Box<Game> {
    game(&("-".repeat(56) + "OXXXXXX- X"))
}

/// White to move must pass, then black takes a8 and the game is over.
fn white_must_pass() -> Box<Game> {
    game(&("-".repeat(56) + "-OOOOOOX O"))
}

fn over() -> Box<Game> {
    game(&("-".repeat(56) + "--XXXXXX X"))
}

/// A game of moves at random in which the side to move has one move although most squares are empty.
fn early_game_with_one_move() -> Game {
    let (mut game, mut number) = (Game::default(), 1usize);
    loop {
        let legal = game.legal();
        if matches!(legal[..], [Move::At(_)]) && game.moves().len() < 24 {
            return game;
        }
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        match legal.get((number >> 40) % legal.len().max(1)) {
            Some(&mv) => game.play(mv).expect("a legal move"),
            None => game = Game::default(),
        }
    }
}

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
fn every_depth_is_told_before_the_choice() {
    let mut talk = Talk::at_level(4);
    assert!(talk.obey(go(None)).is_none());
    let events = talk.events();
    assert!(matches!(events.last(), Some(Event::Chosen(_))));
    assert!(events.len() > 2 && events[..events.len() - 1].iter().all(|event| matches!(event, Event::Thinking(_))));
}

#[test]
fn a_forced_pass_is_chosen_at_once() {
    let mut talk = Talk::at_level(60);
    talk.done(Command::Set(black_must_pass()));
    let choice = chosen(talk.obey(go(None)));
    assert_eq!(choice.mv, Some(Move::Pass));
    assert!(choice.report.is_none());
    assert_eq!(talk.game().to_move(), Colour::White);
}

#[test]
fn a_finished_game_has_no_move_to_choose() {
    let mut talk = Talk::at_level(3);
    talk.done(Command::Set(over()));
    assert_eq!(chosen(talk.obey(go(None))).mv, None);
    assert!(talk.hint(3).is_empty());
    let verdicts = talk.analyze();
    assert_eq!(verdicts.len(), 1);
    assert_eq!((verdicts[0].score, verdicts[0].certainty), (Score::discs(64), Certainty::Exact));
}

#[test]
fn a_forced_pass_of_the_other_side_goes_without_saying() {
    let mut talk = Talk::at_level(3);
    talk.done(Command::Set(black_must_pass()));
    let asked = talk.obey(go(Some(Colour::White)));
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
fn nobody_moves_out_of_turn() {
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
        assert!(lines.is_sorted_by(|a, b| a.score >= b.score));
    }
}

#[test]
fn the_hint_for_a_forced_pass_begins_with_it() {
    let mut talk = Talk::at_level(3);
    talk.done(Command::Set(black_must_pass()));
    let lines = talk.hint(4);
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0].line, [Move::Pass, "h8".parse().expect("a move")]);
    assert_eq!(lines[0].score, Score::discs(-64));
}

#[test]
fn stopping_gives_the_best_move_so_far() {
    for play in [false, true] {
        let mut talk = Talk::at_level(60);
        assert!(talk.obey(Command::Go { colour: None, play }).is_none());
        let choice = chosen(talk.obey(Command::Stop));
        assert!(Game::default().legal().contains(&choice.mv.expect("a move")));
        assert_eq!(talk.game().moves().len(), usize::from(play));
        assert!(talk.is_quiet());
    }
}

#[test]
fn stopping_nothing_is_done() {
    let mut talk = Talk::at_level(3);
    talk.done(Command::Stop);
    assert!(talk.obey(Command::Hint(1)).is_none());
    talk.events();
    talk.done(Command::Stop);
}

#[test]
fn a_position_is_solved_whatever_the_level() {
    let mut talk = Talk::at_level(1);
    // Black wins by 18 with best play.
    let problem = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;";
    let problem: emilia::game::obf::Problem = problem.parse().expect("a problem");
    talk.done(Command::Set(Box::new(problem.game())));
    for (wld, certainty) in [(false, Certainty::Exact), (true, Certainty::AtLeast)] {
        assert!(talk.obey(Command::Solve { wld }).is_none());
        let Some(Event::Hinted { lines, .. }) = talk.events().pop() else { panic!("no end") };
        assert_eq!(lines[0].certainty, certainty);
        assert!(
            lines[0].score == Score::discs(18)
                || wld && lines[0].score > Score::ZERO && lines[0].score < Score::discs(18)
        );
    }
    // Another one, which does not know the answer yet.
    let mut talk = Talk::at_level(1);
    talk.done(Command::Set(Box::new(problem.game())));
    talk.done(set_option("nodes", "1000"));
    assert!(talk.obey(Command::Solve { wld: false }).is_none());
    let Some(Event::Hinted { lines, .. }) = talk.events().pop() else { panic!("no end") };
    assert!(lines[0].certainty != Certainty::Exact, "a bound on nodes ends a solve without a claim: {lines:?}");
}

#[test]
fn nothing_follows_a_sync() {
    let mut talk = Talk::at_level(60);
    for command in [go(None), Command::Hint(4), Command::Solve { wld: false }, Command::Analyze] {
        assert!(talk.obey(command).is_none());
        assert!(talk.session.is_thinking());
        let asked = Instant::now();
        assert!(matches!(talk.obey(Command::Sync(7)), Some(Event::Synced(7))));
        assert!(asked.elapsed() < Duration::from_secs(1), "the reply waited for the search");
        assert!(talk.is_quiet());
    }
}

#[test]
fn a_search_that_takes_the_place_of_another_is_the_only_one_heard() {
    let mut talk = Talk::at_level(60);
    for _ in 0..50 {
        assert!(talk.obey(go(None)).is_none());
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
    assert!(talk.obey(go(None)).is_none());
    talk.game();
    talk.done(set_option("level", "1"));
    talk.done(Command::Clock(Clock::None));
    talk.refused(set_option("level", "0"));
    assert!(matches!(talk.obey(Command::ShowOptions), Some(Event::Options(_))));
    assert!(talk.session.is_thinking());
    assert!(matches!(talk.obey(Command::Stop), Some(Event::Chosen(_))));
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

#[test]
fn a_bound_on_the_positions_holds() {
    let mut talk = Talk::at_level(60);
    talk.done(set_option("nodes", "20000"));
    let report = talk.go(false).report.expect("something was searched");
    assert!(report.nodes < 60_000, "{}", report.nodes);
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let mut talk = Talk::at_level(2);
    talk.play("f5d6c3d3");
    let whole = talk.game();
    talk.done(Command::Undo(3));
    assert_eq!(talk.game().transcript(), "f5");
    talk.refused(Command::Undo(2));
    talk.refused(Command::Redo(4));
    assert_eq!(talk.game().transcript(), "f5");
    talk.done(Command::Redo(3));
    assert_eq!(talk.game(), whole);
    talk.done(Command::Undo(4));
    talk.done(Command::Redo(0));
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
    assert!(talk.obey(Command::Hint(2)).is_none());
    assert!(matches!(talk.events().pop(), Some(Event::Hinted { .. })));
    assert!(matches!(talk.events().pop(), Some(Event::Chosen(_))));
    assert_eq!(talk.game().moves().len(), 2);
}

#[test]
fn a_game_that_cannot_be_thought_about_is_refused() {
    let mut talk = Talk::at_level(2);
    talk.done(Command::New(Rules::sized(6).expect("a size")));
    talk.refused(go(None));
    talk.refused(Command::Hint(1));
    talk.refused(Command::Analyze);
    talk.done(Command::Mode(vec![Colour::Black]));
    assert!(matches!(talk.events()[..], [Event::Refused(_)]));
    let mv = talk.game().legal()[0];
    talk.done(Command::Play { colour: None, played: mv.into() });
    assert!(talk.is_quiet());
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
fn the_loss_of_a_move_is_what_the_best_move_would_have_brought_more() {
    let problem = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X; B7:+0; G7:-4; G8:-12;";
    let problem: obf::Problem = problem.parse().expect("a problem");
    for (mv, score) in &problem.answers {
        let mut talk = Talk::at_level(20);
        talk.done(Command::Set(Box::new(problem.game())));
        talk.done(Command::Play { colour: None, played: (*mv).into() });
        let verdicts = talk.analyze();
        let [after, before] = &verdicts[..] else { panic!("{verdicts:?}") };
        let score = Score::discs(score.expect("a score"));
        assert_eq!((before.score, before.certainty), (Score::ZERO, Certainty::Exact));
        assert_eq!((after.score, after.certainty), (-score, Certainty::Exact));
        assert_eq!(before.loss, Some(-score));
    }
}

#[test]
fn a_judged_game_knows_its_passes() {
    let mut talk = Talk::at_level(3);
    talk.done(Command::Set(black_must_pass()));
    talk.play("h8");
    let verdicts = talk.analyze();
    assert_eq!(verdicts.iter().map(|v| v.best).collect::<Vec<_>>(), [None, "h8".parse().ok(), Some(Move::Pass)]);
    assert_eq!(verdicts.iter().map(|v| v.score.rounded()).collect::<Vec<_>>(), [-64, 64, -64]);
    assert_eq!(verdicts[2].loss, Some(Score::ZERO));
}

#[test]
fn a_tiny_clock_still_gives_a_legal_move() {
    for time in [0, 1, 50] {
        let mut talk = Talk::at_level(60);
        talk.done(Command::Clock(Clock::Left { colour: Colour::Black, time: Duration::from_millis(time), stones: 0 }));
        let mv = talk.go(true).mv.expect("a move");
        assert!(Game::default().legal().contains(&mv));
    }
}

#[test]
fn an_only_move_is_no_reason_to_use_the_clock() {
    let mut talk = Talk::at_level(60);
    talk.done(Command::Set(Box::new(early_game_with_one_move())));
    talk.done(Command::Clock(Clock::PerMove(Duration::from_secs(3600))));
    let choice = talk.go(true);
    assert!(choice.report.is_some() && choice.time < Duration::from_secs(30));
}

#[test]
fn own_time_is_counted_where_the_client_does_not_say_it() {
    let mut talk = Talk::at_level(60);
    talk.done(Command::Clock(Clock::Game { main: Duration::from_secs(3), increment: Duration::ZERO }));
    let mut used = Duration::ZERO;
    while !talk.game().is_over() && talk.game().moves().len() < 40 {
        let choice = talk.go(true);
        used += choice.time;
    }
    assert!(used < Duration::from_secs(6), "two players with three seconds each took {used:?}");
}

#[test]
fn the_record_of_a_game_is_the_clock_if_it_is_to_be() {
    let text = "(;GM[Othello]TI[0:01]TY[8]BO[8 ---------------------------O*------*O--------------------------- *];)";
    let mut talk = Talk::at_level(60);
    talk.done(Command::Clock(Clock::Noted));
    talk.done(Command::Set(Box::new(ggf::read(text).expect("a game"))));
    assert!(talk.go(false).time < Duration::from_secs(1));
}

#[test]
fn a_new_game_goes_as_in_a_new_program() {
    let mut talk = Talk::at_level(8);
    let mut first = Vec::new();
    for _ in 0..2 {
        talk.done(Command::New(Rules::default()));
        let nodes: Vec<u64> = (0..3).map(|_| talk.go(true).report.expect("a search").nodes).collect();
        if first.is_empty() {
            first = nodes;
        } else {
            assert_eq!(nodes, first);
        }
    }
}

#[test]
fn who_gets_the_draws_is_told_by_the_contempt() {
    let options = |contempt| Options { contempt, ..Options::default() };
    assert_eq!(options(100).limits(Colour::Black, 30).draw, Score::discs(1));
    assert_eq!(options(100).limits(Colour::White, 30).draw, Score::discs(-1));
    assert_eq!(options(-100).limits(Colour::White, 30).draw, Score::discs(1));
    assert_eq!(options(0).limits(Colour::White, 30).draw, Score::ZERO);
}

#[test]
fn a_search_that_panics_still_chooses_a_move() {
    let (post, news) = channel();
    let panics = std::sync::atomic::AtomicBool::new(true);
    let post = move |ticket, item| {
        if matches!(item, News::Thinking(_)) && panics.swap(false, std::sync::atomic::Ordering::Relaxed) {
            panic!("a fault in the middle of a search, as this test wants it");
        }
        drop(post.send((ticket, item)));
    };
    let options = Options { level: 4, threads: 1, hash: 1, ..Options::default() };
    let mut talk = Talk { session: Session::new(options, WEIGHTS.clone(), Box::new(post)), news };
    let mv = talk.go(true).mv.expect("a move");
    assert!(Game::default().legal().contains(&mv));
    // The next search is as good as any.
    assert!(
        matches!(talk.go(true).report, Some(report) if report.certainty == Certainty::Depth { plies: 4, percent: 73 })
    );
}

#[test]
fn quitting_ends_everything() {
    let mut talk = Talk::at_level(60);
    talk.done(Command::Mode(vec![Colour::Black, Colour::White]));
    assert!(matches!(talk.obey(Command::Quit), Some(Event::Goodbye)));
    assert!(talk.is_quiet());
}

/// Any command, chosen by a number.
fn some_command(number: u64) -> Command {
    let pick = number / 32;
    let colour = [None, Some(Colour::Black), Some(Colour::White)][(pick % 3) as usize];
    let game = match pick % 4 {
        0 => black_must_pass(),
        1 => white_must_pass(),
        2 => over(),
        _ => Box::new(Game::default()),
    };
    let sizes = [4, 6, 8, 8, 8, 10];
    let time = Duration::from_millis(pick % 50);
    match number % 32 {
        0 => Command::New(Rules::sized(sizes[(pick % 6) as usize]).expect("a size")),
        1 => Command::Set(game),
        2..=7 => {
            let cells: Vec<Move> = Game::default().turn().board.cells().map(Move::At).chain([Move::Pass]).collect();
            Command::Play { colour, played: cells[pick as usize % cells.len()].into() }
        }
        8 => Command::Undo((pick % 4) as usize),
        9 => Command::Redo((pick % 4) as usize),
        10..=13 => Command::Go { colour, play: pick.is_multiple_of(2) },
        14 => Command::Hint((pick % 9) as usize),
        15 => Command::Solve { wld: pick.is_multiple_of(2) },
        16 => Command::Analyze,
        17 => Command::Learn,
        18 | 19 => Command::Stop,
        20 => Command::Sync(pick as i64),
        21 => Command::Clock(Clock::Game { main: time, increment: time }),
        22 => Command::Clock(Clock::Overtime { main: time, period: time, stones: (pick % 3) as u32 }),
        23 => Command::Clock(Clock::Left { colour: Colour::Black, time, stones: (pick % 3) as u32 }),
        24 => Command::Clock([Clock::None, Clock::Noted, Clock::PerMove(time)][(pick % 3) as usize]),
        25 => set_option(["level", "contempt", "hash", "threads"][(pick % 4) as usize], &(pick % 3).to_string()),
        26 => Command::Mode(vec![Colour::Black]),
        27 => Command::Mode(vec![Colour::White, Colour::Black]),
        28 => Command::Mode(Vec::new()),
        29 => Command::Transcript(["f5d6c3", "e6", "zz", ""][(pick % 4) as usize].to_owned()),
        30 => Command::ShowOptions,
        _ => Command::Show,
    }
}

#[test]
fn a_storm_of_commands_ends_quietly() {
    for seed in 0..4u64 {
        let mut talk = Talk::at_level(2);
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1;
        let mut asked = Vec::new();
        for _ in 0..1500 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let command = some_command(state >> 16);
            asked.push(format!("{command:?}"));
            talk.obey(command);
            // Sometimes the news are heard, sometimes the next command comes first.
            if state % 3 == 0 {
                while let Ok((ticket, news)) = talk.news.try_recv() {
                    talk.session.hear(ticket, news);
                }
            }
        }
        talk.obey(Command::Quit);
        assert!(talk.is_quiet(), "seed {seed}: {:?}", &asked[asked.len() - 5..]);
    }
}
