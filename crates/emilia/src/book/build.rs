//! Building: which positions a book needs next, their searches, and the transactions that add them.

use super::entry::Leaf;
use super::error::BookError;
use super::grow::{self, Evaluation, Request};
use super::key::Key;
use super::played::deciding;
use super::store::Store;
use super::tree::{LAYERS, Tree};
use crate::search::{Level, Selectivity, Stop};
use emilia_core::{Certainty, Position, Score};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::{Duration, Instant};

/// Results of searches are written to the disk at least this often.
const WRITE_INTERVAL: Duration = Duration::from_secs(1);

/// Takes the result of a search.
pub type Done<'a> = dyn FnMut(Request, Evaluation) -> Result<(), BookError> + 'a;

/// Something that searches positions for a book.
///
/// # Examples
/// ```
/// use emilia::book::{BookError, Done, Evaluate, Evaluation, Request};
/// use emilia::{Score, Stop, Value};
///
/// /// Takes the first move without a search.
/// struct First;
///
/// impl Evaluate for First {
///     fn evaluate(
///         &mut self,
///         requests: &[Request],
///         stop: &Stop,
///         done: &mut Done<'_>,
///     ) -> Result<(), BookError> {
///         for request in requests.iter().take_while(|_| !stop.is_requested()) {
///             let at = request.moves.first().unwrap();
///             done(*request, Evaluation { at, value: Value::estimate(Score::ZERO, 0, 100) })?;
///         }
///         Ok(())
///     }
/// }
/// ```
pub trait Evaluate {
    /// Searches the positions in any order and calls `done` on this thread with each result. Ends early without an error when the stop
    /// is requested.
    ///
    /// # Errors
    /// Those of `done`, or if the searches cannot be made.
    fn evaluate(&mut self, requests: &[Request], stop: &Stop, done: &mut Done<'_>) -> Result<(), BookError>;
}

/// What a building command reports while it works.
///
/// # Examples
/// ```
/// use emilia::book::{BuildObserver, NullObserver};
///
/// NullObserver.began(10, 4); // no effect
/// ```
pub trait BuildObserver {
    /// A step begins that needs this number of searches, of which some were made before an interruption.
    fn began(&mut self, searches: usize, known: usize);

    /// A search has ended.
    fn searched(&mut self, request: &Request, evaluation: &Evaluation);

    /// A step was written to the book, which has this number of positions now.
    fn stepped(&mut self, positions: u64);
}

/// An observer without effects. See [`BuildObserver`] for an example.
pub struct NullObserver;

impl BuildObserver for NullObserver {
    fn began(&mut self, _: usize, _: usize) {}
    fn searched(&mut self, _: &Request, _: &Evaluation) {}
    fn stepped(&mut self, _: u64) {}
}

/// Builds a book; see [`crate::engine::BookSearches`] for an example.
///
/// Every command can be interrupted at any time: the results of its searches are in the file, and the same command
/// continues.
pub struct Builder<'a> {
    pub(super) store: &'a Store,
    pub(super) level: Level,
    pub(super) stop: &'a Stop,
    pub(super) evaluator: &'a mut dyn Evaluate,
    pub(super) observer: &'a mut dyn BuildObserver,
}

