//! Deeper searches of moves that a book plays, to see whether they hold.

use super::build::Builder;
use super::error::BookError;
use super::grow::{Evaluation, Request};
use super::key::{Child, Key};
use super::played::{Played, best_link};
use super::tree::{LAYERS, Tree as _};
use crate::board::{Bitboard, Square};
use crate::random::Random;
use crate::score::{Score, Value};
use crate::search::Level;

/// A move that a book plays, with a deeper search.
///
/// # Examples
/// ```
/// use emilia::book::{Builder, NullObserver, Store};
/// use emilia::engine::BookSearches;
/// use emilia::{Level, Position, Score, Stop, Weights};
/// use std::sync::Arc;
///
/// let folder = tempfile::tempdir()?;
/// let store = Store::create(&folder.path().join("my.book"), Level::new(2).unwrap())?;
/// let (mut searches, stop) = (BookSearches::new(Arc::new(Weights::embedded()?), 2), Stop::new());
/// let mut observer = NullObserver;
/// let mut builder = Builder::new(&store, &mut searches, &mut observer, &stop)?;
/// builder.extend(10, 40)?;
/// let verified = builder.verify(3, 2, 1)?;
/// assert!(verified.len() <= 3 && verified.iter().all(|verified| verified.loss >= Score::ZERO));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct VerifiedMove {
    /// The position.
    pub key: Key,
    /// The move of the book.
    pub at: Square,
    /// Its value in the book.
    pub stored: Value,
    /// Its value by the deeper search.
    pub searched: Value,
    /// The best move of the deeper search.
    pub best: Square,
    /// What the move of the book loses against that, 0 or more.
    pub loss: Score,
}

impl Builder<'_> {
    /// Searches random moves that the book plays this number of plies deeper than the level of the builder. At most `count` moves, in
    /// the order of their positions; the seed chooses them. The book does not change.
    ///
    /// # Errors
    /// If the book cannot be read, or the stop was requested; the same call continues then.
    pub fn verify(&mut self, count: usize, plies: u8, seed: u64) -> Result<Vec<VerifiedMove>, BookError> {
        let level = Level::new(self.level.get().saturating_add(plies)).unwrap_or(Level::MAX);
        let played = self.sample(count, seed)?;
        let all = |played: &Played| Request { key: played.key, moves: played.key.position().distinct_moves(), level };
        let alone = |played: &Played| Request { moves: Bitboard::from(played.at), ..all(played) };
        let best = self.evaluate_all(&played.iter().map(all).collect::<Vec<_>>())?;
        let best_of = |played: &Played| best.get(&all(played)).copied().ok_or(BookError::Stopped);
        let mut others = Vec::new();
        for played in &played {
            if !leads_to_the_same(played.key, best_of(played)?.at, played.at) {
                others.push(alone(played));
            }
        }
        let others = self.evaluate_all(&others)?;
        let verified = played.iter().map(|played| {
            let Evaluation { at: best, value } = best_of(played)?;
            let searched = others.get(&alone(played)).map_or(value, |evaluation| evaluation.value);
            let loss = Score::from_raw((value.score() - searched.score()).raw().max(0) as i16);
            Ok(VerifiedMove { key: played.key, at: played.at, stored: played.stored, searched, best, loss })
        });
        let verified = verified.collect::<Result<Vec<_>, BookError>>()?;
        self.store.change_with(best.keys().chain(others.keys()).copied(), |_| Ok(()))?;
        Ok(verified)
    }

    /// Random positions in which the book plays a move, with that move.
    fn sample(&self, count: usize, seed: u64) -> Result<Vec<Played>, BookError> {
        let snapshot = self.store.snapshot()?;
        let (mut random, mut positions, mut played) = (Random::new(seed, 0), Vec::new(), Vec::new());
        for discs in LAYERS {
            positions.extend(snapshot.layer(discs)?);
        }
        while played.len() < count && !positions.is_empty() {
            let (key, entry) = positions.swap_remove(random.below(positions.len()));
            played.extend(best_link(&snapshot, key, &entry)?);
        }
        played.sort_by_key(|played| played.key.to_bytes());
        Ok(played)
    }
}

/// Whether two moves are the same or mirror images.
fn leads_to_the_same(key: Key, one: Square, other: Square) -> bool {
    let after = |at| match key.child(at) {
        Some(Child::Position(view)) => Some((view.key, view.is_passed)),
        _ => None,
    };
    one == other || after(one).is_some() && after(one) == after(other)
}
