//! Books of NTest: one that the program made, and a writer that was made from the description of the format.

use super::{book_with_passes, damage, entries, imported, known, small_book};
use crate::book::folder;
use emilia::book::{Entry, ForeignBook, Leaf, Store};
use emilia::notation::transcript;
use emilia::{Bitboard, Certainty, Position, Score, Square, Value};
use std::collections::{HashMap, HashSet};

/// Flags of a position that is followed, and of all.
const BRANCH: u16 = 2;
const WINS: u16 = 4;
const SOLVED: u16 = 8;

/// A position of the file: its flags and its value in 1/100 disc.
type Nodes = HashMap<Position, (u16, i16)>;

/// The positions of a book, and those after their leaves, which end the lines. `flags` are those of all of them.
fn nodes(store: &Store, flags: u16) -> Nodes {
    let entries = entries(store);
    let mut nodes: Nodes = HashMap::new();
    for (position, entry) in &entries {
        let value = entry.leaf.value().map_or(-16400, |value| (f64::from(value.score().raw()) / 1.28).round() as i16);
        nodes.insert(*position, (flags | BRANCH, value));
    }
    // Moves of several positions may lead to one, with values of different searches; the program has one value there, so it is left out.
    let mut ends: HashMap<Position, Option<i16>> = HashMap::new();
    for (position, entry) in &entries {
        for at in position.moves() {
            let next = position.try_play(at).expect("legal");
            let value = (entry.leaf.square() == Some(at)).then_some(nodes[position].1);
            let (next, value) = match next.moves().is_empty() {
                true => (next.pass(), value),
                false => (next, value.map(|value| -value)),
            };
            if !next.is_over() {
                let known = ends.entry(canonical(next)).or_insert(value);
                *known = known.filter(|known| Some(*known) == value);
            }
        }
    }
    // A line does not end where a move leads to a position of the file, from whose value its own would follow.
    let known: HashSet<Position> = nodes.keys().chain(ends.keys()).copied().collect();
    let leads_back = |end: &Position| {
        end.moves().into_iter().map(|at| end.try_play(at).expect("legal")).any(|next| {
            let next = if next.moves().is_empty() { next.pass() } else { next };
            known.contains(&canonical(next))
        })
    };
    ends.retain(|end, _| !nodes.contains_key(end) && !leads_back(end));
    nodes.extend(ends.into_iter().filter_map(|(next, value)| Some((next, (flags, value?)))));
    nodes
}

/// The book as a sequence of trees: each position once, those after a pass at the root of a tree.
fn written(nodes: &Nodes) -> Vec<u8> {
    let (mut items, mut seen, mut roots) = (Vec::<Vec<u8>>::new(), HashSet::new(), vec![Position::START]);
    while let Some(root) = roots.pop() {
        if !seen.contains(&canonical(root)) {
            items.push([root.empty().0.to_le_bytes(), root.own().0.to_le_bytes()].concat());
            write(root, nodes, &mut items, &mut seen, &mut roots);
        }
    }
    assert_eq!(seen.len(), nodes.len());
    let mut file = [2i32.to_le_bytes(), (seen.len() as i32).to_le_bytes()].concat();
    file.extend(items.concat());
    file.extend(checksum(&items).to_le_bytes());
    file
}

/// The smallest of the mirror images, own discs first.
fn canonical(position: Position) -> Position {
    position.canonical().0
}

/// The smallest of the mirror images, empty squares after own discs, found square by square.
fn minimal(position: Position) -> Position {
    let image = |number: usize| {
        let of = |discs: Bitboard| -> u64 {
            let at = |square: Square| {
                let (mut column, mut row) = (usize::from(square.column()), usize::from(square.row()));
                if number & 1 != 0 {
                    (column, row) = (row, column);
                }
                column = if number & 2 != 0 { 7 - column } else { column };
                row = if number & 4 != 0 { 7 - row } else { row };
                1 << (8 * row + column)
            };
            discs.into_iter().map(at).sum()
        };
        (of(position.own()), of(position.empty()))
    };
    let (own, empty) = (0..8).map(image).min().expect("eight images");
    Position::new(Bitboard(own), Bitboard(!(own | empty))).expect("disjoint")
}