impl<'a> Builder<'a> {
    /// A builder for this book. It searches at the level of the book.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub fn new(
        store: &'a Store,
        evaluator: &'a mut dyn Evaluate,
        observer: &'a mut dyn BuildObserver,
        stop: &'a Stop,
    ) -> Result<Builder<'a>, BookError> {
        Ok(Builder { store, level: store.level()?, stop, evaluator, observer })
    }

    /// Searches at this level instead.
    #[must_use]
    pub fn at_level(self, level: Level) -> Builder<'a> {
        Builder { level, ..self }
    }

    /// Adds positions. The number of those that are new.
    ///
    /// # Errors
    /// If the book cannot be read or written, or the stop was requested.
    pub fn add(&mut self, positions: impl IntoIterator<Item = Position>) -> Result<u64, BookError> {
        let new = grow::new_keys(&self.store.snapshot()?, positions)?;
        self.step(&new)?;
        Ok(new.len() as u64)
    }

    /// Adds the positions of these keys, none of which is in the book.
    pub(super) fn step(&mut self, new: &BTreeSet<Key>) -> Result<(), BookError> {
        let requests = grow::requests(&self.store.snapshot()?, new, self.level)?;
        let found = self.evaluate_all(&requests)?;
        self.store.change_with(found.keys().copied(), |tree| grow::apply(tree, new, &found))?;
        self.observer.stepped(self.store.len()?);
        Ok(())
    }

    /// Searches the leaves of positions with at most this number of empty squares again that were never searched, or less certainly than
    /// this level searches them. The number of searches.
    ///
    /// # Errors
    /// If the book cannot be read or written, or the stop was requested; what was searched before is in the book then.
    pub fn deepen(&mut self, max_empties: u32) -> Result<u64, BookError> {
        self.refresh(|builder, key, leaf| key.position().empties() <= max_empties && !builder.is_current(key, leaf))
    }

    /// As [`Builder::deepen`], but only the leaves on which the moves rest that the book plays, until all of those are searched. What
    /// the book plays may change meanwhile. With a margin, also the leaves behind other moves that are less than it below the move played.
    /// The number of searches.
    ///
    /// # Errors
    /// If the book cannot be read or written, or the stop was requested. The results of the searches are in the file then, but in no leaf:
    /// they would change which leaves the same command searches.
    pub fn deepen_played(&mut self, margin: Score) -> Result<u64, BookError> {
        let mut searched = 0;
        // A search that ends without a proof must not be made for ever.
        let seen = RefCell::new(HashSet::new());
        loop {
            let deciding = deciding(&self.store.snapshot()?, margin)?;
            let requests = self.requests_where(|builder, key, leaf| {
                deciding.contains(&key) && !builder.is_current(key, leaf) && seen.borrow_mut().insert(key)
            })?;
            if requests.is_empty() {
                return Ok(searched);
            }
            let found = self.evaluate_all(&requests)?;
            self.replace_leaves(&found)?;
            searched += found.len() as u64;
        }
    }

    /// Repairs links and values, then searches the leaves that are not known or not named. The number of changed positions and of searches.
    ///
    /// # Errors
    /// Those of [`Builder::deepen`].
    pub fn fix(&mut self) -> Result<u64, BookError> {
        let repaired = self.store.repair()?;
        Ok(repaired + self.search_unknown()?)
    }

    /// Searches the leaves that are not known, for example of learned games, or not named. The number of searches.
    pub(super) fn search_unknown(&mut self) -> Result<u64, BookError> {
        self.refresh(|_, _, leaf| matches!(leaf, Leaf::Unknown | Leaf::Unnamed(_)))
    }

    /// Searches the chosen leaves again. What was searched before a stop is in the book.
    fn refresh(&mut self, is_chosen: impl Fn(&Self, Key, Leaf) -> bool) -> Result<u64, BookError> {
        let requests = self.requests_where(is_chosen)?;
        match self.evaluate_all(&requests) {
            Ok(found) => self.replace_leaves(&found).map(|()| found.len() as u64),
            Err(BookError::Stopped) => {
                let found = self.known(&requests)?;
                self.replace_leaves(&found)?;
                Err(BookError::Stopped)
            }
            Err(error) => Err(error),
        }
    }

    /// The searches of the chosen leaves.
    fn requests_where(&self, is_chosen: impl Fn(&Self, Key, Leaf) -> bool) -> Result<Vec<Request>, BookError> {
        let snapshot = self.store.snapshot()?;
        let mut requests = Vec::new();
        for discs in LAYERS {
            for (key, entry) in snapshot.layer(discs)? {
                if is_chosen(self, key, entry.leaf) {
                    let moves = grow::moves_outside(&snapshot, &BTreeSet::new(), key)?;
                    requests.push(Request { key, moves, level: self.level });
                }
            }
        }
        Ok(requests)
    }

    /// Writes the results of searches to the leaves of their positions.
    fn replace_leaves(&mut self, found: &BTreeMap<Request, Evaluation>) -> Result<(), BookError> {
        self.store.change_with(found.keys().copied(), |tree| grow::apply(tree, &BTreeSet::new(), found))?;
        self.observer.stepped(self.store.len()?);
        Ok(())
    }

    /// Whether the leaf is as certain as a search at this level. A search that would prove the score is not replaced by the word of
    /// another program for it.
    fn is_current(&self, key: Key, leaf: Leaf) -> bool {
        let Leaf::Best { value, .. } = leaf else { return leaf == Leaf::Nothing };
        let empties = key.position().empties();
        let limits = self.level.limits(empties);
        let is_proof = limits.selectivity == Selectivity::Full && limits.depth >= empties;
        let wanted = (limits.selectivity == Selectivity::Full, limits.depth, u32::from(limits.selectivity.percent()));
        match value.certainty() {
            Certainty::Exact => true,
            // A bound is proved, but it is not the score.
            Certainty::AtLeast | Certainty::AtMost => false,
            Certainty::Depth { .. } if is_proof => false,
            Certainty::Depth { plies, percent } => (percent >= 100, u32::from(plies), u32::from(percent)) >= wanted,
        }
    }

    /// The results of these searches that are in the file.
    fn known(&self, requests: &[Request]) -> Result<BTreeMap<Request, Evaluation>, BookError> {
        let mut known = BTreeMap::new();
        for request in requests {
            if let Some(evaluation) = self.store.evaluation(request)? {
                known.insert(*request, evaluation);
            }
        }
        Ok(known)
    }

    /// The results of these searches. Those that are not in the file yet are made and written to it.
    pub(super) fn evaluate_all(&mut self, requests: &[Request]) -> Result<BTreeMap<Request, Evaluation>, BookError> {
        let mut found = self.known(requests)?;
        let missing: Vec<Request> = requests.iter().filter(|request| !found.contains_key(request)).copied().collect();
        self.observer.began(requests.len(), found.len());
        let (mut unwritten, mut written) = (Vec::new(), Instant::now());
        let (store, observer) = (self.store, &mut *self.observer);
        let mut done = |request: Request, evaluation: Evaluation| {
            observer.searched(&request, &evaluation);
            found.insert(request, evaluation);
            unwritten.push((request, evaluation));
            if written.elapsed() >= WRITE_INTERVAL {
                store.store_evaluations(&unwritten)?;
                unwritten.clear();
                written = Instant::now();
            }
            Ok(())
        };
        let ended = self.evaluator.evaluate(&missing, self.stop, &mut done);
        self.store.store_evaluations(&unwritten)?;
        ended?;
        if found.len() < requests.len() { Err(BookError::Stopped) } else { Ok(found) }
    }
}
