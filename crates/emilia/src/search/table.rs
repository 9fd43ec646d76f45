//! The transposition table: results of earlier searches, shared by all threads without locks.
//!
//! Knows nothing of search algorithms: it keeps bounds of scores with their depth and selectivity.

mod entry;
mod memory;

use crate::memory::prefetch;
use emilia_core::{Bitboard, Position};
use entry::{EPOCH_MASK, GENERATION_MASK, age, effort, is_of, is_valid};
pub(super) use entry::{Entry, pack, unpack};
use memory::Buckets;
use memory::{Bucket, Slot};
use std::alloc::{Layout, handle_alloc_error};
use std::sync::atomic::Ordering::Relaxed;

/// A shared map from positions to entries; a full bucket forgets its least valuable entry.
pub(super) struct Table {
    buckets: Buckets,
    /// The number of buckets in use, a power of two.
    used: usize,
    /// The number of buckets that may hold entries: the most in use since the memory was cleared.
    touched: usize,
    /// The number of the search: entries of earlier ones are replaced first.
    generation: u8,
    /// The number of times the table was cleared: entries of an earlier epoch count as empty.
    epoch: u8,
}

impl Table {
    /// A table of at most this many bytes, and at least one bucket; smaller if the system refuses the memory.
    pub(super) fn new(bytes: usize) -> Table {
        let wanted = (bytes / size_of::<Bucket>()).max(1).ilog2();
        let granted = (0..=wanted).rev().find_map(|log| Some((log, Buckets::new(1 << log)?)));
        let (log, buckets) = granted.unwrap_or_else(|| handle_alloc_error(Layout::new::<Bucket>()));
        if log < wanted {
            let mib = |log: u32| (size_of::<Bucket>() << log) >> 20;
            log::error!("the memory does not hold a table of {} MiB: it has {} MiB", mib(wanted), mib(log));
        }
        Table { used: buckets.len(), touched: 0, buckets, generation: 0, epoch: 0 }
    }

    /// Touches all its memory, so that the system provides it now and not during a search: for 256 MiB that takes about a tenth of
    /// a second.
    pub(super) fn warm(&mut self) {
        /// Bytes in the smallest page.
        const PAGE: usize = 1 << 12;
        for bucket in self.buckets.iter_mut().step_by(PAGE / size_of::<Bucket>()) {
            let word = bucket.0[0].packed.get_mut();
            *word = std::hint::black_box(*word); // else the compiler removes the write, which changes nothing
        }
    }

    /// Ages all entries before a search: its own entries are more valuable than older ones.
    pub(super) fn age(&mut self) {
        self.generation = (self.generation + 1) & GENERATION_MASK;
        self.touched = self.touched.max(self.used);
    }

    /// Removes all entries. Usually free: memory is cleared only when the epochs are used up.
    pub(super) fn clear(&mut self) {
        self.generation = 0;
        self.epoch = (self.epoch + 1) & EPOCH_MASK;
        if self.epoch == 0 {
            for slot in self.buckets[..self.touched].iter_mut().flat_map(|bucket| &mut bucket.0) {
                *slot = Slot::default();
            }
            self.touched = 0;
        }
    }

    /// Removes all entries and uses at most this number of bytes from now on: a small table stays in the caches.
    pub(super) fn confine(&mut self, bytes: usize) {
        self.used = (1 << (bytes / size_of::<Bucket>()).max(1).ilog2()).min(self.buckets.len());
        self.clear();
    }

    /// Prefetches the position's cache line.
    #[inline]
    pub(super) fn prefetch(&self, position: Position) {
        prefetch(self.bucket(position));
    }

    /// The entry of the position, if there is one.
    #[inline]
    pub(super) fn get(&self, position: Position) -> Option<Entry> {
        self.bucket(position).0.iter().find_map(|slot| slot.get(position, self.epoch)).map(unpack)
    }

