//! Lookups of positions whose side to move must pass.

use super::{build, create, folder, random_game};
use emilia::Position;
use emilia::book::{Book, Store};

#[test]
fn a_position_before_a_pass_is_known_as_the_one_after_it() {
    let folder = folder();
    let store = create(&folder, "book");
    let must_pass = |position: Position| position.moves().is_empty() && !position.pass().moves().is_empty();
    let (mut passes, mut parents): (Vec<Position>, Vec<Position>) = Default::default();
    for game in (0..150).map(random_game) {
        let positions: Vec<Position> = game.turns().filter_map(|(_, turn)| turn.position()).collect();
        for pair in positions.windows(2).filter(|pair| must_pass(pair[1])) {
            parents.push(pair[0]);
            passes.push(pair[1]);
        }
    }
    // All replies are in the book, so that the best one is to be found among several.
    let replies = passes.iter().flat_map(|before| {
        let after = before.pass();
        after.moves().into_iter().filter_map(move |at| after.try_play(at)).collect::<Vec<_>>()
    });
    let positions: Vec<Position> = parents.iter().chain(&passes).copied().chain(replies).collect();
    build(&store, usize::MAX, |builder| builder.add(positions)).expect("built");
    let book = Book::new(Some(Store::open(store.path()).expect("a book")), None);
    let mut several = 0;
    for before in passes {
        let (found, after) = (book.lookup(before).expect("a book"), book.lookup(before.pass()).expect("a book"));
        assert_eq!(found, after, "{before}");
        let line = |position| book.read(|reader| reader.line(position)).expect("a book");
        assert_eq!(line(before), line(before.pass()), "{before}");
        several += usize::from(found.is_some_and(|found| found.moves.len() > 1));
    }
    assert!(several > 3, "{several} positions with several replies");
    // The search before a pass is told the value of the best reply, for the side that makes it.
    for parent in parents {
        let known = book.read(|reader| reader.knowledge(parent, emilia::Score::ZERO)).expect("a book");
        for known in known {
            let found = book.lookup(known.position).expect("a book").expect("known");
            assert_eq!((Some(known.value), known.best), (found.value, found.best()), "{}", known.position);
        }
    }
}
