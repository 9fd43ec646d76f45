//! Two books in one.

use super::{build, create, folder, is_sound, random_game, text};
use emilia::book::Store;

#[test]
fn merging_gives_the_same_in_either_order_and_a_book_with_itself_is_unchanged() {
    let folder = folder();
    let [one, other] = ["one", "other"].map(|name| create(&folder, name));
    build(&one, usize::MAX, |builder| builder.extend(300, 30)).expect("built");
    other.learn_game(&random_game(1), "own games").expect("written");
    build(&other, usize::MAX, |builder| builder.fix()).expect("built");
    build(&other, usize::MAX, |builder| builder.extend(200, 20)).expect("built");
    let before = text(&one);
    one.merge(&Store::open(one.path()).expect("a book")).expect("merged");
    assert_eq!(text(&one), before);
    let sum = create(&folder, "sum");
    sum.merge(&other).expect("merged");
    sum.merge(&one).expect("merged");
    one.merge(&other).expect("merged");
    assert_eq!(text(&sum), text(&one));
    build(&one, usize::MAX, |builder| builder.fix()).expect("built");
    assert_eq!(one.check().expect("a book").unknown, 0);
    is_sound(&one);
}

#[test]
fn what_two_books_prove_does_not_depend_on_their_order() {
    let folder = folder();
    let start = "---------------------------OX------XO---------------------------";
    for (number, (one, other, merged)) in [
        ("f5 -10.000 at-least", "f5 -10.000 at-most", "f5 -10.000 at-least"),
        ("f5 +4.000 at-most", "f5 +10.000 at-most", "f5 +4.000 at-most"),
        ("f5 +4.000 at-least", "f5 +10.000 at-least", "f5 +10.000 at-least"),
        ("f5 +1.000 9@73% 0:3/9/5", "f5 +1.000 9@73% 0:6/5/6", "f5 +1.000 9@73% 0:6/5/6"),
    ]
    .into_iter()
    .enumerate()
    {
        let book = |name: &str, line: &str| {
            let store = create(&folder, &format!("{name}-{number}"));
            let content = format!("emilia-book 1 level 21\nsource 0 a\n{start} {line}\n");
            store.import_text(content.as_bytes()).expect("a text");
            store
        };
        let (expected, first, second) = (book("merged", merged), book("one", one), book("other", other));
        first.merge(&second).expect("merged");
        second.merge(&book("again", one)).expect("merged");
        assert_eq!((text(&first), text(&second)), (text(&expected), text(&expected)));
    }
}
