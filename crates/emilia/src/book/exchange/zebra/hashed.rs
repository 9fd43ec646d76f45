//! Books of Zebra in text and `.bin`: positions by their hashes.

use super::super::foreign::Collection;
use super::hash::Hasher;
use super::node::{self, Board, Node};
use std::collections::hash_map::{Entry, HashMap};

/// The second number of the mark in text.
const TEXT_MAGIC: [&str; 2] = ["2718", "2818"];
/// The bytes of `.bin` before the positions, and of a position.
const HEADER_BYTES: usize = 8;
const RECORD_BYTES: usize = 18;

/// The positions of a file by their hashes, with their numbers, and what is not kept of them.
#[derive(Default)]
pub(super) struct Nodes {
    by_hash: HashMap<(i32, i32), (usize, Node)>,
    /// The number of positions read.
    count: usize,
    collection: Collection,
}

/// The positions of a text: three numbers, then seven for each position.
pub(super) fn text(bytes: &[u8]) -> Result<Nodes, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not text".to_owned())?;
    let mut words = text.split_ascii_whitespace();
    if TEXT_MAGIC.iter().any(|number| words.next() != Some(number)) {
        return Err("it does not begin with 2718 and 2818".to_owned());
    }
    let count = words.next().and_then(|count| count.parse::<u32>().ok());
    let count = count.ok_or("it has no number of positions")? as usize;
    let mut nodes = Nodes::default();
    let mut words = words.peekable();
    while words.peek().is_some() {
        let record: Vec<&str> = words.by_ref().take(7).collect();
        if record.len() < 7 {
            return Err(format!("it ends in position {}", nodes.count + 1));
        }
        nodes.add(numbers(&record));
    }
    if nodes.count == count { Ok(nodes) } else { Err(format!("it promises {count} positions and has {}", nodes.count)) }
}

/// The hash and the node of seven numbers; none if one is out of range.
fn numbers(record: &[&str]) -> Option<((i32, i32), Node)> {
    let &[one, other, black, white, alternative, score, flags] = record else { return None };
    let node = Node {
        values: [black.parse().ok()?, white.parse().ok()?],
        alternative: alternative.parse().ok()?,
        score: score.parse().ok()?,
        flags: flags.parse().ok()?,
    };
    Some(((one.parse().ok()?, other.parse().ok()?), node))
}

/// The positions of a `.bin`.
pub(super) fn binary(bytes: &[u8]) -> Result<Nodes, String> {
    let (header, records) = bytes.split_first_chunk::<HEADER_BYTES>().ok_or("its header is incomplete")?;
    let count = i32::from_le_bytes([header[4], header[5], header[6], header[7]]);
    let (records, rest) = records.as_chunks::<RECORD_BYTES>();
    if !rest.is_empty() || usize::try_from(count) != Ok(records.len()) {
        return Err(format!("it promises {count} positions, which are not its {} bytes", bytes.len()));
    }
    let mut nodes = Nodes::default();
    for record in records {
        let short = |at: usize| i16::from_le_bytes([record[at], record[at + 1]]);
        let int = |at: usize| i32::from_le_bytes(std::array::from_fn(|i| record[at + i]));
        let values = [short(8), short(10)];
        let node = Node { values, alternative: short(12), score: short(14), flags: short(16) as u16 };
        nodes.add(Some(((int(0), int(4)), node)));
    }
    Ok(nodes)
}

impl Nodes {
    /// Adds the next position of the file, if it is one.
    fn add(&mut self, read: Option<((i32, i32), Node)>) {
        self.count += 1;
        let number = self.count;
        let reason = match read.map(|(hash, node)| (self.by_hash.entry(hash), node)) {
            Some((Entry::Vacant(place), node)) => {
                place.insert((number, node));
                return;
            }
            Some((Entry::Occupied(_), _)) => "positions have the hash of one before them and are left out",
            None => "positions are not seven numbers in range and are left out",
        };
        self.collection.leave_out(reason, format_args!("position {number}"));
    }
}

/// Finds the positions from the start position on.
pub(super) fn walk(nodes: Nodes) -> Result<Collection, String> {
    let Nodes { mut by_hash, count, mut collection } = nodes;
    let (hasher, given) = (Hasher::new(), by_hash.len());
    let (mut next, mut waiting) = (vec![Board::START], Vec::new());
    loop {
        for board in next.drain(..) {
            let hash = board.hash(&hasher);
            let is_it = by_hash.get(&hash.words).is_some_and(|(_, node)| board.fits(node));
            // Each position is visited once.
            if let Some((_, node)) = is_it.then(|| by_hash.remove(&hash.words)).flatten() {
                node::add(&mut collection, &board, &node, &hash);
                waiting.push(board);
            }
        }
        let Some(board) = waiting.pop() else { break };
        next.extend(board.position.moves().filter_map(|at| board.play(at)));
    }
    if by_hash.len() == given && count > 0 {
        return Err(format!("none of its {count} positions follows from the start position"));
    }
    let mut missed: Vec<usize> = by_hash.into_values().map(|(number, _)| number).collect();
    missed.sort_unstable();
    for number in missed {
        collection.leave_out(
            "positions do not follow from the start position, or follow with the other side to move, and are left out",
            format_args!("position {number}"),
        );
    }
    Ok(collection)
}
