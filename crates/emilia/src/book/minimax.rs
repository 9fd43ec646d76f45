//! Links and values, which follow from the positions of a book and their leaves.

use super::draws::{DrawValues, leaf_draws};
use super::entry::{Entry, Leaf, certainty};
use super::error::BookError;
use super::key::{Child, Key, View};
use super::parents::parents;
use super::tree::{LAYERS, Tree};
use emilia_core::{Bitboard, Certainty, Score, Value};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

/// The entry with the links and the values that follow from its leaf and from the positions that its moves lead to.
///
/// `value_of` gives the values of a position of the book, if it has any, and none for other positions.
pub(super) fn derived(
    key: Key,
    entry: &Entry,
    mut value_of: impl FnMut(Key) -> Result<Option<Option<PositionValues>>, BookError>,
) -> Result<Entry, BookError> {
    let (mut links, mut values) = (Bitboard::EMPTY, Vec::new());
    for (at, child) in key.children() {
        if let Child::Position(view) = child
            && let Some(value) = value_of(view.key)?
        {
            links = links.with(at);
            values.push(value.map(|value| value.of_move(&view)));
        }
    }
    let leaf = match entry.leaf {
        _ if links == key.position().moves() => Leaf::Nothing,
        Leaf::Best { at, .. } if links.has(at) => Leaf::Unknown,
        Leaf::Nothing => Leaf::Unknown,
        leaf => leaf,
    };
    if leaf != Leaf::Nothing {
        values.push(leaf.value().map(|value| PositionValues { value, draws: leaf_draws(value) }));
    }
    let value = value_of_moves(values.iter().map(|values| values.map(|values| values.value)));
    let has_draws = values.iter().flatten().any(|values| values.draws != DrawValues::same(values.value));
    let draws = value.filter(|_| has_draws).and_then(|value| {
        let of = |one: fn(DrawValues) -> Value| {
            best_value(values.iter().map(|values| values.map_or(ANY, |values| one(values.draws))).collect())
        };
        let (lost, won) = (of(|draws| draws.lost)?, of(|draws| draws.won)?);
        Some(DrawValues { lost, won }).filter(|draws| *draws != DrawValues::same(value))
    });
    Ok(Entry { value, draws, links, leaf, ..entry.clone() })
}

/// The values of a position, for each way to count draws.
#[derive(Clone, Copy)]
pub(super) struct PositionValues {
    pub value: Value,
    pub draws: DrawValues,
}

impl PositionValues {
    pub(super) fn of(entry: &Entry) -> Option<PositionValues> {
        Some(PositionValues { value: entry.value?, draws: entry.draw_values()? })
    }

    /// The values of the move that leads to the position.
    pub(super) fn of_move(self, view: &View) -> PositionValues {
        let draws = if view.is_passed { self.draws } else { self.draws.reversed() };
        PositionValues { value: view.value_of_move(self.value), draws }
    }
}

/// The value of a move of which nothing is known.
const ANY: Value = Value::at_least(Score::MIN.floor());

/// The value of a position whose moves have these values, where they are known; none if nothing is known of the position.
pub(super) fn value_of_moves(moves: impl IntoIterator<Item = Option<Value>>) -> Option<Value> {
    best_value(moves.into_iter().map(|value| value.unwrap_or(ANY)).collect()).filter(|value| *value != ANY)
}

/// The value of a position whose moves have these values; none without moves.
///
/// Its score is the greatest of the moves, whatever their certainty, so that a line that ends in a proof counts like any other one. It is
/// proved as far as the moves prove it, and otherwise as certain as the search of the best move, or where that is only bounded, the
/// least certain search of another move.
fn best_value(moves: Vec<Value>) -> Option<Value> {
    let best = moves.iter().map(|value| value.score()).max()?;
    let lower = moves.iter().filter_map(|value| value.lower()).max();
    let uppers: Option<Vec<i32>> = moves.iter().map(|value| value.upper()).collect();
    let upper = uppers.and_then(|uppers| uppers.into_iter().max());
    let estimates = || moves.iter().copied().filter(|value| !value.certainty().is_proved());
    let searched = estimates().filter(|value| value.score() == best).max_by_key(|value| certainty(*value));
    let least = || {
        estimates().map(Value::certainty).min_by_key(|certainty| match certainty {
            Certainty::Depth { plies, percent } => (*plies, *percent),
            Certainty::Exact | Certainty::AtLeast | Certainty::AtMost => (u8::MAX, u8::MAX),
        })
    };
    match (lower, upper) {
        (Some(lower), Some(upper)) if lower == upper => Some(Value::exact(lower)),
        (Some(lower), _) if lower == Score::MAX.floor() => Some(Value::exact(lower)),
        (Some(lower), _) if Score::discs(lower) == best => Some(Value::at_least(lower)),
        (_, Some(upper)) => Some(Value::at_most(upper)),
        (lower, None) => {
            let bounded = || Value::from_parts(best, least()?);
            searched.or_else(bounded).or(lower.map(Value::at_least))
        }
    }
}

