//! The rules, checked against the fast board and against what is known of the game.

use crate::game::random_game;
use emilia_core::notation::transcript;
use emilia_core::{Cell, Cells, Colour, Game, Goal, Move, Position, Rules, Shape, Square, Turn};

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
fn paths_from_the_start_are_counted_as_published() {
    fn paths(game: &mut Game, depth: usize) -> u64 {
        let moves = game.legal();
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut sum = 0;
        for mv in moves {
            game.play(mv).expect("legal");
            sum += paths(game, depth - 1);
            game.undo();
        }
        sum
    }
    for (depth, count) in [(1, 4), (2, 12), (3, 56), (4, 244), (5, 1396), (6, 8200)] {
        assert_eq!(paths(&mut Game::default(), depth), count, "depth {depth}");
    }
}

#[test]
fn black_begins_with_four_moves_and_white_answers_d3_with_three() {
    let mut game = Game::default();
    assert_eq!(names(&game.legal()), "d3 c4 f5 e6");
    transcript::play(&mut game, "d3").expect("legal");
    assert_eq!(names(&game.legal()), "c3 e3 c5");
    transcript::play(&mut game, "c3").expect("legal");
    assert_eq!(names(&game.legal()), "b3 c4 f5 e6");
}

#[test]
fn the_opening_from_the_rotated_start_flips_what_is_printed() {
    let mut game = game("--------------------------- XO------OX --------------------------- X");
    let moves = "c5 c6 d6 e6 f6 c4 b6 e7 f3 e3".split(' ');
    let flips = ["d5", "d5", "d5", "d6 e5", "e5", "c5 d4 d5", "c6 d6 e6", "d6 e5 e6", "d5 e4", "e4"];
    for (name, flips) in moves.zip(flips) {
        let cell: Cell = name.parse().expect("a cell");
        assert_eq!(game.turn().board.flips(game.to_move(), cell), cells(flips), "{name}");
        game.play(Move::At(cell)).expect("legal");
    }
    assert_eq!((game.discs(Colour::White), game.discs(Colour::Black)), (9, 5));
}

#[test]
fn the_shortest_game_is_a_wipe_out_after_nine_moves() {
    let game = transcript::read("d3c3b3d2e1d6d7e3f4").expect("legal");
    assert_eq!((game.discs(Colour::Black), game.discs(Colour::White)), (13, 0));
    assert!(game.is_over() && game.legal().is_empty());
    assert_eq!(game.score(), 64);
}

#[test]
fn the_last_move_flips_eighteen_discs_in_three_directions() {
    let mut game = game(
        "X O O X X O O X
         O O O X O O O O
         O X O O O O O O
         O O O O O O O X
         O O X O O O X X
         O O O X O O O O
         O O O O O X O O
         - O O O O O O X X",
    );
    let a8 = "a8".parse().expect("a cell");
    assert_eq!(game.turn().board.flips(Colour::Black, a8).len(), 18);
    game.play(Move::At(a8)).expect("legal");
    assert!(game.is_over());
    assert_eq!((game.discs(Colour::Black), game.discs(Colour::White), game.score()), (32, 32, 0));
}

#[test]
fn one_disc_against_fifty_three_can_still_win_every_square() {
    let mut game = game(
        "- O O O O O O X
         O O O O O O O O
         O - O O O - O O
         O - O - O O O O
         - O O O O O O O
         O - O O O O O O
         O O O O O O - O
         - O O O O O O - X",
    );
    assert_eq!((game.discs(Colour::Black), game.discs(Colour::White)), (1, 53));
    for name in "a1 b3 b4 a5 d4 a8 h8 g7 b6 f3".split(' ') {
        assert!(game.to_move() == Colour::Black || game.must_pass(), "white passes before {name}");
        game.play_implied(Colour::Black, name.parse::<Move>().expect("a move")).expect("legal");
    }
    assert!(game.is_over());
    assert_eq!((game.discs(Colour::Black), game.score()), (64, 64));
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
fn a_side_without_a_move_passes_and_may_not_pass_otherwise() {
    let mut game = transcript::read("f5d6").expect("legal");
    assert!(!game.must_pass() && game.play(Move::Pass).is_err());
    let mut blocked =
        (0..1000).map(|seed| random_game(Rules::default(), seed, 58)).find(Game::must_pass).expect("one passes");
    let side = blocked.to_move();
    assert_eq!(blocked.legal(), [Move::Pass]);
    for cell in blocked.turn().board.cells() {
        assert!(blocked.clone().play(Move::At(cell)).is_err());
    }
    blocked.play(Move::Pass).expect("a forced pass is legal");
    assert_eq!(blocked.to_move(), side.other());
    assert!(!blocked.must_pass());
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

/// The score of perfect play for the side to move.
fn solve(turn: &Turn) -> i32 {
    let (moves, colour) = (turn.moves(), turn.to_move);
    if moves.is_empty() {
        if !turn.pass().moves().is_empty() {
            return -solve(&turn.pass());
        }
        let ahead = turn.board.discs(colour).len() as i32 - turn.board.discs(colour.other()).len() as i32;
        return ahead + ahead.signum() * turn.board.empties() as i32;
    }
    let after = |cell| Turn { board: turn.board.play(colour, cell), to_move: colour.other() };
    moves.map(|cell| -solve(&after(cell))).max().unwrap_or(0)
}

#[test]
fn the_second_player_wins_four_by_four_with_eleven_discs_to_three() {
    let rules = Rules::sized(4).expect("a size that there is");
    assert_eq!(solve(rules.start()), 3 - 11 - 2);
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
