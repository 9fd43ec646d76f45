//! The 8x8 board: its rules, its symmetries, its words.

use emilia_core::{Bitboard, ParsePositionError, Passes, Position, Score, Square, Symmetry};
use proptest::prelude::*;
use std::collections::HashSet;

/// Reads a picture: `X` for the side to move, `O` for the other, `-` for empty.
fn board(picture: &str) -> Position {
    picture.parse().expect(picture)
}

fn square(name: &str) -> Square {
    name.parse().expect(name)
}

/// Reads the names of squares, such as `a1 h8`.
fn set(names: &str) -> Bitboard {
    names.split_whitespace().map(square).collect()
}

/// Plays the moves in turn, each of which must be legal.
fn after(start: Position, moves: &str) -> Position {
    moves.split_whitespace().fold(start, |position, at| position.try_play(square(at)).expect(at))
}

fn counts(position: Position) -> (u32, u32) {
    (position.own().len(), position.opp().len())
}

#[test]
fn the_start_is_what_the_rules_say() {
    let start = board(
        "- - - - - - - -
         - - - - - - - -
         - - - - - - - -
         - - - O X - - -
         - - - X O - - -
         - - - - - - - -
         - - - - - - - -
         - - - - - - - -",
    );
    assert_eq!(start, Position::START);
    assert_eq!(start.moves(), set("d3 c4 f5 e6"));
    assert_eq!(start.empties(), 60);
}

#[test]
fn one_move_flips_18_discs_and_draws() {
    let position = board(
        "X X X X X X O X
         O O O O O O O O
         O O O O O O O X
         O O O O O O O X
         O O O O O O O X
         O O O O O O O X
         O O O O O O O X
         - O O O O O O X",
    );
    let flips = position.flips(Square::A8);
    assert_eq!(flips, set("a2 a3 a4 a5 a6 a7 b8 c8 d8 e8 f8 g8 b7 c6 d5 e4 f3 g2"));
    let end = position.play(Square::A8, flips);
    assert!(end.is_over());
    assert_eq!((counts(end), end.final_discs()), ((32, 32), 0));
}

