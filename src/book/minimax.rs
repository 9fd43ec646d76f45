//! Links and values, which follow from the positions of a book and their leaves.

use super::entry::{Entry, Leaf};
use super::error::BookError;
use super::key::{Child, Key};
use super::parents::parents;
use super::tree::{LAYERS, Tree};
use crate::board::Bitboard;
use crate::score::{Score, Value};
use crate::search::best_value;
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

/// The entry with the links and the value that follow from its leaf and from the positions that its moves lead to.
///
/// `value_of` gives the value of a position of the book, if it has one, and none for other positions.
pub(super) fn derived(
    key: Key,
    entry: &Entry,
    mut value_of: impl FnMut(Key) -> Result<Option<Option<Value>>, BookError>,
) -> Result<Entry, BookError> {
    let (mut links, mut values) = (Bitboard::EMPTY, Vec::new());
    for (at, child) in key.children() {
        if let Child::Position(view) = child
            && let Some(value) = value_of(view.key)?
        {
            links = links.with(at);
            values.push(value.map(|value| view.value_of_move(value)));
        }
    }
    let leaf = match entry.leaf {
        _ if links == key.position().moves() => Leaf::Nothing,
        Leaf::Best { at, .. } if !links.has(at) => entry.leaf,
        _ => Leaf::Unknown,
    };
    if leaf != Leaf::Nothing {
        values.push(leaf.value());
    }
    Ok(Entry { value: value_of_moves(&values), links, leaf, ..entry.clone() })
}

/// The value of a position whose moves have these values, where they are known.
fn value_of_moves(values: &[Option<Value>]) -> Option<Value> {
    /// The value of a move of which nothing is known.
    const ANY: Value = Value::at_least(Score::MIN.floor());
    let all: Vec<Value> = values.iter().map(|value| value.unwrap_or(ANY)).collect();
    best_value(&all).map(|(value, _)| value).filter(|value| *value != ANY)
}

/// Gives every position the links and the value that follow from the positions and the leaves. The number of changed positions.
pub(super) fn derive_all(tree: &mut dyn Tree) -> Result<u64, BookError> {
    let (mut next, mut changes) = (Values::default(), 0);
    for discs in LAYERS.rev() {
        let layer = tree.layer(discs)?;
        let derived = derive_layer(&layer, &next)?;
        next = layer.iter().zip(&derived).map(|((key, _), derived)| (*key, derived.value)).collect();
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
pub(super) type Values = HashMap<Key, Option<Value>, BuildHasherDefault<KeyHasher>>;

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
        let derived = derived(key, &entry, |child| Ok(tree.get(child)?.map(|entry| entry.value)))?;
        if derived != entry {
            tree.put(key, &derived)?;
        }
        if derived.value != entry.value {
            add_parents(tree, key, &mut waiting)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{derive_all, derive_from};
    use crate::book::entry::{Entry, Leaf};
    use crate::book::key::Key;
    use crate::book::tests::{leaf_of, random_positions};
    use crate::book::tree::{Memory, Tree};

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
