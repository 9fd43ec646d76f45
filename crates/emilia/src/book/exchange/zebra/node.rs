//! What a book of Zebra says of a position, and what is kept of it.

use super::super::foreign::Collection;
use super::hash::{Hash, Hasher};
use crate::book::entry::Leaf;
use crate::book::key::Key;
use emilia_core::{Bitboard, Position, Score, Square, Value};

/// Flags of a node: the side to move, and how its value was solved.
const BLACK_TO_MOVE: u16 = 1;
const WHITE_TO_MOVE: u16 = 2;
const WIN_SOLVED: u16 = 4;
const SOLVED: u16 = 16;
/// The bits of the flags below the depth of the search.
const DEPTH_SHIFT: u32 = 10;
/// Alternatives that are not moves: none is known, all moves are in the book.
const NO_MOVE: i16 = -1;
const ALL_MOVES: i16 = -2;
/// The value of a position without one.
const NO_VALUE: i16 = 9999;
/// A solved score is this number plus discs. The number below it is a draw that the user does not want.
const SOLVED_SCORE: i32 = 30_000;
const UNWANTED_DRAW: i32 = SOLVED_SCORE - 1;

/// A position of the file.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Its values for Black, in 1/128 disc, if Black wants a draw and if White wants one.
    pub values: [i16; 2],
    /// The best move outside the book.
    pub alternative: i16,
    /// Its score for Black, in 1/128 disc.
    pub score: i16,
    pub flags: u16,
}

impl Node {
    /// Whether Black is to move; none if the flags do not name one side.
    fn is_black_to_move(&self) -> Option<bool> {
        match self.flags & (BLACK_TO_MOVE | WHITE_TO_MOVE) {
            BLACK_TO_MOVE => Some(true),
            WHITE_TO_MOVE => Some(false),
            _ => None,
        }
    }

    /// A score of the node as a value for the side to move, if it is one.
    fn value(&self, score: i16, board: &Board) -> Option<Value> {
        let score = if board.is_black_to_move { i32::from(score) } else { -i32::from(score) };
        let empties = board.position.empties().min(60) as u8;
        let depth = ((self.flags >> DEPTH_SHIFT) as u8).min(empties);
        match score.abs() {
            UNWANTED_DRAW => Some(Value::estimate(Score::ZERO, empties, 100)),
            solved @ SOLVED_SCORE..=30_064 => {
                let score = Score::discs((solved - SOLVED_SCORE) * score.signum());
                Some(if self.is_win_only() {
                    Value::estimate(score, depth, 73)
                } else {
                    Value::estimate(score, empties, 100)
                })
            }
            estimate if estimate <= Score::MAX.raw() => Some(Value::estimate(Score::clamped(score), depth, 73)),
            _ => None,
        }
    }

    /// Whether only the winner was searched, and not the number of discs.
    fn is_win_only(&self) -> bool {
        self.flags & (WIN_SOLVED | SOLVED) == WIN_SOLVED
    }
}

/// A position with colours.
#[derive(Clone, Copy)]
pub(super) struct Board {
    /// As the side sees it that has a move, unless the game is over.
    pub position: Position,
    pub is_black_to_move: bool,
    /// Whether the other side had to pass.
    is_passed: bool,
}

impl Board {
    pub const START: Board = Board { position: Position::START, is_black_to_move: true, is_passed: false };

    /// The position after a move; none if it is not legal.
    pub fn play(&self, at: Square) -> Option<Board> {
        let next = self.position.try_play(at)?;
        let is_passed = next.moves().is_empty() && !next.is_over();
        let position = if is_passed { next.pass() } else { next };
        Some(Board { position, is_black_to_move: self.is_black_to_move == is_passed, is_passed })
    }

    /// Whether the node can be this position: it has the same side to move, or the one that must pass, or names none.
    pub fn fits(&self, node: &Node) -> bool {
        let is_same = node.is_black_to_move().is_none_or(|is_black| is_black == self.is_black_to_move);
        is_same || self.is_passed || self.position.is_over()
    }

    pub fn hash(&self, hasher: &Hasher) -> Hash {
        let (Bitboard(own), Bitboard(opp)) = (self.position.own(), self.position.opp());
        if self.is_black_to_move { hasher.hash(own, opp) } else { hasher.hash(opp, own) }
    }
}

/// Adds a position to those that are kept, if the game is not over there. `hash` is that of the board.
pub(super) fn add(collection: &mut Collection, board: &Board, node: &Node, hash: &Hash) {
    let place = board.position;
    let Some(view) = Key::of(place) else {
        collection.leave_out("positions in which the game is over are left out", place);
        return;
    };
    if node.is_black_to_move().is_none() {
        collection.leave_out("positions do not name their side to move, which follows from the moves", place);
    }
    if node.values[0] != node.values[1] {
        collection.leave_out("positions have two values by who wants a draw; that of Black is kept", place);
    }
    let leaf = match node.alternative {
        NO_MOVE | ALL_MOVES => Leaf::Unknown,
        alternative => {
            let at = hash.square(alternative).filter(|at| place.moves().has(*at));
            match at.zip(node.value(node.score, board)) {
                Some((at, value)) => Leaf::Best { at: view.to_key(at), value },
                None => {
                    collection
                        .leave_out("moves outside the book are not legal or have no score and are left out", place);
                    Leaf::Unknown
                }
            }
        }
    };
    if leaf != Leaf::Unknown && i32::from(node.score).abs() >= SOLVED_SCORE && node.is_win_only() {
        collection.leave_out("scores of solved wins without their discs are kept as estimates", place);
    }
    let value = node.value(node.values[0], board);
    if value.is_none() && node.values[0] != NO_VALUE {
        collection.leave_out("values are not scores and are left out", place);
    }
    collection.add(view.key, leaf, value);
}
