//! Games seen from another side.

use crate::game::{cases, random_game};
use emilia_core::{Cell, Game, Move, Rules, Transform};
use proptest::prelude::*;

fn transforms() -> impl Iterator<Item = Transform> {
    (0..).map_while(Transform::numbered)
}

/// The game with these moves by these rules.
fn replayed(rules: &Rules, like: &Game) -> Game {
    let mut game = Game::new(rules.clone());
    for played in like.moves() {
        game.play_noted(*played).expect("a transformed move is legal");
    }
    game
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn a_transformed_game_is_the_game_of_its_transformed_moves(seed: u64, size in 4u8..=10, length in 0usize..100, back in 0usize..5) {
        let mut game = random_game(Rules::sized(size).expect("a size that there is"), seed, length);
        prop_assert_eq!(transforms().count(), 8);
        for transform in transforms() {
            let image = game.transformed(transform);
            prop_assert_eq!(&replayed(image.rules(), &image), &image);
            prop_assert_eq!(image.score(), game.score());
        }
        let taken = (0..back).map_while(|_| game.undo()).count();
        for transform in transforms() {
            let mut image = game.transformed(transform);
            prop_assert_eq!(std::iter::from_fn(|| image.redo()).count(), taken);
        }
    }

    #[test]
    fn four_quarters_two_halves_and_two_mirrors_change_nothing(seed: u64, size in 4u8..=10, length in 0usize..100) {
        let game = random_game(Rules::sized(size).expect("a size that there is"), seed, length);
        let transformed = |transforms: &[Transform]| transforms.iter().fold(game.clone(), |game, transform| game.transformed(*transform));
        prop_assert_eq!(&transformed(&[Transform::QUARTER; 4]), &game);
        prop_assert_eq!(&transformed(&[Transform::HALF; 2]), &game);
        prop_assert_eq!(&transformed(&[Transform::QUARTER, Transform::THREE_QUARTERS]), &game);
        prop_assert_eq!(&transformed(&[Transform::LEFT_RIGHT; 2]), &game);
        prop_assert_eq!(&transformed(&[Transform::LEFT_RIGHT, Transform::TOP_BOTTOM]), &transformed(&[Transform::HALF]));
        prop_assert_eq!(transformed(&[Transform::QUARTER; 2]), transformed(&[Transform::HALF]));
    }
}

#[test]
fn a_corner_goes_where_the_names_of_the_transforms_say() {
    for (size, corners) in [(8, ["h1", "a8", "h1", "h8", "a8"]), (6, ["f1", "a6", "f1", "f6", "a6"])] {
        let ways = [
            Transform::LEFT_RIGHT,
            Transform::TOP_BOTTOM,
            Transform::QUARTER,
            Transform::HALF,
            Transform::THREE_QUARTERS,
        ];
        let start = format!("-OX{} X", "-".repeat(size * size - 3));
        let mut game = Game::new(Rules::from_start(start.parse().expect("a board")));
        game.play("a1".parse().expect("a move")).expect("a legal move");
        for (transform, corner) in ways.into_iter().zip(corners) {
            let corner: Cell = corner.parse().expect("a cell");
            assert_eq!(game.transformed(transform).moves().last().map(|played| played.mv), Some(Move::At(corner)));
        }
    }
    let mut game = Game::default();
    game.play("f5".parse().expect("a move")).expect("a legal move");
    let quarter = game.transformed(Transform::QUARTER);
    assert_eq!(quarter.moves()[0].mv.to_string(), "d6", "clockwise");
}
