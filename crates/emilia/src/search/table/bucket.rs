//! Where the table keeps entries: slots, two in a cache line.

use std::sync::atomic::AtomicU64;

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
