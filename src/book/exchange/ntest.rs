//! Books of NTest, format 2: trees of moves, with a checksum at the end.
//!
//! A node has the value of the best move outside the book, but not the move. It is known here if it is the only one.

mod checksum;

use super::foreign::{ForeignBook, key_of, merged, moves_outside};
use crate::board::{Bitboard, Position, Square};
use crate::book::entry::Leaf;
use crate::book::error::BookError;
use crate::book::key::Key;
use crate::score::{Score, Value};
use checksum::Sums;
use std::collections::HashSet;

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
/// Confidence of a search whose pruning is not known here, in percent.
const PERCENT: u8 = 73;

/// Whether the bytes begin with the number of a format of NTest.
pub(super) fn is_book(bytes: &[u8]) -> bool {
    matches!(int(bytes, 0), Some(FORMAT | COMPILER_FORMAT))
}

pub(super) fn read(bytes: &[u8]) -> Result<ForeignBook, BookError> {
    let nodes = nodes(bytes).map_err(|what| BookError::Format(format!("not a sound book of NTest: {what}")))?;
    let key = |node: &Node| key_of(node.position.own().0, node.position.opp().0);
    let stored: HashSet<Key> = nodes.iter().filter_map(|node| Some(key(node)?.key)).collect();
    let (mut positions, mut passes, mut invalid, mut unknown) = (Vec::new(), 0u64, 0u64, 0u64);
    for node in &nodes {
        match (key(node), Key::of(node.position)) {
            (Some(view), _) => {
                let leaf = node.leaf(view.key, &stored);
                unknown += u64::from(leaf == Leaf::Unknown && !moves_outside(view.key, &stored).is_empty());
                positions.push((view.key, leaf));
            }
            (None, Some(passed)) => {
                passes += 1;
                positions.push((passed.key, Leaf::Unknown));
            }
            (None, None) => invalid += 1,
        }
    }
    let mut notes = Vec::new();
    if unknown > 0 {
        notes.push(format!(
            "the best moves outside the book of {unknown} positions are not in the file, only their values; `emilia book fix` searches them"
        ));
    }
    if passes > 0 {
        notes.push(format!("{passes} positions with a pass are stored as the ones after it"));
    }
    if invalid > 0 {
        notes.push(format!("{invalid} positions are not valid and are left out"));
    }
    notes.push("counts of games and proofs of wins are not kept".to_owned());
    Ok(ForeignBook { program: "NTest", level: None, notes, positions: merged(positions) })
}

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

    /// The only move outside the book with the value of the node, if it is the value of this move.
    fn leaf(&self, key: Key, stored: &HashSet<Key>) -> Leaf {
        let outside = moves_outside(key, stored);
        let has = |flag: u16| self.flags & flag != 0;
        // The value of a position is that of its move only if it has no other.
        let is_of_move = has(BRANCH) && !has(PROVED) || outside.len() == all_moves(key);
        let score = i32::from(self.value);
        match outside.as_slice() {
            &[at] if is_of_move && !has(WIN_SEARCH) && score.abs() <= Score::MAX.floor() * UNIT => {
                Leaf::Best { at, value: self.value(score) }
            }
            _ => Leaf::Unknown,
        }
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

/// The number of moves that are no mirror images of each other.
fn all_moves(key: Key) -> usize {
    moves_outside(key, &HashSet::new()).len()
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
    let mut file = File { rest: &bytes[HEADER_BYTES..end], nodes: Vec::new(), sums: Sums::default(), count };
    while file.nodes.len() < count {
        file.read_tree()?;
    }
    if !file.rest.is_empty() {
        return Err(format!("{} bytes follow its {count} positions", file.rest.len()));
    }
    file.sums.add_whole(&bytes[HEADER_BYTES..end]);
    if !file.sums.has(checksum as u32) {
        return Err("its checksum is wrong".to_owned());
    }
    Ok(file.nodes)
}

/// The part of a file that is not yet read.
struct File<'a> {
    rest: &'a [u8],
    nodes: Vec<Node>,
    sums: Sums,
    count: usize,
}

impl File<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (bytes, rest) = self
            .rest
            .split_first_chunk::<N>()
            .ok_or_else(|| format!("it promises {} positions and ends after {}", self.count, self.nodes.len()))?;
        self.rest = rest;
        self.sums.add_item(bytes);
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
            let next = Square::new(at).and_then(|at| position.try_play(at)).filter(|next| !next.is_over());
            let next = next.ok_or_else(|| format!("move {at} of {position} is not legal, or ends the game"))?;
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
