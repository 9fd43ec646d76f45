//! A cache of the values of leaves: they recur in deeper iterations, in other windows and after transpositions.
//!
//! Knows nothing of the evaluation. A cached value equals the computed one, so the cache changes only the time of a search and is
//! never cleared. It saves a fifth of the time of a search of 13 plies.

use super::table::mix;
use crate::memory::prefetch;
use emilia_core::{Position, Score};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// 2^BITS entries, half a MiB: it fits into the L2 cache of a core together with the weights in use.
const BITS: u32 = 16;
/// XORed with the hash of a position for its linear evaluation.
const LINEAR: u64 = 0x9E37_79B9_7F4A_7C15;
/// The part of an entry that holds the value; the rest are bits of the hash.
const VALUE: u64 = 0xFFFF;

/// Evaluations by the hash of the position; a new one replaces an old one.
pub(super) struct EvalCache(Vec<AtomicU64>);

impl EvalCache {
    pub(super) fn new() -> EvalCache {
        EvalCache((0..1 << BITS).map(|_| AtomicU64::new(0)).collect())
    }

    /// The value of a position as a leaf, computed by `make` unless it is cached.
    #[inline]
    pub(super) fn full(&self, position: Position, make: impl FnOnce() -> Score) -> Score {
        self.get_or_insert(mix(position), make)
    }

    /// The same for the linear part of its static evaluation.
    #[inline]
    pub(super) fn linear(&self, position: Position, make: impl FnOnce() -> Score) -> Score {
        self.get_or_insert(mix(position) ^ LINEAR, make)
    }

    /// Prefetches the entry of the value of a position.
    #[inline]
    pub(super) fn prefetch(&self, position: Position) {
        prefetch(self.entry(mix(position)));
    }

    /// The same for its linear part.
    #[inline]
    pub(super) fn prefetch_linear(&self, position: Position) {
        prefetch(self.entry(mix(position) ^ LINEAR));
    }

    #[inline]
    fn entry(&self, hash: u64) -> &AtomicU64 {
        &self.0[(hash >> (64 - BITS)) as usize]
    }

    #[inline]
    fn get_or_insert(&self, hash: u64, make: impl FnOnce() -> Score) -> Score {
        let entry = self.entry(hash);
        let (known, tag) = (entry.load(Relaxed), hash << 16);
        if known & !VALUE == tag {
            return Score::clamped(i32::from(known as u16 as i16));
        }
        let score = make();
        entry.store(tag | u64::from(score.raw() as u16), Relaxed);
        score
    }
}

#[cfg(test)]
mod tests {
    use super::EvalCache;
    use emilia_core::{Position, Score};

    #[test]
    fn a_cached_evaluation_is_not_computed_again() {
        let (eval_cache, start) = (EvalCache::new(), Position::START);
        let computed = |discs: f32| move || Score::from_discs(discs);
        let never = || -> Score { panic!("it is cached") };
        for (at, discs) in start.moves().zip([-1.5, 2.0, -64.0, 64.0]) {
            let position = start.try_play(at).expect("legal");
            assert_eq!(eval_cache.full(position, computed(discs)), Score::from_discs(discs));
            assert_eq!(eval_cache.linear(position, computed(discs / 2.0)), Score::from_discs(discs / 2.0));
            assert_eq!(eval_cache.full(position, never), Score::from_discs(discs));
            assert_eq!(eval_cache.linear(position, never), Score::from_discs(discs / 2.0));
        }
    }
}
