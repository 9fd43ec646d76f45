//! A book as a graph in memory: from the start position on, the positions that good play reaches first.
//!
//! Positions are numbered in the order of what the moves from the start position to them lose, then of their discs, so that the first
//! ones are the part of a book that matters most.

use super::entry::{Entry, Games, Leaf};
use super::error::BookError;
use super::key::{Child, Key};
use super::reliability::Reliability;
use super::remember::LineCount;
use super::tree::Tree;
use emilia_core::{Position, Score, Square, Symmetry, Value};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// What a move to a position without a value counts for in the order of the positions, in 1/128 disc: more than any game can lose.
const UNKNOWN_LOSS: u32 = (128 * Score::UNIT) as u32;

/// The positions of a book that are nearest to best play from the start position.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Graph {
    /// The positions, the start position first; none if it is not in the book.
    pub nodes: Vec<Node>,
    /// The number of the first positions: those with their moves. The others are reached by moves of them, and their own moves are
    /// left out.
    pub complete: usize,
}

/// A position of a graph.
///
/// Squares are those of its key, values are for its side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The position.
    pub key: Key,
    /// Its value; none if nothing was searched.
    pub value: Option<Value>,
    /// How far the value can be trusted; none without a value.
    pub reliability: Option<Reliability>,
    /// The lines to remember from here on.
    pub lines: LineCount,
    /// The best move outside the book.
    pub leaf: Leaf,
    /// The games that passed through the position.
    pub games: Games,
    /// What the moves of the best line from the start position lose, of both sides together, in 1/128 disc.
    pub loss: u32,
    /// The moves to positions of the book.
    pub steps: Vec<Step>,
}

/// A move from a position of a graph to another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The square of the key of the first position.
    pub at: Square,
    /// The number of the second position.
    pub to: usize,
    /// From squares of the key of the second position to squares of the key of the first.
    pub symmetry: Symmetry,
    /// Whether the other side has no move after it, so that the same side is to move in the second position.
    pub is_passed: bool,
}

impl Step {
    /// The value of the move for the side that makes it, from the value of the position after it.
    pub fn value(&self, after: Value) -> Value {
        if self.is_passed { after } else { -after }
    }
}

impl Graph {
    /// The graph with the moves of at most `limit` positions. Reliabilities and lines are not yet known.
    pub(super) fn of(tree: &dyn Tree, limit: usize) -> Result<Graph, BookError> {
        let mut numbers: HashMap<Key, usize> = HashMap::new();
        let mut entries: Vec<(Key, Entry, u32)> = Vec::new();
        let mut waiting: BinaryHeap<Reverse<(u32, u8, Key)>> = BinaryHeap::new();
        let start = Key::of(Position::START).filter(|start| tree.has(start.key).unwrap_or(false));
        waiting.extend(start.map(|start| Reverse((0, start.key.discs(), start.key))));
        while let Some(Reverse((loss, discs, key))) = waiting.pop() {
            if entries.len() >= limit {
                waiting.push(Reverse((loss, discs, key)));
                break;
            }
            if numbers.contains_key(&key) {
                continue;
            }
            let Some(entry) = tree.get(key)? else { continue };
            numbers.insert(key, entries.len());
            for (_, child) in key.children().filter(|(at, _)| entry.links.has(*at)) {
                let Child::Position(view) = child else { continue };
                if numbers.contains_key(&view.key) {
                    continue;
                }
                let of_child = tree.get(view.key)?.and_then(|child| child.value).map(|value| view.value_of_move(value));
                let lost = match (entry.value, of_child) {
                    (Some(best), Some(value)) => (best.score() - value.score()).raw().max(0).unsigned_abs(),
                    _ => UNKNOWN_LOSS,
                };
                waiting.push(Reverse((loss.saturating_add(lost), view.key.discs(), view.key)));
            }
            entries.push((key, entry, loss));
        }
        let complete = entries.len();
        // What is left are positions whose moves are left out.
        while let Some(Reverse((loss, _, key))) = waiting.pop() {
            if !numbers.contains_key(&key)
                && let Some(entry) = tree.get(key)?
            {
                numbers.insert(key, entries.len());
                entries.push((key, entry, loss));
            }
        }
        let nodes = entries.into_iter().enumerate();
        Ok(Graph { nodes: nodes.map(|(at, entry)| node(entry, at < complete, &numbers)).collect(), complete })
    }
}

