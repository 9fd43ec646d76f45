//! Books of NTest: a writer that was made from the description of the format.

use super::{after, book_with_passes, damage, entries, imported, small_book};
use crate::book::folder;
use emilia::book::{Entry, ForeignBook, Leaf, Store};
use emilia::{Certainty, Position, Square};
use std::collections::{BTreeMap, HashMap, HashSet};

type Entries = HashMap<Position, Entry>;

/// The flags of nodes, with their height apart.
#[derive(Clone, Copy)]
struct Settings {
    height: u16,
    flags: u16,
}

const SEARCHED: Settings = Settings { height: 21, flags: 2 };

/// The book as a sequence of trees: each position once, those after a pass at the root of a tree.
fn written(store: &Store, settings: Settings) -> Vec<u8> {
    let entries: Entries = entries(store).into_iter().collect();
    let (mut data, mut seen, mut roots) = (Vec::new(), HashSet::new(), vec![Position::START]);
    while let Some(root) = roots.pop() {
        if seen.contains(&canonical(root)) {
            continue;
        }
        data.extend(root.empty().0.to_le_bytes());
        data.extend(root.own().0.to_le_bytes());
        write(root, &entries, settings, &mut data, &mut seen, &mut roots);
    }
    let mut file = [2i32.to_le_bytes(), (seen.len() as i32).to_le_bytes()].concat();
    file.extend(&data);
    file.extend(checksum(&data).to_le_bytes());
    file
}

/// The smallest of the mirror images.
fn canonical(position: Position) -> Position {
    position.canonical().0
}

fn write(
    position: Position,
    entries: &Entries,
    settings: Settings,
    data: &mut Vec<u8>,
    seen: &mut HashSet<Position>,
    roots: &mut Vec<Position>,
) {
    seen.insert(canonical(position));
    let entry = &entries[&canonical(position)];
    let value = entry.leaf.value().map_or(-20_000, |value| (f64::from(value.score().raw()) / 1.28).round() as i16);
    data.extend([7u16, 8, settings.flags | settings.height << 4].map(u16::to_le_bytes).concat());
    data.extend(value.to_le_bytes());
    for at in position.moves() {
        let next = position.try_play(at).expect("legal");
        if next.moves().is_empty() {
            if entries.contains_key(&canonical(next.pass())) {
                roots.push(next.pass());
            }
        } else if entries.contains_key(&canonical(next)) && !seen.contains(&canonical(next)) {
            data.push(at as u8);
            write(next, entries, settings, data, seen, roots);
        }
    }
    data.push(0xFF);
}

/// Words of four bytes, the rest as words of two and one, to three sums in turn.
fn checksum(data: &[u8]) -> u32 {
    let (words, rest) = data.as_chunks::<4>();
    let mut all: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
    match rest {
        [] => {}
        [one] => all.push(u32::from(*one)),
        [low, high, rest @ ..] => {
            all.push(u32::from(*low) | u32::from(*high) << 8);
            all.extend(rest.iter().map(|byte| u32::from(*byte)));
        }
    }
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

/// The moves of a position to positions that are not in the book, by these positions.
fn outside(position: Position, entries: &Entries) -> BTreeMap<Option<Position>, Square> {
    let moves = position.moves().map(|at| (after(position, at), at));
    moves.filter(|(next, _)| next.is_none_or(|next| !entries.contains_key(&next))).collect()
}

#[test]
fn positions_are_read_and_a_leaf_where_one_move_is_outside() {
    let folder = folder();
    let store = book_with_passes(&folder);
    let (copy, foreign) = imported(&folder, "copy", &written(&store, SEARCHED)).expect("a book of NTest");
    assert_eq!((foreign.program, foreign.len() as u64), ("NTest", store.len().expect("a book")));
    let of_store: Entries = entries(&store).into_iter().collect();
    let (mut known, mut unknown) = (0, 0);
    for (position, entry) in entries(&copy) {
        let original = &of_store[&position];
        assert_eq!(entry.links, original.links);
        match (original.leaf, entry.leaf) {
            (Leaf::Nothing, leaf) => assert_eq!(leaf, Leaf::Nothing),
            (Leaf::Best { at, value }, Leaf::Best { at: read, value: of_read }) => {
                assert_eq!(outside(position, &of_store).len(), 1);
                assert_eq!(after(position, at), after(position, read));
                // Hundredths of a disc are read as the nearest 1/128.
                assert!((value.score().raw() - of_read.score().raw()).abs() <= 1, "{value:?}, {of_read:?}");
                let plies = 21.min(position.empties() as u8);
                assert_eq!(of_read.certainty(), Certainty::Depth { plies, percent: 73 });
                known += 1;
            }
            (Leaf::Best { .. }, leaf) => {
                assert!(leaf == Leaf::Unknown && outside(position, &of_store).len() > 1);
                unknown += 1;
            }
            (Leaf::Unknown, _) => unreachable!("all leaves are searched"),
        }
    }
    assert!(known > 10 && unknown > 100, "{known}, {unknown}");
    assert!(foreign.notes[0].contains(&format!("of {unknown} positions")), "{:?}", foreign.notes);
}

#[test]
fn solved_values_are_searches_to_the_end_and_values_of_wins_only_are_not_read() {
    let folder = folder();
    let store = book_with_passes(&folder);
    let certainties = |name: &str, settings: Settings| -> Vec<Certainty> {
        let (copy, _) = imported(&folder, name, &written(&store, settings)).expect("a book of NTest");
        let leaves = entries(&copy).into_iter().filter_map(|(_, entry)| entry.leaf.value());
        leaves.map(|value| value.certainty()).collect()
    };
    let solved = certainties("solved", Settings { flags: 2 | 8, height: 30 });
    assert!(!solved.is_empty());
    assert!(solved.iter().all(|certainty| matches!(certainty, Certainty::Depth { percent: 100, .. })), "{solved:?}");
    let pruned = certainties("pruned", Settings { flags: 2 | 8 | 3 << 10, height: 9 });
    assert!(pruned.iter().all(|certainty| matches!(certainty, Certainty::Depth { plies: ..=9, percent: 73 })));
    assert!(certainties("wins", Settings { flags: 2 | 4, height: 30 }).is_empty());
    // Values of positions, not of moves, say something only where a position has one move.
    assert!(certainties("values", Settings { flags: 0, height: 9 }).len() < pruned.len());
}

#[test]
fn damaged_books_are_refused() {
    let folder = folder();
    let bytes = written(&small_book(&folder), SEARCHED);
    // The checksum covers all but the header, which the content must fit.
    assert_eq!(damage(&bytes, 400), (bytes.len(), 400));
    let refused = |bytes: &[u8]| ForeignBook::read(bytes).err().map(|error| error.to_string()).unwrap_or_default();
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        bytes
    };
    assert!(refused(&with(0, 1)).contains("format 1"));
    assert!(refused(&with(4, 3)).contains("has more"));
    assert!(refused(&with(4, 5)).contains("ends after 4"));
    assert!(refused(&with(7, 0x7F)).contains("ends after 4"), "a huge count");
    assert!(refused(&with(7, 0xFF)).contains("promises -"));
    assert!(refused(&with(32, 0)).contains("not legal"), "{}", refused(&with(32, 0)));
    assert!(refused(&with(24, 0xFF)).contains("checksum"), "{}", refused(&with(24, 0xFF)));
    // An own disc on an empty square.
    assert!(refused(&with(16, bytes[8])).contains("not valid"), "{}", refused(&with(16, bytes[8])));
    assert!(refused(&with(bytes.len() - 1, bytes[bytes.len() - 1] ^ 1)).contains("checksum"));
}
