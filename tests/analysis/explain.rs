//! Explanations: every feature as a naive board computes it, symmetric claims, pictures of each kind.

mod choice;
mod features;
mod naive;
mod pictures;
mod program;

use crate::common::files::read;
use crate::random::{Random, random_move};
use emilia::notation::transcript;
use emilia::{Colour, Position, Square, Turn};
use std::sync::LazyLock;

/// Positions of games that begin with the openings of the repository and continue with moves that leave the opponent few, as people play:
/// one in four is any legal move.
static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let (text, mut random, mut positions) = (read("data/openings.txt"), Random::new(18), Vec::new());
    let openings: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    for number in 0..160 {
        let opening = openings[number * openings.len() / 160].split_whitespace().next().expect("moves");
        let mut position = transcript::read(opening).expect("a legal opening").position().expect("a position");
        let wanted = 2 + random.below(46) as u32;
        while position.empties() > wanted && !position.is_over() {
            position = next(position, &mut random);
        }
        if !position.moves().is_empty() {
            positions.push(position);
        }
    }
    assert!(positions.len() >= 120, "{} positions", positions.len());
    positions
});

fn next(position: Position, random: &mut Random) -> Position {
    let few = || position.moves().min_by_key(|&at| position.try_play(at).map(|next| next.moves().len()));
    let at: Option<Square> = if random.below(4) == 0 { random_move(position, random) } else { few() };
    at.map_or_else(|| position.pass(), |at| position.try_play(at).expect("legal"))
}

/// The position with black to move.
fn turn(position: Position) -> Turn {
    *emilia::Game::from_position(position, Colour::Black).turn()
}
