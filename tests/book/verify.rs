//! Moves of a book that are searched deeper.

use super::{Hashed, build, create, folder, text};
use emilia::book::{BookError, Builder, Done, Evaluate, Evaluation, NullObserver, Request, Store, Verification};
use emilia::{Level, Score, Stop, Value};

/// Searches below this level find differences between moves, those from it on find none. Stops after a number of searches.
struct Doubtful {
    deep: Level,
    searches_left: usize,
}

impl Evaluate for Doubtful {
    fn evaluate(&mut self, requests: &[Request], stop: &Stop, done: &mut Done<'_>) -> Result<(), BookError> {
        for request in requests {
            if self.searches_left == 0 {
                stop.request();
                return Ok(());
            }
            self.searches_left -= 1;
            if request.level < self.deep {
                Hashed::endless().evaluate(&[*request], stop, done)?;
            } else {
                let at = request.moves.first().expect("a move");
                done(*request, Evaluation { at, value: Value::estimate(Score::ZERO, 33, 73) })?;
            }
        }
        Ok(())
    }
}

const VERIFICATION: Verification = Verification { count: 30, seed: 1, plies: 6, max_loss: Score::ZERO, plies_again: 6 };

fn verify(
    store: &Store,
    verification: Verification,
    searches: usize,
) -> Result<Vec<emilia::book::VerifiedMove>, BookError> {
    let mut searcher = Doubtful { deep: super::level(33), searches_left: searches };
    let stop = Stop::new();
    Builder::new(store, &mut searcher, &mut NullObserver, &stop).expect("a sound book").verify(verification)
}

/// A book whose moves lose by the searches of the first depth.
fn book(folder: &tempfile::TempDir) -> Store {
    let store = create(folder, "my.book");
    build(&store, usize::MAX, |builder| builder.extend(60, 20)).expect("extended");
    store
}

#[test]
fn a_move_that_loses_too_much_is_searched_again_deeper() {
    let folder = folder();
    let store = book(&folder);
    let before = text(&store);
    let verified = verify(&store, VERIFICATION, usize::MAX).expect("verified");
    assert!(verified.iter().any(|verified| verified.first.loss > Score::ZERO));
    for verified in &verified {
        assert_eq!(verified.again.is_some(), verified.first.loss > Score::ZERO, "{verified:?}");
        assert_eq!(verified.loss(), Score::ZERO, "{verified:?}");
    }
    let once = verify(&store, Verification { plies_again: 0, ..VERIFICATION }, usize::MAX).expect("verified");
    for (once, twice) in once.iter().zip(&verified) {
        assert_eq!((once.first, once.again, once.loss()), (twice.first, None, twice.first.loss));
    }
    assert_eq!(text(&store), before);
}

#[test]
fn an_interrupted_verification_continues_in_both_of_its_parts() {
    let folder = folder();
    let store = book(&folder);
    let whole = verify(&store, VERIFICATION, usize::MAX).expect("verified");
    let mut stops = 0;
    let found = loop {
        match verify(&store, VERIFICATION, 2) {
            Err(BookError::Stopped) => stops += 1,
            found => break found.expect("verified"),
        }
    };
    assert!(stops > 3);
    assert_eq!(found, whole);
}
