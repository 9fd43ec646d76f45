//! What `prune` and `subtree` remove, and what is known of it afterwards.

use super::{build, create, folder, is_sound, lines, random_game};
use emilia::book::{Book, Lines, OWN_GAMES, Store};
use emilia::notation::transcript;
use emilia::{Colour, Position, Score, Value};

fn position(moves: &str) -> Position {
    transcript::read(moves).expect("moves").position().expect("a position")
}

/// A line of a book in text: the position after these moves, and the value of its first move as the best one.
fn line(moves: &str, value: &str) -> String {
    let position = position(moves);
    format!("{position} {} {value}\n", position.moves().first().expect("a move"))
}

fn value(store: &Store, moves: &str) -> Option<Value> {
    let book = Book::new(Some(Store::open(store.path()).expect("a book")), None);
    book.lookup(position(moves)).expect("a book").expect("a position of the book").value
}

#[test]
fn removing_positions_proves_nothing() {
    // The best move after d3, c3, is proved or bounded; c5 is only searched, and so is e3, outside the book.
    for (of_c3, before) in [("-2 exact", Value::at_least(2)), ("-2 at-least", Value::estimate(Score::discs(2), 6, 73))]
    {
        let folder = folder();
        let store = create(&folder, "book");
        let of_d3 = format!("{} e3 -3 6@73%\n", position("d3"));
        let text = ["emilia-book 1 level 21\n", &of_d3, &line("d3c3", of_c3), &line("d3c5", "-1 6@73%")].concat();
        assert_eq!(store.import_text(text.as_bytes()).expect("a book in text"), 3);
        assert_eq!(value(&store, "d3"), Some(before));
        let from = (position("d3"), Colour::White);
        assert_eq!(store.prune(&Lines { from, max_plies: 1, ..lines(64.0, 64.0) }).expect("pruned"), 2);
        assert_eq!(value(&store, "d3"), Some(before), "{of_c3}");
        is_sound(&store);
    }
}

#[test]
fn a_subtree_is_all_that_follows_whatever_it_loses() {
    let folder = folder();
    let store = create(&folder, "book");
    for seed in 0..4 {
        let game = random_game(seed);
        build(&store, usize::MAX, |builder| builder.add(game.turns().filter_map(|(_, turn)| turn.position())))
            .expect("built");
    }
    assert_eq!(store.keep_subtree(Position::START).expect("kept"), 0);
    is_sound(&store);
}

#[test]
fn games_that_were_not_searched_are_kept() {
    let moves = "f5d6c3d3c4f4f6f3e6e7";
    for removal in [(|store, from| store.keep_subtree(from)) as fn(&Store, Position) -> _, |store, from| {
        store.prune(&Lines { from: (from, Colour::Black), max_plies: 36, ..lines(0.0, 0.0) })
    }] {
        let folder = folder();
        let store = create(&folder, "book");
        store.learn_game(&transcript::read(moves).expect("a game"), OWN_GAMES).expect("learned");
        assert_eq!(store.len().expect("a book"), 11);
        assert_eq!(removal(&store, position("f5d6")).expect("removed"), 2);
        is_sound(&store);
    }
}
