//! Books of Zebra: a writer that was made from the description of the formats, square by square.

use super::{book_with_passes, damage, entries, imported, known, small_book};
use crate::book::{folder, random_game, text};
use emilia::book::{Entry, ForeignBook, Leaf, Store};
use emilia::{Move, Position, Square, Value};
use std::collections::HashSet;

/// The content of squares by row and column: 0 empty, 1 black, 2 white.
type Squares = [[usize; 8]; 8];
type Change = fn(&mut Node);

/// The hash of Zebra: its table, in the order of its random numbers.
struct Oracle(Vec<i32>);

impl Oracle {
    fn new() -> Oracle {
        // The additive feedback generator as a sequence: each number is the sum of those 3 and 31 places before it.
        let mut sequence: Vec<u32> = vec![0];
        for i in 1..31 {
            sequence.push(1_103_515_245u32.wrapping_mul(sequence[i - 1]).wrapping_add(12345));
        }
        sequence.extend_from_within(..3);
        for i in 34..34 + 310 + 4 * 8 * 6561 {
            sequence.push(sequence[i - 3].wrapping_add(sequence[i - 31]));
        }
        let draws: Vec<i32> = sequence[34 + 310..].iter().map(|number| (number >> 1) as i32).collect();
        Oracle(draws.chunks(2).map(|pair| if pair[0] % 2 == 0 { -pair[1] } else { pair[1] }).collect())
    }

    /// The numbers of a book, and the number of the orientation.
    fn hash(&self, squares: &Squares) -> ((i32, i32), usize) {
        let (mut best, mut orientation) = ((i32::MAX, i32::MAX), 0);
        for number in 0..8 {
            let mut words = [0, 0];
            for line in 0..8 {
                let pattern: usize = (0..8)
                    .map(|place| {
                        let (row, column) = on_board(number, line, place);
                        squares[row][column] * 3usize.pow(place as u32)
                    })
                    .sum();
                for (k, word) in words.iter_mut().enumerate() {
                    *word ^= self.0[(k * 8 + line) * 6561 + pattern];
                }
            }
            if (words[0], words[1]) < best {
                (best, orientation) = ((words[0], words[1]), number);
            }
        }
        ((best.0.wrapping_abs(), best.1.wrapping_abs()), orientation)
    }
}

/// The square of the board at this place of an orientation.
fn on_board(orientation: usize, row: usize, column: usize) -> (usize, usize) {
    match orientation {
        0 => (row, column),
        1 => (row, 7 - column),
        2 => (7 - row, 7 - column),
        3 => (7 - row, column),
        4 => (column, row),
        5 => (7 - column, row),
        6 => (7 - column, 7 - row),
        _ => (column, 7 - row),
    }
}

/// A position with its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Coloured {
    position: Position,
    is_black: bool,
}

const START: Coloured = Coloured { position: Position::START, is_black: true };

impl Coloured {
    fn play(self, at: Square) -> Coloured {
        let position = self.position.try_play(at).expect("legal");
        match position.moves().is_empty() && !position.is_over() {
            true => Coloured { position: position.pass(), is_black: self.is_black },
            false => Coloured { position, is_black: !self.is_black },
        }
    }

    fn squares(self) -> Squares {
        let mut squares = [[0; 8]; 8];
        for at in Square::all() {
            let (own, opp) = (self.position.own().has(at), self.position.opp().has(at));
            squares[usize::from(at.row())][usize::from(at.column())] = match (own, opp) {
                (false, false) => 0,
                (own, _) if own == self.is_black => 1,
                _ => 2,
            };
        }
        squares
    }
}

/// A node of a book.
#[derive(Clone, Copy)]
struct Node {
    hash: (i32, i32),
    values: [i16; 2],
    alternative: i16,
    score: i16,
    flags: u16,
}