/// Gives every position the links and the value that follow from the positions and the leaves. The number of changed positions.
pub(super) fn derive_all(tree: &mut dyn Tree) -> Result<u64, BookError> {
    let (mut next, mut changes) = (Values::default(), 0);
    for discs in LAYERS.rev() {
        let layer = tree.layer(discs)?;
        let derived = derive_layer(&layer, &next)?;
        next = layer.iter().zip(&derived).map(|((key, _), derived)| (*key, PositionValues::of(derived))).collect();
        for ((key, entry), derived) in layer.iter().zip(&derived) {
            if derived != entry {
                changes += 1;
                tree.put(*key, derived)?;
            }
        }
    }
    Ok(changes)
}

/// The values of the positions of a layer.
pub(super) type Values = HashMap<Key, Option<PositionValues>, BuildHasherDefault<KeyHasher>>;

/// The entries that follow from those of a layer and the values of the next one, on all threads.
pub(super) fn derive_layer(layer: &[(Key, Entry)], next: &Values) -> Result<Vec<Entry>, BookError> {
    layer.par_iter().map(|(key, entry)| derived(*key, entry, |child| Ok(next.get(&child).copied()))).collect()
}

/// A hash of the two words of a position: positions are spread well by multiplications, and are not chosen by an adversary.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Gives the positions whose entries were added or changed, and all that depend on them, their links and values.
pub(super) fn derive_from(tree: &mut dyn Tree, touched: impl IntoIterator<Item = Key>) -> Result<(), BookError> {
    let mut waiting: BTreeSet<(u8, Key)> = BTreeSet::new();
    let add_parents = |tree: &dyn Tree, key: Key, waiting: &mut BTreeSet<(u8, Key)>| -> Result<(), BookError> {
        for parent in parents(key) {
            if tree.has(parent)? {
                waiting.insert((parent.discs(), parent));
            }
        }
        Ok(())
    };
    for key in touched {
        waiting.insert((key.discs(), key));
        add_parents(tree, key, &mut waiting)?;
    }
    // Those with the most discs first: the parents of a position have one disc fewer.
    while let Some((_, key)) = waiting.pop_last() {
        let Some(entry) = tree.get(key)? else { continue };
        let derived = derived(key, &entry, |child| Ok(tree.get(child)?.map(|entry| PositionValues::of(&entry))))?;
        if derived != entry {
            tree.put(key, &derived)?;
        }
        if (derived.value, derived.draws) != (entry.value, entry.draws) {
            add_parents(tree, key, &mut waiting)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{derive_all, derive_from, value_of_moves};
    use crate::book::entry::{Entry, Leaf};
    use crate::book::key::{Child, Key};
    use crate::book::tests::{leaf_of, random_positions};
    use crate::book::tree::{LAYERS, Memory, Tree};
    use emilia_core::{Score, Value};
    use std::collections::BTreeSet;

    #[test]
    fn additions_one_by_one_give_the_same_as_all_at_once() {
        let (mut gradual, mut at_once) = (Memory::default(), Memory::default());
        let keys: Vec<Key> = random_positions(40, 7).into_iter().filter_map(Key::of).map(|view| view.key).collect();
        for (number, &key) in keys.iter().enumerate() {
            let entry = Entry { leaf: leaf_of(key, number), ..Entry::default() };
            at_once.put(key, &entry).expect("memory");
            gradual.put(key, &entry).expect("memory");
            derive_from(&mut gradual, [key]).expect("memory");
        }
        derive_all(&mut at_once).expect("memory");
        // A leaf that became a link is lost one by one, and was never one at once: both are unknown.
        assert_eq!(gradual, at_once);
        assert_eq!(derive_all(&mut gradual).expect("memory"), 0);
    }

    /// The score of a position where a draw has this value for its side to move, move by move.
    fn score_with_draws(tree: &Memory, key: Key, draw: Score) -> Option<Score> {
        let entry = tree.get(key).expect("memory")?;
        let leaf = entry.leaf.value().map(|value| if value == Value::exact(0) { draw } else { value.score() });
        let links = key.children().filter_map(|(_, child)| match child {
            Child::Position(view) if view.is_passed => score_with_draws(tree, view.key, draw),
            Child::Position(view) => score_with_draws(tree, view.key, -draw).map(|score| -score),
            Child::End(_) => None,
        });
        links.chain(leaf).max()
    }

    #[test]
    fn scores_follow_for_any_value_of_a_draw() {
        let (mut tree, mut different) = (Memory::default(), 0);
        let late = random_positions(40, 11).into_iter().filter(|position| position.empties() <= 12);
        let keys: BTreeSet<Key> = late.filter_map(Key::of).map(|view| view.key).collect();
        for (number, &key) in keys.iter().enumerate() {
            let is_outside = |child: &Child| !matches!(child, Child::Position(view) if keys.contains(&view.key));
            let outside = key.children().find(|(_, child)| is_outside(child));
            let value = match number % 3 {
                0 => Value::exact(0),
                1 => Value::exact(number as i32 % 5 - 2),
                _ => Value::estimate(Score::from_discs(number as f32 % 7.0 - 3.0), 21, 73),
            };
            let leaf = outside.map_or(Leaf::Nothing, |(at, _)| Leaf::Best { at, value });
            tree.put(key, &Entry::with_leaf(leaf)).expect("memory");
        }
        derive_all(&mut tree).expect("memory");
        for (key, entry) in LAYERS.flat_map(|discs| tree.layer(discs).expect("memory")) {
            different += usize::from(entry.draws.is_some());
            for draw in [-3.0, -0.5, 0.0, 0.25, 2.0].map(Score::from_discs) {
                let score = entry.draw_values().map(|values| values.score(draw));
                assert_eq!(score, score_with_draws(&tree, key, draw), "{}", key.position());
            }
        }
        assert!(different > 50, "{different} positions with draws");
    }

    #[test]
    fn the_score_is_the_greatest_of_the_moves_and_proved_as_far_as_they_prove_it() {
        let searched = |discs| Value::estimate(Score::discs(discs), 21, 73);
        for (moves, value) in [
            (vec![Value::exact(2), Value::at_most(2)], Some(Value::exact(2))),
            (vec![Value::exact(2), searched(-1)], Some(Value::at_least(2))),
            (vec![Value::at_least(2), searched(5)], Some(searched(5))),
            (vec![Value::at_most(1), searched(-3)], Some(searched(1))),
            (vec![Value::at_most(3), Value::exact(1)], Some(Value::at_most(3))),
            (vec![Value::at_most(-2), Value::at_most(3)], Some(Value::at_most(3))),
            (vec![Value::at_least(64), searched(5)], Some(Value::exact(64))),
            (vec![], None),
        ] {
            assert_eq!(value_of_moves(moves.iter().copied().map(Some)), value, "{moves:?}");
            let with_unknown = value_of_moves(moves.into_iter().map(Some).chain([None]));
            assert!(with_unknown.is_none_or(|value| !value.is_exact() || value == Value::exact(64)));
        }
        assert_eq!(value_of_moves([None, Some(searched(3))]), Some(searched(3)));
        assert_eq!(value_of_moves([None, Some(Value::exact(3))]), Some(Value::at_least(3)));
    }

    #[test]
    fn a_position_without_its_leaf_is_not_proved() {
        let mut tree = Memory::default();
        let ends = random_positions(30, 3).into_iter().filter(|position| position.empties() == 8);
        for key in ends.filter_map(Key::of).map(|view| view.key) {
            tree.put(key, &Entry { leaf: Leaf::Unknown, ..Entry::default() }).expect("memory");
        }
        derive_all(&mut tree).expect("memory");
        assert!(tree.layer(56).expect("memory").iter().all(|(_, entry)| entry.value.is_none()));
    }
}
