//! Two books in one, with the same result in either order.

use super::entry::{Entry, Leaf, better};
use super::error::BookError;
use super::extend::position_after;
use super::key::Key;
use super::minimax::derive_all;
use super::store::Store;
use super::tree::{LAYERS, Tree};

impl Entry {
    /// Takes over what another book knows of the position: the more certain leaf of those that remain outside, and of each source the
    /// larger count of games.
    pub(super) fn merge(
        &mut self,
        key: Key,
        other: &Entry,
        mut is_inside: impl FnMut(Key) -> Result<bool, BookError>,
    ) -> Result<(), BookError> {
        let mut outside = |leaf: Leaf| -> Result<Leaf, BookError> {
            let after = leaf.square().and_then(|at| position_after(key, at));
            Ok(if after.map_or(Ok(false), &mut is_inside)? { Leaf::Unknown } else { leaf })
        };
        self.leaf = better(outside(self.leaf)?, outside(other.leaf)?);
        for (source, games) in &other.games {
            self.set_games(*source, *games);
        }
        Ok(())
    }
}

impl Store {
    /// Adds all positions of another book. The number of them.
    ///
    /// Where the leaves of both books lead to positions of the other one, `deepen` searches a new leaf.
    ///
    /// # Errors
    /// If one of the books cannot be read, or this one cannot be written.
    pub fn merge(&self, other: &Store) -> Result<u64, BookError> {
        let sources = other.sources()?.into_iter().map(|(number, name)| Ok((number, self.source(&name)?)));
        let sources = sources.collect::<Result<Vec<_>, BookError>>()?;
        let snapshot = other.snapshot()?;
        self.change(|tree| {
            let mut count = 0;
            for discs in LAYERS {
                for (key, mut entry) in snapshot.layer(discs)? {
                    for (number, _) in &mut entry.games {
                        *number =
                            sources.iter().find(|(of_other, _)| of_other == number).map_or(*number, |(_, own)| *own);
                    }
                    entry.games.sort_by_key(|(number, _)| *number);
                    let mut merged = tree.get(key)?.unwrap_or_default();
                    merged.merge(key, &entry, |child| Ok(tree.has(child)? || snapshot.has(child)?))?;
                    tree.put(key, &merged)?;
                    count += 1;
                }
            }
            derive_all(tree)?;
            Ok(count)
        })
    }
}
