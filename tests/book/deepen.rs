//! Searching leaves again: all that were searched less, or those on which the moves rest that the book plays.

use super::{build, create, folder, is_sound, level, mixed, random_game, text};
use emilia::book::{BookError, Builder, Done, Evaluate, Evaluation, NullObserver, Request, Store};
use emilia::{Score, Stop, Value};

#[test]
fn deepening_searches_only_what_was_searched_less() {
    let folder = folder();
    let store = create(&folder, "book");
    build(&store, usize::MAX, |builder| builder.extend(100, 30)).expect("built");
    assert_eq!(build(&store, usize::MAX, |builder| builder.deepen(60)).expect("built"), 0);
    store.learn_game(&random_game(2), "own games").expect("written");
    let unknown = store.check().expect("a book").unknown;
    assert!(unknown > 20);
    assert_eq!(build(&store, usize::MAX, |builder| builder.deepen(60)).expect("built"), unknown);
    is_sound(&store);
    let learned = create(&folder, "learned");
    learned.learn_game(&random_game(2), "own games").expect("written");
    assert!(build(&learned, usize::MAX, |builder| builder.extend(100, 30)).expect("built") > 20);
    assert_eq!(learned.check().expect("a book").unknown, 0);
}

#[test]
fn a_search_to_the_end_that_another_program_made_is_no_proof() {
    let folder = folder();
    let store = create(&folder, "book");
    let positions: Vec<_> = random_game(3).turns().filter_map(|(_, turn)| turn.position()).collect();
    let ending = positions.iter().find(|position| position.empties() == 10 && !position.moves().is_empty());
    let ending = ending.expect("an ending");
    let leaf = ending.moves().first().expect("a move");
    for (value, searches) in [("+4 10@100%", 1), ("+4 exact", 0)] {
        store.import_text(format!("emilia-book 1 level 21\n{ending} {leaf} {value}\n").as_bytes()).expect("a text");
        assert_eq!(build(&store, usize::MAX, |builder| builder.deepen(16)).expect("searched"), searches, "{value}");
    }
}

#[test]
fn endings_whose_searches_prove_nothing_are_searched_once() {
    let folder = folder();
    let store = create(&folder, "book");
    let positions = random_game(3).turns().filter_map(|(_, turn)| turn.position()).collect::<Vec<_>>();
    let endings = positions.into_iter().filter(|position| position.empties() <= 10);
    build(&store, usize::MAX, |builder| builder.add(endings)).expect("built");
    let searched = build(&store, usize::MAX, |builder| builder.deepen_played(Score::ZERO)).expect("it ends");
    assert!((1..=10).contains(&searched), "{searched}");
}

/// Searches that give other scores at each level.
struct ByLevel(usize);

impl Evaluate for ByLevel {
    fn evaluate(&mut self, requests: &[Request], stop: &Stop, done: &mut Done<'_>) -> Result<(), BookError> {
        for request in requests {
            if self.0 == 0 {
                stop.request();
                return Ok(());
            }
            self.0 -= 1;
            let at = request.moves.into_iter().next().expect("a move");
            let score = Score::clamped((mixed(request.key.position()) >> request.level.get()) as i32 % 512);
            done(*request, Evaluation { at, value: Value::estimate(score, request.level.get(), 73) })?;
        }
        Ok(())
    }
}

#[test]
fn deepening_what_is_played_is_less_work_and_is_done_when_it_ends() {
    let folder = folder();
    let deepen = |store: &Store, margin: i32, searches: usize| {
        let (mut searcher, mut observer, stop) = (ByLevel(searches), NullObserver, Stop::new());
        let builder = Builder::new(store, &mut searcher, &mut observer, &stop).expect("a sound book");
        builder.at_level(level(27)).deepen_played(Score::discs(margin))
    };
    for margin in [0, 1] {
        let [whole, parts] = ["whole", "parts"].map(|name| create(&folder, &format!("{name}-{margin}")));
        for store in [&whole, &parts] {
            build(store, usize::MAX, |builder| builder.extend(400, 30)).expect("built");
        }
        let searched = deepen(&whole, margin, usize::MAX).expect("deepened");
        assert!((10..300).contains(&searched), "{searched} of 400 leaves");
        assert_eq!(deepen(&whole, margin, usize::MAX).expect("deepened"), 0);
        is_sound(&whole);
        while deepen(&parts, margin, 7).is_err() {}
        assert_eq!(text(&parts), text(&whole));
    }
}
