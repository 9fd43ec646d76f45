//! What a game remembers: its moves, those taken back, passes that clients leave out.

use crate::game::{cases, random_game};
use emilia_core::notation::{ggf, transcript};
use emilia_core::{Colour, Game, IllegalMove, Move, Played, Rules};
use proptest::prelude::*;

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn what_is_taken_back_can_be_played_again(seed: u64, size in 4u8..=10, length in 0usize..100, back in 0usize..100) {
        let whole = random_game(Rules::sized(size).expect("a size that there is"), seed, length);
        let mut game = whole.clone();
        let taken = (0..back).map_while(|_| game.undo()).count();
        prop_assert_eq!(taken, back.min(whole.moves().len()));
        prop_assert_eq!(Some(game.turn()), whole.at_ply(whole.moves().len() - taken));
        prop_assert_eq!(game.moves(), &whole.moves()[..whole.moves().len() - taken]);
        prop_assert_eq!(std::iter::from_fn(|| game.redo()).count(), taken);
        prop_assert_eq!(game, whole);
    }

    #[test]
    fn a_refused_move_changes_nothing(seed: u64, length in 0usize..70, column in 0u8..10, row in 0u8..10) {
        let game = random_game(Rules::default(), seed, length);
        for mv in [emilia_core::Cell::at(column, row).map_or(Move::Pass, Move::At), Move::Pass] {
            let mut tried = game.clone();
            let accepted = tried.play(mv).is_ok();
            prop_assert_eq!(accepted, game.legal().contains(&mv));
            prop_assert_eq!(tried == game, !accepted);
        }
    }

    #[test]
    fn every_turn_of_a_game_follows_from_its_moves(seed: u64, length in 0usize..70) {
        let game = random_game(Rules::default(), seed, length);
        let mut again = Game::default();
        for (ply, turn) in game.turns() {
            prop_assert_eq!(game.at_ply(ply), Some(turn));
            prop_assert_eq!(again.turn(), turn);
            if let Some(played) = game.moves().get(ply) {
                again.play(played.mv).expect("legal in the first game");
            }
        }
        prop_assert_eq!(game.turns().count(), game.moves().len() + 1);
        prop_assert_eq!(game.at_ply(game.moves().len() + 1), None);
        prop_assert_eq!(&transcript::read(&game.transcript()).expect("legal").transcript(), &game.transcript());
    }
}

fn mv(name: &str) -> Move {
    name.parse().expect("a move")
}

#[test]
fn the_moves_taken_back_are_kept_until_another_move_is_played() {
    let mut game = transcript::read("f5d6c3").expect("legal");
    game.undo();
    game.undo();
    game.play(mv("d6")).expect("legal");
    assert_eq!(game.redo(), Some(mv("c3")), "the same move leads back into the line");
    game.undo();
    game.undo();
    game.play(mv("f6")).expect("legal");
    assert_eq!(game.redo(), None);
    assert_eq!(game.transcript(), "f5f6");
}

#[test]
fn notes_are_kept_through_undo_and_redo() {
    let noted = Played { mv: mv("f5"), eval: Some(-1.5), seconds: Some(2.0) };
    let mut game = Game::default();
    game.play_noted(noted).expect("legal");
    assert_eq!(game.undo(), Some(noted));
    game.redo();
    assert_eq!(game.moves(), [noted]);
}

#[test]
fn a_recorded_outcome_does_not_outlive_its_line() {
    let mut game = ggf::read("(;GM[Othello]RE[10:r]B[f5]W[d6]B[c3];)").expect("legal");
    let recorded = game.outcome();
    assert_eq!(recorded.and_then(|outcome| outcome.score()), Some(10.0));
    game.undo();
    game.undo();
    assert_eq!(game.outcome(), None, "the record is about the moves taken back");
    assert!(ggf::write(&game).contains("RE[?]"));
    game.play(mv("d6")).expect("legal");
    game.redo();
    assert_eq!(game.outcome(), recorded, "the same line again");
    game.undo();
    game.play(mv("c4")).expect("legal");
    assert_eq!(game.outcome(), None, "another line");
}

#[test]
fn a_forced_pass_is_implied_by_the_other_sides_move() {
    let ends_in_pass = |seed| Some(random_game(Rules::default(), seed, 59)).filter(Game::must_pass);
    let game = (0..1000).find_map(ends_in_pass).expect("one of the games has a pass");
    let (blocked, free) = (game.to_move(), game.to_move().other());
    let mut passed = game.clone();
    passed.play(Move::Pass).expect("a forced pass is legal");
    let answer = passed.legal()[0];

    let mut implied = game.clone();
    assert!(implied.play_implied(blocked, answer).is_err());
    implied.play_implied(free, answer).expect("the pass goes without saying");
    passed.play(answer).expect("legal");
    assert_eq!(implied, passed);

    let mut refused = game.clone();
    let occupied = mv("e4");
    assert!(matches!(refused.play_implied(free, occupied), Err(IllegalMove::Occupied(_))));
    assert_eq!(refused, game);
}

#[test]
fn the_wrong_colour_is_refused_while_the_right_one_can_move() {
    let mut game = Game::default();
    assert_eq!(game.play_implied(Colour::White, mv("d3")), Err(IllegalMove::WrongColour(Colour::White)));
    assert_eq!(game, Game::default());
}
