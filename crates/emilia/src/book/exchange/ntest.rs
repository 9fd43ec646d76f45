//! Books of NTest, format 2: trees of moves, with a checksum at the end.
//!
//! The moves of a node are squares of its own smallest mirror image. The positions after the best moves that are not followed are in the
//! file, too: they end its lines, and have values of their own. The other positions have the value of the best of these moves.

mod checksum;

use super::foreign::{Collection, ForeignBook};
use crate::book::entry::Leaf;
use crate::book::error::BookError;
use crate::book::key::{Child, Key};
use checksum::Sum;
use emilia_core::{Bitboard, Position, Score, Square, Symmetry, Value};
use std::collections::HashMap;

/// The format that is read, and one with the memory of the program as its compiler laid it out.
const FORMAT: i32 = 2;
const COMPILER_FORMAT: i32 = 1;
/// Bytes before the trees, of the checksum, of a board and of a node.
const HEADER_BYTES: usize = 8;
const CHECKSUM_BYTES: usize = 4;
const BOARD_BYTES: usize = 16;
const NODE_BYTES: usize = 8;
/// The byte after the last move of a node.
const END: u8 = 0xFF;
/// Flags of a node.
const PROVED: u16 = 1;
const BRANCH: u16 = 2;
const WIN_SEARCH: u16 = 4;
const SOLVED: u16 = 8;
/// The bits of the flags below the height, six bits, and below the pruning.
const HEIGHT_SHIFT: u32 = 4;
const PRUNING_SHIFT: u32 = 10;
/// The steps of a value to a disc.
const UNIT: i32 = 100;
/// The value of a position in which no move is left.
const NO_VALUE: i16 = -16400;
/// Confidence of a search whose pruning is not known here, in percent.
const PERCENT: u8 = 73;

/// Whether the bytes begin with the number of a format of NTest.
pub(super) fn is_book(bytes: &[u8]) -> bool {
    matches!(int(bytes, 0), Some(FORMAT | COMPILER_FORMAT))
}

pub(super) fn read(bytes: &[u8]) -> Result<ForeignBook, BookError> {
    let nodes = nodes(bytes).map_err(|what| BookError::Format(format!("not a sound book of NTest: {what}")))?;
    let view = |node: &Node| Key::of(node.position);
    let stored: Stored = nodes.iter().filter_map(|node| Some((view(node)?.key, node))).collect();
    let mut collection = Collection::default();
    for (number, node) in nodes.iter().enumerate() {
        match view(node) {
            Some(view) if view.is_passed => {
                collection.add_passed(view.key, node.value_of_position().map(|value| -value));
            }
            Some(view) => node.add_to(&mut collection, view.key, &stored),
            None => {
                let place = format!("position {}", number + 1);
                collection.leave_out("positions are over or not valid and are left out", place);
            }
        }
    }
    collection.book("NTest", None, "counts of games and proofs of wins are not kept")
}

/// The positions of the file.
type Stored<'a> = HashMap<Key, &'a Node>;

/// A position of the file.
struct Node {
    position: Position,
    flags: u16,
    /// The value of the best move outside the book, or of the position, in 1/100 disc for the side to move.
    value: i16,
}

impl Node {
    fn new(position: Position, bytes: [u8; NODE_BYTES]) -> Node {
        let [_, _, _, _, flags @ .., value, sign] = bytes;
        Node { position, flags: u16::from_le_bytes(flags), value: i16::from_le_bytes([value, sign]) }
    }

    /// Adds the position of this key.
    fn add_to(&self, collection: &mut Collection, key: Key, stored: &Stored) {
        let score = self.score();
        if score.is_none() && self.value != NO_VALUE {
            collection.leave_out("values say only who wins or are not scores and are left out", key.position());
        }
        let leaf =
            score.filter(|_| self.is_of_move() && !self.is_of_end(key, stored)).map_or(Leaf::Unknown, Leaf::Unnamed);
        collection.add(key, leaf, self.value_of_position());
    }

    /// Whether the value is that of a position that ends a line of the book.
    fn is_of_end(&self, key: Key, stored: &Stored) -> bool {
        key.children().any(|(_, child)| match child {
            Child::Position(view) => stored.get(&view.key).is_some_and(|node| {
                let value = if view.is_passed { node.value } else { node.value.saturating_neg() };
                !node.is_of_move() && value == self.value
            }),
            Child::End(_) => false,
        })
    }

    /// Whether the value is that of the best move to a position that ends a line or is not in the book.
    fn is_of_move(&self) -> bool {
        self.flags & (BRANCH | PROVED) == BRANCH
    }

