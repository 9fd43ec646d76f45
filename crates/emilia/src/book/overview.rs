//! A book as people look at it: its numbers move by move, the part nearest to good play, the lines to remember.
//!
//! One pass over the layers, the deepest first, computes reliabilities and lines of all positions; two layers are in memory at a time.

use super::compact::CompactBook;
use super::entry::{Entry, Games};
use super::error::BookError;
use super::graph::Graph;
use super::key::{Key, View};
use super::minimax::KeyHasher;
use super::reliability::Reliability;
use super::remember::LineCount;
use super::store::Store;
use super::tree::{LAYERS, Tree};
use emilia_core::{Position, Score, Value};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasherDefault;

/// The number of tolerances for which lines are counted.
const TOLERANCES: usize = 4;

/// The shares of the positions at which [`PlyNumbers::values`] divides them, in percent.
const PERCENTILES: [usize; 5] = [10, 25, 50, 75, 90];

/// What an overview is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OverviewOptions {
    /// The most positions whose moves are listed.
    pub max_positions: usize,
    /// The loss of a move up to which it counts as playable.
    pub tolerance: Score,
}

impl Default for OverviewOptions {
    /// 60,000 positions, and moves that lose at most one disc.
    fn default() -> OverviewOptions {
        OverviewOptions { max_positions: 60_000, tolerance: Score::discs(1) }
    }
}

/// The content of a book.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Overview {
    /// The positions.
    pub positions: u64,
    /// The moves between them.
    pub links: u64,
    /// The positions with a proved value.
    pub proved: u64,
    /// The positions without a value.
    pub unknown: u64,
    /// The numbers of the positions after 0, 1, 2 … moves with a disc, up to the deepest position.
    pub by_ply: Vec<PlyNumbers>,
    /// The values of the positions by their certainty.
    pub by_certainty: BTreeMap<String, u64>,
    /// The lines that each side has to remember from the start position, by tolerance: Black is the side to move.
    pub lines: Vec<(Score, LineCount)>,
    /// The positions nearest to good play, with their moves.
    pub graph: Graph,
}

/// The positions after a number of moves.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PlyNumbers {
    /// The positions.
    pub positions: u64,
    /// The games that passed through one of them.
    pub games: u64,
    /// The positions by the reliability of their values, A first.
    pub reliability: [u64; 6],
    /// The values for the side to move that 10, 25, 50, 75 and 90 % of the positions do not exceed; none without values.
    pub values: Option<[Score; 5]>,
}

/// What the pass knows of a position.
#[derive(Clone, Copy)]
struct Known {
    value: Option<Value>,
    reliability: Option<Reliability>,
    lines: [LineCount; TOLERANCES],
}

type Layer = HashMap<Key, Known, BuildHasherDefault<KeyHasher>>;

/// The tolerances for which lines are counted: none, half of the given one, it itself, twice as much.
fn tolerances(given: Score) -> [Score; TOLERANCES] {
    [Score::ZERO, Score::clamped(given.raw() / 2), given, Score::clamped(2 * given.raw())]
}

/// The number of the given one among [`tolerances`].
const GIVEN: usize = 2;

fn known(key: Key, entry: &Entry, next: &Layer, tolerances: &[Score; TOLERANCES]) -> Result<Known, BookError> {
    let value_of = |child: Key| Ok(next.get(&child).and_then(|child| child.value));
    let mark_of = |child: Key| Ok(next.get(&child).and_then(|child| child.reliability));
    let reliability = Reliability::of(key, entry, value_of, mark_of)?;
    let mut lines = [LineCount::default(); TOLERANCES];
    for (number, lines) in lines.iter_mut().enumerate() {
        let child_of = |child: Key| Ok(next.get(&child).map(|child| (child.value, child.lines[number])));
        *lines = LineCount::of(key, entry, tolerances[number], child_of)?;
    }
    Ok(Known { value: entry.value, reliability, lines })
}

impl Overview {
    fn of(tree: &dyn Tree, options: &OverviewOptions) -> Result<Overview, BookError> {
        let mut overview = Overview { graph: Graph::of(tree, options.max_positions)?, ..Overview::default() };
        let numbers: HashMap<Key, usize> =
            overview.graph.nodes.iter().enumerate().map(|(number, node)| (node.key, number)).collect();
        let tolerances = tolerances(options.tolerance);
        let mut next = Layer::default();
        for discs in LAYERS.rev() {
            let layer = tree.layer(discs)?;
            let found: Result<Vec<Known>, BookError> =
                layer.par_iter().map(|(key, entry)| known(*key, entry, &next, &tolerances)).collect();
            let found = found?;
            overview.count(&layer, &found);
            next = layer.iter().zip(found).map(|((key, _), known)| (*key, known)).collect();
            for (key, known) in &next {
                if let Some(node) = numbers.get(key).and_then(|number| overview.graph.nodes.get_mut(*number)) {
                    (node.reliability, node.lines) = (known.reliability, known.lines[GIVEN]);
                }
            }
        }
        // The layers were counted from the last one on.
        overview.by_ply.reverse();
        if let Some(start) = Key::of(Position::START).and_then(|View { key, .. }| next.get(&key)) {
            overview.lines = tolerances.into_iter().zip(start.lines).collect();
            overview.lines.dedup();
        }
        Ok(overview)
    }

