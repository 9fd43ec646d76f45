//! The moves that a book plays, and the leaves on which they rest.

use super::entry::{Entry, rank};
use super::error::BookError;
use super::key::{Child, Key};
use super::minimax::PositionValues;
use super::tree::{LAYERS, Tree};
use emilia_core::{Score, Square, Value};
use std::collections::{HashMap, HashSet};

/// A move that a book plays.
#[derive(Clone, Copy)]
pub(super) struct Played {
    pub key: Key,
    pub at: Square,
    pub stored: Value,
    /// The position that it leads to.
    next: Key,
}

/// The moves to positions of the book.
fn links(tree: &dyn Tree, key: Key, entry: &Entry) -> Result<Vec<Played>, BookError> {
    let mut found = Vec::new();
    for at in entry.links {
        let Some(Child::Position(view)) = key.child(at) else { continue };
        let values = tree.get(view.key)?.and_then(|child| PositionValues::of(&child));
        let Some(stored) = values.map(|values| values.of_move(&view).value) else { continue };
        found.push(Played { key, at, stored, next: view.key });
    }
    Ok(found)
}

/// The best move to a position of the book, unless the leaf is better.
pub(super) fn best_link(tree: &dyn Tree, key: Key, entry: &Entry) -> Result<Option<Played>, BookError> {
    // Of equal ones the first.
    let best = links(tree, key, entry)?.into_iter().rev().max_by_key(|played| rank(played.stored));
    let leaf = entry.leaf.value().map(rank);
    Ok(best.filter(|best| leaf.is_none_or(|leaf| leaf <= rank(best.stored))))
}

/// The positions whose leaves end the lines of best play that follow the moves the book plays: where one of these leaves is wrong, a move
/// is. With a margin also those behind the other moves that are less than it below the move played: one of them may be better.
pub(super) fn deciding(tree: &dyn Tree, margin: Score) -> Result<HashSet<Key>, BookError> {
    let mut deciding = HashSet::new();
    // Where best play from the positions of the layer above ends.
    let mut ends: HashMap<Key, Key> = HashMap::new();
    for discs in LAYERS.rev() {
        let mut of_layer = HashMap::new();
        for (key, entry) in tree.layer(discs)? {
            let end_of = |next: Key| ends.get(&next).copied().unwrap_or(next);
            let best = best_link(tree, key, &entry)?;
            let end = best.as_ref().map(|played| end_of(played.next));
            deciding.extend(end);
            if let Some(best) = best {
                let (is_won, score) = rank(best.stored);
                let is_near = |value: Value| rank(value).0 == is_won && value.score() > score - margin;
                let near = links(tree, key, &entry)?.into_iter().filter(|link| is_near(link.stored));
                deciding.extend(near.map(|link| end_of(link.next)));
                deciding.extend(entry.leaf.value().is_some_and(is_near).then_some(key));
            }
            of_layer.insert(key, end.unwrap_or(key));
        }
        ends = of_layer;
    }
    Ok(deciding)
}

#[cfg(test)]
mod tests {
    use super::deciding;
    use crate::Position;
    use crate::book::entry::{Entry, Leaf};
    use crate::book::key::Key;
    use crate::book::minimax::derive_from;
    use crate::book::tree::{Memory, Tree};
    use emilia_core::{Score, Square, Value};
    use std::collections::{BTreeSet, HashSet};

    /// A book of these positions, each with the score of its leaf in discs.
    fn book(positions: &[(Position, f32)]) -> Memory {
        let mut memory = Memory::default();
        for (position, discs) in positions {
            let key = Key::of(*position).expect("a position").key;
            let at = key.position().moves().into_iter().last().expect("a move");
            let leaf = Leaf::Best { at, value: Value::estimate(Score::from_discs(*discs), 10, 73) };
            memory.put(key, &Entry { leaf, ..Entry::default() }).expect("memory");
        }
        let keys: BTreeSet<Key> = memory.entries().map(|(key, _)| key).collect();
        derive_from(&mut memory, keys).expect("memory");
        memory
    }

    #[test]
    fn only_leaves_at_the_ends_of_best_play_decide() {
        let play = |position: Position, at| position.try_play(at).expect("legal");
        let first = play(Position::START, Square::F5);
        let (good, bad) = (play(first, Square::D6), play(first, Square::F6));
        let key = |position| Key::of(position).expect("a position").key;
        // From f5 white plays to the position that is worst for black.
        let book = book(&[(first, -20.0), (good, -3.0), (bad, 2.0)]);
        let within = |discs| deciding(&book, Score::from_discs(discs)).expect("memory");
        let alone = self::book(&[(first, -20.0), (good, -3.0)]);
        assert_eq!(within(0.0), HashSet::from([key(good)]));
        assert_eq!(within(4.9), HashSet::from([key(good)]), "the other move is 5 discs worse");
        assert_eq!(within(5.1), HashSet::from([key(good), key(bad)]));
        let with_leaf = deciding(&alone, Score::discs(24)).expect("memory");
        assert_eq!(with_leaf, HashSet::from([key(good), key(first)]), "its own leaf is 23 discs worse");
    }

    #[test]
    fn a_leaf_that_is_better_than_all_moves_of_the_book_plays_none() {
        let first = Position::START.try_play(Square::F5).expect("legal");
        let second = first.try_play(Square::D6).expect("legal");
        assert_eq!(deciding(&book(&[(first, 5.0), (second, 3.0)]), Score::discs(9)).expect("memory"), HashSet::new());
    }
}
