//! Entries of the transposition table in a form that can be saved.
//!
//! Knows nothing of files: entries are converted to bytes and back.

use super::table::{Entry, Table, pack, unpack};
use crate::board::{Bitboard, Position, Square};

/// More than the depth of any entry.
const DEPTHS: usize = 64;

/// An entry of a transposition table with its position, for another table.
///
/// # Examples
/// ```
/// use emilia::search::SavedEntry;
///
/// assert!(SavedEntry::from_bytes(&[0xFF; SavedEntry::BYTES]).is_none()); // own and opposite discs overlap
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SavedEntry {
    position: Position,
    entry: Entry,
}

impl SavedEntry {
    /// The size of its bytes.
    pub const BYTES: usize = 24;

    /// As bytes: the words of the position, little-endian, then the packed entry.
    pub fn to_bytes(&self) -> [u8; SavedEntry::BYTES] {
        let words = [self.position.own().0, self.position.opp().0, pack(&self.entry)];
        let mut bytes = [0; SavedEntry::BYTES];
        for (node, word) in bytes.chunks_exact_mut(8).zip(words) {
            node.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// From the bytes of [`SavedEntry::to_bytes`]; none if they are not valid.
    pub fn from_bytes(bytes: &[u8; SavedEntry::BYTES]) -> Option<SavedEntry> {
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let (position, entry) = (Position::new(Bitboard(word(0)), Bitboard(word(8)))?, unpack(word(16)));
        let is_sound = entry.lower <= entry.upper && u32::from(entry.depth) <= position.empties();
        let is_legal = |at: &Option<Square>| at.is_none_or(|at| position.moves().has(at));
        (is_sound && entry.moves.iter().all(is_legal)).then_some(SavedEntry { position, entry })
    }
}

impl Table {
    /// Stores an entry of another table.
    pub(super) fn restore(&self, saved: &SavedEntry) {
        self.put(saved.position, saved.entry);
    }

    /// The entries that are most expensive to recompute, at most this number: those of the greatest depths.
    pub(super) fn deepest(&self, most: usize) -> impl Iterator<Item = SavedEntry> {
        let mut counts = [0usize; DEPTHS];
        for saved in self.entries() {
            counts[usize::from(saved.entry.depth)] += 1;
        }
        let mut sum = 0;
        let fits = |count: &&usize| {
            sum += **count;
            sum <= most
        };
        let least = counts.len() - counts.iter().rev().take_while(fits).count();
        // Other threads write meanwhile: there may be more entries than were counted.
        self.entries().filter(move |saved| usize::from(saved.entry.depth) >= least).take(most)
    }

    /// Every entry with its position. Entries that are written meanwhile may be missed.
    fn entries(&self) -> impl Iterator<Item = SavedEntry> {
        // A lookup by the position finds an entry only if neither was torn.
        self.positions().filter_map(|position| self.get(position).map(|entry| SavedEntry { position, entry }))
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, SavedEntry, Table};
    use crate::board::{Position, Square};
    use crate::score::Score;
    use crate::search::Selectivity;

    fn entry(depth: u8) -> Entry {
        let (lower, upper) = (Score::discs(-4), Score::discs(6));
        Entry { lower, upper, depth, selectivity: Selectivity::P95, moves: [Some(Square::D3), None] }
    }

    #[test]
    fn an_entry_survives_as_bytes() {
        let saved = SavedEntry { position: Position::START, entry: entry(20) };
        assert_eq!(SavedEntry::from_bytes(&saved.to_bytes()), Some(saved));
    }

    #[test]
    fn bytes_that_are_no_entry_are_refused() {
        let saved = SavedEntry { position: Position::START, entry: entry(20) };
        let spoilt = |change: fn(&mut [u8; SavedEntry::BYTES])| {
            let mut bytes = saved.to_bytes();
            change(&mut bytes);
            SavedEntry::from_bytes(&bytes)
        };
        assert_eq!(spoilt(|bytes| bytes[..16].fill(0xFF)), None, "a square with two discs");
        assert_eq!(spoilt(|bytes| bytes[3] ^= 0xFF), None, "a move where a disc lies");
        assert_eq!(spoilt(|bytes| bytes[20] |= 63), None, "deeper than the game");
        assert_eq!(
            spoilt(|bytes| bytes[16..20].copy_from_slice(&[0, 4, 0, 2])),
            None,
            "bounds that contradict each other"
        );
    }

    #[test]
    fn the_deepest_entries_are_kept() {
        let table = Table::new(1 << 16);
        let mut position = Position::START;
        for depth in 1..=20 {
            let replies = |at: &Square| position.try_play(*at).expect("legal").moves().len();
            let at = position.moves().max_by_key(replies).expect("a move");
            table.put(position, Entry { moves: [Some(at), None], ..entry(depth) });
            position = position.try_play(at).expect("legal");
        }
        let mut depths: Vec<u8> = table.deepest(5).map(|saved| saved.entry.depth).collect();
        depths.sort_unstable();
        assert_eq!(depths, [16, 17, 18, 19, 20]);
        assert_eq!(table.deepest(100).count(), 20);
        assert_eq!(table.deepest(0).count(), 0);
        let other = Table::new(1 << 16);
        table.deepest(100).for_each(|saved| other.restore(&saved));
        assert_eq!(other.deepest(100).count(), 20);
    }
}
