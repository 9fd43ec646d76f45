//! Books of Egaroucid: writers that were made from the description of the formats.

use super::{after, book_with_passes, damage, entries, imported, known, small_book};
use crate::book::{build, create, folder, text};
use emilia::book::{CompactBook, Entry, ForeignBook, Leaf, Store};
use emilia::{Certainty, Position, Square};
use std::collections::HashMap;

/// The discs of a position with a1 as the highest bit.
fn board(position: Position) -> Vec<u8> {
    [position.own().0, position.opp().0].map(|discs| discs.reverse_bits().to_le_bytes()).concat()
}

/// A version 3 book at level 21, without the leaves of these positions.
fn third(store: &Store, is_without_leaf: impl Fn(usize) -> bool) -> Vec<u8> {
    let entries = entries(store);
    let mut out = b"DICUORAGE\x03".to_vec();
    out.extend((entries.len() as i32).to_le_bytes());
    for (number, (position, entry)) in entries.iter().enumerate() {
        out.extend(board(*position));
        out.extend([value(entry), 21, 1, 0, 0, 0]);
        out.extend(match entry.leaf {
            Leaf::Best { at, value } if !is_without_leaf(number) => [value.score().rounded() as u8, 63 - at as u8, 21],
            _ => [-126i8 as u8, 125, 0xFF],
        });
    }
    out
}

/// The value of a position in whole discs.
fn value(entry: &Entry) -> u8 {
    entry.value.expect("searched").score().rounded() as u8
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
        let score = |at: Square| {
            let next = position.try_play(at).expect("legal");
            let of_next = value(&known(store, next).expect("a link").0) as i8;
            if next.moves().is_empty() { of_next } else { -of_next }
        };
        let mut moves: Vec<(i8, u8)> = entry.links.map(|at| (score(at), 63 - at as u8)).collect();
        if let Leaf::Best { at, value } = entry.leaf {
            moves.push((value.score().rounded() as i8, 63 - at as u8));
        }
        out.extend(board(*position));
        out.extend([value(entry), 21, moves.len() as u8]);
        moves.iter().for_each(|(score, at)| out.extend([*score as u8, *at]));
    }
    out
}

/// A version 1 book: a count, and positions with 64 minus a score.
fn first(store: &Store) -> Vec<u8> {
    let entries = entries(store);
    let mut out = (entries.len() as i32).to_le_bytes().to_vec();
    for (position, entry) in entries {
        out.extend(board(position));
        out.push(64u8.wrapping_sub(value(&entry)));
    }
    out
}

/// Checks that the copy has the positions of a book, with their values in whole discs.
fn has_values(copy: &Store, store: &Store) {
    let copied = entries(copy);
    assert_eq!(copied.len() as u64, store.len().expect("a book"));
    for ((position, entry), (other, original)) in copied.into_iter().zip(entries(store)) {
        assert_eq!((position, entry.links), (other, original.links));
        let raw = original.value.expect("searched").score().rounded() * 128;
        assert_eq!(entry.value.map(|value| value.score().raw()), Some(raw), "{position}");
    }
}

#[test]
fn values_of_positions_without_leaves_are_kept() {
    let folder = folder();
    let store = book_with_passes(&folder);
    let books = [
        ("third", third(&store, |_| false)),
        ("some", third(&store, |number| number % 3 == 0)),
        ("none", third(&store, |_| true)),
        ("second", second(&store)),
        ("first", first(&store)),
    ];
    for (name, bytes) in books {
        let (copy, foreign) = imported(&folder, name, &bytes).expect("a book of Egaroucid");
        has_values(&copy, &store);
        // Text, the compact form and a merge have them, too.
        let again = create(&folder, &format!("{name}-text"));
        again.import_text(text(&copy).as_bytes()).expect("its own text");
        assert_eq!(text(&again), text(&copy));
        let compact = CompactBook::read(&copy.compact_form().expect("a book").0).expect("its own form");
        let merged = create(&folder, &format!("{name}-compact"));
        merged.import_compact(&compact, "").expect("written");
        let whole = text(&copy);
        assert!(text(&merged).lines().skip(1).all(|line| whole.contains(line)), "{name}");
        let unnamed = entries(&copy).iter().filter(|(_, entry)| matches!(entry.leaf, Leaf::Unnamed(_))).count();
        assert_eq!(unnamed > 20, ["some", "none", "first"].contains(&name), "{name}: {unnamed}");
        let noted = foreign.notes.iter().any(|note| note.starts_with(&format!("{unnamed} best moves outside")));
        assert_eq!(noted, unnamed > 0, "{:?}", foreign.notes);
        let counted = foreign.notes.iter().filter(|note| note.as_bytes()[0].is_ascii_digit()).count();
        assert_eq!(counted, usize::from(unnamed > 0), "nothing else is left out: {:?}", foreign.notes);
    }
}

