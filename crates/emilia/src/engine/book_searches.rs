//! The searches of a book: one position a thread, each with a small table of its own.
//!
//! Every search begins with empty tables, so its result does not depend on the searches before it: the same positions give the same
//! book, in any order, on any number of threads and after any interruption.

use super::core::search;
use crate::book::{BookError, Done, Evaluate, Evaluation, Request};
use crate::eval::Weights;
use crate::search::{Limits, ResumeState, Searcher, Stop};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

/// The size of the table of each thread in MiB. A search at level 21 visits about a million nodes.
const HASH: usize = 16;

/// Searches positions for a book on several threads.
///
/// # Examples
/// ```
/// use emilia::book::{Builder, NullObserver, Store};
/// use emilia::BookSearches;
/// use emilia::{Level, Position, Stop, Weights};
/// use std::sync::Arc;
///
/// let folder = tempfile::tempdir()?;
/// let store = Store::create(&folder.path().join("my.book"), Level::new(4).unwrap())?;
/// let mut searches = BookSearches::new(Weights::embedded(), 2);
/// let stop = Stop::new();
/// Builder::new(&store, &mut searches, &mut NullObserver, &stop)?.add([Position::START])?;
/// assert_eq!(store.len()?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BookSearches {
    weights: Arc<Weights>,
    threads: usize,
}

impl BookSearches {
    /// Searches on this number of threads, 1 or more.
    pub fn new(weights: Arc<Weights>, threads: usize) -> BookSearches {
        BookSearches { weights, threads: threads.max(1) }
    }
}

impl Evaluate for BookSearches {
    fn evaluate(&mut self, requests: &[Request], stop: &Stop, done: &mut Done<'_>) -> Result<(), BookError> {
        let (next, failed) = (AtomicUsize::new(0), Stop::new());
        let (sender, results) = channel();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.min(requests.len()) {
                let (sender, weights) = (sender.clone(), self.weights.clone());
                let (next, failed) = (&next, &failed);
                let work = move || {
                    let mut searcher = Searcher::new(weights, HASH, 1);
                    while !stop.is_requested() && !failed.is_requested() {
                        let Some(request) = requests.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                        let found = evaluate(&mut searcher, request, stop);
                        if found.is_none_or(|evaluation| sender.send((*request, evaluation)).is_err()) {
                            return;
                        }
                    }
                };
                let thread = std::thread::Builder::new().name("book".to_owned()).spawn_scoped(scope, work);
                thread.map_err(|error| BookError::Access(format!("cannot start a thread: {error}")))?;
            }
            drop(sender);
            let ended = results.iter().try_for_each(|(request, evaluation)| done(request, evaluation));
            failed.request();
            ended
        })
    }
}

/// Searches the moves of a request; none if the search was stopped.
fn evaluate(searcher: &mut Searcher, request: &Request, stop: &Stop) -> Option<Evaluation> {
    searcher.clear();
    let limits = Limits { root_moves: Some(request.moves), ..Limits::level(request.level) };
    let found = search(searcher, request.key.position(), &limits, stop, &ResumeState::default(), |_, _| {})?;
    let evaluation = Evaluation { at: found.best_move()?.square()?, value: found.value() };
    (!stop.is_requested() && request.accepts(evaluation)).then_some(evaluation)
}