/// The best move outside the book of a position, with its raw score for Black and its depth.
fn node(oracle: &Oracle, store: &Store, at: Coloured) -> Node {
    let (entry, square) = known(store, at.position).expect("in the book");
    let (hash, orientation) = oracle.hash(&at.squares());
    let (mut alternative, mut score, mut flags) = (-2, 9999, if at.is_black { 1 } else { 2 });
    let for_black = |value: Value| value.score().raw() as i16 * if at.is_black { 1 } else { -1 };
    if let Leaf::Best { at: leaf, value } = entry.leaf {
        let wanted = square(leaf);
        let is_it = |(row, column)| {
            on_board(orientation, row, column) == (usize::from(wanted.row()), usize::from(wanted.column()))
        };
        let place = (0..8).flat_map(|row| (0..8).map(move |column| (row, column))).find(|place| is_it(*place));
        let (row, column) = place.expect("a square of the orientation");
        alternative = 10 * (row as i16 + 1) + column as i16 + 1;
        score = for_black(value);
        flags |= 21 << 10;
    }
    Node { hash, values: [entry.value.map_or(9999, for_black); 2], alternative, score, flags }
}

/// The children of a position that are in the book and were not seen before.
fn children(store: &Store, at: Coloured, seen: &mut HashSet<(i32, i32)>, oracle: &Oracle) -> Vec<(Square, Coloured)> {
    let moves = at.position.moves().map(|square| (square, at.play(square)));
    let inside = moves.filter(|(_, next)| known(store, next.position).is_some());
    inside.filter(|(_, next)| seen.insert(oracle.hash(&next.squares()).0)).collect()
}

/// The book in the order of a walk that goes deep first: for each node its moves to nodes not seen before.
fn tree(store: &Store) -> Vec<(Node, Vec<Square>)> {
    let oracle = Oracle::new();
    let mut seen = HashSet::from([oracle.hash(&START.squares()).0]);
    let (mut nodes, mut waiting) = (Vec::new(), vec![START]);
    while let Some(at) = waiting.pop() {
        let children = children(store, at, &mut seen, &oracle);
        nodes.push((node(&oracle, store, at), children.iter().map(|(square, _)| *square).collect()));
        waiting.extend(children.into_iter().rev().map(|(_, next)| next));
    }
    nodes
}

fn as_text(nodes: &[(Node, Vec<Square>)]) -> Vec<u8> {
    let mut out = format!("2718\n2818\n{}\n", nodes.len());
    for (Node { hash, values: [black, white], alternative, score, flags }, _) in nodes {
        out += &format!("{} {} {black} {white} {alternative} {score} {flags}\n", hash.0, hash.1);
    }
    out.into_bytes()
}

fn as_binary(nodes: &[(Node, Vec<Square>)]) -> Vec<u8> {
    let mut out = [2718i16.to_le_bytes(), 2818i16.to_le_bytes()].concat();
    out.extend((nodes.len() as i32).to_le_bytes());
    for (Node { hash, values: [black, white], alternative, score, flags }, _) in nodes {
        out.extend([hash.0.to_le_bytes(), hash.1.to_le_bytes()].concat());
        [*black, *white, *alternative, *score, *flags as i16].iter().for_each(|short| out.extend(short.to_le_bytes()));
    }
    out
}

fn as_tree(nodes: &[(Node, Vec<Square>)]) -> Vec<u8> {
    let mut out = (nodes.len() as i32).to_le_bytes().to_vec();
    out.extend((nodes.len() as i32 - 1).to_le_bytes());
    let mut column = |values: Vec<i16>| values.iter().for_each(|short| out.extend(short.to_le_bytes()));
    column(nodes.iter().map(|(_, moves)| moves.len() as i16).collect());
    let number = |at: &Square| 10 * (i16::from(at.row()) + 1) + i16::from(at.column()) + 1;
    column(nodes.iter().flat_map(|(_, moves)| moves.iter().map(number)).collect());
    column(nodes.iter().flat_map(|(node, _)| node.values).collect());
    column(nodes.iter().map(|(node, _)| node.alternative).collect());
    column(nodes.iter().map(|(node, _)| node.score).collect());
    column(nodes.iter().map(|(node, _)| node.flags as i16).collect());
    out
}

