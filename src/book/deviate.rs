//! The positions that play with bounded losses reaches: the moves to add, and what to keep of a book.
//!
//! The losses of a line are added along it, and a position counts with the least sum of all lines to it, so that the result does not
//! depend on the order in which positions are visited.

use super::build::Builder;
use super::entry::{Entry, Leaf};
use super::error::BookError;
use super::extend::position_after;
use super::key::{Child, Key};
use super::minimax::{derive_all, value_of_moves};
use super::store::Store;
use super::tree::{LAYERS, Tree};
use crate::board::{Position, Square};
use crate::game::Colour;
use crate::score::{Score, Value};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Lines of play with bounded losses.
///
/// # Examples
/// ```
/// use emilia::book::Lines;
/// use emilia::{Colour, Score};
///
/// let lines = Lines { max_loss: Score::discs(2), max_total: Score::discs(4), side: Some(Colour::Black), ..Lines::default() };
/// assert_eq!(lines.max_plies, 36);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lines {
    /// The position from which they begin, and its side to move.
    pub from: (Position, Colour),
    /// The most that a move may lose.
    pub max_loss: Score,
    /// The most that all moves of a line may lose.
    pub max_total: Score,
    /// The side that may lose something while the other plays its best moves; none for both.
    pub side: Option<Colour>,
    /// The most moves with a disc from the start of the game.
    pub max_plies: u8,
}

impl Default for Lines {
    /// Best play of both sides from the start position.
    fn default() -> Lines {
        Lines {
            from: (Position::START, Colour::Black),
            max_loss: Score::ZERO,
            max_total: Score::ZERO,
            side: None,
            max_plies: 36,
        }
    }
}

impl Lines {
    /// What the next move of this colour may lose after this sum of losses.
    fn allowance(&self, mover: Colour, lost: i32) -> i32 {
        let may_lose = self.side.is_none_or(|side| side == mover);
        if may_lose { self.max_loss.raw().min(self.max_total.raw() - lost) } else { 0 }
    }

    /// The positions of the book that the lines reach; calls `add` with the positions outside of it that the next move reaches.
    fn reached(&self, tree: &dyn Tree, mut add: impl FnMut(Key)) -> Result<BTreeSet<Key>, BookError> {
        let mut reached = BTreeSet::new();
        let Some(start) = Key::of(self.from.0) else { return Ok(reached) };
        let mover = if start.is_passed { self.from.1.other() } else { self.from.1 };
        let mut layer = BTreeMap::from([((start.key, mover), 0)]);
        if !tree.has(start.key)? {
            add(start.key);
        }
        while !layer.is_empty() {
            let mut next: BTreeMap<(Key, Colour), i32> = BTreeMap::new();
            for ((key, mover), lost) in layer {
                let Some(entry) = tree.get(key)? else { continue };
                reached.insert(key);
                let allowance = self.allowance(mover, lost);
                // Of a move of which nothing is known it cannot be said that it loses.
                let loss = |of_move: Option<Value>| match (entry.value, of_move) {
                    (Some(value), Some(of_move)) => (value.score() - of_move.score()).raw().max(0),
                    _ => 0,
                };
                for at in entry.links {
                    let Some(Child::Position(view)) = key.child(at) else { continue };
                    let of_child = tree.get(view.key)?.and_then(|child| child.value);
                    let loss = loss(of_child.map(|value| view.value_of_move(value)));
                    if loss <= allowance && view.key.discs() <= 4 + self.max_plies {
                        let mover = if view.is_passed { mover } else { mover.other() };
                        let least = next.entry((view.key, mover)).or_insert(lost + loss);
                        *least = (*least).min(lost + loss);
                    }
                }
                if let Leaf::Best { at, value } = entry.leaf
                    && loss(Some(value)) <= allowance
                    && let Some(after) = position_after(key, at).filter(|after| after.discs() <= 4 + self.max_plies)
                {
                    add(after);
                }
            }
            layer = next;
        }
        Ok(reached)
    }
}

impl Builder<'_> {
    /// Adds the moves of these lines until the book has them all. Leaves that are not known are searched first. The number of new
    /// positions.
    ///
    /// # Errors
    /// If the book cannot be read or written, or the stop was requested.
    pub fn deviate(&mut self, lines: &Lines) -> Result<u64, BookError> {
        self.search_unknown()?;
        let mut added = 0;
        loop {
            let mut new = BTreeSet::new();
            lines.reached(&self.store.snapshot()?, |key| {
                new.insert(key);
            })?;
            if new.is_empty() {
                return Ok(added);
            }
            self.step(&new)?;
            added += new.len() as u64;
        }
    }
}

impl Store {
    /// Removes all positions that these lines do not reach. The number of them. A move without a value loses nothing.
    ///
    /// What is known of a removed position stays as a move outside the book.
    ///
    /// # Errors
    /// If the book cannot be read or written.
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
        Leaf::Unknown => return Ok(Leaf::Unknown),
    }
    let value = value_of_moves(moves.iter().map(|(value, _)| Some(*value)));
    let best = moves.into_iter().max_by_key(|(value, at)| (value.score(), Reverse(*at)));
    Ok(best.zip(value).map_or(Leaf::Unknown, |((_, at), value)| Leaf::Best { at, value }))
}

fn is_removed(child: &Child, kept: &BTreeSet<Key>) -> bool {
    matches!(child, Child::Position(view) if !kept.contains(&view.key))
}
