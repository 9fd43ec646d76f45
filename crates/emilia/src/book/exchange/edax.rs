//! Books of Edax, `.dat`, version 4.
//!
//! A header of 42 bytes, then for each position 42 bytes and two for each link. Positions are the same smallest mirror images as here.
//! Edax stores the positions in which the side to move must pass, with the pass as their only link; here they are left out when a book
//! is read, and made when it is written. Edax follows every link without a check, so each must lead to a position of the file.

use super::foreign::{Collection, ForeignBook, estimate, key_of};
use super::header::{HEADER_BYTES, Header, MAGIC, VERSION};
use crate::book::entry::{Entry, Leaf};
use crate::book::error::BookError;
use crate::book::key::{Child, Key};
use crate::book::store::Store;
use crate::book::tree::{LAYERS, Tree};
use crate::search::Level;
use emilia_core::{Bitboard, Certainty, Position, Value};
use std::collections::{BTreeSet, HashMap};
use std::io::Write;

const RECORD_BYTES: usize = 42;
/// The number of a pass, of no move, and the score of no move.
const PASS: u8 = 64;
const NO_MOVE: u8 = 65;
const NO_SCORE: i8 = -127;

/// The empty squares from which on a level of Edax solves positions, with the confidence. Other levels are not known here.
fn endings(level: u8) -> &'static [(u32, u8)] {
    match level {
        21..=23 => &[(24, 100), (27, 98), (30, 87)],
        24..=26 => &[(24, 100), (27, 99), (30, 95), (33, 73)],
        27..=29 => &[(27, 100), (30, 98), (33, 87)],
        30..=31 => &[(30, 100), (33, 98), (36, 87)],
        _ => &[],
    }
}

pub(super) fn is_book(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC[..4])
}

pub(super) fn read(bytes: &[u8]) -> Result<ForeignBook, BookError> {
    let fault = |what: String| BookError::Format(format!("not a sound book of Edax: {what}"));
    let (header, mut rest) = bytes
        .split_first_chunk::<HEADER_BYTES>()
        .filter(|(header, _)| header.starts_with(MAGIC))
        .ok_or_else(|| fault("its header is incomplete".to_owned()))?;
    if header[8] != VERSION {
        return Err(fault(format!("version {} is not known, only {VERSION}", header[8])));
    }
    let mut records = Vec::new();
    while !rest.is_empty() {
        let record =
            Record::read(&mut rest).ok_or_else(|| fault(format!("it ends in position {}", records.len() + 1)))?;
        records.push(record);
    }
    let stored: BTreeSet<Key> = records.iter().filter_map(|record| Some(key_of(record.own, record.opp)?.key)).collect();
    let mut collection = Collection::default();
    for (number, record) in records.iter().enumerate() {
        record.add_to(&mut collection, &stored, number + 1);
    }
    let (header, level, count) = Header::read(header);
    let level = u8::try_from(level).ok().and_then(Level::new);
    let mut book = collection.book("Edax", level, "bounds and counts of solved lines are not kept")?;
    if usize::try_from(count) != Ok(records.len()) {
        book.notes.push(format!("its header promises {count} positions, it has {}", records.len()));
    }
    Ok(ForeignBook { header: Some(header), ..book })
}

/// A position of the file.
struct Record {
    own: u64,
    opp: u64,
    value: i16,
    level: u8,
    /// Scores and moves, those of the leaf last.
    moves: Vec<(i8, u8)>,
}

