//! Games seen from another side.

use crate::game::{cases, random_game};
use emilia::game::{Cell, Game, Move, Rules, Turning};
use proptest::prelude::*;

fn turnings() -> impl Iterator<Item = Turning> {
    (0..).map_while(Turning::numbered)
}

/// The game with these moves by these rules.
fn replayed(rules: &Rules, like: &Game) -> Game {
    let mut game = Game::new(rules.clone());
    for played in like.moves() {
        game.play_noted(*played).expect("a turned move is legal");
    }
    game
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn a_turned_game_is_the_game_of_its_turned_moves(seed: u64, size in 4u8..=10, length in 0usize..100, back in 0usize..5) {
        let mut game = random_game(Rules::sized(size).expect("a size that there is"), seed, length);
        prop_assert_eq!(turnings().count(), 8);
        for turning in turnings() {
            let turned = game.turned(turning);
            prop_assert_eq!(&replayed(turned.rules(), &turned), &turned);
            prop_assert_eq!(turned.score(), game.score());
        }
        let taken = (0..back).map_while(|_| game.undo()).count();
        for turning in turnings() {
            let mut turned = game.turned(turning);
            prop_assert_eq!(std::iter::from_fn(|| turned.redo()).count(), taken);
        }
    }

    #[test]
    fn four_quarters_two_halves_and_two_mirrors_change_nothing(seed: u64, size in 4u8..=10, length in 0usize..100) {
        let game = random_game(Rules::sized(size).expect("a size that there is"), seed, length);
        let turned = |turnings: &[Turning]| turnings.iter().fold(game.clone(), |game, turning| game.turned(*turning));
        prop_assert_eq!(&turned(&[Turning::QUARTER; 4]), &game);
        prop_assert_eq!(&turned(&[Turning::HALF; 2]), &game);
        prop_assert_eq!(&turned(&[Turning::QUARTER, Turning::THREE_QUARTERS]), &game);
        prop_assert_eq!(&turned(&[Turning::LEFT_RIGHT; 2]), &game);
        prop_assert_eq!(&turned(&[Turning::LEFT_RIGHT, Turning::TOP_BOTTOM]), &turned(&[Turning::HALF]));
        prop_assert_eq!(turned(&[Turning::QUARTER; 2]), turned(&[Turning::HALF]));
    }
}

#[test]
fn a_corner_goes_where_the_names_of_the_turnings_say() {
    for (size, corners) in [(8, ["h1", "a8", "h1", "h8", "a8"]), (6, ["f1", "a6", "f1", "f6", "a6"])] {
        let ways = [Turning::LEFT_RIGHT, Turning::TOP_BOTTOM, Turning::QUARTER, Turning::HALF, Turning::THREE_QUARTERS];
        let start = format!("-OX{} X", "-".repeat(size * size - 3));
        let mut game = Game::new(Rules::from_start(start.parse().expect("a board")));
        game.play("a1".parse().expect("a move")).expect("a legal move");
        for (turning, corner) in ways.into_iter().zip(corners) {
            let corner: Cell = corner.parse().expect("a cell");
            assert_eq!(game.turned(turning).moves().last().map(|played| played.mv), Some(Move::At(corner)));
        }
    }
    let mut game = Game::default();
    game.play("f5".parse().expect("a move")).expect("a legal move");
    let quarter = game.turned(Turning::QUARTER);
    assert_eq!(quarter.moves()[0].mv.to_string(), "d6", "clockwise");
}