fn node((key, entry, loss): (Key, Entry, u32), has_moves: bool, numbers: &HashMap<Key, usize>) -> Node {
    let moves = key.children().filter(|(at, _)| has_moves && entry.links.has(*at));
    let steps = moves.filter_map(|(at, child)| match child {
        Child::Position(view) => {
            let symmetry = view.symmetry().inverse();
            Some(Step { at, to: *numbers.get(&view.key)?, symmetry, is_passed: view.is_passed })
        }
        Child::End(_) => None,
    });
    let steps = steps.collect();
    let (value, leaf, games) = (entry.value, entry.leaf, entry.all_games());
    Node { key, value, reliability: None, lines: LineCount::default(), leaf, games, loss, steps }
}

#[cfg(test)]
mod tests {
    use super::{Graph, UNKNOWN_LOSS};
    use crate::book::key::{Child, Key};
    use crate::book::tests::small_book;
    use crate::book::tree::{Memory, Tree};
    use emilia_core::Position;
    use std::collections::BTreeMap;

    /// The least loss of all paths to each position, path by path.
    fn losses(tree: &Memory, key: Key, lost: u32, found: &mut BTreeMap<Key, u32>) {
        let entry = tree.get(key).expect("memory").expect("in the book");
        let least = found.entry(key).or_insert(lost);
        *least = lost.min(*least);
        for (_, child) in key.children().filter(|(at, _)| entry.links.has(*at)) {
            let Child::Position(view) = child else { continue };
            let value = tree.get(view.key).expect("memory").expect("a link").value;
            let value = value.map(|value| view.value_of_move(value));
            let loss = entry
                .value
                .zip(value)
                .map_or(UNKNOWN_LOSS, |(best, value)| (best.score().raw() - value.score().raw()).max(0).unsigned_abs());
            losses(tree, view.key, lost + loss, found);
        }
    }

    #[test]
    fn positions_are_numbered_by_their_least_loss_and_moves_lead_where_they_lead() {
        for seed in [0, 2, 4] {
            let tree = small_book(seed);
            let start = Key::of(Position::START).expect("a key").key;
            let mut expected = BTreeMap::new();
            losses(&tree, start, 0, &mut expected);
            let graph = Graph::of(&tree, usize::MAX).expect("memory");
            assert_eq!(graph.complete, graph.nodes.len());
            let found: BTreeMap<Key, u32> = graph.nodes.iter().map(|node| (node.key, node.loss)).collect();
            assert_eq!(found, expected);
            assert!(graph.nodes.is_sorted_by_key(|node| node.loss));
            for node in &graph.nodes {
                assert_eq!(node.steps.len() as u32, tree.get(node.key).expect("memory").expect("in it").links.len());
                for step in &node.steps {
                    let next = node.key.position().try_play(step.at).expect("legal");
                    let next = if step.is_passed { next.pass() } else { next };
                    assert_eq!(step.symmetry.position(graph.nodes[step.to].key.position()), next);
                }
            }
        }
    }

    #[test]
    fn a_limit_keeps_the_first_positions_and_the_moves_from_them() {
        let tree = small_book(2);
        let whole = Graph::of(&tree, usize::MAX).expect("memory");
        for limit in [0, 1, 7, 30] {
            let part = Graph::of(&tree, limit).expect("memory");
            assert_eq!(part.complete, limit);
            for (node, of_whole) in part.nodes[..limit].iter().zip(&whole.nodes) {
                assert_eq!(
                    (node.key, node.loss, node.steps.len()),
                    (of_whole.key, of_whole.loss, of_whole.steps.len())
                );
            }
            assert!(part.nodes[limit..].iter().all(|node| node.steps.is_empty()));
        }
        assert_eq!(Graph::of(&Memory::default(), 9).expect("memory"), Graph::default());
    }
}
