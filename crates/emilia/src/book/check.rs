//! The check of a book: whether everything in it follows from its positions and leaves.

use super::entry::{Entry, Leaf};
use super::error::BookError;
use super::key::{Child, Key};
use super::minimax::{PositionValues, Values, derive_all, derive_layer};
use super::store::Store;
use super::tree::{LAYERS, Tree};
use emilia_core::{Certainty, Value};
use std::collections::BTreeMap;

/// The most faults that are described.
const MAX_FAULTS: usize = 20;

/// The content of a book in numbers, and its faults.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Report {
    /// The positions.
    pub positions: u64,
    /// The moves between them.
    pub links: u64,
    /// The positions whose leaf was not searched yet, or is not named.
    pub unknown: u64,
    /// The positions all of whose moves are in the book.
    pub without_leaf: u64,
    /// The positions with a proved value.
    pub proved: u64,
    /// The positions by the number of discs.
    pub by_discs: BTreeMap<u8, u64>,
    /// The leaves by their certainty.
    pub by_certainty: BTreeMap<String, u64>,
    /// Results of searches of a step of building that is not finished.
    pub evaluations: u64,
    /// What is wrong: the first faults, each with its position.
    pub faults: Vec<String>,
    /// The number of faults.
    pub fault_count: u64,
}

impl Store {
    /// Counts what is in the book and checks every invariant: positions, checksums, links, leaves, passes and values.
    ///
    /// # Errors
    /// If the book cannot be read.
    #[doc(hidden)]
    pub fn check(&self) -> Result<Report, BookError> {
        let snapshot = self.snapshot()?;
        let mut report = Report { evaluations: self.evaluations()?, ..Report::default() };
        let sources: Vec<u16> = self.sources()?.into_iter().map(|(number, _)| number).collect();
        let mut certainties = Vec::new();
        let mut check = |layer: Vec<(Key, Entry)>, next: &Values| -> Result<Values, BookError> {
            let expected = derive_layer(&layer, next)?;
            for ((key, entry), expected) in layer.iter().zip(&expected) {
                report.count(*key, entry, &mut certainties);
                report.compare(*key, entry, expected);
                if entry.games.iter().any(|(source, _)| !sources.contains(source)) {
                    report.fault(*key, "it has games of an unknown source");
                }
            }
            Ok(layer.into_iter().map(|(key, entry)| (key, PositionValues::of(&entry))).collect())
        };
        let read = |discs| if LAYERS.contains(&discs) { snapshot.layer(discs) } else { Ok(Vec::new()) };
        let (mut layer, mut next) = (read(*LAYERS.end())?, Values::default());
        for discs in LAYERS.rev() {
            // One thread reads a layer while the others check the one above it.
            let (checked, below) = rayon::join(|| check(layer, &next), || read(discs - 1));
            (layer, next) = (below?, checked?);
        }
        report.by_certainty =
            certainties.into_iter().map(|(certainty, count)| (certainty.to_string(), count)).collect();
        Ok(report)
    }

    /// Makes links and values follow from positions and leaves again. The number of positions that changed.
    ///
    /// # Errors
    /// If the book cannot be read or written.
    #[doc(hidden)]
    pub fn repair(&self) -> Result<u64, BookError> {
        self.change(|tree| derive_all(tree))
    }
}

impl Report {
    /// Counts a position, and its leaf by its certainty; there are few different ones.
    fn count(&mut self, key: Key, entry: &Entry, certainties: &mut Vec<(Certainty, u64)>) {
        self.positions += 1;
        self.links += u64::from(entry.links.len());
        *self.by_discs.entry(key.discs()).or_default() += 1;
        self.proved += u64::from(entry.value.is_some_and(Value::is_exact));
        match entry.leaf {
            Leaf::Unknown | Leaf::Unnamed(_) => self.unknown += 1,
            Leaf::Nothing => self.without_leaf += 1,
            Leaf::Best { value, .. } => match certainties.iter_mut().find(|(known, _)| *known == value.certainty()) {
                Some((_, count)) => *count += 1,
                None => certainties.push((value.certainty(), 1)),
            },
        }
    }

    /// Notes where an entry differs from what follows from the others.
    fn compare(&mut self, key: Key, entry: &Entry, expected: &Entry) {
        if entry.links != expected.links {
            self.fault(key, &format!("its links are {:?}, not {:?}", entry.links, expected.links));
        }
        if entry.leaf != expected.leaf {
            self.fault(key, "its leaf is not the best of the moves outside the book");
        }
        if (entry.value, entry.draws) != (expected.value, expected.draws) {
            self.fault(key, "its value is not the best of its moves");
        }
        if let Some(at) = entry.leaf.square()
            && let (Some(Child::End(discs)), Some(value)) = (key.child(at), entry.leaf.value())
            && value.lower().is_some_and(|lower| lower > discs)
        {
            self.fault(key, "the game ends after its leaf with another score");
        }
    }

    fn fault(&mut self, key: Key, what: &str) {
        self.fault_count += 1;
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(format!("{}: {what}", key.position()));
        }
    }
}
