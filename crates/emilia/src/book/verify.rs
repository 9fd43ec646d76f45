//! Deeper searches of moves that a book plays, to see whether they hold.

use super::build::Builder;
use super::error::BookError;
use super::grow::{Evaluation, Request};
use super::key::{Child, Key};
use super::played::{Played, best_link};
use super::tree::{LAYERS, Tree as _};
use crate::random::Random;
use crate::search::Level;
use emilia_core::{Bitboard, Score, Square, Value};

/// Which moves are searched, and how deep.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verification {
    /// The most moves.
    pub count: usize,
    /// The seed of their choice.
    pub seed: u64,
    /// Plies above the level of the builder.
    pub plies: u8,
    /// What a move may lose. If it loses more, the two searches may err: it is searched again.
    pub max_loss: Score,
    /// Plies above those of the first searches when a move is searched again; 0 if it is not.
    pub plies_again: u8,
}

/// A move that a book plays, with deeper searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct VerifiedMove {
    /// The position.
    pub key: Key,
    /// The move of the book.
    pub at: Square,
    /// Its value in the book.
    pub stored: Value,
    /// What the first searches found.
    pub first: Comparison,
    /// What searches deeper than those found, if the first ones let the move lose too much.
    pub again: Option<Comparison>,
}

/// A move against the best one of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// The value of the move.
    pub value: Value,
    /// The best move.
    pub best: Square,
    /// What the move loses against that, 0 or more.
    pub loss: Score,
}

impl VerifiedMove {
    /// What the move loses by the deepest searches, 0 or more.
    pub fn loss(&self) -> Score {
        self.again.unwrap_or(self.first).loss
    }
}

impl Builder<'_> {
    /// Searches random moves that the book plays deeper than the level of the builder; in the order of their positions. The book does not
    /// change.
    ///
    /// # Errors
    /// If the book cannot be read, or the stop was requested; the same call continues then.
    #[doc(hidden)]
    pub fn verify(&mut self, verification: Verification) -> Result<Vec<VerifiedMove>, BookError> {
        let Verification { count, seed, plies, max_loss, plies_again } = verification;
        let played = self.sample(count, seed)?;
        let mut used = Vec::new();
        let found = self.compare(&played, plies, &mut used)?;
        let is_refuted = |first: &Comparison| plies_again > 0 && first.loss > max_loss;
        let refuted = played.iter().zip(&found).filter(|(_, first)| is_refuted(first)).map(|(played, _)| *played);
        let again = self.compare(&refuted.collect::<Vec<_>>(), plies.saturating_add(plies_again), &mut used)?;
        let mut again = again.into_iter();
        let verified = played.iter().zip(found).map(|(Played { key, at, stored, .. }, first)| {
            let again = is_refuted(&first).then(|| again.next()).flatten();
            VerifiedMove { key: *key, at: *at, stored: *stored, first, again }
        });
        let verified = verified.collect();
        self.store.change_with(used, |_| Ok(()))?;
        Ok(verified)
    }

    /// Compares moves with the best ones by searches of this number of plies above the level of the builder. Adds the searches to `used`.
    fn compare(&mut self, played: &[Played], plies: u8, used: &mut Vec<Request>) -> Result<Vec<Comparison>, BookError> {
        let level = Level::new(self.level.get().saturating_add(plies)).unwrap_or(Level::MAX);
        let all = |played: &Played| Request { key: played.key, moves: played.key.position().distinct_moves(), level };
        let alone = |played: &Played| Request { moves: Bitboard::from(played.at), ..all(played) };
        let best = self.evaluate_all(&played.iter().map(all).collect::<Vec<_>>())?;
        let best_of = |played: &Played| best.get(&all(played)).copied().ok_or(BookError::Stopped);
        let mut others = Vec::new();
        for played in played {
            if !leads_to_the_same(played.key, best_of(played)?.at, played.at) {
                others.push(alone(played));
            }
        }
        let others = self.evaluate_all(&others)?;
        used.extend(best.keys().chain(others.keys()));
        let compared = played.iter().map(|played| {
            let Evaluation { at: best, value: of_best } = best_of(played)?;
            let value = others.get(&alone(played)).map_or(of_best, |evaluation| evaluation.value);
            let loss = Score::from_raw((of_best.score() - value.score()).raw().max(0) as i16);
            Ok(Comparison { value, best, loss })
        });
        compared.collect()
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
