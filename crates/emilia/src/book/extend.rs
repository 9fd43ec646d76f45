//! Drop-out expansion: the best moves outside the book, those first that good play reaches soonest.
//!
//! The priority of a move is what all moves from the start position to it lose, of both sides, and a constant for each move (Lincke,
//! "Strategies for the automatic construction of opening books", 2001).

use super::build::Builder;
use super::entry::Entry;
use super::error::BookError;
use super::key::{Child, Key};
use super::tree::{LAYERS, Tree};
use emilia_core::{Position, Square, Value};
use std::collections::{BTreeSet, HashMap};

/// What a move costs beside its loss, in 1/128 disc: half a disc.
const MOVE_COST: u32 = 64;
/// Positions added in a step. More keep more threads busy, fewer follow the values more closely.
const STEP: usize = 256;

/// A move that can be added.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    priority: u32,
    /// The position after it.
    key: Key,
}

impl Builder<'_> {
    /// Adds the start position, then the best moves outside the book, until it has this number of positions, or no position with fewer than
    /// `max_discs` discs has one. Leaves that are not known are searched first. The number of new positions.
    ///
    /// # Errors
    /// If the book cannot be read or written, or the stop was requested.
    pub fn extend(&mut self, size: u64, max_discs: u8) -> Result<u64, BookError> {
        self.search_unknown()?;
        let before = self.store.len()?;
        loop {
            let missing = usize::try_from(size.saturating_sub(self.store.len()?)).unwrap_or(usize::MAX);
            let mut candidates = Vec::new();
            if missing > 0 {
                priorities(&self.store.snapshot()?, max_discs, |candidate| candidates.push(candidate))?;
            }
            candidates.sort_unstable();
            let mut new = BTreeSet::new();
            for candidate in candidates {
                if new.len() < missing.min(STEP) {
                    new.insert(candidate.key);
                }
            }
            if new.is_empty() {
                self.write_priorities()?;
                return Ok(self.store.len()? - before);
            }
            self.step(&new)?;
        }
    }

    /// Gives every position its priority.
    pub(super) fn write_priorities(&self) -> Result<(), BookError> {
        self.store.change(|tree| {
            let found = priorities(tree, 0, |_| {})?;
            for discs in LAYERS {
                for (key, entry) in tree.layer(discs)? {
                    let priority = found.get(&key).map(|priority| u16::try_from(*priority).unwrap_or(u16::MAX));
                    if entry.priority != priority {
                        tree.put(key, &Entry { priority, ..entry })?;
                    }
                }
            }
            Ok(())
        })
    }
}

/// The priorities of the positions that can be reached from the start position; calls `add` with the moves outside the book that lead
/// to at most this number of discs.
fn priorities(tree: &dyn Tree, max_discs: u8, mut add: impl FnMut(Candidate)) -> Result<HashMap<Key, u32>, BookError> {
    let mut found = HashMap::new();
    if let Some(start) = Key::of(Position::START).map(|view| view.key) {
        found.insert(start, 0);
        if !tree.has(start)? {
            add(Candidate { priority: 0, key: start });
        }
    }
    for discs in LAYERS {
        for (key, entry) in tree.layer(discs)? {
            let (Some(&priority), Some(value)) = (found.get(&key), entry.value) else { continue };
            let after = |of_move: Value| priority + MOVE_COST + (value.score() - of_move.score()).raw().max(0) as u32;
            for at in entry.links {
                let Some(Child::Position(view)) = key.child(at) else { continue };
                let Some(of_child) = tree.get(view.key)?.and_then(|child| child.value) else { continue };
                let priority = after(view.value_of_move(of_child));
                found.entry(view.key).and_modify(|least| *least = priority.min(*least)).or_insert(priority);
            }
            if let (Some(of_leaf), Some(at)) = (entry.leaf.value(), entry.leaf.square())
                && let Some(key) = position_after(key, at).filter(|key| key.discs() <= max_discs)
            {
                add(Candidate { priority: after(of_leaf), key });
            }
        }
    }
    Ok(found)
}

/// The position after a move; none if it ends the game.
pub(super) fn position_after(key: Key, at: Square) -> Option<Key> {
    match key.child(at)? {
        Child::Position(view) => Some(view.key),
        Child::End(_) => None,
    }
}
