//! The opening book: building, interruptions, transactions, text and compact form, lookup.

mod cli;
mod concurrent;
mod deepen;
mod exchange;
mod merge;
mod passes;
mod play;
mod removal;
mod verify;

use crate::random::whole_game as random_game;
use emilia::book::{
    Book, BookError, BuildObserver, Builder, CompactBook, Done, Evaluate, Evaluation, GameFilter, GamePositions, Leaf,
    Lines, NullObserver, PlayOptions, Request, Store,
};
use emilia::notation::transcript;
use emilia::{Colour, Game, Level, Position, Score, Square, Stop, Symmetry, Value};
use std::path::Path;
use tempfile::TempDir;

/// Searches without an engine: scores that follow from the position. Stops after a number of searches.
struct Hashed {
    searches_left: usize,
}

impl Hashed {
    fn endless() -> Hashed {
        Hashed { searches_left: usize::MAX }
    }
}

/// A number that differs from position to position.
fn mixed(position: Position) -> u64 {
    let word = position.own().0.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ position.opp().0.rotate_left(29);
    (word ^ word >> 31).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

impl Evaluate for Hashed {
    fn evaluate(&mut self, requests: &[Request], stop: &Stop, done: &mut Done<'_>) -> Result<(), BookError> {
        // The order of the searches must not matter.
        for request in requests.iter().rev() {
            if self.searches_left == 0 {
                stop.request();
                return Ok(());
            }
            self.searches_left -= 1;
            let score = |at: Square| {
                let next = request.key.position().try_play(at).expect("a legal move");
                Score::clamped((mixed(next) >> 40) as i32 % 512)
            };
            let at = request.moves.max_by_key(|at| (score(*at), *at)).expect("a move");
            done(*request, Evaluation { at, value: Value::estimate(score(at), 21, 73) })?;
        }
        Ok(())
    }
}

fn create(folder: &TempDir, name: &str) -> Store {
    Store::create(&folder.path().join(name), level(21)).expect("a new book")
}

fn level(level: u8) -> Level {
    Level::new(level).expect("a level")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn text(store: &Store) -> String {
    let mut text = Vec::new();
    store.export_text(&mut text).expect("a sound book");
    String::from_utf8(text).expect("ASCII")
}

/// Runs a command of a builder that stops after this number of searches.
fn build(
    store: &Store,
    searches: usize,
    command: impl FnOnce(&mut Builder<'_>) -> Result<u64, BookError>,
) -> Result<u64, BookError> {
    let (mut hashed, stop) = (Hashed { searches_left: searches }, Stop::new());
    command(&mut Builder::new(store, &mut hashed, &mut NullObserver, &stop).expect("a sound book"))
}

/// A game, and the collection that has it alone.
fn one_game(moves: &str) -> (Game, GamePositions) {
    let game = transcript::read(moves).expect("a game");
    let mut collection = GamePositions::default();
    assert!(collection.add(&game, GameFilter::default()));
    (game, collection)
}

fn is_sound(store: &Store) {
    let report = store.check().expect("a readable book");
    assert_eq!((report.fault_count, report.faults), (0, Vec::new()));
}

#[test]
fn an_interrupted_command_continues_and_gives_the_same_book() {
    let folder = folder();
    let whole = create(&folder, "whole");
    build(&whole, usize::MAX, |builder| builder.extend(700, 30)).expect("built");
    for chunk in [1, 7, 500] {
        let parts = create(&folder, &format!("parts-{chunk}"));
        let mut interruptions = 0;
        while let Err(error) = build(&parts, chunk * 37, |builder| builder.extend(700, 30)) {
            assert!(matches!(error, BookError::Stopped), "{error}");
            interruptions += 1;
            is_sound(&parts);
        }
        assert_eq!(text(&parts), text(&whole), "{interruptions} interruptions");
        assert_eq!(parts.check().expect("a book").evaluations, 0);
    }
    is_sound(&whole);
    assert_eq!(whole.len().expect("a book"), 700);
}

#[test]
fn games_are_found_again_under_all_symmetries_and_counted_once() {
    let folder = folder();
    let store = create(&folder, "book");
    let (game, collection) = one_game("f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7");
    for _ in 0..2 {
        build(&store, usize::MAX, |builder| builder.learn(&collection, GameFilter::default(), "games")).expect("built");
    }
    let book = Book::new(Some(store), None);
    for symmetry in Symmetry::ALL {
        for ply in 0..=21 {
            let position = symmetry.position(game.position_at(ply).expect("8x8"));
            let found = book.lookup(position).expect("a book").expect("a position of the book");
            let played = game.moves().get(ply).and_then(|played| played.mv.square());
            if let Some(at) = played.filter(|_| ply < 21) {
                assert!(found.moves.iter().any(|known| known.at == symmetry.square(at)), "{symmetry:?} {ply}");
            }
        }
    }
    is_sound(book.file().expect("a file"));
}

#[test]
fn the_name_of_a_source_is_one_line() {
    let folder = folder();
    let store = create(&folder, "book");
    let (_, collection) = one_game("f5d6c3d3c4");
    let name = "a\nsource 7 b\r";
    build(&store, usize::MAX, |builder| builder.learn(&collection, GameFilter::default(), name)).expect("built");
    let names = |store: &Store| store.sources().expect("a book").into_iter().map(|(_, name)| name).collect::<Vec<_>>();
    assert_eq!(names(&store), ["a?source 7 b?"]);
    let copy = create(&folder, "copy");
    copy.import_text(text(&store).as_bytes()).expect("its own text");
    assert_eq!(names(&copy), names(&store));
    build(&copy, usize::MAX, |builder| builder.learn(&collection, GameFilter::default(), name)).expect("built");
    assert_eq!(text(&copy), text(&store), "a source counts once");
}

#[test]
fn a_learned_game_counts_for_the_side_to_move() {
    let folder = folder();
    let store = create(&folder, "book");
    let game = (0..).map(random_game).find(|game| game.is_over() && game.score() > 0).expect("black wins");
    for _ in 0..3 {
        assert!(store.learn_game(&game, "own games").expect("written"));
    }
    let book = Book::new(Some(store), None);
    let start = book.lookup(Position::START).expect("a book").expect("learned");
    assert_eq!((start.games.wins, start.games.losses), (3, 0));
    let first = start.moves.iter().find(|known| Some(known.at) == game.moves()[0].mv.square()).expect("learned");
    assert_eq!((first.games.wins, first.value), (3, None));
    // Nothing was searched, so nothing is chosen.
    assert_eq!(start.choose(PlayOptions::default(), |_| 0), None);
    is_sound(book.file().expect("a file"));
}

#[test]
fn text_and_compact_form_hold_the_same_book() {
    let folder = folder();
    let store = create(&folder, "book");
    build(&store, usize::MAX, |builder| builder.extend(800, 30)).expect("built");
    let game = random_game(5);
    store.learn_game(&game, "own games").expect("written");
    let exported = text(&store);
    let copy = create(&folder, "copy");
    copy.import_text(exported.as_bytes()).expect("its own text");
    assert_eq!(text(&copy), exported);
    is_sound(&copy);
    let (bytes, left_out) = store.compact_form().expect("a sound book");
    assert_eq!(left_out, 0);
    let compact = CompactBook::read(&bytes).expect("its own bytes");
    for line in exported.lines().filter(|line| line.len() > 64) {
        let position: Position = line[..64].parse().expect("a position");
        let (found, own) = (compact.entry(position), Book::new(None, None).lookup(position));
        assert!(own.expect("no file").is_none());
        let entry = found.expect("in both");
        let of_file = Book::new(Some(Store::open(store.path()).expect("a book")), None);
        let of_file = of_file.lookup(position).expect("a book").expect("in both");
        assert_eq!((entry.value, entry.leaf), (of_file.value, of_file.leaf), "{line}");
    }
    for length in (0..bytes.len()).step_by(97) {
        assert!(CompactBook::read(&bytes[..length]).is_err());
        let mut damaged = bytes.clone();
        damaged[length] ^= 0x10;
        assert!(CompactBook::read(&damaged).is_err(), "byte {length}");
    }
}

/// Lines from the start that lose at most this much a move and in sum.
fn lines(loss: f32, total: f32) -> Lines {
    Lines { max_loss: Score::from_discs(loss), max_total: Score::from_discs(total), max_plies: 8, ..Lines::default() }
}

#[test]
fn deviations_stay_within_their_losses_and_reach_all_of_them() {
    let folder = folder();
    let wide = create(&folder, "wide");
    build(&wide, usize::MAX, |builder| builder.deviate(&lines(1.0, 1.5))).expect("built");
    is_sound(&wide);
    let size = wide.len().expect("a book");
    assert_eq!(build(&wide, 0, |builder| builder.deviate(&lines(1.0, 1.5))).expect("nothing to do"), 0);
    // Interrupted again and again it is the same book.
    let parts = create(&folder, "parts");
    while build(&parts, 19, |builder| builder.deviate(&lines(1.0, 1.5))).is_err() {}
    assert_eq!(text(&parts), text(&wide));
    let narrow = create(&folder, "narrow");
    build(&narrow, usize::MAX, |builder| builder.deviate(&lines(0.0, 0.0))).expect("built");
    assert!(narrow.len().expect("a book") < size / 2);
    for side in [Colour::Black, Colour::White] {
        let one = create(&folder, &format!("{side:?}"));
        let lines = Lines { side: Some(side), ..lines(1.0, 1.5) };
        build(&one, usize::MAX, |builder| builder.deviate(&lines)).expect("built");
        assert!(one.len().expect("a book") < size, "{side:?}");
    }
}

#[test]
fn pruning_keeps_what_the_lines_reach_and_what_is_known_of_the_rest() {
    let folder = folder();
    let store = create(&folder, "book");
    build(&store, usize::MAX, |builder| builder.extend(900, 12)).expect("built");
    let value = |store: &Store, position: Position| {
        let book = Book::new(Some(Store::open(store.path()).expect("a book")), None);
        book.lookup(position).expect("a book").expect("known").value
    };
    let of_start = value(&store, Position::START);
    let removed = store.prune(&lines(2.0, 3.0)).expect("pruned");
    assert!(removed > 0);
    assert_eq!((store.len().expect("a book"), value(&store, Position::START)), (900 - removed, of_start));
    assert_eq!(store.prune(&lines(2.0, 3.0)).expect("pruned"), 0);
    is_sound(&store);
    let f5 = Position::START.try_play(Square::F5).expect("legal");
    let of_f5 = value(&store, f5);
    assert_eq!(store.keep_subtree(f5).expect("pruned"), 1, "only the start does not follow f5");
    assert_eq!(value(&store, f5), of_f5);
    is_sound(&store);
}

#[test]
fn damaged_files_are_refused_and_unharmed() {
    let folder = folder();
    let store = create(&folder, "book");
    build(&store, usize::MAX, |builder| builder.extend(400, 30)).expect("built");
    let (path, exported, report) = (store.path().to_owned(), text(&store), store.check().expect("a book"));
    drop(store);
    let bytes = std::fs::read(&path).expect("a file");
    let damaged = folder.path().join("damaged");
    let use_it = |path: &Path| -> Result<(), BookError> {
        let store = Store::open_verified(path)?;
        // A fault in unused space is none.
        assert_eq!(store.check()?, report);
        assert_eq!(text(&store), exported);
        store.learn_game(&random_game(3), "own games")?;
        is_sound(&store);
        Ok(())
    };
    let mut refused = 0;
    for number in 0..60 {
        let mut bytes = bytes.clone();
        match number % 3 {
            0 => bytes.truncate(bytes.len() * number / 60),
            1 => (0..8).for_each(|i| bytes[(number * 7919 + i * 4096) % 9000] ^= 0x55),
            _ => (0..8).for_each(|i| {
                let at = (number * 104_729 + i * 30_011) % bytes.len();
                bytes[at] ^= 0x2A;
            }),
        }
        std::fs::write(&damaged, &bytes).expect("a file");
        refused += usize::from(use_it(&damaged).is_err());
    }
    assert!(refused > 30, "{refused} of 60 refused");
    assert!(Store::create(&path, level(3)).is_err(), "it exists");
    assert!(Store::open(folder.path()).is_err(), "a folder");
    use_it(&path).expect("the book itself is sound");
}

#[test]
fn a_text_with_a_fault_changes_nothing() {
    let folder = folder();
    let store = create(&folder, "book");
    build(&store, usize::MAX, |builder| builder.extend(10, 30)).expect("built");
    let good = text(&store);
    let start = "---------------------------OX------XO---------------------------";
    for bad in
        ["", "a poem\n", "emilia-book 1 level 99\n", "emilia-book 7 level 3\n"].map(str::to_owned).into_iter().chain(
            [
                "d3",
                "d3 +1",
                "d3 +1 exactly",
                "a1 +1 exact",
                "d3 +0.5 exact",
                "d3 +1 exact",
                "d3 +99 exact",
                "d3 +1 61@73%",
                "d3 +1 9@0%",
                "- 0:1/2",
                "- x:1/2/3",
                "- 1:1/2/3",
                "-\nsource 0 b",
                "-\n---------------------------XO------OX--------------------------- -",
            ]
            .map(|rest| format!("emilia-book 1 level 21\nsource 0 a\n{start} {rest}\n")),
        )
    {
        let error = store.import_text(bad.as_bytes()).expect_err(&bad);
        assert!(matches!(error, BookError::Format(_)), "{bad}: {error}");
    }
    assert_eq!(text(&store), good);
}

#[test]
fn the_embedded_book_is_read_and_sound() {
    let book = CompactBook::read(include_bytes!("../crates/emilia/data/book.bin")).expect("the embedded book");
    let start = book.entry(Position::START).expect("the start position");
    assert_eq!((start.links.len(), start.leaf), (4, Leaf::Nothing));
    assert!(start.value.expect("a value").score().to_discs().abs() < 3.0);
}

/// Counts the events of an observer.
#[derive(Default)]
struct Counter {
    searched: usize,
    known: usize,
    positions: u64,
}

impl BuildObserver for Counter {
    fn began(&mut self, _: usize, known: usize) {
        self.known += known;
    }
    fn searched(&mut self, _: &Request, _: &Evaluation) {
        self.searched += 1;
    }
    fn stepped(&mut self, positions: u64) {
        self.positions = positions;
    }
}

#[test]
fn no_search_of_an_interrupted_step_is_made_twice() {
    let folder = folder();
    let store = create(&folder, "book");
    let positions: Vec<Position> = (0..8)
        .flat_map(|seed| random_game(seed).turns().filter_map(|(_, turn)| turn.position()).collect::<Vec<_>>())
        .collect();
    let mut counter = Counter::default();
    let stop = Stop::new();
    let mut some = Hashed { searches_left: 100 };
    let added = Builder::new(&store, &mut some, &mut counter, &stop).expect("a book").add(positions.clone());
    assert!(matches!(added, Err(BookError::Stopped)));
    assert_eq!((store.len().expect("a book"), counter.searched), (0, 100));
    let (mut all, stop) = (Hashed::endless(), Stop::new());
    let added = Builder::new(&store, &mut all, &mut counter, &stop).expect("a book").add(positions).expect("added");
    assert_eq!((counter.known, counter.positions), (100, added));
    assert!(added > 300);
}