#[test]
fn a_search_names_the_move_of_a_value() {
    let folder = folder();
    let store = small_book(&folder);
    let (copy, _) = imported(&folder, "copy", &third(&store, |_| true)).expect("a book of Egaroucid");
    let error = copy.export_edax(&mut Vec::new()).expect_err("leaves without moves");
    assert!(error.to_string().contains("book fix"), "{error}");
    build(&copy, usize::MAX, |builder| builder.fix()).expect("searched");
    assert!(entries(&copy).iter().all(|(_, entry)| !matches!(entry.leaf, Leaf::Unnamed(_) | Leaf::Unknown)));
    copy.export_edax(&mut Vec::new()).expect("all leaves have moves");
}

#[test]
fn a_bad_position_is_counted_and_the_others_are_read() {
    let folder = folder();
    let store = book_with_passes(&folder);
    let all = store.len().expect("a book") as usize;
    let (third, second, first) = (third(&store, |_| false), second(&store), first(&store));
    // Discs on both sides in the first position; a leaf on a disc; a value beyond all scores.
    for (bytes, at, byte, kept, reason) in [
        (&third, 14 + 8, 0xFF, all - 1, "are not valid and are left out (first: position 1)"),
        (&second, 14 + 8, 0xFF, all - 1, "are not valid and are left out (first: position 1)"),
        (&first, 4 + 8, 0xFF, all - 1, "are not valid and are left out (first: position 1)"),
        (&third, third.len() - 2, 28, all, "1 moves are not legal or have no score"),
        (&first, first.len() - 1, 200, all, "1 values are not scores"),
    ] {
        let mut bytes = bytes.clone();
        (0..8).for_each(|i| bytes[at + i * usize::from(byte == 0xFF)] = byte);
        let another = self::folder();
        let (copy, foreign) = imported(&another, "copy", &bytes).expect("one bad entry");
        assert_eq!((foreign.len(), copy.len().expect("a book")), (kept, kept as u64), "{reason}");
        assert!(foreign.notes.iter().any(|note| note.contains(reason)), "{reason}: {:?}", foreign.notes);
    }
    let mut other = third.clone();
    other[14 + 16] ^= 1;
    let notes = ForeignBook::read(&other).expect("another value").notes;
    assert!(notes.iter().any(|note| note.starts_with("1 values are not those of the best moves")), "{notes:?}");
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
fn damaged_books_are_refused() {
    let folder = folder();
    let store = small_book(&folder);
    for bytes in [third(&store, |_| false), second(&store), first(&store)] {
        assert_eq!(damage(&bytes, 40).0, bytes.len());
    }
    for (bytes, reason) in [
        ([b"DICUORAGE\x02".as_slice(), &u32::MAX.to_le_bytes()].concat(), "promises"),
        (b"DICUORAGE\x02".to_vec(), "header"),
        (b"DICUORAGE\x04\0\0\0\0".to_vec(), "versions 1 to 3"),
        (b"DICUORAGE".to_vec(), "versions 1 to 3"),
        ([[1, 0, 0, 0].as_slice(), &[0xFF; 17]].concat(), "overlapping discs"),
    ] {
        let error = ForeignBook::read(&bytes).err().expect(reason).to_string();
        assert!(error.contains(reason), "{error}");
    }
}
