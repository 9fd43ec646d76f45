//! How far the value of a position can be trusted: from A, proved, to F, shallow searches only.
//!
//! The marks follow those that players know from Egaroucid and Uenon's books for Edax. They are decided by the ends of all lines in which
//! no move loses more than one disc.

use super::compact::CompactBook;
use super::entry::{Entry, Leaf};
use super::error::BookError;
use super::key::{Child, Key, View};
use super::store::Store;
use super::tree::Tree;
use emilia_core::{Certainty, Position, Score, Value};
use std::collections::HashMap;
use std::fmt;

/// The most that a move of a line may lose against the value of its position.
const MAX_LOSS: Score = Score::discs(1);

/// The reliability of the value of a position, decided by the ends of the lines that lose at most one disc per move.
///
/// A line ends at a position with a proved score, or with the best move outside the book. Its end is *proved* if its score is, *read out*
/// if it is a proved bound or a search to the end of the game with selectivity, and *open* otherwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reliability {
    /// All ends are proved.
    A,
    /// At least one end is proved, the others are read out.
    B,
    /// All ends are read out, none is proved.
    C,
    /// Some ends are proved, some are open.
    D,
    /// Some ends are read out, none is proved, some are open.
    E,
    /// All ends are open.
    F,
}

impl Reliability {
    /// All marks, the best first.
    pub const ALL: [Reliability; 6] =
        [Reliability::A, Reliability::B, Reliability::C, Reliability::D, Reliability::E, Reliability::F];

    /// Whether there are ends that are proved, read out, and open. Of D only that some are proved and some are open.
    const fn ends(self) -> (bool, bool, bool) {
        match self {
            Reliability::A => (true, false, false),
            Reliability::B => (true, true, false),
            Reliability::C => (false, true, false),
            Reliability::D => (true, false, true),
            Reliability::E => (false, true, true),
            Reliability::F => (false, false, true),
        }
    }

    /// The mark of the ends of both.
    #[must_use]
    fn with(self, other: Reliability) -> Reliability {
        let (one, two) = (self.ends(), other.ends());
        match (one.0 | two.0, one.1 | two.1, one.2 | two.2) {
            (true, _, true) => Reliability::D,
            (true, true, false) => Reliability::B,
            (true, false, false) => Reliability::A,
            (false, true, true) => Reliability::E,
            (false, true, false) => Reliability::C,
            (false, false, _) => Reliability::F,
        }
    }

    /// The mark of a single end: a value that was found with this number of empty squares.
    fn of_end(value: Value, empties: u32) -> Reliability {
        match value.certainty() {
            Certainty::Exact => Reliability::A,
            Certainty::AtLeast | Certainty::AtMost => Reliability::C,
            Certainty::Depth { plies, .. } if u32::from(plies) >= empties => Reliability::C,
            Certainty::Depth { .. } => Reliability::F,
        }
    }

    /// The mark of a position; none if it has no value. `of_child` gives the value and the mark of a position of the book, none for
    /// other positions; it is asked only for positions that lines reach, and for the value of all moves.
    pub(super) fn of(
        key: Key,
        entry: &Entry,
        mut value_of: impl FnMut(Key) -> Result<Option<Value>, BookError>,
        mut mark_of: impl FnMut(Key) -> Result<Option<Reliability>, BookError>,
    ) -> Result<Option<Reliability>, BookError> {
        let Some(value) = entry.value else { return Ok(None) };
        let empties = key.position().empties();
        if value.is_exact() {
            return Ok(Some(Reliability::A));
        }
        let is_near = |of_move: Value| (value.score() - of_move.score()).raw() <= MAX_LOSS.raw();
        let mut mark: Option<Reliability> = None;
        let mut add = |end: Reliability| {
            let sum = mark.map_or(end, |mark| mark.with(end));
            mark = Some(sum);
            sum == Reliability::D
        };
        match entry.leaf {
            Leaf::Nothing => {}
            Leaf::Unknown => {
                add(Reliability::F);
            }
            Leaf::Best { value, .. } | Leaf::Unnamed(value) if is_near(value) => {
                add(Reliability::of_end(value, empties));
            }
            Leaf::Best { .. } | Leaf::Unnamed(_) => {}
        }
        for at in entry.links {
            let Some(Child::Position(view)) = key.child(at) else { continue };
            let is_decided = match value_of(view.key)?.map(|value| view.value_of_move(value)) {
                // The loss of the move is not known.
                None => add(Reliability::F),
                Some(value) if is_near(value) => add(mark_of(view.key)?.unwrap_or(Reliability::F)),
                Some(_) => false,
            };
            if is_decided {
                break;
            }
        }
        // A bound that no move has.
        Ok(Some(mark.unwrap_or_else(|| Reliability::of_end(value, empties))))
    }
}

impl fmt::Display for Reliability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// The marks of single positions, each position once.
struct Marks<'a> {
    tree: &'a dyn Tree,
    known: HashMap<Key, Option<Reliability>>,
}

impl Marks<'_> {
    /// The mark of a position; none if it is not in the book or has no value. The recursion is as deep as the game is long.
    fn of(&mut self, key: Key) -> Result<Option<Reliability>, BookError> {
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let Some(entry) = self.tree.get(key)? else { return Ok(None) };
        let tree = self.tree;
        let value_of = |child| Ok(tree.get(child)?.and_then(|entry| entry.value));
        let mark = Reliability::of(key, &entry, value_of, |child| self.of(child))?;
        self.known.insert(key, mark);
        Ok(mark)
    }
}

