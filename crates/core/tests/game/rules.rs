//! The rules, checked against the fast board and against what is known of the game.

use crate::game::random_game;
use emilia_core::notation::transcript;
use emilia_core::{Cell, Cells, Colour, Game, Goal, Move, Position, Rules, Shape, Square};

pub(super) fn cells(names: &str) -> Cells {
    names.split_whitespace().map(|name| name.parse::<Cell>().expect("a cell")).collect()
}

pub(super) fn names(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

fn game(board: &str) -> Game {
    Game::new(Rules::from_start(board.parse().expect("a board with a side to move")))
}

#[test]
fn the_plain_board_and_the_fast_board_play_the_same_games() {
    for seed in 0..3000 {
        let mut position = Position::START;
        let game = random_game(Rules::default(), seed, usize::MAX);
        for ((ply, turn), played) in game.turns().zip(game.moves()) {
            assert_eq!(game.position_at(ply), Some(position), "seed {seed}, ply {ply}");
            assert_eq!(turn.moves(), position.moves().map(Cell::from).collect());
            position = match played.mv.square() {
                Some(square) => {
                    let flips = turn.board.flips(turn.to_move, Cell::from(square));
                    assert_eq!(flips, position.flips(square).map(Cell::from).collect());
                    position.play(square, position.flips(square))
                }
                None => {
                    assert!(position.moves().is_empty() && !position.is_over());
                    position.pass()
                }
            };
        }
        assert!(game.is_over() && position.is_over() && !game.must_pass() && game.legal().is_empty());
        assert_eq!(game.score() * game.to_move().sign(), position.final_discs());
        assert_eq!(game.position(), Some(position));
        assert_eq!(game.position_at(game.moves().len() + 1), None);
    }
}

#[test]
fn empty_squares_go_to_the_winner_only_when_the_game_is_over() {
    let start = Game::default();
    assert_eq!(start.score(), 0);
    let mut lead = start.clone();
    transcript::play(&mut lead, "f5").expect("legal");
    assert_eq!(lead.score(), 3);
    // Black's one disc in a corner is out of reach, white has no disc to flip it with: 1-61 and two empties.
    let lost = game(&format!("X--{} X", "O".repeat(61)));
    assert!(lost.is_over());
    assert_eq!(lost.score(), -62);
    let drawn = game(&format!("{}{}{} O", "X".repeat(8), "-".repeat(48), "O".repeat(8)));
    assert!(drawn.is_over());
    assert_eq!(drawn.score(), 0);
}

#[test]
fn every_size_is_played_to_an_end_by_the_same_rules() {
    for size in Shape::SIDES {
        for rules in [Rules::sized(size), Rules::parallel(size)].map(|rules| rules.expect("a size that there is")) {
            assert_eq!(rules.start().board.empties(), u32::from(size).pow(2) - 4);
            for seed in 0..20 {
                let game = random_game(rules.clone(), seed, usize::MAX);
                for ((_, turn), played) in game.turns().zip(game.moves()) {
                    let Move::At(cell) = played.mv else { continue };
                    let (before, after) = (turn.board, turn.board.play(turn.to_move, cell));
                    assert!(!before.flips(turn.to_move, cell).is_empty());
                    assert_eq!(after.empties() + 1, before.empties());
                    assert_eq!(before.cells().len(), u32::from(size).pow(2));
                }
                assert!(game.is_over());
                assert_eq!(game.position().is_some(), size == 8);
                assert_eq!(game.score().unsigned_abs() % 2, u32::from(size) % 2 * u32::from(game.score() != 0));
            }
        }
    }
    assert_eq!(
        [Rules::sized(3), Rules::sized(11), Rules::parallel(0), Rules::parallel(255)].iter().flatten().count(),
        0
    );
    assert_eq!(Rules::sized(8), Ok(Rules::default()));
    assert_eq!(Rules::default().start().position(), Some(Position::START));
}

#[test]
fn the_four_discs_of_the_start_are_in_the_middle() {
    for (rules, black, white) in [
        (Rules::sized(4), "c2 b3", "b2 c3"),
        (Rules::sized(7), "d3 c4", "c3 d4"),
        (Rules::sized(10), "f5 e6", "e5 f6"),
        (Rules::parallel(6), "c4 d4", "c3 d3"),
    ] {
        let start = *rules.expect("a size that there is").start();
        assert_eq!((start.board.discs(Colour::Black), start.board.discs(Colour::White)), (cells(black), cells(white)));
        assert_eq!(start.to_move, Colour::Black);
    }
}

#[test]
fn the_fewest_discs_win_a_game_of_misere() {
    let moves = "d3c3b3d2e1d6d7e3f4";
    let misere = transcript::read_by(Rules::default().with_goal(Goal::Fewest), moves).expect("legal");
    assert_eq!(misere.score(), -64);
    assert_eq!(misere.position(), None);
    assert_eq!(misere.position_at(0), None);
    assert_eq!(misere.turn(), transcript::read(moves).expect("legal").turn());
}

#[test]
fn names_of_cells_reach_from_a1_to_j10_and_agree_with_the_squares() {
    for row in 0..10 {
        for column in 0..10 {
            let cell = Cell::at(column, row).expect("within 10x10");
            assert_eq!((cell.column(), cell.row()), (column, row));
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert_eq!(cell.to_string().to_uppercase().parse(), Ok(Move::At(cell)));
            assert_eq!(cell.square(), cell.to_string().parse::<Square>().ok());
        }
    }
    for name in ["", "a", "a0", "k1", "a11", "a010", "11", "aa", "a1 ", "\u{e9}1", "a100"] {
        assert!(name.parse::<Cell>().is_err(), "{name}");
    }
    assert_eq!([Cell::at(10, 0), Cell::at(0, 10), Cell::at(255, 255)], [None; 3]);
}

#[test]
fn a_colour_is_read_in_every_spelling() {
    for (colour, spellings) in
        [(Colour::Black, "black b B x X * BLACK Black"), (Colour::White, "white w W o O WHITE White")]
    {
        assert!(spellings.split(' ').all(|text| text.parse() == Ok(colour)), "{spellings}");
        assert_eq!(colour.to_string().parse(), Ok(colour));
        assert_eq!(colour.other().other(), colour);
    }
    for text in ["", "-", "blackish", "bw", "0"] {
        assert!(text.parse::<Colour>().is_err(), "{text}");
    }
}
