//! How many lines a player has to remember to be safe: the least over its own moves, the sum over those of the opponent.
//!
//! Players know this number as Umigame's value. Lines are paths: a position that two lines reach counts in both.

use super::entry::Entry;
use super::error::BookError;
use super::key::{Child, Key};
use emilia_core::{Score, Value};

/// The lines from a position that each side has to remember, at most 2^64 - 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineCount {
    /// For the side to move: the least of what remains after its moves.
    pub mover: u64,
    /// For the other side: the sum of what remains after all moves of the side to move.
    pub waiter: u64,
}

impl Default for LineCount {
    fn default() -> LineCount {
        LineCount { mover: 1, waiter: 1 }
    }
}

impl LineCount {
    /// The numbers of a position. Moves count that lose at most `tolerance` against its value; moves to mirror images of one position
    /// are one move. The side to move leaves the book only if no move of the book counts.
    ///
    /// `child_of` gives the value and the numbers of a position of the book.
    pub(super) fn of(
        key: Key,
        entry: &Entry,
        tolerance: Score,
        mut child_of: impl FnMut(Key) -> Result<Option<(Option<Value>, LineCount)>, BookError>,
    ) -> Result<LineCount, BookError> {
        let Some(best) = entry.value else { return Ok(LineCount::default()) };
        let counts = |of_move: Value| (best.score() - of_move.score()).raw() <= tolerance.raw();
        let (mut least, mut sum, mut seen): (Option<u64>, u64, Vec<Key>) = (None, 0, Vec::new());
        for at in entry.links {
            let Some(Child::Position(view)) = key.child(at) else { continue };
            let Some((Some(value), lines)) = child_of(view.key)? else { continue };
            if seen.contains(&view.key) || !counts(view.value_of_move(value)) {
                continue;
            }
            seen.push(view.key);
            // After a pass the same side is to move.
            let (own, other) = if view.is_passed { (lines.mover, lines.waiter) } else { (lines.waiter, lines.mover) };
            least = Some(least.map_or(own, |least| least.min(own)));
            sum = sum.saturating_add(other);
        }
        sum = sum.saturating_add(u64::from(entry.leaf.value().is_some_and(counts)));
        Ok(LineCount { mover: least.unwrap_or(1), waiter: sum.max(1) })
    }
}

#[cfg(test)]
mod tests {
    use super::LineCount;
    use crate::book::entry::{Entry, Leaf};
    use crate::book::key::{Child, Key};
    use crate::book::tests::small_book;
    use crate::book::tree::{LAYERS, Memory, Tree};
    use emilia_core::{Score, Value};

    /// The lines that a side has to remember, by walking all paths.
    fn walked(tree: &Memory, key: Key, moves_itself: bool, tolerance: i32) -> u64 {
        let Some(entry) = tree.get(key).expect("memory") else { return 1 };
        let Some(best) = entry.value else { return 1 };
        let near = |value: Value| best.score().raw() - value.score().raw() <= tolerance;
        let mut after = std::collections::BTreeMap::new();
        for (_, child) in key.children() {
            let Child::Position(view) = child else { continue };
            let value = tree.get(view.key).expect("memory").and_then(|child| child.value);
            if value.is_some_and(|value| near(if view.is_passed { value } else { -value })) {
                after.insert(view.key, walked(tree, view.key, moves_itself == view.is_passed, tolerance));
            }
        }
        let leaf = matches!(entry.leaf, Leaf::Best { value, .. } if near(value));
        match moves_itself {
            true => after.into_values().min().unwrap_or(1),
            false => (after.into_values().sum::<u64>() + u64::from(leaf)).max(1),
        }
    }

    /// By recursion on [`LineCount::of`].
    fn counted(tree: &Memory, key: Key, entry: &Entry, tolerance: i32) -> LineCount {
        let child_of = |child| {
            let Some(entry) = tree.get(child)? else { return Ok(None) };
            Ok(Some((entry.value, counted(tree, child, &entry, tolerance))))
        };
        LineCount::of(key, entry, Score::from_raw(tolerance as i16), child_of).expect("memory")
    }

    #[test]
    fn numbers_are_those_of_all_paths() {
        let mut most = 0;
        for seed in 0..6 {
            let tree = small_book(seed);
            for (key, entry) in LAYERS.flat_map(|discs| tree.layer(discs).expect("memory")) {
                for tolerance in [0, 64, 300] {
                    let LineCount { mover, waiter } = counted(&tree, key, &entry, tolerance);
                    assert_eq!(mover, walked(&tree, key, true, tolerance), "{}", key.position());
                    assert_eq!(waiter, walked(&tree, key, false, tolerance), "{}", key.position());
                    most = most.max(waiter);
                }
            }
        }
        assert!(most > 5, "{most}");
    }

    #[test]
    fn sums_do_not_overflow() {
        let start = Key::of(emilia_core::Position::START).expect("a key").key;
        let f5 = Key::of(start.position().try_play(emilia_core::Square::F5).expect("legal")).expect("a key").key;
        let moves = f5.position().moves();
        let entry = Entry { value: Some(Value::exact(0)), links: moves, leaf: Leaf::Nothing, ..Entry::default() };
        let endless = LineCount { mover: u64::MAX, waiter: u64::MAX };
        let found = LineCount::of(f5, &entry, Score::ZERO, |_| Ok(Some((Some(Value::exact(0)), endless))));
        assert_eq!(found.expect("memory"), endless);
    }
}
