//! The positions of another program's book, and what its readers share.

use crate::board::{Bitboard, Position, Square};
use crate::book::entry::{Leaf, better};
use crate::book::key::{Child, Key, View};
use crate::score::{Score, Value};
use crate::search::Level;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

/// A book of another program.
///
/// # Examples
/// ```
/// use emilia::book::ForeignBook;
///
/// let error = ForeignBook::read(b"XADE KOOB").err().unwrap();
/// assert!(error.to_string().contains("Edax"));
/// assert_eq!(ForeignBook::read(b"2718 2818 0")?.program, "Zebra");
/// assert!(ForeignBook::read(b"text").is_err());
/// # Ok::<(), emilia::book::BookError>(())
/// ```
pub struct ForeignBook {
    /// The program.
    pub program: &'static str,
    /// The level of the book, as far as its file has one.
    pub level: Option<Level>,
    /// Positions of the file that cannot be kept: sentences with their numbers.
    pub notes: Vec<String>,
    pub(in crate::book) positions: Vec<(Key, Leaf)>,
}

impl ForeignBook {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }
}

/// An estimate by another program in whole discs.
pub(super) fn estimate(discs: i8, plies: u32, percent: u8) -> Option<Value> {
    (-64..=64).contains(&discs).then(|| Value::estimate(Score::discs(discs.into()), plies.min(60) as u8, percent))
}

/// The key of a position of a file, and the square of the key that is a square of the position; none if it is not a position in which
/// the side to move has a move.
pub(super) fn key_of(own: u64, opp: u64) -> Option<View> {
    let position = Position::new(Bitboard(own), Bitboard(opp))?;
    Key::of(position).filter(|view| !view.is_passed)
}

/// The better of two leaves, or the one that is known.
pub(super) fn best_leaf(leaves: impl IntoIterator<Item = (Square, Value)>) -> Leaf {
    let best = leaves.into_iter().max_by_key(|(at, value)| (value.score(), Reverse(*at)));
    best.map_or(Leaf::Unknown, |(at, value)| Leaf::Best { at, value })
}

/// The positions in order, each once with the more certain of its leaves.
pub(super) fn merged(positions: impl IntoIterator<Item = (Key, Leaf)>) -> Vec<(Key, Leaf)> {
    let mut merged = BTreeMap::<(u8, Key), Leaf>::new();
    for (key, leaf) in positions {
        let known = merged.entry((key.discs(), key)).or_default();
        *known = better(*known, leaf);
    }
    merged.into_iter().map(|((_, key), leaf)| (key, leaf)).collect()
}

/// The moves to positions that are not in the file, one of those that are mirror images of each other.
pub(super) fn moves_outside(key: Key, stored: &HashSet<Key>) -> Vec<Square> {
    let mut seen = HashSet::new();
    let outside = key.children().filter(|(_, child)| match child {
        Child::Position(view) => !stored.contains(&view.key) && seen.insert(view.key),
        Child::End(_) => true,
    });
    outside.map(|(at, _)| at).collect()
}
