//! A session with an opening book.

use super::talk::{PATIENCE, Talk};
use emilia::book::{Book, CompactBook, Store};
use emilia::notation::transcript;
use emilia::{Colour, Game, Level, Move, Position, Report, Rules, Score, Turn, Value};
use emilia_cli::session::{BookLine, Choice, Command, Event, Options, Source};
use std::sync::{Arc, LazyLock};

static EMBEDDED: LazyLock<Arc<CompactBook>> = LazyLock::new(|| Arc::new(CompactBook::embedded()));

fn with_book(options: Options) -> Talk {
    let mut talk = Talk::with(options);
    talk.session.set_book(Book::new(None, Some(EMBEDDED.clone())));
    talk
}

const GO: Command = Command::Go { colour: None, play: true };

/// The answer to a `Go` that needs no search.
fn chosen_at_once(talk: &mut Talk) -> Choice {
    match talk.handle(GO) {
        Some(Event::Chosen(choice)) => choice,
        other => panic!("{other:?}"),
    }
}

/// The moves of the book in a hint, and the number of lines that were searched.
fn hint(talk: &mut Talk, lines: usize) -> (Vec<BookLine>, usize) {
    let of_book = match talk.handle(Command::Hint(lines)) {
        Some(Event::Book { lines, .. }) => lines,
        None => Vec::new(),
        other => panic!("{other:?}"),
    };
    match talk.events().pop() {
        Some(Event::Hinted { lines, .. }) => (of_book, lines.len()),
        other => panic!("{other:?}"),
    }
}