impl Record {
    fn read(from: &mut &[u8]) -> Option<Record> {
        let (head, rest) = from.split_first_chunk::<{ RECORD_BYTES - 2 }>()?;
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| head[at + i]));
        let (pairs, rest) = rest.split_at_checked(2 * usize::from(head[38]) + 2)?;
        *from = rest;
        let moves = pairs.chunks_exact(2).map(|pair| (pair[0] as i8, pair[1])).collect();
        let value = i16::from_le_bytes([head[32], head[33]]);
        Some(Record { own: word(0), opp: word(8), value, level: head[39], moves })
    }

    /// Adds the position, which is the one of this number in the file.
    fn add_to(&self, collection: &mut Collection, stored: &BTreeSet<Key>, number: usize) {
        let of = |key: Key| {
            let (plies, percent) = searched(self.level, key.position().empties());
            move |score: i8| estimate(score, plies, percent)
        };
        let value = |key: Key| i8::try_from(self.value).ok().and_then(of(key));
        let position = Position::new(Bitboard(self.own), Bitboard(self.opp));
        if !(-64..=64).contains(&self.value) && self.value != i16::from(NO_SCORE) {
            collection.leave_out("values are not scores and are left out", format_args!("position {number}"));
        }
        match position.and_then(Key::of) {
            Some(view) if view.is_passed => collection.add_passed(view.key, value(view.key).map(|value| -value)),
            Some(view) => {
                let moves =
                    self.moves.iter().filter(|(_, at)| *at != NO_MOVE).map(|(score, at)| (*at, of(view.key)(*score)));
                let leaf = collection.leaf_of(&view, moves, stored);
                collection.add(view.key, leaf, value(view.key));
            }
            None => {
                collection
                    .leave_out("positions are over or not valid and are left out", format_args!("position {number}"));
            }
        }
    }
}

/// How a level of Edax searches with this number of empty squares: plies and confidence.
fn searched(level: u8, empties: u32) -> (u32, u8) {
    match endings(level).iter().find(|(from, _)| empties <= *from) {
        Some((_, percent)) => (empties, *percent),
        None => (u32::from(level).min(empties), 73),
    }
}

/// A position as it is written, with what follows from those below it.
#[derive(Clone, Copy, Default)]
struct Node {
    value: i32,
    lower: i32,
    upper: i32,
    /// Solved leaves below it that are won, drawn and lost, and all leaves.
    counts: [u32; 4],
}

impl Store {
    /// Writes the book for Edax. Scores are rounded to whole discs, and all positions have the level of the book. Returns what the file
    /// does not carry, in sentences.
    ///
    /// # Errors
    /// If a leaf is not searched, which Edax does not accept; if the book cannot be read; or those of the writer.
    pub fn export_edax(&self, to: &mut dyn Write) -> Result<Vec<String>, BookError> {
        let snapshot = self.snapshot()?;
        let (level, kept) = (self.level()?.get(), self.kept_header()?);
        let mut header = kept.unwrap_or(Header::new(60));
        let (mut nodes, mut passes) = (HashMap::<Key, Node>::new(), BTreeSet::new());
        let (mut records, mut count, mut least_empties) = (Vec::new(), 0u32, 60);
        let (mut games, mut uncertain) = (0u64, 0u64);
        for discs in LAYERS.rev() {
            for (key, entry) in snapshot.layer(discs)? {
                let (node, links) =
                    node(key, &entry, &nodes, &mut passes, |value| leaf_node(key, value, level, &header))?;
                nodes.insert(key, node);
                least_empties = least_empties.min(key.position().empties());
                games += u64::from(entry.all_games().count() > 0);
                uncertain += u64::from(is_less_certain(key, entry.leaf, level));
                let leaf = entry.leaf.value().zip(entry.leaf.square());
                let leaf = leaf.map_or((NO_SCORE, NO_MOVE), |(value, at)| (value.score().rounded() as i8, at as u8));
                write(&mut records, key.position(), node, level, &links, leaf);
                count += 1;
            }
        }
        for key in passes {
            let after = nodes[&key];
            let [wins, draws, losses, lines] = after.counts;
            let node = Node {
                value: -after.value,
                lower: -after.upper,
                upper: -after.lower,
                counts: [losses, draws, wins, lines],
            };
            let (position, _) = key.position().pass().canonical();
            write(&mut records, position, node, level, &[(-after.value as i8, PASS)], (NO_SCORE, NO_MOVE));
            count += 1;
        }
        let failed = |error: std::io::Error| BookError::Access(error.to_string());
        // Edax adds positions with one empty square fewer than those that it extends.
        header.empties = header.empties.min(least_empties as i32 + i32::from(kept.is_some()));
        to.write_all(&header.bytes(level, count)).and_then(|()| to.write_all(&records)).map_err(failed)?;
        let mut notes = vec!["scores are rounded to whole discs".to_owned()];
        if uncertain > 0 {
            notes.push(format!("{uncertain} leaves are less certain than Edax assumes of level {level}"));
        }
        if games > 0 {
            notes.push(format!("the games of {games} positions are not written"));
        }
        Ok(notes)
    }
}