    /// Stores an entry, merged with the present one of the position, unless that is of this search and deeper.
    pub(super) fn put(&self, position: Position, mut entry: Entry) {
        let age = age(self.generation, self.epoch);
        let mut victim = None;
        for slot in &self.bucket(position).0 {
            if let Some(packed) = slot.get(position, self.epoch) {
                let old = unpack(packed);
                if old.depth > entry.depth && is_of(packed, self.generation) {
                    return; // a shallow search for move ordering must not replace the result of the search whose moves it orders
                }
                if old.depth == entry.depth && old.selectivity == entry.selectivity {
                    entry.merge(&old);
                } else if entry.moves[1].is_none() && entry.moves[0] != old.moves[0] {
                    entry.moves[1] = old.moves[0];
                }
                return slot.put(position, pack(&entry) | age);
            }
            let cost = slot.replacement_cost(self.generation, self.epoch);
            if victim.is_none_or(|(least, _)| cost < least) {
                victim = Some((cost, slot));
            }
        }
        if let Some((_, slot)) = victim {
            slot.put(position, pack(&entry) | age);
        }
    }

    /// The positions of all entries, as far as they can be read: a slot that is being written may give any position.
    pub(super) fn positions(&self) -> impl Iterator<Item = Position> {
        self.buckets.iter().flat_map(|bucket| &bucket.0).filter_map(Slot::position)
    }

    #[inline]
    fn bucket(&self, position: Position) -> &Bucket {
        let index = mix(position) as usize & (self.used - 1);
        // SAFETY: the number of buckets in use is a power of two, so the mask keeps the index below it.
        unsafe { self.buckets.get_unchecked(index) }
    }
}

impl Slot {
    #[inline]
    fn get(&self, position: Position, epoch: u8) -> Option<u64> {
        let packed = self.packed.load(Relaxed);
        let (own, opp) = disguise(position, packed);
        let is_here = self.own.load(Relaxed) == own && self.opp.load(Relaxed) == opp;
        (is_here && is_valid(packed, epoch)).then_some(packed)
    }

    /// The position of the words, if they are one.
    fn position(&self) -> Option<Position> {
        let packed = self.packed.load(Relaxed);
        let (own, opp) = disguise_words(self.own.load(Relaxed), self.opp.load(Relaxed), packed);
        if packed == 0 { None } else { Position::new(Bitboard(own), Bitboard(opp)) }
    }

    fn put(&self, position: Position, packed: u64) {
        let (own, opp) = disguise(position, packed);
        self.own.store(own, Relaxed);
        self.opp.store(opp, Relaxed);
        self.packed.store(packed, Relaxed);
    }

    /// The cost of replacing it: least for an empty slot; an old entry costs less than a new one, a shallow one less than a deep one.
    fn replacement_cost(&self, generation: u8, epoch: u8) -> u32 {
        let packed = self.packed.load(Relaxed);
        if !is_valid(packed, epoch) {
            return 0;
        }
        1 + effort(packed) + if is_of(packed, generation) { 1 << 16 } else { 0 }
    }
}

/// The position's words as they are stored with this entry.
#[inline]
fn disguise(position: Position, packed: u64) -> (u64, u64) {
    disguise_words(position.own().0, position.opp().0, packed)
}

