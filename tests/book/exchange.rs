//! Books of other programs: a reader of Edax's format that was written from its description checks what is written.

mod egaroucid;
mod games;
mod ntest;
mod zebra;

use super::{build, create, folder, is_sound, random_game, text};
use crate::random::Random;
use emilia::book::{BookError, Entry, ForeignBook, Key, Store};
use emilia::{Bitboard, Game, Move, Position, Square};
use std::collections::HashMap;
use tempfile::TempDir;

/// A book with passes: the best moves, and games of random moves to their end.
fn book_with_passes(folder: &TempDir) -> Store {
    let store = create(folder, "book");
    build(&store, usize::MAX, |builder| builder.extend(300, 40)).expect("built");
    // In at least one of the games two moves follow a pass.
    let passes_early = |game: &Game| {
        let pass = game.moves().iter().position(|played| played.mv == Move::Pass);
        pass.is_some_and(|ply| ply + 2 < game.moves().len())
    };
    let early = (8..).map(random_game).find(passes_early).expect("an early pass");
    for game in (0..8).map(random_game).chain([early]) {
        let positions: Vec<Position> = game.turns().filter_map(|(_, turn)| turn.position()).collect();
        build(&store, usize::MAX, |builder| builder.add(positions)).expect("built");
    }
    store
}

/// A book of four positions.
fn small_book(folder: &TempDir) -> Store {
    let store = create(folder, "small");
    build(&store, usize::MAX, |builder| builder.extend(4, 40)).expect("built");
    store
}

/// The positions of a book in the order of its text, with their entries.
fn entries(store: &Store) -> Vec<(Position, Entry)> {
    let exported = text(store);
    let boards = exported.lines().filter(|line| line.len() > 64).map(|line| line[..64].parse::<Position>());
    let entry = |position| store.read(|book| book.entry(position)).expect("a book").expect("its position");
    boards.map(|position| position.expect("a board")).map(|position| (position, entry(position))).collect()
}

/// The position after a move, as a key; none if the game is over.
fn after(position: Position, at: Square) -> Option<Position> {
    Key::of(position.try_play(at).expect("legal")).map(|view| view.key.position())
}

/// What a book has on a position, or on a mirror image of it, with squares of the position.
fn known(store: &Store, position: Position) -> Option<(Entry, impl Fn(Square) -> Square)> {
    let view = Key::of(position)?;
    let entry = store.read(|book| book.entry(position)).expect("a book")?;
    Some((entry, move |at| view.from_key(at)))
}

/// Imports the book into an empty one, which must be sound.
fn imported(folder: &TempDir, name: &str, bytes: &[u8]) -> Result<(Store, ForeignBook), BookError> {
    let foreign = ForeignBook::read(bytes)?;
    let store = create(folder, name);
    store.import_foreign(&foreign).expect("written");
    is_sound(&store);
    Ok((store, foreign))
}

/// Reads every beginning of the file, and the file with bits flipped at random. None of them does harm; the number of refused
/// beginnings and of refused files with flipped bits.
fn damage(bytes: &[u8], flips: usize) -> (usize, usize) {
    let cut = (0..bytes.len()).filter(|length| ForeignBook::read(&bytes[..*length]).is_err()).count();
    let (mut random, mut flipped, folder) = (Random::new(77), 0, folder());
    for number in 0..flips {
        let mut damaged = bytes.to_vec();
        for _ in 0..=random.below(3) {
            let at = random.below(damaged.len());
            damaged[at] ^= 1 << random.below(8);
        }
        match imported(&folder, &number.to_string(), &damaged) {
            Ok(_) => {}
            Err(error) => {
                assert!(matches!(error, BookError::Format(_)), "{error}");
                flipped += 1;
            }
        }
    }
    (cut, flipped)
}

/// A position of a book of Edax.
struct Node {
    own: u64,
    opp: u64,
    lines: u32,
    value: i16,
    lower: i16,
    upper: i16,
    links: Vec<(i8, u8)>,
    leaf: (i8, u8),
}

/// Reads a book of Edax byte by byte.
fn edax_nodes(bytes: &[u8]) -> Vec<Node> {
    assert_eq!(&bytes[..9], b"XADEKOOB\x04");
    let int = |at: usize| i32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    let (mut nodes, mut at) = (Vec::new(), 42);
    while at < bytes.len() {
        let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        let short = |at: usize| i16::from_le_bytes(bytes[at..at + 2].try_into().expect("two bytes"));
        let count = usize::from(bytes[at + 38]);
        let pair = |number: usize| (bytes[at + 40 + 2 * number] as i8, bytes[at + 41 + 2 * number]);
        nodes.push(Node {
            own: word(at),
            opp: word(at + 8),
            lines: int(at + 28) as u32,
            value: short(at + 32),
            lower: short(at + 34),
            upper: short(at + 36),
            links: (0..count).map(pair).collect(),
            leaf: pair(count),
        });
        assert_eq!(i32::from(bytes[at + 39]), int(18), "the level");
        at += 42 + 2 * count;
    }
    assert_eq!(nodes.len(), int(38) as usize);
    nodes
}