fn write(
    position: Position,
    nodes: &Nodes,
    items: &mut Vec<Vec<u8>>,
    seen: &mut HashSet<Position>,
    roots: &mut Vec<Position>,
) {
    seen.insert(canonical(position));
    let (flags, value) = nodes[&canonical(position)];
    items.push([[7u16, 8, flags].map(u16::to_le_bytes).concat(), value.to_le_bytes().to_vec()].concat());
    let minimal = minimal(position);
    for at in minimal.moves() {
        let next = minimal.try_play(at).expect("legal");
        if next.moves().is_empty() {
            if nodes.contains_key(&canonical(next.pass())) {
                roots.push(next.pass());
            }
        } else if nodes.contains_key(&canonical(next)) && !seen.contains(&canonical(next)) {
            items.push(vec![at as u8]);
            write(next, nodes, items, seen, roots);
        }
    }
    items.push(vec![0xFF]);
}

/// Words of four bytes to three sums in turn; the byte of a move is a word.
fn checksum(items: &[Vec<u8>]) -> u32 {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
    let all: Vec<u32> = items.iter().flat_map(|item| item.chunks(4).map(word)).collect();
    let (mut a, mut b, mut c) = (0u32, 0u32, 0u32);
    for three in all.chunks(3) {
        a = a.wrapping_add(three[0]);
        b = b.wrapping_add(three.get(1).copied().unwrap_or_default());
        c = c.wrapping_add(three.get(2).copied().unwrap_or_default());
        if three.len() < 3 {
            break;
        }
        a = a.wrapping_sub(b).wrapping_sub(c) ^ (c >> 13);
        b = b.wrapping_sub(c).wrapping_sub(a) ^ (a << 8);
        c = c.wrapping_sub(a).wrapping_sub(b) ^ (b >> 13);
        a = a.wrapping_sub(b).wrapping_sub(c) ^ (c >> 12);
        b = b.wrapping_sub(c).wrapping_sub(a) ^ (a << 16);
        c = c.wrapping_sub(a).wrapping_sub(b) ^ (b >> 5);
        a = a.wrapping_sub(b).wrapping_sub(c) ^ (c >> 3);
        b = b.wrapping_sub(c).wrapping_sub(a) ^ (a << 10);
        c = c.wrapping_sub(a).wrapping_sub(b) ^ (b >> 15);
    }
    a
}

/// What a book of NTest has of a value: hundredths of a disc.
fn is_rounded(value: Option<Value>, original: Option<Value>) -> bool {
    match (value, original) {
        (Some(value), Some(original)) => (value.score().raw() - original.score().raw()).abs() <= 1,
        (value, original) => value == original,
    }
}

#[test]
fn a_book_that_ntest_made_is_read_whole() {
    let folder = folder();
    let bytes = include_bytes!("../samples/nt8.book");
    let (copy, foreign) = imported(&folder, "copy", bytes).expect("a book of NTest");
    assert_eq!((foreign.program, foreign.len()), ("NTest", 104));
    // Four games, from the first move to the last; the best alternatives end the lines.
    let by_discs = copy.check().expect("a book").by_discs;
    assert_eq!((by_discs[&4], by_discs[&5], by_discs.keys().max()), (1, 1, Some(&55)), "{by_discs:?}");
    let entry = |moves: &str| {
        let position = transcript::read(moves).expect("legal").position().expect("8x8");
        known(&copy, position).expect("in the book").0
    };
    let start = entry("");
    assert_eq!((start.links.len(), start.leaf), (4, Leaf::Nothing));
    // The values of all moves are known: the scores that NTest shows at height 8.
    assert!(is_rounded(start.value, Some(Value::estimate(Score::from_discs(-0.42), 8, 73))), "{:?}", start.value);
    let values = entries(&copy).into_iter().filter(|(_, entry)| entry.value.is_none()).count();
    assert_eq!(values, 0, "every position has a value");
}

