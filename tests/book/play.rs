//! The choice of a move to play.

use super::{build, create, folder, text};
use emilia::book::{Book, PlayOptions};
use emilia::{Position, Score, Square, Value};

#[test]
fn the_choice_stays_within_the_accepted_loss_and_leaves_the_book_for_a_better_move() {
    let folder = folder();
    let store = create(&folder, "book");
    build(&store, usize::MAX, |builder| builder.extend(600, 30)).expect("built");
    let book = Book::new(Some(store), None);
    let mut chosen = 0;
    for line in text(book.file().expect("a file")).lines().filter(|line| line.len() > 64) {
        let position: Position = line[..64].parse().expect("a position");
        let found = book.lookup(position).expect("a book").expect("known");
        let best = found.value.expect("searched").score();
        for loss in [0.0, 0.5, 64.0] {
            let options = PlayOptions { max_loss: Score::from_discs(loss), ..PlayOptions::default() };
            for lot in [0, 1000] {
                let choice = found.choose(options, |limit| lot.min(limit - 1));
                match choice {
                    Some(known) => {
                        chosen += 1;
                        let lost = best - known.value.expect("chosen moves have values").score();
                        assert!(lost.raw() <= options.max_loss.raw(), "{line}");
                    }
                    None => {
                        let of_links = found.moves.first().and_then(|known| known.value).map(Value::score);
                        assert!(of_links.is_none_or(|of_links| (best - of_links).raw() > options.max_loss.raw()));
                    }
                }
            }
        }
    }
    assert!(chosen > 100);
}

#[test]
fn a_proved_win_is_played_and_not_a_move_that_only_looks_better() {
    let store = create(&folder(), "book");
    let content = "emilia-book 1 level 4
---------------------------XO------OOO-------------------------- f4 +2.000 exact
-------------------X-------XX-----OOO--------------------------- f6 -10.000 10@73%
------------------OX-------OX------XO--------------------------- f5 -4.000 exact
";
    store.import_text(content.as_bytes()).expect("a text");
    let book = Book::new(Some(store), None);
    let found = book.lookup(Position::START.try_play(Square::F5).expect("legal")).expect("a book").expect("known");
    assert_eq!((found.best(), found.moves[0].at), (Some(Square::F6), Square::F6));
    for max_loss in [0, 64].map(Score::discs) {
        let options = PlayOptions { max_loss, ..PlayOptions::default() };
        let chosen = found.choose(options, |limit| limit - 1).expect("a move");
        assert_eq!((chosen.at, chosen.value), (Square::F6, Some(Value::exact(4))));
    }
    let ranked: Vec<Square> = found.ranked(Score::ZERO).into_iter().map(|(at, ..)| at).collect();
    assert_eq!(ranked, [Square::F6, Square::F4, Square::D6]);
}