fn canonical(position: Position) -> (u64, u64) {
    let (position, _) = position.canonical();
    (position.own().0, position.opp().0)
}

/// Checks what Edax relies on: it crashes or repairs for ever if this does not hold.
fn check_edax(bytes: &[u8]) -> usize {
    let nodes = edax_nodes(bytes);
    let by_position: HashMap<(u64, u64), &Node> = nodes.iter().map(|node| ((node.own, node.opp), node)).collect();
    assert_eq!(by_position.len(), nodes.len());
    let mut passes = 0;
    for node in &nodes {
        let position = Position::new(Bitboard(node.own), Bitboard(node.opp)).expect("disjoint discs");
        assert_eq!(canonical(position), (node.own, node.opp));
        let moves = position.moves();
        let (mut values, mut lines) = (Vec::new(), 0);
        for &(score, at) in &node.links {
            let next = match at {
                64 => {
                    assert!(moves.is_empty() && node.links.len() == 1 && node.leaf == (-127, 65));
                    passes += 1;
                    position.pass()
                }
                at => position.try_play(Square::new(at).expect("a square")).expect("a legal move"),
            };
            let child = by_position.get(&canonical(next)).expect("every link leads to a position of the file");
            assert_eq!(i16::from(score), -child.value);
            values.push(score);
            lines += child.lines;
        }
        let mut squares: Vec<u8> = node.links.iter().map(|(_, at)| *at).chain([node.leaf.1]).collect();
        squares.sort_unstable();
        assert!(squares.is_sorted_by(|one, other| one < other), "no move occurs twice");
        if node.leaf.1 == 65 {
            assert_eq!((node.leaf.0, node.links.len() as u32), (-127, moves.len().max(1)));
        } else {
            assert!(moves.has(Square::new(node.leaf.1).expect("a square")));
            values.push(node.leaf.0);
            lines += 1;
        }
        assert_eq!((Some(node.value), node.lines), (values.iter().max().map(|value| i16::from(*value)), lines));
        assert!(node.lower <= node.value && node.value <= node.upper);
    }
    passes
}