#[test]
fn positions_and_values_are_read() {
    let folder = folder();
    let store = book_with_passes(&folder);
    let nodes = nodes(&store, 21 << 4);
    let (copy, foreign) = imported(&folder, "copy", &written(&nodes)).expect("a book of NTest");
    assert_eq!((foreign.program, foreign.len()), ("NTest", nodes.len()));
    let copied: HashMap<Position, Entry> = entries(&copy).into_iter().collect();
    assert_eq!(copied.len(), nodes.len());
    let mut named = 0;
    for (position, original) in entries(&store) {
        let entry = &copied[&position];
        assert!((original.links & !entry.links).is_empty(), "{position}");
        assert!(is_rounded(entry.value, original.value), "{position}: {:?}, {:?}", entry.value, original.value);
        if let (Leaf::Best { at, value }, false) = (original.leaf, entry.leaf.square().is_some()) {
            let next = known(&copy, position.try_play(at).expect("legal")).map(|(entry, _)| entry);
            assert!(next.is_none_or(|next| next.value.is_some()), "{position}: {at}, {value:?}");
            named += 1;
        }
    }
    assert!(named > 100, "{named}");
    // The values of positions that end the lines, and nothing else, are those of moves that are not named.
    let ends = nodes.values().filter(|(flags, _)| flags & BRANCH == 0).count();
    let unnamed = copied.values().filter(|entry| matches!(entry.leaf, Leaf::Unnamed(_))).count();
    assert!(unnamed > 100 && unnamed <= ends + 20, "{unnamed} of {ends}");
    assert!(foreign.notes.iter().any(|note| note.starts_with(&format!("{unnamed} best moves"))), "{:?}", foreign.notes);
}

#[test]
fn solved_values_are_searches_to_the_end_and_values_of_wins_only_are_counted() {
    let folder = folder();
    let store = book_with_passes(&folder);
    let read = |name: &str, flags: u16| -> (Vec<Certainty>, Vec<String>) {
        let (copy, foreign) = imported(&folder, name, &written(&nodes(&store, flags))).expect("a book of NTest");
        let leaves = entries(&copy).into_iter().filter_map(|(_, entry)| entry.leaf.value());
        (leaves.map(|value| value.certainty()).collect(), foreign.notes)
    };
    let (solved, _) = read("solved", SOLVED | 30 << 4);
    assert!(!solved.is_empty());
    assert!(solved.iter().all(|certainty| matches!(certainty, Certainty::Depth { percent: 100, .. })), "{solved:?}");
    let (pruned, _) = read("pruned", SOLVED | 3 << 10 | 9 << 4);
    assert!(pruned.iter().all(|certainty| matches!(certainty, Certainty::Depth { plies: ..=9, percent: 73 })));
    let (wins, notes) = read("wins", WINS | 30 << 4);
    assert!(wins.is_empty() && notes.iter().any(|note| note.contains("values say only who wins")), "{notes:?}");
}

#[test]
fn damaged_books_are_refused() {
    let folder = folder();
    let nodes = nodes(&small_book(&folder), 21 << 4);
    let (bytes, count) = (written(&nodes), nodes.len() as u8);
    // The checksum covers all but the header, which the content must fit.
    assert_eq!(damage(&bytes, 400), (bytes.len(), 400));
    let refused = |bytes: &[u8]| ForeignBook::read(bytes).err().map(|error| error.to_string()).unwrap_or_default();
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        bytes
    };
    assert!(refused(&with(0, 1)).contains("format 1"));
    assert!(refused(&with(4, count - 1)).contains("has more"));
    assert!(refused(&with(4, count + 1)).contains(&format!("ends after {count}")));
    assert!(refused(&with(7, 0x7F)).contains(&format!("ends after {count}")), "a huge count");
    assert!(refused(&with(7, 0xFF)).contains("promises -"));
    assert!(refused(&with(32, 0)).contains("not legal"), "{}", refused(&with(32, 0)));
    assert!(refused(&with(24, 0xFF)).contains("checksum"), "{}", refused(&with(24, 0xFF)));
    // An own disc on an empty square.
    assert!(refused(&with(16, bytes[8])).contains("not valid"), "{}", refused(&with(16, bytes[8])));
    assert!(refused(&with(bytes.len() - 1, bytes[bytes.len() - 1] ^ 1)).contains("checksum"));
}
