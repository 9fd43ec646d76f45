//! Books of Zebra in text and `.bin`: positions by their hashes.

use super::super::foreign::ForeignBook;
use super::hash::Hasher;
use super::node::{Board, Collection, Node};
use std::collections::HashMap;

/// The second number of the mark in text.
const TEXT_MAGIC: [&str; 2] = ["2718", "2818"];
/// The bytes of `.bin` before the positions, and of a position.
const HEADER_BYTES: usize = 8;
const RECORD_BYTES: usize = 18;

/// The positions of a file by their hashes.
type Nodes = HashMap<(i32, i32), Node>;

/// The positions of a text: three numbers, then seven for each position.
pub(super) fn text(bytes: &[u8]) -> Result<Nodes, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not text".to_owned())?;
    let mut words = text.split_ascii_whitespace();
    if TEXT_MAGIC.iter().any(|number| words.next() != Some(number)) {
        return Err("it does not begin with 2718 and 2818".to_owned());
    }
    let count = words.next().and_then(|count| count.parse::<u32>().ok());
    let count = count.ok_or("it has no number of positions")? as usize;
    let mut nodes = Nodes::new();
    let mut words = words.peekable();
    while words.peek().is_some() {
        let fault = || format!("position {} is not seven numbers in range", nodes.len() + 1);
        let record: Vec<&str> = words.by_ref().take(7).collect();
        let &[one, other, black, white, alternative, score, flags] = record.as_slice() else { return Err(fault()) };
        let read = || -> Option<((i32, i32), Node)> {
            // The values for both policies of draws are numbers, too, but are not kept.
            let (_, _) = (black.parse::<i16>().ok()?, white.parse::<i16>().ok()?);
            let (alternative, score, flags) = (alternative.parse().ok()?, score.parse().ok()?, flags.parse().ok()?);
            Some(((one.parse().ok()?, other.parse().ok()?), Node { alternative, score, flags }))
        };
        let (hash, node) = read().ok_or_else(fault)?;
        insert(&mut nodes, hash, node)?;
    }
    if nodes.len() == count { Ok(nodes) } else { Err(format!("it promises {count} positions and has {}", nodes.len())) }
}

/// The positions of a `.bin`.
pub(super) fn binary(bytes: &[u8]) -> Result<Nodes, String> {
    let (header, records) = bytes.split_first_chunk::<HEADER_BYTES>().ok_or("its header is incomplete")?;
    let count = i32::from_le_bytes([header[4], header[5], header[6], header[7]]);
    let (records, rest) = records.as_chunks::<RECORD_BYTES>();
    if !rest.is_empty() || usize::try_from(count) != Ok(records.len()) {
        return Err(format!("it promises {count} positions, which are not its {} bytes", bytes.len()));
    }
    let mut nodes = Nodes::new();
    for record in records {
        let short = |at: usize| i16::from_le_bytes([record[at], record[at + 1]]);
        let int = |at: usize| i32::from_le_bytes(std::array::from_fn(|i| record[at + i]));
        let node = Node { alternative: short(12), score: short(14), flags: short(16) as u16 };
        insert(&mut nodes, (int(0), int(4)), node)?;
    }
    Ok(nodes)
}

fn insert(nodes: &mut Nodes, hash: (i32, i32), node: Node) -> Result<(), String> {
    let number = nodes.len() + 1;
    if !node.has_side() {
        return Err(format!("the side to move of position {number} is not known"));
    }
    match nodes.insert(hash, node) {
        Some(_) => Err(format!("position {number} occurs twice")),
        None => Ok(()),
    }
}

/// Finds the positions from the start position on.
pub(super) fn walk(mut nodes: Nodes) -> Result<ForeignBook, String> {
    let (hasher, mut collection, count) = (Hasher::new(), Collection::default(), nodes.len());
    let mut waiting = Vec::new();
    let mut visit = |board: Board, waiting: &mut Vec<Board>| -> Result<(), String> {
        let hash = board.hash(&hasher);
        if let Some(node) = nodes.get(&hash.words).copied().filter(|node| board.fits(node)) {
            // Each position is visited once.
            nodes.remove(&hash.words);
            collection.add(&board, &node, &hash)?;
            waiting.push(board);
        }
        Ok(())
    };
    visit(Board::START, &mut waiting)?;
    while let Some(board) = waiting.pop() {
        for at in board.position.moves() {
            if let Some(next) = board.play(at) {
                visit(next, &mut waiting)?;
            }
        }
    }
    if nodes.len() == count && count > 0 {
        return Err(format!("none of its {count} positions follows from the start position"));
    }
    Ok(collection.book(nodes.len() as u64))
}