fn reliabilities(tree: &dyn Tree, positions: &[Position]) -> Result<Vec<Option<Reliability>>, BookError> {
    let mut marks = Marks { tree, known: HashMap::new() };
    let of = |position: &Position| Key::of(*position).map_or(Ok(None), |View { key, .. }| marks.of(key));
    positions.iter().map(of).collect()
}

impl Store {
    /// The reliability of the values of these positions; none of those that are not in the book or have no value.
    ///
    /// # Errors
    /// If the book cannot be read.
    #[doc(hidden)]
    pub fn reliabilities(&self, positions: &[Position]) -> Result<Vec<Option<Reliability>>, BookError> {
        reliabilities(&self.snapshot()?, positions)
    }
}

impl CompactBook {
    /// The reliability of the values of these positions; none of those that are not in the book or have no value.
    ///
    /// # Errors
    /// None: a book in memory can always be read.
    #[doc(hidden)]
    pub fn reliabilities(&self, positions: &[Position]) -> Result<Vec<Option<Reliability>>, BookError> {
        reliabilities(self.tree(), positions)
    }
}

#[cfg(test)]
mod tests {
    use super::{Reliability, reliabilities};
    use crate::book::entry::{Entry, Leaf};
    use crate::book::key::{Child, Key};
    use crate::book::tests::small_book;
    use crate::book::tree::{LAYERS, Memory, Tree};
    use emilia_core::{Certainty, Position, Value};

    /// The ends of all lines from a position, one by one: the value and the number of empty squares; none if nothing is known.
    fn ends(tree: &Memory, key: Key, found: &mut Vec<Option<(Value, u32)>>) {
        let entry = tree.get(key).expect("memory").expect("a position of the book");
        let value = entry.value.expect("the lines reach only positions with a value");
        let empties = key.position().empties();
        if value.is_exact() {
            found.push(Some((value, empties)));
            return;
        }
        let near = |other: Value| value.score().raw() - other.score().raw() <= 128;
        match entry.leaf {
            Leaf::Unknown => found.push(None),
            Leaf::Best { value: leaf, .. } | Leaf::Unnamed(leaf) if near(leaf) => found.push(Some((leaf, empties))),
            Leaf::Best { .. } | Leaf::Unnamed(_) | Leaf::Nothing => {}
        }
        for (at, child) in key.children().filter(|(at, _)| entry.links.has(*at)) {
            let Child::Position(view) = child else { panic!("{at} is a link") };
            match tree.get(view.key).expect("memory").expect("a link").value {
                None => found.push(None),
                Some(of_child) if near(if view.is_passed { of_child } else { -of_child }) => {
                    ends(tree, view.key, found);
                }
                Some(_) => {}
            }
        }
    }

    /// The mark by the words of its definition.
    fn by_definition(ends: &[Option<(Value, u32)>]) -> Reliability {
        let is_proved = |end: &Option<(Value, u32)>| end.is_some_and(|(value, _)| value.is_exact());
        let is_read_out = |end: &Option<(Value, u32)>| {
            end.is_some_and(|(value, empties)| match value.certainty() {
                Certainty::Depth { plies, .. } => u32::from(plies) >= empties,
                certainty => certainty.is_proved(),
            })
        };
        let (proved, all_read) = (ends.iter().any(is_proved), ends.iter().all(is_read_out));
        match (ends.iter().all(is_proved), proved, all_read, ends.iter().any(is_read_out)) {
            (true, ..) => Reliability::A,
            (_, true, true, _) => Reliability::B,
            (_, false, true, _) => Reliability::C,
            (_, true, false, _) => Reliability::D,
            (_, false, false, true) => Reliability::E,
            (_, false, false, false) => Reliability::F,
        }
    }

    #[test]
    fn marks_are_those_of_all_lines_one_by_one() {
        let mut seen = [0; 6];
        for seed in 0..12 {
            let tree = small_book(seed);
            for (key, entry) in LAYERS.flat_map(|discs| tree.layer(discs).expect("memory")) {
                let mark = reliabilities(&tree, &[key.position()]).expect("memory")[0];
                assert_eq!(mark.is_some(), entry.value.is_some());
                let Some(mark) = mark else { continue };
                let mut found = Vec::new();
                ends(&tree, key, &mut found);
                if !found.is_empty() {
                    assert_eq!(mark, by_definition(&found), "{}", key.position());
                    seen[mark as usize] += 1;
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
    }

    #[test]
    fn a_position_without_a_value_or_outside_the_book_has_no_mark() {
        let mut tree = Memory::default();
        let start = Key::of(Position::START).expect("a key").key;
        assert_eq!(reliabilities(&tree, &[Position::START]).expect("memory"), [None]);
        tree.put(start, &Entry::default()).expect("memory");
        assert_eq!(reliabilities(&tree, &[Position::START]).expect("memory"), [None]);
    }

    #[test]
    fn marks_join_in_any_order() {
        for one in Reliability::ALL {
            for other in Reliability::ALL {
                assert_eq!(one.with(other), other.with(one));
                assert_eq!(one.with(one), one);
                for third in Reliability::ALL {
                    assert_eq!(one.with(other).with(third), one.with(other.with(third)));
                }
            }
        }
    }
}