#[test]
fn what_is_written_for_edax_holds_all_that_edax_relies_on_and_is_read_again() {
    let folder = folder();
    let store = create(&folder, "book");
    build(&store, usize::MAX, |builder| builder.extend(400, 40)).expect("built");
    // Games of random moves to their end have passes.
    for seed in 0..12 {
        let game = random_game(seed);
        let positions: Vec<Position> = game.turns().filter_map(|(_, turn)| turn.position()).collect();
        build(&store, usize::MAX, |builder| builder.add(positions)).expect("built");
    }
    let mut bytes = Vec::new();
    let notes = store.export_edax(&mut bytes).expect("a complete book");
    assert!(!notes.is_empty());
    assert!(check_edax(&bytes) > 3, "passes");
    let foreign = ForeignBook::read(&bytes).expect("its own book");
    assert_eq!((foreign.program, foreign.len() as u64), ("Edax", store.len().expect("a book")));
    let repeated = ForeignBook::read(&[&bytes[..], &bytes[42..]].concat()).expect("a book with each position twice");
    assert_eq!(repeated.len(), foreign.len());
    let counted = |what: &str| repeated.notes.iter().any(|note| note.contains(what));
    assert!(counted(&format!("{} positions occur again", foreign.len())), "{:?}", repeated.notes);
    assert!(counted("its header promises"), "{:?}", repeated.notes);
    let copy = create(&folder, "copy");
    copy.import_foreign(&foreign).expect("written");
    is_sound(&copy);
    let mut again = Vec::new();
    copy.export_edax(&mut again).expect("a complete book");
    assert!(again == bytes, "a round trip is an identity on what the format carries");
    // The same positions and moves; scores in whole discs.
    let moves = |text: &str| -> Vec<String> {
        text.lines().skip(1).map(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ")).collect()
    };
    assert!(moves(&text(&copy)) == moves(&text(&store)));
}

/// The sum of the numbers of the notes with one of these words.
fn counted(foreign: &ForeignBook, words: &[&str]) -> usize {
    let notes = foreign.notes.iter().filter(|note| words.iter().any(|word| note.contains(word)));
    notes.map(|note| note.split(' ').next().expect("a word").parse::<usize>().expect("a number")).sum()
}

#[test]
fn the_header_of_a_book_of_edax_is_kept() {
    let folder = folder();
    let mut bytes = Vec::new();
    small_book(&folder).export_edax(&mut bytes).expect("a complete book");
    // 14 March 2023, 15:09:26; level 17, depth 31, errors 4 and 3, verbosity 2.
    bytes[10..17].copy_from_slice(&[0xE7, 0x07, 3, 14, 15, 9, 26]);
    for (number, at) in [(17i32, 18), (30, 22), (4, 26), (3, 30), (2, 34)] {
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }
    let foreign = ForeignBook::read(&bytes).expect("a book of Edax");
    let store = Store::create(&folder.path().join("copy"), foreign.level.expect("a level")).expect("a folder");
    store.import_foreign(&foreign).expect("written");
    let exported = |store: &Store| {
        let mut again = Vec::new();
        store.export_edax(&mut again).expect("a complete book");
        again
    };
    assert_eq!(exported(&store)[..42], bytes[..42]);
    // The bounds of leaves follow from the error of the midgame.
    let nodes = edax_nodes(&exported(&store));
    assert!(nodes.iter().all(|node| node.upper - node.lower >= 8 - 1), "twice 4 discs");
    // A book of another origin stays as it is, and one of positions that Edax would not extend has its own depth.
    let another = self::folder();
    let other = small_book(&another);
    other.import_foreign(&foreign).expect("written");
    assert_ne!(exported(&other)[10..38], bytes[10..38]);
    build(&store, usize::MAX, |builder| {
        let turns: Vec<_> = random_game(3).turns().filter_map(|(_, turn)| turn.position()).take(40).collect();
        builder.add(turns)
    })
    .expect("built");
    let empties = i32::from_le_bytes(exported(&store)[22..26].try_into().expect("four bytes"));
    assert!(empties < 30, "{empties}");
}

#[test]
fn a_damaged_book_of_edax_is_refused_or_does_no_harm() {
    let (folder, mut bytes) = (folder(), Vec::new());
    small_book(&folder).export_edax(&mut bytes).expect("a complete book");
    assert!(damage(&bytes, 60).1 > 0);
}

#[test]
fn every_position_and_every_value_of_a_damaged_book_of_edax_is_read_or_counted() {
    let folder = folder();
    let store = book_with_passes(&folder);
    let mut bytes = Vec::new();
    store.export_edax(&mut bytes).expect("a complete book");
    let (records, sound) = (edax_nodes(&bytes), ForeignBook::read(&bytes).expect("its own book"));
    assert_eq!(sound.len() + counted(&sound, &["with a pass"]), records.len());
    assert_eq!(counted(&sound, &["values are not", "are left out"]), 0, "{:?}", sound.notes);
    let (mut random, mut at, mut offsets) = (Random::new(5), 42, Vec::new());
    while at < bytes.len() {
        offsets.push(at);
        at += 42 + 2 * usize::from(bytes[at + 38]);
    }
    for number in 0..60 {
        let (mut damaged, record) = (bytes.clone(), offsets[random.below(offsets.len())]);
        // Discs, the value, or a move with its score; not the number of the moves.
        let fields = [0..16, 32..34, 40..42 + 2 * usize::from(bytes[record + 38])];
        let field = fields[number % 3].clone();
        damaged[record + field.start + random.below(field.len())] ^= 1 << random.below(8);
        let foreign = ForeignBook::read(&damaged).expect("one bad entry");
        let all = foreign.len() + counted(&foreign, &["positions are over", "with a pass", "occur again"]);
        // The positions after passes are in the file, unless the damage is there.
        assert!((records.len()..=records.len() + 1).contains(&all), "{all} of {}: {:?}", records.len(), foreign.notes);
        let lost = counted(&foreign, &["values are not", "are left out", "positions occur again"]);
        let store = create(&folder, &number.to_string());
        store.import_foreign(&foreign).expect("written");
        is_sound(&store);
        assert!(lost > 0 || foreign.len() == sound.len(), "{:?}", foreign.notes);
        if field.start == 32 {
            assert!(lost > 0, "a changed value: {:?}", foreign.notes);
        }
    }
}

#[test]
fn a_book_keeps_a_named_leaf_and_counts_the_other() {
    let folder = folder();
    let store = small_book(&folder);
    let mut bytes = Vec::new();
    store.export_edax(&mut bytes).expect("a complete book");
    let foreign = ForeignBook::read(&bytes).expect("its own book");
    // Scores in whole discs at another certainty: the leaves of the book are better or equal.
    let before = text(&store);
    let kept = store.import_foreign(&foreign).expect("written");
    assert!(kept > 0 || text(&store) != before);
    assert_eq!(store.import_foreign(&foreign).expect("written"), kept);
}

#[test]
fn a_book_with_unknown_leaves_is_not_written_for_edax() {
    let folder = folder();
    let store = create(&folder, "book");
    store.learn_game(&random_game(1), "own games").expect("written");
    let error = store.export_edax(&mut Vec::new()).expect_err("unknown leaves");
    assert!(matches!(error, BookError::Format(_)) && error.to_string().contains("book fix"), "{error}");
}

#[test]
fn the_samples_of_other_programs_are_read() {
    let start = Key::of(Position::START).expect("the start").key;
    let edax = include_bytes!("samples/synthetic_edax_2pos.dat");
    let egaroucid = include_bytes!("samples/synthetic_2pos.egbk3");
    for (bytes, program) in [(edax.as_slice(), "Edax"), (egaroucid.as_slice(), "Egaroucid")] {
        let folder = folder();
        let foreign = ForeignBook::read(bytes).expect("a sample");
        assert_eq!((foreign.program, foreign.len()), (program, 2));
        let store = create(&folder, "book");
        store.import_foreign(&foreign).expect("written");
        is_sound(&store);
        let entry = store.read(|book| book.entry(start.position())).expect("a book").expect("the start position");
        assert_eq!(entry.links.len(), 4, "{program}");
    }
}
