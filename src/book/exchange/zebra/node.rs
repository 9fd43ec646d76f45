//! What a book of Zebra says of a position, and what is kept of it.

use super::super::foreign::{ForeignBook, merged};
use super::hash::{Hash, Hasher};
use crate::board::{Bitboard, Position, Square};
use crate::book::entry::Leaf;
use crate::book::key::Key;
use crate::score::{Score, Value};

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
/// A solved score is this number plus discs. The number below it is a draw that the user does not want.
const SOLVED_SCORE: i32 = 30_000;
const UNWANTED_DRAW: i32 = SOLVED_SCORE - 1;

/// A position of the file. Its value is not kept: it follows from the leaves.
#[derive(Clone, Copy)]
pub(super) struct Node {
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

    /// Whether the flags name one side.
    pub fn has_side(&self) -> bool {
        self.is_black_to_move().is_some()
    }

    /// The score for the side to move, if there is one.
    fn value(&self, board: &Board) -> Option<Value> {
        let score = if board.is_black_to_move { i32::from(self.score) } else { -i32::from(self.score) };
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

    /// Whether the node can be this position: it has the same side to move, or the one that must pass.
    pub fn fits(&self, node: &Node) -> bool {
        let is_same = node.is_black_to_move() == Some(self.is_black_to_move);
        is_same || self.is_passed || self.position.is_over()
    }

    pub fn hash(&self, hasher: &Hasher) -> Hash {
        let (Bitboard(own), Bitboard(opp)) = (self.position.own(), self.position.opp());
        if self.is_black_to_move { hasher.hash(own, opp) } else { hasher.hash(opp, own) }
    }
}

/// The positions that are kept, and the numbers of what is not.
#[derive(Default)]
pub(super) struct Collection {
    positions: Vec<(Key, Leaf)>,
    /// Positions in which the game is over.
    ends: u64,
    /// Positions whose best move outside the book is not known, or has no score.
    unknown: u64,
    /// Scores of which only the winner is certain.
    wins_only: u64,
}

impl Collection {
    /// Adds a position, if the game is not over there. `hash` is that of the board.
    ///
    /// # Errors
    /// If the move of the node is not legal.
    pub fn add(&mut self, board: &Board, node: &Node, hash: &Hash) -> Result<(), String> {
        let Some(view) = Key::of(board.position) else {
            self.ends += 1;
            return Ok(());
        };
        if matches!(node.alternative, NO_MOVE | ALL_MOVES) {
            self.unknown += u64::from(node.alternative == NO_MOVE);
            self.positions.push((view.key, Leaf::Unknown));
            return Ok(());
        }
        let at = hash.square(node.alternative).filter(|at| board.position.moves().has(*at));
        let at = at.ok_or_else(|| format!("move {} of {} is not legal", node.alternative, board.position))?;
        let leaf = node.value(board).map(|value| Leaf::Best { at: view.to_key(at), value });
        self.unknown += u64::from(leaf.is_none());
        self.wins_only += u64::from(i32::from(node.score).abs() >= SOLVED_SCORE && node.is_win_only());
        self.positions.push((view.key, leaf.unwrap_or_default()));
        Ok(())
    }

    /// The book. `unreached` positions of the file were not found.
    pub fn book(self, unreached: u64) -> ForeignBook {
        let mut notes = Vec::new();
        let mut add = |count: u64, what: &str| {
            if count > 0 {
                notes.push(format!("{count} {what}"));
            }
        };
        add(
            unreached,
            "positions do not follow from the start position, or follow with the other side to move, and are left out",
        );
        add(self.ends, "positions in which the game is over are left out");
        add(
            self.unknown,
            "positions have no scored move outside the book; `emilia book fix` searches those that need one",
        );
        add(self.wins_only, "scores of solved wins without their discs are kept as estimates");
        notes.push(
            "values of positions are derived from the leaves; preferences for draws and private marks are not kept"
                .to_owned(),
        );
        ForeignBook { program: "Zebra", level: None, notes, positions: merged(self.positions) }
    }
}
