//! The moves of people in games with ratings.

use anyhow::{Context as _, bail};
use emilia::internal::storage::{MOST_BYTES, read_at_most};
use emilia::{Colour, Position, Square};
use emilia_analysis::people::Situation;
use flate2::read::GzDecoder;
use std::fs;
use std::path::Path;

/// A player with fewer games has a rating that says little of him.
const FEW_GAMES: u32 = 20;
/// The weight of his moves.
const WEIGHT_OF_FEW: f32 = 0.4;
/// The ratings that the model knows.
const RATINGS: std::ops::RangeInclusive<f32> = 800.0..=2300.0;

/// A move that a person chose among several.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// The position, and the rating of the player.
    pub situation: Situation,
    /// The move.
    pub played: Square,
    /// The weight of the move in training.
    pub weight: f32,
    /// The year of the game.
    pub year: u16,
    /// The number of the line of the game in the file, from 1 on.
    pub game: u32,
    /// The colour of the player.
    pub colour: Colour,
}

/// A side of a game.
#[derive(Clone, Copy)]
struct Side {
    rating: f32,
    weight: f32,
}

/// Reads the moves of people with ratings from a file of games, see `docs/people.md`. Games end at their first illegal move.
///
/// # Errors
/// If the file cannot be read, or a line has other fields.
pub fn read_samples(path: &Path) -> anyhow::Result<Vec<Sample>> {
    let unreadable = || format!("cannot read {}", path.display());
    let bytes = fs::read(path).with_context(unreadable)?;
    let bytes = match bytes.starts_with(&[0x1F, 0x8B]) {
        true => read_at_most(GzDecoder::new(&bytes[..]), MOST_BYTES).with_context(unreadable)?,
        false => bytes,
    };
    let text = String::from_utf8(bytes).with_context(unreadable)?;
    let mut samples = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [year, _, black, of_black, black_games, white, of_white, white_games, _, _, _, moves] = fields[..] else {
            bail!("{}: line {}: 12 fields separated by tabs are expected", path.display(), number);
        };
        let read = || -> Option<(u16, [Option<Side>; 2])> {
            let sides = [side(black, of_black, black_games)?, side(white, of_white, white_games)?];
            Some((year.parse().ok()?, sides))
        };
        let (year, sides) =
            read().with_context(|| format!("{}: line {}: a number is expected", path.display(), number))?;
        add(&mut samples, moves, sides, (year, number));
    }
    Ok(samples)
}

/// A side from its three fields; `Some(None)` where it is no person or has no rating, none where a field is no number.
fn side(player: &str, rating: &str, games: &str) -> Option<Option<Side>> {
    let (rating, games): (f32, u32) = (rating.parse().ok()?, games.parse().ok()?);
    let is_used = player.starts_with('H') && RATINGS.contains(&rating);
    let weight = if games < FEW_GAMES { WEIGHT_OF_FEW } else { 1.0 };
    Some(is_used.then_some(Side { rating, weight }))
}

fn add(samples: &mut Vec<Sample>, moves: &str, sides: [Option<Side>; 2], (year, game): (u16, u32)) {
    let (mut position, mut to_move, mut last) = (Position::START, Colour::Black, None);
    for played in moves.as_bytes().chunks(2) {
        let Some(square) = std::str::from_utf8(played).ok().and_then(|text| text.parse::<Square>().ok()) else {
            return;
        };
        if position.moves().is_empty() {
            (position, to_move, last) = (position.pass(), to_move.other(), None);
        }
        let Some(next) = position.try_play(square) else { return };
        if let Some(Side { rating, weight }) =
            sides[usize::from(to_move == Colour::White)].filter(|_| position.moves().len() > 1)
        {
            let situation = Situation { position, last, rating };
            samples.push(Sample { situation, played: square, weight, year, game, colour: to_move });
        }
        (position, to_move, last) = (next, to_move.other(), Some(square));
    }
}
