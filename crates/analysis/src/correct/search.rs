//! The legal games near a record, by depth-first search with a growing limit of the cost.
//!
//! Knows nothing of where costs come from.

use super::change::Change;
use super::cost::{LEAST, MISSING, MISSING_KNOWN, SWAP, UNFINISHED};
use super::written::Slot;
use emilia::{Bitboard, Position, Square};
use std::collections::BTreeMap;

/// Moves of a record that seems to be a whole game.
const WHOLE: usize = 50;
/// The most games that are kept at once.
const MOST_FOUND: usize = 10_000;

/// A legal game near the record.
pub(super) struct Found {
    pub cost: u32,
    pub line: Vec<Square>,
    pub changes: Vec<Change>,
}

pub(super) struct Search<'a> {
    slots: &'a [Slot],
    start: Position,
    /// The squares that the moves from each one on name.
    named: Vec<Bitboard>,
    /// How often these moves name a square again.
    repeated: Vec<u32>,
    limit: u32,
    /// Nodes that may still be visited.
    nodes: u64,
    line: Vec<Square>,
    changes: Vec<Change>,
    /// The games with their costs and changes.
    found: BTreeMap<Vec<Square>, (u32, Vec<Change>)>,
}

/// What the last step did with the record, so that one change is not made of two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Played,
    Skipped,
    Inserted,
}

impl Search<'_> {
    pub(super) fn new(slots: &[Slot], start: Position, nodes: u64) -> Search<'_> {
        let (mut named, mut repeated) = (vec![Bitboard::EMPTY], vec![0]);
        for slot in slots.iter().rev() {
            let (squares, count) = (named[named.len() - 1], repeated[repeated.len() - 1]);
            let is_known = slot.square.is_some_and(|square| squares.has(square));
            repeated.push(count + u32::from(is_known));
            named.push(slot.square.map_or(squares, |square| squares.with(square)));
        }
        named.reverse();
        repeated.reverse();
        let (line, changes) = (Vec::new(), Vec::new());
        Search { slots, start, named, repeated, limit: 0, nodes, line, changes, found: BTreeMap::new() }
    }

    /// Finds the games up to this cost; false if the nodes or the room for games did not suffice.
    pub(super) fn run(&mut self, limit: u32) -> bool {
        self.limit = limit;
        self.visit(self.start, 0, 0, Last::Played);
        self.nodes > 0 && self.found.len() < MOST_FOUND
    }

    /// The number of games found.
    pub(super) fn count(&self) -> usize {
        self.found.len()
    }

    /// The games, the nearest first: by cost, by the number of changes, those with late changes first, then by their moves.
    pub(super) fn into_found(self) -> Vec<Found> {
        let mut found: Vec<Found> =
            self.found.into_iter().map(|(line, (cost, changes))| Found { cost, line, changes }).collect();
        found.sort_by_key(|found| {
            let first = found.changes.first().map_or(0, Change::number);
            (found.cost, found.changes.len(), std::cmp::Reverse(first))
        });
        found
    }

    /// Continues a game before this move of the record.
    fn visit(&mut self, position: Position, at: usize, cost: u32, last: Last) {
        if self.nodes == 0 || self.found.len() >= MOST_FOUND {
            return;
        }
        self.nodes -= 1;
        // Each later move on a square that is taken by then needs a change.
        let taken = Bitboard(!position.empty().0 & self.named[at].0).len() + self.repeated[at];
        if cost + taken * LEAST > self.limit {
            return;
        }
        let Some(slot) = self.slots.get(at) else {
            self.keep(position, cost);
            return;
        };
        let position = if position.moves().is_empty() { position.pass() } else { position };
        let moves = position.moves();
        for square in moves {
            self.mean(position, at, cost, square, slot);
        }
        self.swap(position, at, cost);
        if last != Last::Inserted && cost + slot.skip <= self.limit {
            self.changes.push(Change::Extra { number: at + 1, written: slot.text.clone() });
            self.visit(position, at + 1, cost + slot.skip, Last::Skipped);
            self.changes.pop();
        }
        if last != Last::Skipped && cost + MISSING <= self.limit {
            for square in moves.filter(|square| slot.square != Some(*square)) {
                self.insert(position, at, cost, square);
            }
        }
    }

    /// Plays a square for a move of the record.
    fn mean(&mut self, position: Position, at: usize, cost: u32, square: Square, slot: &Slot) {
        let cost = cost.saturating_add(slot.costs[square.index()]);
        if cost > self.limit {
            return;
        }
        let is_changed = slot.square != Some(square);
        if is_changed {
            self.changes.push(Change::Misread { number: at + 1, written: slot.text.clone(), square });
        }
        self.play(position, at + 1, cost, square, Last::Played);
        if is_changed {
            self.changes.pop();
        }
    }

    /// Plays two moves of the record in the other order.
    fn swap(&mut self, position: Position, at: usize, cost: u32) {
        let square = |at: usize| self.slots.get(at).and_then(|slot| slot.square);
        let (Some(second), Some(first)) = (square(at), square(at + 1)) else { return };
        let Some(next) = position.try_play(first).filter(|_| cost + SWAP <= self.limit) else { return };
        let next = if next.moves().is_empty() { next.pass() } else { next };
        if next.moves().has(second) {
            self.changes.push(Change::Swapped { number: at + 1, first, second });
            self.line.push(first);
            self.play(next, at + 2, cost + SWAP, second, Last::Played);
            self.line.pop();
            self.changes.pop();
        }
    }

    /// Plays a move that the record does not have.
    fn insert(&mut self, position: Position, at: usize, cost: u32, square: Square) {
        let is_known = self.named[0].has(square);
        let cost = cost + if is_known { MISSING_KNOWN } else { MISSING };
        if cost <= self.limit {
            self.changes.push(Change::Missing { number: at + 1, square });
            self.play(position, at, cost, square, Last::Inserted);
            self.changes.pop();
        }
    }

    fn play(&mut self, position: Position, at: usize, cost: u32, square: Square, last: Last) {
        self.line.push(square);
        self.visit(position.play(square, position.flips(square)), at, cost, last);
        self.line.pop();
    }

    /// Keeps the game if it is not known at this cost.
    fn keep(&mut self, position: Position, cost: u32) {
        let is_unfinished = self.slots.len() >= WHOLE && !position.is_over();
        let cost = if is_unfinished { cost + UNFINISHED } else { cost };
        if cost <= self.limit && self.found.get(&self.line).is_none_or(|(known, _)| *known > cost) {
            self.found.insert(self.line.clone(), (cost, self.changes.clone()));
        }
    }
}