/// The words combined with the entry by XOR; applied twice, it restores them.
#[inline]
fn disguise_words(own: u64, opp: u64, packed: u64) -> (u64, u64) {
    (own ^ packed, opp ^ packed.rotate_left(32).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// A hash of the position: both words through one wide multiplication.
#[inline]
pub(super) fn mix(position: Position) -> u64 {
    let own = u128::from(position.own().0 ^ 0x2D35_8DCC_AA6C_78A5);
    let opp = u128::from(position.opp().0.rotate_left(29) ^ 0x8BB8_4B93_962E_ACC9);
    let product = own * opp;
    let folded = product as u64 ^ (product >> 64) as u64;
    folded ^ folded >> 32
}

#[cfg(test)]
mod tests {
    use super::{Bucket, Entry, Table};
    use crate::search::Selectivity;
    use emilia_core::{Position, Score, Square};

    fn entry(depth: u8, lower: i32, upper: i32) -> Entry {
        Entry {
            lower: Score::discs(lower),
            upper: Score::discs(upper),
            depth,
            selectivity: Selectivity::P95,
            moves: [Some(Square::F5), None],
        }
    }

    fn children() -> Vec<Position> {
        Position::START.moves().map(|at| Position::START.try_play(at).expect("legal")).collect()
    }

    #[test]
    fn what_was_put_is_found_again_unchanged() {
        let table = Table::new(1 << 16);
        let entry = entry(12, -64, 3);
        assert_eq!(table.get(Position::START), None);
        table.put(Position::START, entry);
        assert_eq!(table.get(Position::START), Some(entry));
        assert_eq!(table.get(Position::START.pass()), None);
    }

    #[test]
    fn a_warmed_table_knows_what_it_knew() {
        let mut table = Table::new(1 << 16);
        table.put(Position::START, entry(12, -64, 3));
        table.warm();
        assert_eq!(table.get(Position::START), Some(entry(12, -64, 3)));
        assert_eq!(table.get(Position::START.pass()), None);
    }

    #[test]
    fn bounds_of_equal_searches_are_joined() {
        let table = Table::new(1 << 16);
        table.put(Position::START, entry(12, -4, 64));
        table.put(Position::START, Entry { moves: [Some(Square::D3), None], ..entry(12, -64, 6) });
        let joined = table.get(Position::START).expect("an entry");
        assert_eq!((joined.lower, joined.upper), (Score::discs(-4), Score::discs(6)));
        assert_eq!(joined.moves, [Some(Square::D3), Some(Square::F5)]);
    }

    #[test]
    fn a_shallower_search_does_not_forget_what_a_deeper_one_found_unless_that_is_old() {
        let mut table = Table::new(1 << 16);
        table.put(Position::START, entry(12, -4, 6));
        table.put(Position::START, entry(3, 0, 64));
        assert_eq!(table.get(Position::START), Some(entry(12, -4, 6)));
        table.age();
        table.put(Position::START, entry(3, 0, 64));
        assert_eq!(table.get(Position::START), Some(entry(3, 0, 64)));
    }

    #[test]
    fn a_tiny_table_forgets_the_shallow_and_keeps_the_deep() {
        let table = Table::new(0);
        let children = children();
        table.put(Position::START, entry(20, 0, 0));
        for child in &children {
            table.put(*child, entry(1, 0, 0));
        }
        assert_eq!(table.get(Position::START), Some(entry(20, 0, 0)));
        assert_eq!(children.iter().filter(|child| table.get(**child).is_some()).count(), 1);
    }

    #[test]
    fn a_table_that_the_memory_cannot_hold_is_made_smaller() {
        for bytes in [1 << 50, usize::MAX] {
            let table = Table::new(bytes);
            assert!(table.buckets.len() < bytes / size_of::<Bucket>() && table.buckets.len().is_power_of_two());
            table.put(Position::START, entry(12, -64, 3));
            assert_eq!(table.get(Position::START), Some(entry(12, -64, 3)));
        }
    }

    #[test]
    fn a_cleared_table_knows_nothing_however_often_it_is_cleared() {
        let mut table = Table::new(1 << 12);
        let mut position = Position::START;
        for depth in 1..40 {
            table.age();
            assert_eq!(table.get(position), None);
            table.put(position, entry(depth, 0, 2));
            assert_eq!(table.get(position), Some(entry(depth, 0, 2)));
            table.clear();
            // Each position is looked up again when the epochs have wrapped around.
            position = if depth % 16 == 0 {
                Position::START
            } else {
                position.moves().first().and_then(|at| position.try_play(at)).expect("a move")
            };
        }
    }

    #[test]
    fn a_table_that_is_confined_and_widened_again_knows_nothing_old() {
        let mut table = Table::new(1 << 16);
        let children = children();
        for round in 0..40 {
            table.confine(if round % 3 == 0 { 1 << 16 } else { 64 });
            table.age();
            for (i, child) in children.iter().enumerate() {
                assert_eq!(table.get(*child), None, "round {round}");
                if round < 3 || i == 0 {
                    table.put(*child, entry(5, 0, 2));
                    assert_eq!(table.get(*child), Some(entry(5, 0, 2)));
                }
            }
        }
        assert_eq!(table.used, 1 << 10);
    }

    #[test]
    fn old_entries_go_first() {
        let mut table = Table::new(0);
        let children = children();
        table.put(Position::START, entry(20, 0, 0));
        table.age();
        table.put(children[0], entry(1, 0, 0));
        table.put(children[1], entry(1, 0, 0));
        assert_eq!(table.get(Position::START), None);
    }
}
