//! Entries of the transposition table in a form that can be saved.
//!
//! Knows nothing of files: entries are converted to bytes and back.

use super::Selectivity;
use super::table::{Entry, Table, pack, unpack};
use emilia_core::{Bitboard, Certainty, Position, Score, Square, Value};

/// More than the depth of any entry.
const DEPTHS: usize = 64;

/// An entry of a transposition table with its position, for another table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SavedEntry {
    position: Position,
    entry: Entry,
}

impl SavedEntry {
    /// The size of its bytes.
    pub const BYTES: usize = 24;

    /// An entry for a value that was found elsewhere, for example in a book. It never serves a proof: it ends before the last move
    /// and has a confidence below 100 %. None if the position has no move.
    pub fn from_value(position: Position, value: Value, best: Option<Square>) -> Option<SavedEntry> {
        let (plies, percent) = match value.certainty() {
            Certainty::Depth { plies, percent } => (plies, percent),
            Certainty::Exact | Certainty::AtLeast | Certainty::AtMost => (u8::MAX, 100),
        };
        let bounds = match value.certainty() {
            Certainty::AtLeast => (value.score(), Score::MAX),
            Certainty::AtMost => (Score::MIN, value.score()),
            Certainty::Depth { .. } | Certainty::Exact => (value.score(), value.score()),
        };
        SavedEntry::from_bounds(position, bounds, plies, percent, best)
    }

    /// The same for two bounds of a value, the lower first, from a search of this depth and confidence in percent. None if the
    /// position has no move, the confidence is below all others, or the bounds contradict each other.
    pub fn from_bounds(
        position: Position,
        (lower, upper): (Score, Score),
        plies: u8,
        percent: u8,
        best: Option<Square>,
    ) -> Option<SavedEntry> {
        let plies = plies.min(u8::try_from(position.empties()).ok()?.checked_sub(1)?);
        let below_full = Selectivity::ALL.into_iter().filter(|selectivity| *selectivity < Selectivity::Full);
        let selectivity = below_full.rev().find(|selectivity| selectivity.percent() <= percent)?;
        let moves = position.moves();
        let best = best.filter(|at| moves.has(*at));
        let entry = Entry { lower, upper, depth: plies, selectivity, moves: [best, None] };
        (!moves.is_empty() && lower <= upper).then_some(SavedEntry { position, entry })
    }

    /// The position and the entry.
    pub(super) fn into_parts(self) -> (Position, Entry) {
        (self.position, self.entry)
    }

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
    use crate::search::Selectivity;
    use emilia_core::{Position, Score, Square, Value};

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
    fn a_value_from_elsewhere_never_serves_a_proof() {
        for value in [Value::exact(2), Value::at_least(2), Value::at_most(2), Value::estimate(Score::ZERO, 60, 100)] {
            let saved =
                SavedEntry::from_value(Position::START, value, Some(Square::A1)).expect("a position with moves");
            assert!(saved.entry.depth == 59 && saved.entry.selectivity == Selectivity::P99);
            assert_eq!(saved.entry.moves, [None, None], "a1 is not legal");
            assert!(!saved.entry.serves(60, Selectivity::P73) && !saved.entry.serves(10, Selectivity::Full));
        }
    }

    #[test]
    fn bounds_from_elsewhere_never_serve_a_proof_and_do_not_contradict_each_other() {
        let of = |lower: i32, upper: i32, percent| {
            let bounds = (Score::discs(lower), Score::discs(upper));
            SavedEntry::from_bounds(Position::START, bounds, 60, percent, Some(Square::D3)).map(|saved| saved.entry)
        };
        let entry = of(-2, 4, 100).expect("a position with moves");
        assert_eq!((entry.lower, entry.upper, entry.moves[0]), (Score::discs(-2), Score::discs(4), Some(Square::D3)));
        assert!(entry.depth == 59 && entry.selectivity == Selectivity::P99);
        assert_eq!((of(4, -2, 100), of(0, 0, 5)), (None, None));
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