/// The text of a book in which no search is deeper than the empty squares.
fn with_possible_depths(text: &str) -> String {
    let line = |line: &str| {
        let empties = line.chars().take(64).filter(|square| *square == '-').count();
        let line = if empties < 21 { line.replace("21@73%", &format!("{empties}@73%")) } else { line.to_owned() };
        line + "\n"
    };
    text.lines().map(line).collect()
}

#[test]
fn the_hash_of_the_start_position_is_that_of_the_books_of_zebra() {
    assert_eq!(Oracle::new().hash(&START.squares()).0, (0x5188_27BD, 0x5287_F2F3));
}

#[test]
fn the_three_forms_give_the_positions_the_moves_and_the_scores() {
    let folder = folder();
    let store = book_with_passes(&folder);
    assert!(
        entries(&store).iter().any(|(position, entry)| {
            entry.links.into_iter().any(|at| position.try_play(at).expect("legal").moves().is_empty())
        }),
        "a pass"
    );
    let nodes = tree(&store);
    let expected = with_possible_depths(&text(&store));
    for (name, bytes) in [("text", as_text(&nodes)), ("bin", as_binary(&nodes)), ("cmp", as_tree(&nodes))] {
        let (copy, foreign) = imported(&folder, name, &bytes).expect("a book of Zebra");
        assert_eq!((foreign.program, foreign.len() as u64), ("Zebra", store.len().expect("a book")), "{name}");
        assert_eq!(text(&copy), expected, "{name}");
        assert_eq!(foreign.notes, ["private marks are not kept"]);
    }
}

#[test]
fn what_cannot_be_kept_is_in_the_notes() {
    let folder = folder();
    let store = small_book(&folder);
    let nodes = tree(&store);
    let mut stray = nodes.clone();
    let unknown = Node { hash: (1, 2), values: [9999; 2], alternative: -1, score: 9999, flags: 1 };
    stray.push((unknown, Vec::new()));
    for bytes in [as_text(&stray), as_binary(&stray)] {
        let foreign = ForeignBook::read(&bytes).expect("a book of Zebra");
        assert!(foreign.len() == 4 && foreign.notes[0].starts_with("1 positions do not follow"), "{:?}", foreign.notes);
        assert!(foreign.notes[0].ends_with("(first: position 5)"), "{:?}", foreign.notes);
    }
    let last = nodes.iter().position(|(node, _)| node.alternative > 0).expect("a leaf");
    let is_black = nodes[last].0.flags & 1 != 0;
    for (score, flags, expected) in [
        // With the discs, only as a win, and a draw that the user does not want.
        (30_012, 16, Some("+12.000 END@100%")),
        (-30_004, 20, Some("-4.000 END@100%")),
        (30_002, 4 | 9 << 10, Some("+2.000 9@73%")),
        (29_999, 0, Some("+0.000 END@100%")),
        (-29_999, 0, Some("+0.000 END@100%")),
        // No score, and scores out of range.
        (9999, 0, None),
        (30_065, 16, None),
        (8193, 0, None),
    ] {
        let mut solved = nodes.clone();
        solved[last].0.score = if is_black { score } else { -score };
        solved[last].0.flags = solved[last].0.flags & 3 | flags;
        let name = format!("{score}-{flags}");
        let (copy, foreign) = imported(&folder, &name, &as_tree(&solved)).expect("a book of Zebra");
        let without_score = foreign.notes.iter().any(|note| note.contains("have no score"));
        assert_eq!(without_score, expected.is_none(), "{name}");
        let lines = text(&copy);
        let is_expected = |line: &str, value: &str| {
            let empties = line.chars().take(64).filter(|square| *square == '-').count();
            line.ends_with(&value.replace("END", &empties.to_string()))
        };
        if let Some(value) = expected {
            assert_eq!(lines.lines().filter(|line| is_expected(line, value)).count(), 1, "{name}: {lines}");
        }
    }
}

