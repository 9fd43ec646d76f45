//! Books of Zebra in the compressed form, `.cmp`: a tree of moves in the order of a walk that goes deep first.
//!
//! Numbers of positions and moves, then for all positions, one column after the other: the number of its moves to positions that come later
//! (2 bytes), the moves (2), both values (4), the best move outside the book (2), its score (2), the flags (2).

use super::super::foreign::Collection;
use super::hash::{Hasher, square};
use super::node::{self, Board, Node};
use std::ops::Range;

const HEADER_BYTES: usize = 8;

/// The numbers of positions and of moves, if they are those of a tree and give the length of the file.
pub(super) fn counts(bytes: &[u8]) -> Option<(usize, usize)> {
    let int = |at: usize| Some(i32::from_le_bytes(*bytes.get(at..at + 4)?.first_chunk()?));
    let (count, moves) = (usize::try_from(int(0)?).ok()?, usize::try_from(int(4)?).ok()?);
    let is_tree = moves.checked_add(1) == Some(count);
    (is_tree && bytes.len() as u128 == 8 + 12 * count as u128 + 2 * moves as u128).then_some((count, moves))
}

/// The columns of the file.
struct Columns<'a> {
    child_counts: &'a [[u8; 2]],
    moves: &'a [[u8; 2]],
    values: &'a [[u8; 2]],
    alternatives: &'a [[u8; 2]],
    scores: &'a [[u8; 2]],
    flags: &'a [[u8; 2]],
}

impl<'a> Columns<'a> {
    fn new(bytes: &'a [u8]) -> Option<Columns<'a>> {
        let (count, moves) = counts(bytes)?;
        let (mut rest, _) = bytes.get(HEADER_BYTES..)?.as_chunks::<2>();
        let mut column = |length: usize| rest.split_off(..length);
        let (child_counts, moves, values) = (column(count)?, column(moves)?, column(2 * count)?);
        Some(Columns {
            child_counts,
            moves,
            values,
            alternatives: column(count)?,
            scores: column(count)?,
            flags: column(count)?,
        })
    }

    fn node(&self, number: usize) -> Option<Node> {
        let short = |column: &[[u8; 2]], at: usize| Some(i16::from_le_bytes(*column.get(at)?));
        Some(Node {
            values: [short(self.values, 2 * number)?, short(self.values, 2 * number + 1)?],
            alternative: short(self.alternatives, number)?,
            score: short(self.scores, number)?,
            flags: short(self.flags, number)? as u16,
        })
    }
}

/// Reads the positions with as many steps as the file has positions: the walk goes back where a position has no more moves.
pub(super) fn read(bytes: &[u8]) -> Result<Collection, String> {
    let columns = Columns::new(bytes).ok_or("its counts do not give its length")?;
    let (hasher, mut collection) = (Hasher::new(), Collection::default());
    let (mut read, mut next_move) = (0, 0);
    let mut path: Vec<(Board, Range<usize>)> = Vec::new();
    let mut enter = |board: Board| -> Result<(Board, Range<usize>), String> {
        let node = columns.node(read).ok_or("it has more moves than positions")?;
        let children = columns.child_counts.get(read).map_or(0, |count| i16::from_le_bytes(*count));
        read += 1;
        if !board.fits(&node) {
            return Err(format!("the other side is to move in position {read}"));
        }
        node::add(&mut collection, &board, &node, &board.hash(&hasher));
        let first = next_move;
        next_move += usize::try_from(children).map_err(|_| format!("position {read} has {children} moves"))?;
        Ok((board, first..next_move))
    };
    path.push(enter(Board::START)?);
    while let Some((board, moves)) = path.last_mut() {
        let Some(number) = moves.next() else {
            path.pop();
            continue;
        };
        let at =
            columns.moves.get(number).map(|at| i16::from_le_bytes(*at)).ok_or("it has fewer moves than it promises")?;
        let next = square(at)
            .and_then(|at| board.play(at))
            .ok_or_else(|| format!("move {at} of {} is not legal", board.position))?;
        let entered = enter(next)?;
        path.push(entered);
    }
    if read != columns.child_counts.len() || next_move != columns.moves.len() {
        return Err("not all of its positions follow from the start position".to_owned());
    }
    Ok(collection)
}
