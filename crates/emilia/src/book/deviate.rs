//! The positions that play with bounded losses reaches, and the moves to add to them.
//!
//! The losses of a line are added along it, and a position counts with the least sum of all lines to it, so that the result does not
//! depend on the order in which positions are visited.

use super::build::Builder;
use super::entry::Leaf;
use super::error::BookError;
use super::extend::position_after;
use super::key::{Child, Key};
use super::tree::Tree;
use emilia_core::{Colour, Position, Score, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Lines of play with bounded losses.
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
    pub(super) fn reached(&self, tree: &dyn Tree, mut add: impl FnMut(Key)) -> Result<BTreeSet<Key>, BookError> {
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
    #[doc(hidden)]
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
