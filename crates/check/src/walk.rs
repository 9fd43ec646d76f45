//! The walk through the game that a proof describes.

use crate::board::{count, each, images, moves, result, turned};
use crate::file::{Part, Text, discs};
use anyhow::{Context as _, Result, ensure};
use foldhash::fast::RandomState;
use std::collections::{HashMap, HashSet};

/// The discs of the side to move and those of the other side.
type Discs = (u64, u64);

/// What other files prove of positions: what their side to move gets at least and at most.
pub type Known = HashMap<Discs, (i32, i32), RandomState>;

/// What these parts prove.
pub fn known(parts: &[Part]) -> Known {
    let mut known = Known::default();
    for (part, image) in parts.iter().flat_map(|part| images(discs(&part.position)).map(|image| (part, image))) {
        let ((least, most), discs) = (known.entry(image).or_insert((i32::MIN, i32::MAX)), part.bound.discs);
        if part.bound.is_least { *least = discs.max(*least) } else { *most = discs.min(*most) }
    }
    known
}

/// A position to finish: whether its side to move has the bound.
pub type Leaf = (Discs, bool);

/// The walk for one bound: that the side that has it gets at least `target`.
pub struct Walk<'a, 'b> {
    pub text: &'a mut Text<'b>,
    pub known: &'a Known,
    /// Positions with at most this many empty squares are left to others.
    pub finish: i32,
    pub target: i32,
    /// Takes those positions.
    pub leave: &'a mut dyn FnMut(Leaf) -> Result<()>,
    /// The positions visited: those where the side to move does not have the bound, and those where it does.
    pub seen: [HashSet<Discs, RandomState>; 2],
    /// The moves that were read.
    pub count: u64,
}

impl Walk<'_, '_> {
    /// Follows the proof from this position.
    pub fn from(&mut self, (own, other): Discs, has_bound: bool) -> Result<()> {
        let is_proved = |(least, most): &(_, _)| if has_bound { *least >= self.target } else { *most <= -self.target };
        if self.known.get(&(own, other)).is_some_and(is_proved) {
            return Ok(());
        }
        if count(!(own | other)) <= self.finish {
            return (self.leave)(((own, other), has_bound));
        }
        if !self.seen[usize::from(has_bound)].insert((own, other)) {
            return Ok(());
        }
        let all = moves(own, other);
        if all == 0 && moves(other, own) == 0 {
            let lead = if has_bound { result(own, other) } else { result(other, own) };
            ensure!(lead >= self.target, "the bound {:+} does not hold: {own:x} {other:x}", self.target);
            Ok(())
        } else if all == 0 {
            self.from((other, own), !has_bound)
        } else if has_bound {
            self.count += 1;
            let at = self.text.mv()?.filter(|at| all >> at & 1 == 1);
            self.after(at.with_context(|| format!("move {} is missing or illegal", self.count))?, own, other, false)
        } else {
            each(all).try_for_each(|at| self.after(at, own, other, true))
        }
    }

    fn after(&mut self, at: u32, own: u64, other: u64, has_bound: bool) -> Result<()> {
        let flipped = turned(at, own, other);
        self.from((other ^ flipped, own | flipped | 1 << at), has_bound)
    }
}
