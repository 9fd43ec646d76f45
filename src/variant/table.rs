//! The transposition table: bounds of positions, shared by the threads.

use std::sync::atomic::{AtomicU64, Ordering};

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// Plies of the search, at most the empty squares.
    pub depth: u8,
    /// The best move's place; [`Entry::NO_MOVE`] if there is none.
    pub best: u8,
    /// Bounds of the score, in fractions of a disc.
    pub lower: i16,
    pub upper: i16,
}

impl Entry {
    pub const NO_MOVE: u8 = u8::MAX;

    const fn word(self, age: u8) -> u64 {
        let (lower, upper) = (self.lower as u16 as u64, self.upper as u16 as u64);
        self.depth as u64 | (self.best as u64) << 8 | lower << 16 | upper << 32 | (age as u64) << 48
    }

    const fn of(word: u64) -> Entry {
        let (lower, upper) = ((word >> 16) as u16 as i16, (word >> 32) as u16 as i16);
        Entry { depth: word as u8, best: (word >> 8) as u8, lower, upper }
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

/// A table of entries by hash.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// The number of the search; entries of earlier ones are replaced first.
    age: u8,
}

impl Table {
    /// A table of at most this many MiB, and at least one.
    pub fn new(mebibytes: usize) -> Table {
        let count = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        Table { buckets: std::iter::repeat_with(Bucket::default).take(1 << count.ilog2()).collect(), age: 0 }
    }

    /// Begins another search.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|[check, word]| {
            let word = word.load(Ordering::Relaxed);
            (check.load(Ordering::Relaxed) ^ word == key && word != 0).then(|| Entry::of(word))
        })
    }

    pub fn put(&self, key: u64, entry: Entry) {
        let slots = &self.bucket(key).0;
        let mut worst = (&slots[0], u32::MAX);
        for slot in slots {
            let [check, word] = slot;
            let word = word.load(Ordering::Relaxed);
            let worth = match check.load(Ordering::Relaxed) ^ word == key {
                true => 0,
                false => u32::from(Entry::of(word).depth) + if age_of(word) == self.age { 256 } else { 0 } + 1,
            };
            if worth < worst.1 {
                worst = (slot, worth);
            }
        }
        let ([check, word], written) = (worst.0, entry.word(self.age));
        word.store(written, Ordering::Relaxed);
        check.store(key ^ written, Ordering::Relaxed);
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }
}