#[test]
fn nine_moves_can_wipe_out_a_side() {
    let end = after(Position::START, "e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert!(end.is_over());
    assert_eq!(counts(end), (0, 13));
    assert_eq!(end.final_discs(), -64);
    assert_eq!(end.pass().final_score(), Score::MAX);
}

#[test]
fn empty_squares_go_to_the_winner() {
    let over = |own: &str, opp: &str| Position::new(set(own), set(opp)).expect("disjoint");
    assert_eq!(over("a1 b1 c1", "h8").final_discs(), 62);
    assert_eq!(over("h8", "a1 b1 c1").final_score(), Score::discs(-62));
    assert_eq!(over("a1", "h8").final_discs(), 0);
    assert_eq!(over("", "").final_discs(), 0);
    assert_eq!(over("a1", "").final_discs(), 64);
}

#[test]
fn no_square_holds_two_discs() {
    assert_eq!(Position::new(set("a1 b1"), set("b1")), None);
}

/// Depth, paths with counted passes, paths with free passes. The numbers are published and were recomputed by others.
const PATHS: [(u32, u64, u64); 10] = [
    (1, 4, 4),
    (2, 12, 12),
    (3, 56, 56),
    (4, 244, 244),
    (5, 1_396, 1_396),
    (6, 8_200, 8_200),
    (7, 55_092, 55_092),
    (8, 390_216, 390_216),
    (9, 3_005_288, 3_005_320),
    (10, 24_571_284, 24_571_420),
];

#[test]
fn paths_from_the_start_are_as_many_as_published() {
    assert_eq!(Position::START.perft(0, Passes::Counted), 1);
    for (depth, counted, free) in PATHS {
        assert_eq!(Position::START.perft(depth, Passes::Counted), counted, "depth {depth}");
        assert_eq!(Position::START.perft(depth, Passes::Free), free, "depth {depth}");
    }
}

#[test]
fn a_pass_costs_a_ply_only_if_counted() {
    let position = Position::new(set("b1 b8"), set("a1 a8")).expect("disjoint");
    assert_eq!(position.moves(), Bitboard::EMPTY);
    assert_eq!(position.pass().moves(), set("c1 c8"));
    assert_eq!(position.perft(1, Passes::Counted), 1);
    assert_eq!(position.perft(1, Passes::Free), 2);
    for depth in 2..6 {
        assert_eq!(position.perft(depth, Passes::Counted), 2, "depth {depth}");
        assert_eq!(position.perft(depth, Passes::Free), 2, "depth {depth}");
    }
}

#[test]
fn every_square_is_read_as_it_is_written() {
    for at in Square::all() {
        assert_eq!(at.to_string().parse(), Ok(at));
        assert_eq!(at.to_string().to_uppercase().parse(), Ok(at));
        assert_eq!(Square::new(at.index() as u8), Some(at));
        assert_eq!(Square::at(at.column(), at.row()), Some(at));
    }
    assert_eq!(square("f5"), Square::F5);
    assert_eq!((Square::F5.column(), Square::F5.row()), (5, 4));
}

#[test]
fn what_is_no_square_is_refused() {
    for text in ["", "a", "a0", "a9", "i1", "1a", "a1 ", "@1", "a\u{e9}", "a10"] {
        let error = text.parse::<Square>().expect_err(text);
        assert_eq!(error.to_string(), format!("not a square: {text:?}"));
    }
    assert_eq!(Square::new(64), None);
    assert_eq!(Square::at(8, 0), None);
    assert_eq!(Square::at(0, 255), None);
}

#[test]
fn what_is_no_board_is_refused() {
    let read = |text: &str| text.parse::<Position>();
    assert_eq!(read(&"-".repeat(63)), Err(ParsePositionError::Length(63)));
    assert_eq!(read(&"X".repeat(200)), Err(ParsePositionError::Length(200)));
    assert_eq!(read("?"), Err(ParsePositionError::Letter('?')));
    assert_eq!(read("").expect_err("too short").to_string(), "a board has 64 squares, not 0");
}

#[test]
fn other_letters_for_discs_are_read() {
    let text = "xX*Oo.-".to_owned() + &"-".repeat(57);
    assert_eq!(board(&text).to_string(), "XXXOO".to_owned() + &"-".repeat(59));
}

#[test]
fn a_set_counts_and_iterates_its_squares() {
    let squares = set("h8 a1 c3");
    assert_eq!(squares.len(), 3);
    assert_eq!(squares.collect::<Vec<_>>(), [Square::A1, Square::C3, Square::H8]);
    assert_eq!(squares.first(), Some(Square::A1));
    assert_eq!(format!("{squares:?}"), "{a1 c3 h8}");
    assert_eq!(Bitboard::EMPTY.first(), None);
    assert_eq!(Bitboard::CORNERS, set("a1 h1 a8 h8"));
}

#[test]
fn there_are_eight_symmetries() {
    let lopsided = set("b1 e2");
    let turned: HashSet<u64> = Symmetry::ALL.into_iter().map(|symmetry| symmetry.apply(lopsided).0).collect();
    assert_eq!(turned.len(), 8);
    assert_eq!(Symmetry::ALL[0], Symmetry::IDENTITY);
    assert_eq!(Symmetry::IDENTITY.apply(lopsided), lopsided);
}

#[test]
fn a_square_turns_as_the_set_of_it() {
    for symmetry in Symmetry::ALL {
        for at in Square::all() {
            assert_eq!(symmetry.apply(at.into()), symmetry.square(at).into());
            assert_eq!(symmetry.inverse().square(symmetry.square(at)), at);
        }
    }
}

/// A position of a random game, made by choosing each move by a number.
fn any_position() -> impl Strategy<Value = Position> {
    prop::collection::vec(any::<usize>(), 0..70).prop_map(|choices| {
        choices.into_iter().fold(Position::START, |position, choice| {
            let mut moves = position.moves();
            match moves.nth(choice % moves.len().max(1) as usize) {
                Some(at) => position.play(at, position.flips(at)),
                None => position.pass(),
            }
        })
    })
}

proptest! {
    #[test]
    fn rules_look_the_same_from_all_sides(position in any_position()) {
        for symmetry in Symmetry::ALL {
            let turned = symmetry.position(position);
            prop_assert_eq!(turned.moves(), symmetry.apply(position.moves()));
            prop_assert_eq!(turned.stable(), symmetry.apply(position.stable()));
            for at in position.empty() {
                prop_assert_eq!(turned.flips(symmetry.square(at)), symmetry.apply(position.flips(at)));
            }
        }
    }

    #[test]
    fn the_canonical_position_is_the_same_from_all_sides(position in any_position()) {
        let (canonical, symmetry) = position.canonical();
        prop_assert_eq!(symmetry.position(position), canonical);
        for symmetry in Symmetry::ALL {
            let turned = symmetry.position(position);
            prop_assert_eq!(turned.canonical().0, canonical);
            prop_assert!(canonical <= turned);
        }
    }

    #[test]
    fn moves_are_the_empty_squares_that_flip(position in any_position()) {
        let flipping = position.empty().filter(|&at| !position.flips(at).is_empty()).collect::<Bitboard>();
        prop_assert_eq!(position.moves(), flipping);
        for at in Square::all() {
            prop_assert_eq!(position.try_play(at).is_some(), flipping.has(at));
        }
    }

    #[test]
    fn a_move_adds_one_disc_and_takes_what_it_flips(position in any_position()) {
        for at in position.moves() {
            let flips = position.flips(at);
            let played = position.play(at, flips);
            prop_assert!((flips - position.opp()).is_empty());
            prop_assert_eq!(played.opp().len(), position.own().len() + flips.len() + 1);
            prop_assert_eq!(played.own().len(), position.opp().len() - flips.len());
        }
    }

    #[test]
    fn positions_are_read_as_they_are_written(position in any_position()) {
        prop_assert_eq!(position.to_string().parse(), Ok(position));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[-XO.x*o ?\n]{0,80}") {
        match text.parse::<Position>() {
            Ok(position) => prop_assert_eq!(position.to_string().len(), 64),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}

proptest! {
    #[test]
    fn odd_quarters_are_those_with_an_odd_number_of_squares(squares: u64) {
        let set = Bitboard(squares);
        for at in Square::all() {
            let quarter = |square: Square| (square.index() % 8 / 4, square.index() / 32);
            let in_quarter = Square::all().filter(|other| quarter(*other) == quarter(at) && set.has(*other)).count();
            prop_assert_eq!(set.odd_quarters().has(at), in_quarter % 2 == 1);
        }
    }
}