#[test]
fn a_whole_game_is_read_without_its_end() {
    let (oracle, folder) = (Oracle::new(), folder());
    let game = (0..).map(random_game).find(|game| game.moves().iter().any(|played| played.mv == Move::Pass));
    let (mut at, mut nodes) = (START, Vec::new());
    for square in game.expect("a pass").moves().iter().filter_map(|played| played.mv.square()) {
        nodes.push((unsearched(&oracle, at), vec![square]));
        at = at.play(square);
    }
    assert!(at.position.is_over());
    nodes.push((unsearched(&oracle, at), Vec::new()));
    for (name, bytes) in [("text", as_text(&nodes)), ("cmp", as_tree(&nodes))] {
        let (_, foreign) = imported(&folder, name, &bytes).expect("a book of Zebra");
        assert_eq!(foreign.len() + 1, nodes.len());
        assert!(foreign.notes[0].starts_with("1 positions in which the game is over"), "{:?}", foreign.notes);
    }
}

/// A node without a best move outside the book.
fn unsearched(oracle: &Oracle, at: Coloured) -> Node {
    let flags = if at.is_black { 1 } else { 2 };
    Node { hash: oracle.hash(&at.squares()).0, values: [9999; 2], alternative: -1, score: 9999, flags }
}

#[test]
fn books_that_zebra_made_are_read_but_for_the_finished_game_in_them() {
    let folder = folder();
    let mut texts = Vec::new();
    for (name, bytes) in [
        ("text", include_bytes!("../samples/w5.txt").as_slice()),
        ("bin", include_bytes!("../samples/w5.bin")),
        ("cmp", include_bytes!("../samples/w5.cmp")),
    ] {
        let (copy, foreign) = imported(&folder, name, bytes).expect("a book of Zebra");
        assert_eq!((foreign.program, foreign.len()), ("Zebra", 37));
        let over = foreign.notes.iter().filter(|note| note.contains("game is over"));
        assert!(over.count() == 1, "{:?}", foreign.notes);
        // The value of the start position, and a win by all discs.
        let start = known(&copy, Position::START).expect("the start position").0;
        assert_eq!(start.value.map(|value| value.score().raw()), Some(-276));
        assert!(entries(&copy).iter().all(|(_, entry)| entry.value.is_some()), "{name}");
        texts.push(text(&copy));
    }
    assert!(texts[0] == texts[1] && texts[0] == texts[2]);
}

#[test]
fn the_values_of_positions_without_best_moves_are_kept() {
    let folder = folder();
    let store = book_with_passes(&folder);
    let mut nodes = tree(&store);
    for (node, _) in &mut nodes {
        (node.alternative, node.score) = (-1, 9999);
    }
    for (name, bytes) in [("text", as_text(&nodes)), ("bin", as_binary(&nodes)), ("cmp", as_tree(&nodes))] {
        let (copy, _) = imported(&folder, name, &bytes).expect("a book of Zebra");
        let values = |store: &Store| -> Vec<_> {
            let scored = |(position, entry): (Position, Entry)| (position, entry.value.map(Value::score));
            entries(store).into_iter().map(scored).collect()
        };
        assert!(values(&copy) == values(&store), "{name}");
    }
}

