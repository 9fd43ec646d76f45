//! Older books of Egaroucid: writers that were made from the description of the formats.

use super::{after, book_with_passes, damage, entries, imported, small_book};
use crate::book::folder;
use emilia::book::{Entry, ForeignBook, Leaf, Store};
use emilia::{Certainty, Position};
use std::collections::HashMap;

/// The discs of a position with a1 as the highest bit.
fn board(position: Position) -> Vec<u8> {
    [position.own().0, position.opp().0].map(|discs| discs.reverse_bits().to_le_bytes()).concat()
}

/// A version 2 book at level 21: the scores of all moves of the book and of the leaf.
fn second(store: &Store) -> Vec<u8> {
    let entries: HashMap<Position, Entry> = entries(store).into_iter().collect();
    let mut sorted: Vec<&Position> = entries.keys().collect();
    sorted.sort_unstable();
    let mut out = b"DICUORAGE\x02".to_vec();
    out.extend((entries.len() as i32).to_le_bytes());
    for position in sorted {
        let entry = &entries[position];
        let mut moves: Vec<(i8, u8)> = entry.links.map(|at| (1, 63 - at as u8)).collect();
        if let Leaf::Best { at, value } = entry.leaf {
            moves.push((value.score().rounded() as i8, 63 - at as u8));
        }
        out.extend(board(*position));
        out.extend([5, 21, moves.len() as u8]);
        moves.iter().for_each(|(score, at)| out.extend([*score as u8, *at]));
    }
    out
}

/// A version 1 book: a count, and positions with 64 minus a score.
fn first(store: &Store) -> Vec<u8> {
    let entries = entries(store);
    let mut out = (entries.len() as i32).to_le_bytes().to_vec();
    for (position, _) in entries {
        out.extend(board(position));
        out.push(64 - 5);
    }
    out
}

#[test]
fn version_2_gives_the_positions_and_their_leaves() {
    let folder = folder();
    let store = book_with_passes(&folder);
    let (copy, foreign) = imported(&folder, "copy", &second(&store)).expect("a book of Egaroucid");
    assert_eq!((foreign.program, foreign.len() as u64), ("Egaroucid", store.len().expect("a book")));
    for ((position, entry), (other, original)) in entries(&copy).into_iter().zip(entries(&store)) {
        assert_eq!((position, entry.links), (other, original.links));
        match (entry.leaf, original.leaf) {
            (Leaf::Best { at, value }, Leaf::Best { at: of_original, value: of_search }) => {
                assert_eq!(after(position, at), after(position, of_original));
                assert_eq!(value.score().raw(), of_search.score().rounded() * 128);
                let plies = 21.min(position.empties() as u8);
                assert_eq!(value.certainty(), Certainty::Depth { plies, percent: 73 });
            }
            (leaf, of_original) => assert_eq!(leaf, of_original),
        }
    }
}

#[test]
fn version_1_gives_the_positions() {
    let folder = folder();
    let store = book_with_passes(&folder);
    let (copy, foreign) = imported(&folder, "copy", &first(&store)).expect("a book of Egaroucid");
    assert_eq!(foreign.len() as u64, store.len().expect("a book"));
    for ((position, entry), (other, original)) in entries(&copy).into_iter().zip(entries(&store)) {
        assert_eq!((position, entry.links, entry.value), (other, original.links, None));
    }
    assert!(foreign.notes.iter().any(|note| note.contains("no best move")), "{:?}", foreign.notes);
}

#[test]
fn damaged_books_are_refused() {
    let folder = folder();
    let store = small_book(&folder);
    for bytes in [second(&store), first(&store)] {
        let (cut, flipped) = damage(&bytes, 200);
        assert!(cut == bytes.len() && flipped > 20, "{cut}, {flipped}");
    }
    for (bytes, reason) in [
        ([b"DICUORAGE\x02".as_slice(), &u32::MAX.to_le_bytes()].concat(), "promises"),
        (b"DICUORAGE\x02".to_vec(), "header"),
        (b"DICUORAGE\x04\0\0\0\0".to_vec(), "versions 1 to 3"),
        (b"DICUORAGE".to_vec(), "versions 1 to 3"),
        ([[1, 0, 0, 0].as_slice(), &[0xFF; 17]].concat(), "overlapping"),
    ] {
        let error = ForeignBook::read(&bytes).err().expect(reason).to_string();
        assert!(error.contains(reason), "{error}");
    }
}
