//! A node of the search tree, and the kinds of nodes.

use super::table::Entry;
use crate::eval::Features;
use emilia_core::{Bitboard, Position, Score, Square};

/// A node: a position with its incremental features.
#[derive(Clone, Copy)]
pub(super) struct SearchNode {
    pub position: Position,
    pub features: Features,
    /// The legal moves.
    pub moves: Bitboard,
    pub empties: u32,
    /// The move that led here; none at the root and after a pass.
    pub last: Option<Square>,
    /// The score of a drawn game for the side to move.
    pub draw: Score,
    /// Whether a search with a null window is expected to fail high, so that few of the moves are searched.
    pub expects_cut: bool,
}

impl SearchNode {
    pub(super) fn new(position: Position, draw: Score) -> SearchNode {
        SearchNode {
            position,
            features: Features::new(position),
            moves: position.moves(),
            empties: position.empties(),
            last: None,
            draw,
            expects_cut: false,
        }
    }

    #[inline]
    pub(super) fn play(&self, at: Square, flips: Bitboard) -> SearchNode {
        let position = self.position.play(at, flips);
        self.after(at, flips, position, position.moves())
    }

    /// The node after a move that leads to this position with these moves.
    #[inline]
    pub(super) fn after(&self, at: Square, flips: Bitboard, position: Position, moves: Bitboard) -> SearchNode {
        SearchNode {
            position,
            features: self.features.play(at, flips),
            moves,
            empties: self.empties - 1,
            last: Some(at),
            draw: -self.draw,
            expects_cut: !self.expects_cut,
        }
    }

    #[inline]
    pub(super) fn pass(&self) -> SearchNode {
        let position = self.position.pass();
        SearchNode {
            position,
            features: self.features.pass(),
            moves: position.moves(),
            empties: self.empties,
            last: None,
            draw: -self.draw,
            expects_cut: !self.expects_cut,
        }
    }

    /// Whether a search with a null window above `alpha` is expected to fail low, so that all moves are searched: the table's score tells,
    /// also that of an iteration with forward pruning, and without one the kind of the node in the minimal tree (Knuth and Moore 1975).
    pub(super) fn expects_no_cut(&self, known: Option<Entry>, alpha: Score) -> bool {
        match known {
            Some(entry) if entry.upper <= alpha => true,
            Some(entry) if entry.lower > alpha => false,
            _ => !self.expects_cut,
        }
    }

    /// The [`mobility`](crate::eval::mobility) of its position.
    #[inline]
    pub(super) fn mobility(&self) -> [u32; 2] {
        [self.moves.len(), self.position.pass().moves().len()]
    }

    /// The score of a finished game with this disc difference.
    pub(super) fn score(&self, discs: i32) -> Score {
        if discs == 0 { self.draw } else { Score::discs(discs) }
    }

    /// The greatest final disc difference whose score is not above this one. Final differences are even.
    pub(super) fn most_discs_within(&self, score: Score) -> i32 {
        let even = score.floor() & !1;
        match even {
            0 if score < self.draw => -2,
            -2 if score >= self.draw => 0,
            even => even,
        }
    }
}

/// A kind of node.
pub(super) trait NodeKind {
    /// Whether it is searched with an open window, for its exact score and line.
    const PV: bool;
    /// Whether it is the root.
    const ROOT: bool;
}

/// The root of the search.
pub(super) struct Root;
/// A node that may be on the principal variation.
pub(super) struct Principal;
/// A node that is searched with a null window.
pub(super) struct Null;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeKind for Principal {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeKind for Null {
    const PV: bool = false;
    const ROOT: bool = false;
}
