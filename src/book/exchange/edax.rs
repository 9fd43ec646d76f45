//! Books of Edax, `.dat`, version 4.
//!
//! A header of 42 bytes, then for each position 42 bytes and two for each link. Positions are the same smallest mirror images as here.
//! Edax stores the positions in which the side to move must pass, with the pass as their only link; here they are left out when a book
//! is read, and made when it is written. Edax follows every link without a check, so each must lead to a position of the file.

use super::foreign::{ForeignBook, best_leaf, estimate, key_of, merged};
use crate::board::{Position, Square};
use crate::book::entry::{Entry, Leaf};
use crate::book::error::BookError;
use crate::book::key::{Child, Key};
use crate::book::store::Store;
use crate::book::tree::{LAYERS, Tree};
use crate::score::{Certainty, Value};
use crate::search::Level;
use std::collections::{BTreeSet, HashMap};
use std::io::Write;

const MAGIC: &[u8] = b"XADEKOOB";
const VERSION: u8 = 4;
const RELEASE: u8 = 6;
const HEADER_BYTES: usize = 42;
const RECORD_BYTES: usize = 42;
/// The errors that Edax assumes by default: of searches of the midgame and of selective solves, in discs.
const MIDGAME_ERROR: i32 = 2;
const ENDCUT_ERROR: i32 = 1;
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
    if !bytes.starts_with(MAGIC) || bytes.len() < HEADER_BYTES {
        return Err(fault("its header is incomplete".to_owned()));
    }
    if bytes[8] != VERSION {
        return Err(fault(format!("version {} is not known, only {VERSION}", bytes[8])));
    }
    let (mut records, mut rest) = (Vec::new(), &bytes[HEADER_BYTES..]);
    while !rest.is_empty() {
        let record =
            Record::read(&mut rest).ok_or_else(|| fault(format!("it ends in position {}", records.len() + 1)))?;
        records.push(record);
    }
    let stored: BTreeSet<Key> = records.iter().filter_map(|record| Some(key_of(record.own, record.opp)?.key)).collect();
    let (mut positions, mut passes, mut invalid) = (Vec::new(), BTreeSet::new(), 0);
    for record in &records {
        match key_of(record.own, record.opp) {
            Some(view) => positions.push((view.key, record.leaf(&view, &stored))),
            None if record.is_pass() => {
                passes.insert((record.own, record.opp));
            }
            None => invalid += 1,
        }
    }
    let mut notes = vec!["bounds and counts of solved lines are not kept".to_owned()];
    if !passes.is_empty() {
        notes.push(format!("{} positions with a pass are stored as the ones after it", passes.len()));
    }
    if invalid > 0 {
        notes.push(format!("{invalid} positions are over or not valid and are left out"));
    }
    let level =
        u8::try_from(i32::from_le_bytes([bytes[18], bytes[19], bytes[20], bytes[21]])).ok().and_then(Level::new);
    Ok(ForeignBook { program: "Edax", level, notes, positions: merged(positions) })
}

/// A position of the file.
struct Record {
    own: u64,
    opp: u64,
    level: u8,
    /// Scores and moves.
    links: Vec<(i8, u8)>,
    leaf: (i8, u8),
}

impl Record {
    fn read(from: &mut &[u8]) -> Option<Record> {
        let (head, rest) = from.split_first_chunk::<{ RECORD_BYTES - 2 }>()?;
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| head[at + i]));
        let (pairs, rest) = rest.split_at_checked(2 * usize::from(head[38]) + 2)?;
        *from = rest;
        let mut links: Vec<(i8, u8)> = pairs.chunks_exact(2).map(|pair| (pair[0] as i8, pair[1])).collect();
        let leaf = links.pop()?;
        Some(Record { own: word(0), opp: word(8), level: head[39], links, leaf })
    }

    /// Whether the side to move must pass.
    fn is_pass(&self) -> bool {
        Position::new(crate::board::Bitboard(self.own), crate::board::Bitboard(self.opp))
            .is_some_and(|position| position.moves().is_empty() && !position.is_over())
    }

    /// The best of the leaf and of links to positions that are not in the file.
    fn leaf(&self, view: &crate::book::View, stored: &BTreeSet<Key>) -> Leaf {
        let (plies, percent) = searched(self.level, view.key.position().empties());
        let moves = self.links.iter().chain([&self.leaf]).filter_map(|&(score, at)| {
            let at = Square::new(at).map(|at| view.to_key(at)).filter(|at| view.key.position().moves().has(*at))?;
            let is_stored = matches!(view.key.child(at), Some(Child::Position(child)) if stored.contains(&child.key));
            (!is_stored).then_some((at, estimate(score, plies, percent)?))
        });
        best_leaf(moves)
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
        let level = self.level()?.get();
        let (mut nodes, mut passes) = (HashMap::<Key, Node>::new(), BTreeSet::new());
        let (mut records, mut count, mut least_empties) = (Vec::new(), 0u32, 60);
        let (mut games, mut uncertain) = (0u64, 0u64);
        for discs in LAYERS.rev() {
            for (key, entry) in snapshot.layer(discs)? {
                let (node, links) = node(key, &entry, &nodes, &mut passes, level)?;
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
        to.write_all(&header(level, least_empties, count)).and_then(|()| to.write_all(&records)).map_err(failed)?;
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
    level: u8,
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
        Leaf::Best { value, .. } => of_moves.push(leaf_node(key, value, level)),
        Leaf::Nothing => {}
        Leaf::Unknown => {
            let advice = "run `emilia book fix` first";
            return Err(BookError::Format(format!("a leaf of {} is not searched: {advice}", key.position())));
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
fn leaf_node(key: Key, value: Value, level: u8) -> Node {
    let (discs, empties) = (value.score().rounded(), key.position().empties());
    let (error, bias) = match searched(level, empties) {
        (plies, _) if plies < empties => (MIDGAME_ERROR, (plies & 1) as i32 - (empties & 1) as i32),
        (_, 100) => (0, 0),
        _ => (ENDCUT_ERROR, 0),
    };
    let bound = |bound: i32| (bound + bias).clamp(-64, 64);
    let mut counts = [0, 0, 0, 1];
    if error == 0 {
        counts[usize::try_from(1 - discs.signum()).unwrap_or_default()] = 1;
    }
    Node { value: discs, lower: bound(discs - error), upper: bound(discs + error), counts }
}

fn header(level: u8, least_empties: u32, count: u32) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend([VERSION, RELEASE]);
    // No date: the same book gives the same bytes.
    header.extend(2000i16.to_le_bytes());
    header.extend([1, 1, 0, 0, 0, 0]);
    for number in [i32::from(level), least_empties as i32, MIDGAME_ERROR, ENDCUT_ERROR, 1] {
        header.extend(number.to_le_bytes());
    }
    header.extend(count.to_le_bytes());
    header
}

fn write(to: &mut Vec<u8>, position: Position, node: Node, level: u8, links: &[(i8, u8)], leaf: (i8, u8)) {
    to.extend(position.own().0.to_le_bytes());
    to.extend(position.opp().0.to_le_bytes());
    node.counts.iter().for_each(|count| to.extend(count.to_le_bytes()));
    [node.value, node.lower, node.upper].iter().for_each(|score| to.extend((*score as i16).to_le_bytes()));
    to.extend([links.len() as u8, level]);
    links.iter().chain([&leaf]).for_each(|(score, at)| to.extend([*score as u8, *at]));
}
