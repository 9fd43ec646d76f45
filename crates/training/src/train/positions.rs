//! Labelled positions, and the positions of a transcript.

use crate::games::{MAX_MOVES, replay_moves};
use anyhow::{Context as _, bail};
use arrayvec::ArrayVec;
use emilia::internal::eval::PLIES;
use emilia::{Colour, Position, Square};

/// A position with its label.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LabelledPosition {
    /// The position.
    pub position: Position,
    /// The label: a score for the side to move, in discs.
    pub score: f32,
    /// The weight in the fit.
    pub weight: f32,
}

impl LabelledPosition {
    /// Labels a position, with its side to move, with a score for black.
    pub fn new((position, to_move): (Position, Colour), score: f32, weight: f32) -> LabelledPosition {
        LabelledPosition { position, score: to_move.sign() as f32 * score, weight }
    }
}

/// A part of the data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Split {
    /// The data that the weights are fitted to.
    Training,
    /// The data that is only used to measure the accuracy.
    HeldOut,
}

/// The ply of a position: its number of discs minus the first four.
pub fn ply(position: Position) -> usize {
    (PLIES - 1).saturating_sub(position.empties() as usize)
}

/// The position before each move of a transcript without passes, with the side to move.
///
/// # Errors
/// If a move is not the name of a square or is illegal.
pub fn replay_transcript(transcript: &str) -> anyhow::Result<ArrayVec<(Position, Colour), MAX_MOVES>> {
    let squares = transcript.as_bytes().chunks(2).map(|name| Ok(std::str::from_utf8(name)?.parse()?));
    Ok(replay_moves(&squares.collect::<anyhow::Result<Vec<Square>>>()?)?.positions)
}

/// Parses a number of discs from -64 to 64.
///
/// # Errors
/// If the text is not a number or out of range.
pub fn parse_discs(text: &str) -> anyhow::Result<i8> {
    let discs: i8 = text.trim().parse().with_context(|| format!("not a number of discs: {text:?}"))?;
    if (-64..=64).contains(&discs) { Ok(discs) } else { bail!("not a number of discs from -64 to 64: {text:?}") }
}

/// A hash of a position, equal for its eight symmetries, on every machine and in every version.
pub fn stable_hash(position: Position) -> u64 {
    let (position, _) = position.canonical();
    mix(mix(position.own().0) ^ position.opp().0)
}

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
pub fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}
