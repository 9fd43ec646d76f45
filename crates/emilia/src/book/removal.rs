//! Removing positions, so that what is known of them stays as a move outside the book.

use super::deviate::Lines;
use super::entry::{Entry, Leaf};
use super::error::BookError;
use super::key::{Child, Key};
use super::minimax::{derive_all, value_of_moves};
use super::store::Store;
use super::tree::{LAYERS, Tree};
use emilia_core::{Position, Square, Value};
use std::cmp::Reverse;
use std::collections::BTreeSet;

impl Store {
    /// Removes all positions that these lines do not reach. The number of them. A move without a value loses nothing.
    ///
    /// What is known of a removed position stays as a move outside the book.
    ///
    /// # Errors
    /// If the book cannot be read or written.
    #[doc(hidden)]
    pub fn prune(&self, lines: &Lines) -> Result<u64, BookError> {
        self.change(|tree| {
            let kept = lines.reached(tree, |_| {})?;
            keep(tree, &kept)
        })
    }

    /// Removes all positions to which no moves of the book lead from this one. The number of them.
    ///
    /// # Errors
    /// If the book cannot be read or written.
    pub fn keep_subtree(&self, from: Position) -> Result<u64, BookError> {
        self.change(|tree| {
            let kept = following(tree, from)?;
            keep(tree, &kept)
        })
    }
}

/// The position and all positions of the book that follow it.
fn following(tree: &dyn Tree, from: Position) -> Result<BTreeSet<Key>, BookError> {
    let mut found = BTreeSet::new();
    let mut waiting: Vec<Key> = Key::of(from).map(|view| view.key).into_iter().collect();
    while let Some(key) = waiting.pop() {
        let Some(entry) = tree.get(key)? else { continue };
        if found.insert(key) {
            waiting.extend(entry.links.into_iter().filter_map(|at| match key.child(at)? {
                Child::Position(view) => Some(view.key),
                Child::End(_) => None,
            }));
        }
    }
    Ok(found)
}

/// Removes all other positions. The number of them.
fn keep(tree: &mut dyn Tree, kept: &BTreeSet<Key>) -> Result<u64, BookError> {
    let mut removed = 0;
    for discs in LAYERS {
        for (key, entry) in tree.layer(discs)? {
            if kept.contains(&key) {
                let leaf = leaf_without(tree, key, &entry, kept)?;
                tree.put(key, &Entry { leaf, ..entry })?;
            }
        }
    }
    for discs in LAYERS {
        for (key, _) in tree.layer(discs)?.into_iter().filter(|(key, _)| !kept.contains(key)) {
            tree.remove(key)?;
            removed += 1;
        }
    }
    derive_all(tree)?;
    Ok(removed)
}

/// The best of the leaf and the moves to positions that are not kept, proved as far as all of these prove it.
fn leaf_without(tree: &dyn Tree, key: Key, entry: &Entry, kept: &BTreeSet<Key>) -> Result<Leaf, BookError> {
    let mut moves: Vec<(Value, Square)> = Vec::new();
    for at in entry.links {
        let Some(Child::Position(view)) = key.child(at).filter(|child| is_removed(child, kept)) else { continue };
        match tree.get(view.key)?.and_then(|child| child.value) {
            Some(value) => moves.push((view.value_of_move(value), at)),
            None => return Ok(Leaf::Unknown),
        }
    }
    if moves.is_empty() {
        return Ok(entry.leaf);
    }
    match entry.leaf {
        Leaf::Best { at, value } => moves.push((value, at)),
        // Without another move the removed ones are all there is.
        Leaf::Nothing => {}
        Leaf::Unknown | Leaf::Unnamed(_) => return Ok(Leaf::Unknown),
    }
    let value = value_of_moves(moves.iter().map(|(value, _)| Some(*value)));
    let best = moves.into_iter().max_by_key(|(value, at)| (value.score(), Reverse(*at)));
    Ok(best.zip(value).map_or(Leaf::Unknown, |((_, at), value)| Leaf::Best { at, value }))
}

fn is_removed(child: &Child, kept: &BTreeSet<Key>) -> bool {
    matches!(child, Child::Position(view) if !kept.contains(&view.key))
}
