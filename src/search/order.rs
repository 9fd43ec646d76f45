//! Which moves to try first: those of the table, then those that a shallow search and the opponent's mobility speak for.

use super::node::{Null, Place};
use super::params::{MOBILITY_WORTH, order_depth};
use super::tree::{Stopped, Tree};
use crate::board::{Bitboard, Position, Square};
use crate::score::Score;
use arrayvec::ArrayVec;

/// A move, what it leads to, and how promising it looks.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub at: Square,
    pub flips: Bitboard,
    pub next: Position,
    promise: i32,
}

/// The moves of a node, handed out in the order of their promise; the sorting is done as far as moves are asked for.
pub(super) struct Candidates {
    list: ArrayVec<Candidate, 64>,
    tried: usize,
}

impl Candidates {
    /// The moves of a position: hints first, then by the number of the opponent's replies, corners doubly.
    #[inline]
    pub(super) fn by_mobility(position: Position, moves: Bitboard, hints: [Option<Square>; 2]) -> Candidates {
        let list = moves.map(|at| {
            let flips = position.flips(at);
            let next = position.play(at, flips);
            let promise = hinted(at, hints).unwrap_or_else(|| -mobility(next));
            Candidate { at, flips, next, promise }
        });
        Candidates { list: list.collect(), tried: 0 }
    }

    /// The most promising of the moves not yet handed out.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Candidate> {
        let rest = &mut self.list[self.tried..];
        let best = (0..rest.len()).max_by_key(|&i| (rest[i].promise, std::cmp::Reverse(i)))?;
        // The others keep their order, so that equal ones come in the order of the squares.
        rest[..=best].rotate_right(1);
        self.tried += 1;
        Some(rest[0])
    }

    /// The moves not yet handed out, in no order.
    pub(super) fn rest(&self) -> &[Candidate] {
        &self.list[self.tried..]
    }

    /// The moves not yet handed out, the most promising first.
    pub(super) fn rest_sorted(&mut self) -> &[Candidate] {
        let rest = &mut self.list[self.tried..];
        rest.sort_by_key(|candidate| std::cmp::Reverse(candidate.promise));
        rest
    }
}

/// The moves of a node, judged as its depth deserves.
pub(super) fn candidates(
    tree: &mut Tree,
    place: &Place,
    moves: Bitboard,
    hints: [Option<Square>; 2],
    depth: u32,
) -> Result<Candidates, Stopped> {
    let mut candidates = Candidates::by_mobility(place.position, moves, hints);
    let Some(order_depth) = order_depth(depth, place.empties) else { return Ok(candidates) };
    if candidates.list.len() < 2 {
        return Ok(candidates);
    }
    for candidate in &mut candidates.list {
        if hinted(candidate.at, hints).is_none() {
            let next = place.play(candidate.at, candidate.flips);
            let score = -tree.value::<Null>(&next, -Score::INFINITY, Score::INFINITY, order_depth)?;
            candidate.promise = score.raw() + MOBILITY_WORTH * candidate.promise;
        }
    }
    Ok(candidates)
}

/// The promise of the moves that the table names: above all others.
#[inline]
fn hinted(at: Square, hints: [Option<Square>; 2]) -> Option<i32> {
    if hints[0] == Some(at) {
        Some(i32::MAX)
    } else if hints[1] == Some(at) {
        Some(i32::MAX - 1)
    } else {
        None
    }
}

/// The number of replies, corners counted twice.
#[inline]
fn mobility(position: Position) -> i32 {
    let replies = position.moves();
    (replies.len() + (replies & Bitboard::CORNERS).len()) as i32
}
