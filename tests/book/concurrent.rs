//! What another program writes to a book while one builds it.

use super::{Hashed, create, folder, is_sound, lines};
use emilia::book::{
    BookError, Builder, Done, Evaluate, GameFilter, GamePositions, Lines, NullObserver, OWN_GAMES, Request, Store,
};
use emilia::notation::transcript;
use emilia::{Colour, Position, Square, Stop};

/// Searches during which something else is done to the book.
struct Meanwhile<'a>(&'a dyn Fn());

impl Evaluate for Meanwhile<'_> {
    fn evaluate(&mut self, requests: &[Request], stop: &Stop, done: &mut Done<'_>) -> Result<(), BookError> {
        (self.0)();
        Hashed::endless().evaluate(requests, stop, done)
    }
}

fn build_with(
    store: &Store,
    meanwhile: impl Fn(),
    command: impl FnOnce(&mut Builder<'_>) -> Result<u64, BookError>,
) -> u64 {
    let (mut searches, mut observer, stop) = (Meanwhile(&meanwhile), NullObserver, Stop::new());
    let mut builder = Builder::new(store, &mut searches, &mut observer, &stop).expect("a sound book");
    command(&mut builder).expect("built")
}

#[test]
fn games_that_are_learned_meanwhile_are_kept() {
    let folder = folder();
    let store = create(&folder, "book");
    let game = transcript::read("f5d6c3d3c4f4f6f3e6e7").expect("a game");
    let finished = transcript::read("e6f4e3f6g5d6e7f5c5").expect("a game");
    assert!(finished.is_over());
    let mut collection = GamePositions::default();
    assert!(collection.add(&game, GameFilter::default()) && collection.add(&finished, GameFilter::default()));
    let learn = || {
        store.learn_game(&finished, OWN_GAMES).expect("learned");
    };
    build_with(&store, learn, |builder| builder.learn(&collection, GameFilter::default(), "games.txt"));
    let start = store.read(|book| book.entry(Position::START)).expect("a book").expect("the start");
    assert_eq!(start.games.len(), 2, "{:?}", start.games);
    assert_eq!(store.sources().expect("a book").len(), 2);
    is_sound(&store);
}

#[test]
fn a_search_that_misses_a_move_gives_no_leaf() {
    let folder = folder();
    let store = create(&folder, "book");
    let first = Position::START.try_play(Square::F5).expect("legal");
    let after = |at| first.try_play(at).expect("legal");
    build_with(&store, || {}, |builder| builder.add([first, after(Square::D6)]));
    let leaf = |store: &Store| store.read(|book| book.entry(first)).expect("a book").expect("known").leaf;
    let view = emilia::book::Key::of(first).expect("a position");
    let best = view.from_key(leaf(&store).square().expect("a leaf"));
    let other = first.moves().into_iter().find(|at| ![best, Square::D6].contains(at)).expect("a third move");
    // The search for a new leaf leaves d6 out, as it is in the book; then d6 is removed.
    let from = (first, Colour::White);
    let remove = || {
        store.prune(&Lines { from, max_plies: 1, ..lines(64.0, 64.0) }).expect("pruned");
    };
    build_with(&store, remove, |builder| builder.add([after(best)]));
    assert_ne!(leaf(&store).square().map(|at| view.from_key(at)), Some(other));
    is_sound(&store);
}
