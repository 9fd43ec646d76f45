//! The one step of all building: positions are added, and every leaf is again the best move outside the book.
//!
//! The searches that it needs are known before the book changes, so they can be made by any number of threads or machines, and an
//! interrupted step is resumed.

use super::entry::{Entry, Leaf, better};
use super::error::BookError;
use super::key::{Child, Key};
use super::minimax::derive_from;
use super::parents::parents;
use super::tree::Tree;
use crate::search::Level;
use emilia_core::{Bitboard, Position, Square, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A search that a book needs: the best of some moves of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Request {
    /// The position.
    pub key: Key,
    /// The moves to search, legal and at least one.
    pub moves: Bitboard,
    /// The level of the search.
    pub level: Level,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The best move.
    pub at: Square,
    /// Its value.
    pub value: Value,
}

impl Request {
    const BYTES: usize = Key::BYTES + 9;

    /// The request as bytes: the key, the moves, the level.
    #[doc(hidden)]
    pub fn to_bytes(&self) -> [u8; Request::BYTES] {
        let mut bytes = [0; Request::BYTES];
        bytes[..Key::BYTES].copy_from_slice(&self.key.to_bytes());
        bytes[Key::BYTES..Key::BYTES + 8].copy_from_slice(&self.moves.0.to_be_bytes());
        bytes[Key::BYTES + 8] = self.level.get();
        bytes
    }

    /// The request of these bytes; none if they are not those of a request.
    #[doc(hidden)]
    pub fn from_bytes(bytes: &[u8]) -> Option<Request> {
        let (key, rest) = bytes.split_at_checked(Key::BYTES)?;
        let (moves, level) = rest.split_first_chunk()?;
        let &[level] = level else { return None };
        let (key, moves) = (Key::from_bytes(key)?, Bitboard(u64::from_be_bytes(*moves)));
        let is_legal = !moves.is_empty() && moves & key.position().moves() == moves;
        Some(Request { key, moves, level: Level::new(level)? }).filter(|_| is_legal)
    }

    /// Whether this can be the result of the search.
    #[doc(hidden)]
    pub fn accepts(&self, evaluation: Evaluation) -> bool {
        self.moves.has(evaluation.at)
    }
}

/// The keys of these positions that are not in the book, without those in which the game is over.
pub(super) fn new_keys(
    tree: &dyn Tree,
    positions: impl IntoIterator<Item = Position>,
) -> Result<BTreeSet<Key>, BookError> {
    let mut new = BTreeSet::new();
    for view in positions.into_iter().filter_map(Key::of) {
        if !new.contains(&view.key) && !tree.has(view.key)? {
            new.insert(view.key);
        }
    }
    Ok(new)
}

/// The searches that adding these positions needs: of each of them, and of each position whose leaf leads to one of them.
pub(super) fn requests(tree: &dyn Tree, new: &BTreeSet<Key>, level: Level) -> Result<Vec<Request>, BookError> {
    let mut requests = Vec::new();
    let mut request = |key: Key| -> Result<(), BookError> {
        let moves = moves_outside(tree, new, key)?;
        if !moves.is_empty() {
            requests.push(Request { key, moves, level });
        }
        Ok(())
    };
    let mut without_leaf = BTreeSet::new();
    for &key in new {
        request(key)?;
        for parent in parents(key).into_iter().filter(|parent| !new.contains(parent)) {
            let Some(entry) = tree.get(parent)? else { continue };
            // A leaf that is not named may be one of the new positions.
            let is_unnamed = matches!(entry.leaf, Leaf::Unnamed(_));
            if entry.leaf.square().map_or(is_unnamed, |at| leads_to(parent, at, new)) {
                without_leaf.insert(parent);
            }
        }
    }
    without_leaf.into_iter().try_for_each(request)?;
    Ok(requests)
}

/// The moves that lead neither to a position of the book nor to one of these.
pub(super) fn moves_outside(tree: &dyn Tree, new: &BTreeSet<Key>, key: Key) -> Result<Bitboard, BookError> {
    let mut moves = Bitboard::EMPTY;
    for (at, child) in key.children() {
        let is_outside = match child {
            Child::Position(view) => !new.contains(&view.key) && !tree.has(view.key)?,
            Child::End(_) => true,
        };
        if is_outside {
            moves = moves.with(at);
        }
    }
    Ok(moves)
}

fn leads_to(key: Key, at: Square, new: &BTreeSet<Key>) -> bool {
    matches!(key.child(at), Some(Child::Position(view)) if new.contains(&view.key))
}

/// Adds the positions and gives them, and the others that were searched, their new leaves.
///
/// Another program may have changed the book since the searches were chosen. What it added stays, and a search that leaves out a move
/// which is outside the book now gives no leaf.
pub(super) fn apply(
    tree: &mut dyn Tree,
    new: &BTreeSet<Key>,
    found: &BTreeMap<Request, Evaluation>,
) -> Result<(), BookError> {
    let mut existing = BTreeSet::new();
    for &key in new {
        if tree.has(key)? {
            existing.insert(key);
        } else {
            tree.put(key, &Entry::default())?;
        }
    }
    let none = BTreeSet::new();
    for (request, evaluation) in found {
        let Some(entry) = tree.get(request.key)? else { continue };
        let outside = moves_outside(tree, &none, request.key)?;
        if outside.has(evaluation.at) && (outside & !request.moves).is_empty() {
            let leaf = Leaf::Best { at: evaluation.at, value: evaluation.value };
            let is_known = existing.contains(&request.key) && entry.leaf.square().is_some_and(|at| outside.has(at));
            let leaf = if is_known { better(entry.leaf, leaf) } else { leaf };
            tree.put(request.key, &Entry { leaf, ..entry })?;
        }
    }
    derive_from(tree, new.iter().copied().chain(found.keys().map(|request| request.key)))
}