    /// Counts a layer; those before the deepest one with positions leave no trace.
    fn count(&mut self, layer: &[(Key, Entry)], found: &[Known]) {
        if layer.is_empty() && self.by_ply.is_empty() {
            return;
        }
        let mut numbers = PlyNumbers { positions: layer.len() as u64, ..PlyNumbers::default() };
        self.positions += numbers.positions;
        for (_, entry) in layer {
            self.links += u64::from(entry.links.len());
            numbers.games = numbers.games.saturating_add(Games::count(entry.all_games()));
        }
        let mut scores = Vec::new();
        for Known { value, reliability, .. } in found {
            let Some(value) = value else {
                self.unknown += 1;
                continue;
            };
            self.proved += u64::from(value.is_exact());
            *self.by_certainty.entry(value.certainty().to_string()).or_default() += 1;
            scores.push(value.score());
            if let Some(mark) = reliability {
                numbers.reliability[*mark as usize] += 1;
            }
        }
        scores.sort_unstable();
        numbers.values = percentiles(&scores);
        self.by_ply.push(numbers);
    }
}

/// The values at [`PERCENTILES`] of sorted ones: the smallest that this share of them does not exceed.
fn percentiles(sorted: &[Score]) -> Option<[Score; 5]> {
    let last = sorted.len().checked_sub(1)?;
    Some(PERCENTILES.map(|percent| sorted[(sorted.len() * percent).div_ceil(100).saturating_sub(1).min(last)]))
}

impl Store {
    /// What people want to know of the book.
    ///
    /// # Errors
    /// If the book cannot be read.
    #[doc(hidden)]
    pub fn overview(&self, options: &OverviewOptions) -> Result<Overview, BookError> {
        Overview::of(&self.snapshot()?, options)
    }
}

impl CompactBook {
    /// What people want to know of the book.
    ///
    /// # Errors
    /// None: a book in memory can always be read.
    #[doc(hidden)]
    pub fn overview(&self, options: &OverviewOptions) -> Result<Overview, BookError> {
        Overview::of(self.tree(), options)
    }
}

#[cfg(test)]
mod tests {
    use super::{Overview, OverviewOptions, percentiles};
    use crate::book::key::Key;
    use crate::book::reliability::Reliability;
    use crate::book::remember::LineCount;
    use crate::book::tests::small_book;
    use crate::book::tree::{LAYERS, Memory, Tree};
    use emilia_core::Score;

    /// The lines from a position, by recursion.
    fn lines(tree: &Memory, key: Key, tolerance: Score) -> LineCount {
        let entry = tree.get(key).expect("memory").expect("in the book");
        let child_of = |child| Ok(tree.get(child)?.map(|entry| (entry.value, lines(tree, child, tolerance))));
        LineCount::of(key, &entry, tolerance, child_of).expect("memory")
    }

    /// The mark of a position, by recursion.
    fn mark(tree: &Memory, key: Key) -> Option<Reliability> {
        let entry = tree.get(key).expect("memory").expect("in the book");
        let value_of = |child| Ok(tree.get(child)?.and_then(|entry| entry.value));
        Reliability::of(key, &entry, value_of, |child| Ok(mark(tree, child))).expect("memory")
    }

    #[test]
    fn one_pass_gives_what_recursion_gives() {
        for seed in [0, 2, 6] {
            let tree = small_book(seed);
            let tolerance = Score::from_discs(0.5);
            let options = OverviewOptions { max_positions: 20, tolerance };
            let overview = Overview::of(&tree, &options).expect("memory");
            assert!(overview.graph.nodes.len() > 20);
            for node in &overview.graph.nodes {
                assert_eq!((node.lines, node.reliability), (lines(&tree, node.key, tolerance), mark(&tree, node.key)));
            }
            let all: Vec<_> = LAYERS.flat_map(|discs| tree.layer(discs).expect("memory")).collect();
            assert_eq!(overview.positions, all.len() as u64);
            assert_eq!(overview.by_ply.iter().map(|ply| ply.positions).sum::<u64>(), all.len() as u64);
            assert_eq!(overview.by_ply[0].positions, 1);
            let with_value = all.iter().filter(|(_, entry)| entry.value.is_some()).count() as u64;
            assert_eq!(overview.by_certainty.values().sum::<u64>(), with_value);
            assert_eq!(overview.by_ply.iter().flat_map(|ply| ply.reliability).sum::<u64>(), with_value);
            assert_eq!(overview.unknown, all.len() as u64 - with_value);
            assert_eq!(overview.lines[2], (tolerance, overview.graph.nodes[0].lines));
        }
    }

    #[test]
    fn an_empty_book_has_no_numbers() {
        assert_eq!(Overview::of(&Memory::default(), &OverviewOptions::default()).expect("memory"), Overview::default());
    }

    #[test]
    fn percentiles_are_the_least_that_the_share_does_not_exceed() {
        let scores: Vec<Score> = (1..=20).map(Score::discs).collect();
        assert_eq!(percentiles(&scores), Some([2, 5, 10, 15, 18].map(Score::discs)));
        assert_eq!(percentiles(&scores[..1]), Some([1; 5].map(Score::discs)));
        assert_eq!(percentiles(&[]), None);
    }
}