/// The moves that both sides take from the book.
fn game_of_book(seed: u64, bookloss: u32) -> String {
    let mut talk = with_book(Options { level: 1, level_is_set: true, bookseed: seed, bookloss, ..Options::default() });
    while let Some(Event::Chosen(Choice { source: Source::Book, report: Some(report), .. })) = talk.handle(GO) {
        assert_eq!(report.nodes, 0);
    }
    talk.handle(Command::Stop);
    match talk.handle(Command::Show) {
        Some(Event::Shown { game, .. }) => game.transcript(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn moves_of_the_book_come_at_once_and_say_so() {
    let mut talk = with_book(Options::default());
    let choice = chosen_at_once(&mut talk);
    assert!((choice.source == Source::Book) && choice.report.is_some_and(|report| report.line.len() > 5));
    talk.done(Command::New(Rules::default()));
    talk.done(Command::Option { name: "book".to_owned(), value: "0".to_owned() });
    assert!(talk.handle(GO).is_none(), "it searches");
    talk.handle(Command::Stop);
    let mut talk = with_book(Options { bookdepth: 1, ..Options::default() });
    assert!(chosen_at_once(&mut talk).source == Source::Book);
    assert!(talk.handle(GO).is_none(), "after one move the book is not used any more");
    talk.handle(Command::Stop);
    let mut talk = with_book(Options { handicap: 10, ..Options::default() });
    assert!(talk.handle(GO).is_none(), "not with a handicap");
}

#[test]
fn the_seed_decides_the_game_and_a_wider_choice_gives_others() {
    assert_eq!(game_of_book(7, 200), game_of_book(7, 200));
    let games: std::collections::BTreeSet<String> = (1..9).map(|seed| game_of_book(seed, 200)).collect();
    assert!(games.len() > 4, "{games:?}");
    assert!(game_of_book(3, 0).len() >= 20, "ten moves of best play");
}

#[test]
fn a_hint_shows_the_book_first_and_searches_what_it_does_not_know() {
    let mut talk = with_book(Options { level: 1, level_is_set: true, ..Options::default() });
    let (of_book, searched) = hint(&mut talk, 4);
    assert_eq!((of_book.len(), searched), (4, 0));
    assert!(of_book.iter().all(|line| line.games > 1000 && line.report.line.len() > 5));
    talk.done(Command::Set(Box::new(transcript::read("f5d6c3").expect("a game"))));
    let legal = transcript::read("f5d6c3").expect("a game").legal().len();
    let (of_book, searched) = hint(&mut talk, 99);
    assert!(!of_book.is_empty());
    assert_eq!(of_book.len() + searched, legal);
    assert!(of_book.is_sorted_by(|one, other| one.report.score() >= other.report.score()));
    let (of_book, searched) = hint(&mut talk, 1);
    assert_eq!((of_book.len(), searched), (1, 0));
}

#[test]
fn a_hint_ranks_the_moves_of_the_book_as_the_choice_does() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(&folder.path().join("my.book"), Level::new(1).expect("a level")).expect("a new book");
    // White has a drawn move and one that loses half a disc.
    let content = "emilia-book 1 level 4
---------------------------XO------OOO-------------------------- f4 -9.000 10@73%
-------------------X-------XX-----OOO--------------------------- f6 +0.000 exact
------------------OX-------OX------XO--------------------------- f5 +0.500 10@73%
";
    store.import_text(content.as_bytes()).expect("a book");
    let book = Book::new(Some(store), None);
    for (contempt, best) in [(0, "d6"), (100, "f6")] {
        let mut talk = Talk::with(Options { level: 1, level_is_set: true, contempt, ..Options::default() });
        talk.session.set_book(book.clone());
        talk.done(Command::Set(Box::new(transcript::read("f5").expect("a game"))));
        let of_hint = hint(&mut talk, 1).0[0].report.line[0];
        let of_choice = chosen_at_once(&mut talk).report.expect("a move").line[0];
        assert_eq!((of_hint.to_string(), of_choice.to_string()), (best.to_owned(), best.to_owned()), "{contempt}");
    }
}

/// A session with a book in a file that has this position alone, with this value of its first move.
fn with_position(position: Position, value: &str, folder: &tempfile::TempDir) -> Talk {
    let store = Store::create(&folder.path().join("my.book"), Level::new(1).expect("a level")).expect("a new book");
    let at = position.moves().first().expect("a move");
    store.import_text(format!("emilia-book 1 level 1\n{position} {at} {value}\n").as_bytes()).expect("a book");
    let mut talk = Talk::with(Options { level: 6, level_is_set: true, threads: 1, ..Options::default() });
    talk.session.set_book(Book::new(Some(store), None));
    talk
}

/// The last lines of a search.
fn searched(talk: &mut Talk, command: Command) -> Report<Move> {
    assert!(talk.handle(command).is_none(), "it searches");
    match talk.events().pop() {
        Some(Event::Chosen(choice)) => choice.report.expect("a move"),
        Some(Event::Hinted { lines, .. }) => lines[0].clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_search_outside_the_book_knows_the_positions_of_the_book_that_follow() {
    let game = transcript::read("f5d6c3d3c4").expect("a game");
    let root = game.position().expect("8x8");
    let worst = root.moves().min_by_key(|at| root.try_play(*at).map(|next| 64 - next.moves().len())).expect("a move");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut talk = with_position(root.try_play(worst).expect("legal"), "-20.000 21@73%", &folder);
    for command in [Command::Hint(1), GO] {
        talk.done(Command::Set(Box::new(game.clone())));
        let report = searched(&mut talk, command);
        assert_eq!((report.line[0], report.score()), (Move::from(worst), Score::discs(20)));
    }
    talk.done(Command::Option { name: "book".to_owned(), value: "0".to_owned() });
    talk.done(Command::New(Rules::default()));
    talk.done(Command::Set(Box::new(game)));
    assert!(searched(&mut talk, GO).score() < Score::discs(10));
}

#[test]
fn a_proof_does_not_rest_on_the_book() {
    let ending = Turn::read("XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X").expect("a position");
    let root = ending.position().expect("8x8");
    let wrong = root.moves().last().and_then(|at| root.try_play(at)).expect("a move");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut talk = with_position(wrong, "-64.000 exact", &folder);
    talk.done(Command::Set(Box::new(Game::new(Rules::from_start(ending)))));
    let hinted = searched(&mut talk, Command::Hint(1));
    assert!(hinted.value.is_exact() && hinted.score() == Score::ZERO, "{:?}", hinted.value);
    let solved = searched(&mut talk, Command::Solve { wld: false });
    assert_eq!(solved.value, Value::exact(0));
}

#[test]
fn a_session_that_plays_a_side_uses_the_book_too() {
    let mut talk = with_book(Options { level: 1, level_is_set: true, ..Options::default() });
    talk.handle(Command::Mode(vec![Colour::Black]));
    let (ticket, news) = talk.news.recv_timeout(PATIENCE).expect("news");
    match talk.session.on_task_event(ticket, news) {
        Some(Event::Chosen(choice)) => assert!((choice.source == Source::Book) && choice.game.is_some()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_finished_game_is_learned_into_the_book_in_the_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(&folder.path().join("my.book"), Level::new(1).expect("a level")).expect("a new book");
    let mut talk = with_book(Options::default());
    assert!(matches!(talk.handle(Command::Learn), Some(Event::Refused(_))), "there is no file");
    talk.session.set_book(Book::new(Some(store), Some(EMBEDDED.clone())));
    let game = transcript::read("f5f4g3g4h3h4f3f6").expect("a game");
    talk.done(Command::Set(Box::new(game.clone())));
    assert!(matches!(talk.handle(Command::Learn), Some(Event::Learned)));
    // The embedded book below it still gives the move.
    talk.done(Command::New(Rules::default()));
    let choice = chosen_at_once(&mut talk);
    assert!((choice.source == Source::Book) && choice.mv != Some(Move::Pass));
    let store = Store::open(&folder.path().join("my.book")).expect("a book");
    assert_eq!(store.len().expect("a book"), 9);
}
