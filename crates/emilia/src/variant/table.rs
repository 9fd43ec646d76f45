//! The transposition table: bounds of positions, shared by the threads.

use super::node::Choice;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// Plies of the search, at most the empty squares.
    pub depth: u8,
    /// The best move; [`Choice::NONE`] if there is none.
    pub best: Choice,
    /// Bounds of the score, in fractions of a disc.
    pub lower: i16,
    pub upper: i16,
}

impl Entry {
    /// Whether it is of a search of this depth, or a proof, with this number of empty squares. A deeper estimate would make the values of
    /// two moves ones of different depths.
    pub fn is_of(self, plies: u32, empties: u32) -> bool {
        u32::from(self.depth) == plies.min(empties) || u32::from(self.depth) == empties
    }

    const fn word(self, age: u8) -> u64 {
        let (lower, upper) = (self.lower as u16 as u64, self.upper as u16 as u64);
        let [place, end] = self.best.0.to_le_bytes();
        let of_move = (place as u64) << 8 | (end as u64) << 56;
        self.depth as u64 | of_move | lower << 16 | upper << 32 | (age as u64) << 48
    }

    const fn of(word: u64) -> Entry {
        let (lower, upper) = ((word >> 16) as u16 as i16, (word >> 32) as u16 as i16);
        let best = Choice(u16::from_le_bytes([(word >> 8) as u8, (word >> 56) as u8]));
        Entry { depth: word as u8, best, lower, upper }
    }
}

/// The age of a word.
const fn age_of(word: u64) -> u8 {
    (word >> 48) as u8
}

/// Four pairs of words in a cache line: the key combined with the entry, so that a torn write does not pass, and the entry.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; 4]);

/// The table of a searcher: its entries can be saved while it searches, and restored.
pub struct Table {
    buckets: Vec<Bucket>,
    /// The number of the search; entries of earlier ones are replaced first.
    age: AtomicU8,
}

impl Table {
    /// A table of at most this many MiB, and at least one.
    pub(super) fn new(mebibytes: usize) -> Table {
        let count = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        Table {
            buckets: std::iter::repeat_with(Bucket::default).take(1 << count.ilog2()).collect(),
            age: AtomicU8::new(0),
        }
    }

    /// Begins another search.
    pub(super) fn grow_older(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn clear(&self) {
        self.words().for_each(|[check, word]| {
            check.store(0, Ordering::Relaxed);
            word.store(0, Ordering::Relaxed);
        });
    }

    fn words(&self) -> impl Iterator<Item = &[AtomicU64; 2]> {
        self.buckets.iter().flat_map(|bucket| &bucket.0)
    }

    /// The keys and contents of at most this many entries, those of the deepest searches.
    pub fn deepest(&self, most: usize) -> Vec<[u64; 2]> {
        let read = |[check, word]: &[AtomicU64; 2]| {
            let word = word.load(Ordering::Relaxed);
            [check.load(Ordering::Relaxed) ^ word, word]
        };
        let mut counts = [0_usize; 256];
        self.words().map(read).filter(|[_, word]| *word != 0).for_each(|[_, word]| counts[(word & 255) as usize] += 1);
        let mut kept = 0;
        let mut is_room = |count: &usize| {
            kept += count;
            kept <= most
        };
        let least = 256 - counts.iter().rev().take_while(|count| is_room(count)).count();
        let deepest = self.words().map(read).filter(|[_, word]| *word != 0 && (word & 255) as usize >= least);
        // While a search goes on there may be more by now.
        deepest.take(most).collect()
    }

    /// Puts entries that [`Table::deepest`] gave back into the table. They must be of the same game and weights.
    pub fn restore(&self, entries: &[[u64; 2]]) {
        entries.iter().for_each(|[key, word]| self.put(*key, Entry::of(*word)));
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|[check, word]| {
            let word = word.load(Ordering::Relaxed);
            (check.load(Ordering::Relaxed) ^ word == key && word != 0).then(|| Entry::of(word))
        })
    }

    pub(super) fn put(&self, key: u64, entry: Entry) {
        let (slots, age) = (&self.bucket(key).0, self.age.load(Ordering::Relaxed));
        let mut worst = (&slots[0], u32::MAX);
        for slot in slots {
            let [check, word] = slot;
            let word = word.load(Ordering::Relaxed);
            let worth = match check.load(Ordering::Relaxed) ^ word == key {
                true => 0,
                false => u32::from(Entry::of(word).depth) + if age_of(word) == age { 256 } else { 0 } + 1,
            };
            if worth < worst.1 {
                worst = (slot, worth);
            }
        }
        let ([check, word], written) = (worst.0, entry.word(age));
        word.store(written, Ordering::Relaxed);
        check.store(key ^ written, Ordering::Relaxed);
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }
}