#[test]
fn a_bad_position_is_counted_and_the_others_are_read() {
    let folder = folder();
    let nodes = tree(&small_book(&folder));
    let last = nodes.len() - 1;
    let with = |change: Change| {
        let mut nodes = nodes.clone();
        change(&mut nodes[last].0);
        nodes
    };
    let cases: [(Change, &str); 4] = [
        (|node| node.flags &= !3, "1 positions do not name their side"),
        (|node| node.flags |= 3, "1 positions do not name their side"),
        (|node| node.alternative = 44, "1 moves outside the book are not legal"),
        (|node| node.values[1] += 1, "1 positions have two values"),
    ];
    for (change, reason) in cases {
        let bad = with(change);
        for bytes in [as_text(&bad), as_binary(&bad), as_tree(&bad)] {
            let foreign = ForeignBook::read(&bytes).expect("one bad entry");
            assert_eq!(foreign.len(), nodes.len());
            assert!(foreign.notes.iter().any(|note| note.starts_with(reason)), "{reason}: {:?}", foreign.notes);
        }
    }
    let twice = [nodes.clone(), vec![nodes[last].clone()]].concat();
    // A number out of range in the last line.
    let bad_number = String::from_utf8(as_text(&nodes)).expect("ASCII").trim_end().to_owned() + "0000";
    for (bytes, kept, reason) in [
        (
            as_text(&twice),
            nodes.len(),
            "1 positions have the hash of one before them and are left out (first: position 5)",
        ),
        (
            as_binary(&twice),
            nodes.len(),
            "1 positions have the hash of one before them and are left out (first: position 5)",
        ),
        (
            bad_number.into_bytes(),
            nodes.len() - 1,
            "1 positions are not seven numbers in range and are left out (first: position 4)",
        ),
    ] {
        let foreign = ForeignBook::read(&bytes).expect("one bad entry");
        assert_eq!(foreign.len(), kept);
        assert!(foreign.notes.iter().any(|note| note.starts_with(reason)), "{reason}: {:?}", foreign.notes);
    }
}

#[test]
fn damaged_books_are_refused() {
    let folder = folder();
    let store = small_book(&folder);
    let nodes = tree(&store);
    let (binary, compressed) = (as_binary(&nodes), as_tree(&nodes));
    let (cut, _) = damage(&as_text(&nodes), 150);
    assert!(cut + 20 > as_text(&nodes).len(), "only the last number may be shorter: {cut}");
    assert_eq!(damage(&binary, 150).0, binary.len());
    let (cut, flipped) = damage(&compressed, 300);
    assert!(cut == compressed.len() && flipped > 50, "{cut}, {flipped}");
    let change = |at: usize, value: i16| {
        let mut bytes = compressed.clone();
        bytes[at..at + 2].copy_from_slice(&value.to_le_bytes());
        ForeignBook::read(&bytes).err().map(|error| error.to_string()).unwrap_or_default()
    };
    // The number of the root's moves, the first move, the best move outside and the flags of the last position.
    assert!(change(8, 3).contains("not"), "{}", change(8, 3));
    assert!(change(8, -1).contains("-1 moves") && change(8, i16::MAX).contains("Zebra"));
    assert!(change(16, 11).contains("move 11 of"), "{}", change(16, 11));
    let end = compressed.len();
    let other = compressed[end - 2] & 3 ^ 3;
    assert!(change(end - 2, other.into()).contains("the other side is to move"));
    let huge = [i32::MAX.to_le_bytes(), (i32::MAX - 1).to_le_bytes()].concat();
    assert!(ForeignBook::read(&huge).is_err());
    for (bad, reason) in [
        ("2718 2818", "no number"),
        ("2718 2818 4294967296", "no number"),
        ("2718 2818 4294967295", "promises"),
        ("2718 9999 0", "2818"),
        ("2718 2818 1 1 2 0 0 -1 9999 1", "none of its 1"),
        ("2718 2818 1 1 2 0 0 -1 99999 1", "none of its 1"),
        ("2718 2818 2 1 2 0 0 -1 9 1 1 2 0 0 -1 9 1", "none of its 2"),
        ("2718 2818 1 1 2 0 0 -1 9999", "ends in position 1"),
    ] {
        let error = ForeignBook::read(bad.as_bytes()).err().expect(bad).to_string();
        assert!(error.contains(reason), "{bad}: {error}");
    }
    // An empty book is a book.
    assert!(ForeignBook::read(b"2718 2818 0\n").is_ok_and(|book| book.is_empty()));
    assert!(ForeignBook::read(&as_binary(&[])).is_ok_and(|book| book.is_empty()));
}
