//! The memory of the table: empty buckets, on pages that the system hands out as they are first touched.
//!
//! Knows nothing of their content.

use crate::memory::advise_huge_pages;
use std::alloc::{Layout, alloc_zeroed};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::AtomicU64;

/// Words in a bucket.
const WORDS: usize = size_of::<Bucket>() / size_of::<AtomicU64>();

/// Buckets, one per cache line.
///
/// They are kept in words and begin at the first border of a cache line: memory that is allocated with an alignment of 64 bytes is
/// not taken from the system as zeros but filled with zeros, which takes half a second for every GiB.
pub(super) struct Buckets {
    words: Box<[AtomicU64]>,
    /// The word at which the first bucket begins.
    start: usize,
    count: usize,
}

impl Buckets {
    /// This number of empty buckets; none if the system refuses the memory.
    pub(super) fn new(count: usize) -> Option<Buckets> {
        let words = zeroed(count.checked_mul(WORDS)?.checked_add(WORDS - 1)?)?;
        advise_huge_pages(&words);
        let start = words.as_ptr().align_offset(align_of::<Bucket>());
        (start < WORDS).then_some(Buckets { words, start, count })
    }
}

impl Deref for Buckets {
    type Target = [Bucket];

    #[inline]
    fn deref(&self) -> &[Bucket] {
        // SAFETY: a bucket consists of `WORDS` words, of which any value is valid; `start` is below `WORDS` and aligned,
        // so that `count` buckets fit after it.
        unsafe { std::slice::from_raw_parts(self.words.as_ptr().add(self.start).cast(), self.count) }
    }
}

impl DerefMut for Buckets {
    fn deref_mut(&mut self) -> &mut [Bucket] {
        // SAFETY: as above, and the words are borrowed for as long as the buckets.
        unsafe { std::slice::from_raw_parts_mut(self.words.as_mut_ptr().add(self.start).cast(), self.count) }
    }
}

/// This number of zeros (1..); none if the system refuses the memory.
fn zeroed(count: usize) -> Option<Box<[AtomicU64]>> {
    let layout = Layout::array::<AtomicU64>(count).ok().filter(|layout| layout.size() > 0)?;
    // SAFETY: the layout is not empty.
    let memory = unsafe { alloc_zeroed(layout) };
    if memory.is_null() {
        return None;
    }
    let words = std::ptr::slice_from_raw_parts_mut(memory.cast::<AtomicU64>(), count);
    // SAFETY: the memory was just allocated with the layout of `count` words, by the allocator that the box returns it to, and
    // zero is a value of an atomic integer.
    Some(unsafe { Box::from_raw(words) })
}

/// A position and its packed entry. The words of the position are mixed with the entry, so that halves of two writes that
/// met in one slot (a torn write) decode to no position that was ever asked for. Source: Hyatt and Mann (2002), "A lockless
/// transposition table"; the whole position is kept, so that no two positions can be taken for each other.
#[derive(Default)]
pub(super) struct Slot {
    pub own: AtomicU64,
    pub opp: AtomicU64,
    pub packed: AtomicU64,
}

/// Two slots in a cache line.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct Bucket(pub [Slot; 2]);