/// Whether the leaf was searched less than Edax assumes of a book of this level.
fn is_less_certain(key: Key, leaf: Leaf, level: u8) -> bool {
    let (plies, percent) = searched(level, key.position().empties());
    match leaf.value().map(Value::certainty) {
        Some(Certainty::Depth { plies: own, percent: own_percent }) => (u32::from(own), own_percent) < (plies, percent),
        Some(Certainty::AtLeast | Certainty::AtMost) => true,
        Some(Certainty::Exact) | None => false,
    }
}

/// A position with its links, best first, from those below it. Adds to `passes` the positions that are reached by a pass.
fn node(
    key: Key,
    entry: &Entry,
    nodes: &HashMap<Key, Node>,
    passes: &mut BTreeSet<Key>,
    leaf_node: impl FnOnce(Value) -> Node,
) -> Result<(Node, Vec<(i8, u8)>), BookError> {
    let mut of_moves: Vec<Node> = Vec::new();
    let mut links = Vec::new();
    for at in entry.links {
        let child = match key.child(at) {
            Some(Child::Position(view)) => nodes.get(&view.key).map(|node| (view, *node)),
            _ => None,
        };
        let (view, child) = child.ok_or_else(|| BookError::Damaged(format!("a link of {}", key.position())))?;
        let [wins, draws, losses, lines] = child.counts;
        let of_move = if view.is_passed {
            passes.insert(view.key);
            child
        } else {
            Node { value: -child.value, lower: -child.upper, upper: -child.lower, counts: [losses, draws, wins, lines] }
        };
        links.push((of_move.value as i8, at as u8));
        of_moves.push(of_move);
    }
    match entry.leaf {
        Leaf::Best { value, .. } => of_moves.push(leaf_node(value)),
        Leaf::Nothing => {}
        Leaf::Unknown | Leaf::Unnamed(_) => {
            let advice = "run `emilia book fix` first";
            return Err(BookError::Format(format!("a leaf of {} is not known: {advice}", key.position())));
        }
    }
    links.sort_by_key(|(score, at)| (std::cmp::Reverse(*score), *at));
    let most = |of: fn(&Node) -> i32| of_moves.iter().map(of).max().unwrap_or_default();
    let counts = std::array::from_fn(|i| of_moves.iter().fold(0u32, |sum, node| sum.saturating_add(node.counts[i])));
    Ok((
        Node { value: most(|node| node.value), lower: most(|node| node.lower), upper: most(|node| node.upper), counts },
        links,
    ))
}

/// The score of a leaf with the bounds that Edax derives from its level.
fn leaf_node(key: Key, value: Value, level: u8, header: &Header) -> Node {
    let (discs, empties) = (value.score().rounded(), key.position().empties());
    let (plies, percent) = searched(level, empties);
    let (error, bias) = match (plies, percent) {
        (plies, _) if plies < empties => (header.midgame_error, (plies & 1) as i32 - (empties & 1) as i32),
        (_, 100) => (0, 0),
        _ => (header.endcut_error, 0),
    };
    let bound = |bound: i32| (bound + bias).clamp(-64, 64);
    let mut counts = [0, 0, 0, 1];
    if plies >= empties && percent == 100 {
        counts[usize::try_from(1 - discs.signum()).unwrap_or_default()] = 1;
    }
    Node { value: discs, lower: bound(discs - error), upper: bound(discs + error), counts }
}

fn write(to: &mut Vec<u8>, position: Position, node: Node, level: u8, links: &[(i8, u8)], leaf: (i8, u8)) {
    to.extend(position.own().0.to_le_bytes());
    to.extend(position.opp().0.to_le_bytes());
    node.counts.iter().for_each(|count| to.extend(count.to_le_bytes()));
    [node.value, node.lower, node.upper].iter().for_each(|score| to.extend((*score as i16).to_le_bytes()));
    to.extend([links.len() as u8, level]);
    links.iter().chain([&leaf]).for_each(|(score, at)| to.extend([*score as u8, *at]));
}