    fn value_of_position(&self) -> Option<Value> {
        self.score().filter(|_| !self.is_of_move())
    }

    /// The value, unless it is that of a search for the winner.
    fn score(&self) -> Option<Value> {
        let score = i32::from(self.value);
        let is_score = self.flags & WIN_SEARCH == 0 && score.abs() <= Score::MAX.floor() * UNIT;
        is_score.then(|| self.value(score))
    }

    fn value(&self, score: i32) -> Value {
        let empties = self.position.empties().min(60) as u8;
        let height = (self.flags >> HEIGHT_SHIFT & 0x3F) as u8;
        let is_solved = self.flags & SOLVED != 0 && self.flags >> PRUNING_SHIFT == 0;
        let raw = (score * Score::UNIT + score.signum() * UNIT / 2) / UNIT;
        let (plies, percent) = if is_solved { (empties, 100) } else { (height.min(empties), PERCENT) };
        Value::estimate(Score::clamped(raw), plies, percent)
    }
}

/// The mirror image whose squares the moves of a node are: the smallest as words of the side to move and of empty squares.
fn minimal(position: Position) -> Position {
    let images = Symmetry::ALL.map(|symmetry| symmetry.position(position));
    images.into_iter().min_by_key(|image| (image.own().0, image.empty().0)).unwrap_or(position)
}

fn int(bytes: &[u8], at: usize) -> Option<i32> {
    bytes.get(at..)?.first_chunk().map(|bytes| i32::from_le_bytes(*bytes))
}

/// The positions of a file, after its checksum and its count are checked.
fn nodes(bytes: &[u8]) -> Result<Vec<Node>, String> {
    if int(bytes, 0) == Some(COMPILER_FORMAT) {
        return Err("format 1 depends on the compiler of the program; only format 2 is known".to_owned());
    }
    let incomplete = || "it is incomplete".to_owned();
    let count = int(bytes, 4).ok_or_else(incomplete)?;
    let end = bytes.len().checked_sub(CHECKSUM_BYTES).filter(|end| *end >= HEADER_BYTES).ok_or_else(incomplete)?;
    let checksum = int(bytes, end).ok_or_else(incomplete)?;
    let count = usize::try_from(count).map_err(|_| format!("it promises {count} positions"))?;
    let mut file = File { rest: &bytes[HEADER_BYTES..end], nodes: Vec::new(), sum: Sum::default(), count };
    while file.nodes.len() < count {
        file.read_tree()?;
    }
    if !file.rest.is_empty() {
        return Err(format!("{} bytes follow its {count} positions", file.rest.len()));
    }
    if file.sum.value() != checksum as u32 {
        return Err("its checksum is wrong".to_owned());
    }
    Ok(file.nodes)
}

/// The part of a file that is not yet read.
struct File<'a> {
    rest: &'a [u8],
    nodes: Vec<Node>,
    sum: Sum,
    count: usize,
}

impl File<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (bytes, rest) = self
            .rest
            .split_first_chunk::<N>()
            .ok_or_else(|| format!("it promises {} positions and ends after {}", self.count, self.nodes.len()))?;
        self.rest = rest;
        self.sum.add(bytes);
        Ok(*bytes)
    }

    /// Reads a board and the tree below it. Its moves fill the board, so the path has at most 60 positions.
    fn read_tree(&mut self) -> Result<(), String> {
        let board: [u8; BOARD_BYTES] = self.take()?;
        let word = |at: usize| board[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        let (empty, mover) = (word(0), word(8));
        let position = Position::new(Bitboard(mover), Bitboard(!(empty | mover))).filter(|_| empty & mover == 0);
        let position = position.ok_or_else(|| format!("position {} is not valid", self.nodes.len() + 1))?;
        let mut path = vec![self.read_node(position)?];
        while let Some(&position) = path.last() {
            let [at] = self.take()?;
            if at == END {
                path.pop();
                continue;
            }
            let next = Square::new(at).and_then(|at| minimal(position).try_play(at));
            let next = next.ok_or_else(|| format!("move {at} of {} is not legal", minimal(position)))?;
            path.push(self.read_node(next)?);
        }
        Ok(())
    }

    fn read_node(&mut self, position: Position) -> Result<Position, String> {
        let bytes = self.take()?;
        self.nodes.push(Node::new(position, bytes));
        if self.nodes.len() > self.count {
            return Err(format!("it promises {} positions and has more", self.count));
        }
        Ok(position)
    }
}
