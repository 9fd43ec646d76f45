//! The positions of another program's book, and what its readers share.
//!
//! A reader accounts for all that a file states of positions: it is kept, or counted with the reason and the first place.

use super::header::Header;
use crate::book::entry::{Entry, Leaf, better};
use crate::book::error::BookError;
use crate::book::key::{Child, Key, View};
use crate::book::minimax::{PositionValues, Values, derived};
use crate::search::Level;
use emilia_core::{Bitboard, Position, Score, Square, Value};
use std::cmp::Reverse;
use std::collections::btree_map::{BTreeMap, Entry as Place};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Display;

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
    /// What of the file is not kept: sentences, with a number and the first place where it is not the same for all positions.
    pub notes: Vec<String>,
    pub(in crate::book) positions: Vec<(Key, Leaf)>,
    /// What a book of Edax says of itself.
    pub(super) header: Option<Header>,
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

/// The leaf of this value whose move a file does not name: it is known if only one move, with its mirror images, leads to a position
/// that is not in the file.
fn leaf_without_move(key: Key, value: Value, stored: &Values) -> Leaf {
    let mut seen = HashSet::new();
    let mut outside = key.children().filter(|(_, child)| match child {
        Child::Position(view) => !stored.contains_key(&view.key) && seen.insert(view.key),
        Child::End(_) => true,
    });
    match (outside.next(), outside.next()) {
        (Some((at, _)), None) => Leaf::Best { at, value },
        _ => Leaf::Unnamed(value),
    }
}

/// What is found in a file.
#[derive(Default)]
pub(super) struct Collection {
    /// The positions by their number of discs, each with its leaf and its own value.
    positions: BTreeMap<(u8, Key), (Leaf, Option<Value>)>,
    /// Positions after a pass, with their values.
    passed: Vec<(Key, Option<Value>)>,
    /// Scores of positions that the file has at other places: as scores of moves that lead to them.
    restated: Vec<(Key, Score)>,
    /// What is not kept: how often, why, and where first.
    left_out: Vec<(u64, &'static str, String)>,
}

impl Collection {
    /// Adds a position with its leaf and its value. A position can occur again.
    pub fn add(&mut self, key: Key, leaf: Leaf, value: Option<Value>) {
        match self.positions.entry((key.discs(), key)) {
            Place::Vacant(place) => _ = place.insert((leaf, value)),
            Place::Occupied(mut place) => {
                let (known, of_position) = place.get_mut();
                *known = better(*known, leaf);
                *of_position = of_position.or(value);
                self.restated.extend(value.map(|value| (key, value.score())));
                self.leave_out(
                    "positions occur again or as mirror images; the more certain leaf is kept",
                    key.position(),
                );
            }
        }
    }

    /// Adds a position in which the side to move must pass. The book has the one after the pass, whose value this is.
    pub fn add_passed(&mut self, key: Key, value: Option<Value>) {
        self.passed.push((key, value));
        self.leave_out("positions with a pass are stored as the ones after it", key.position());
    }

    /// Counts what is not kept for this reason; the words follow a number.
    pub fn leave_out(&mut self, reason: &'static str, place: impl Display) {
        match self.left_out.iter_mut().find(|(_, other, _)| *other == reason) {
            Some((count, ..)) => *count += 1,
            None => self.left_out.push((1, reason, place.to_string())),
        }
    }

    /// The leaf among the moves that a file lists for a position, with their values: the best one that leads to no position of the file.
    pub fn leaf_of(
        &mut self,
        view: &View,
        moves: impl IntoIterator<Item = (u8, Option<Value>)>,
        stored: &BTreeSet<Key>,
    ) -> Leaf {
        let key = view.key;
        let mut outside = Vec::new();
        for (at, value) in moves {
            let at = Square::new(at).map(|at| view.to_key(at));
            match at.and_then(|at| Some((at, key.child(at)?))).zip(value) {
                Some(((_, Child::Position(child)), value)) if stored.contains(&child.key) => {
                    self.restated.push((child.key, child.value_of_move(value).score()));
                }
                Some(((at, _), value)) => outside.push((at, value)),
                None => self.leave_out("moves are not legal or have no score and are left out", key.position()),
            }
        }
        let best = outside.iter().copied().max_by_key(|(at, value)| (value.score(), Reverse(*at)));
        for _ in outside.iter().skip(1) {
            self.leave_out("moves outside the book are not the best there and are left out", key.position());
        }
        best.map_or(Leaf::Unknown, |(at, value)| Leaf::Best { at, value })
    }

    /// The book. A value of a position that neither its leaf nor its moves have is that of a leaf that is not named, other values follow
    /// from those of the moves. `dropped` says what of all positions is not kept.
    ///
    /// # Errors
    /// None so far: the values that others follow from are in memory.
    pub fn book(
        mut self,
        program: &'static str,
        level: Option<Level>,
        dropped: &str,
    ) -> Result<ForeignBook, BookError> {
        for (key, value) in std::mem::take(&mut self.passed) {
            self.positions.entry((key.discs(), key)).or_insert((Leaf::Unknown, value));
            self.restated.extend(value.map(|value| (key, value.score())));
        }
        let (mut values, mut positions) = (Values::default(), Vec::new());
        for ((_, key), (leaf, stated)) in std::mem::take(&mut self.positions).into_iter().rev() {
            let derive = |leaf| derived(key, &Entry::with_leaf(leaf), |child: Key| Ok(values.get(&child).copied()));
            let mut entry = derive(leaf)?;
            let is_more = |value: &Value| entry.value.is_none_or(|of_moves| value.score() > of_moves.score());
            let unnamed = match entry.leaf {
                Leaf::Unnamed(value) => Some(value),
                Leaf::Unknown => stated.filter(is_more),
                Leaf::Nothing | Leaf::Best { .. } => None,
            };
            if let Some(value) = unnamed {
                entry = derive(leaf_without_move(key, value, &values))?;
            }
            if let Leaf::Unnamed(_) = entry.leaf {
                self.leave_out(
                    "best moves outside the book are not named, only their values; `emilia book fix` searches them",
                    key.position(),
                );
            }
            self.restated.extend(stated.map(|value| (key, value.score())));
            values.insert(key, PositionValues::of(&entry));
            positions.push((key, entry.leaf));
        }
        positions.reverse();
        let score = |key: &Key| values.get(key).copied().flatten().map(|values| values.value.score());
        self.restated.sort_unstable();
        self.restated.dedup();
        for (key, _) in std::mem::take(&mut self.restated).iter().filter(|(key, stated)| score(key) != Some(*stated)) {
            self.leave_out("values are not those of the best moves, which are kept", key.position());
        }
        let notes =
            self.left_out.into_iter().map(|(count, reason, place)| format!("{count} {reason} (first: {place})"));
        let notes = notes.chain([dropped.to_owned()]).collect();
        Ok(ForeignBook { program, level, notes, positions, header: None })
    }
}
