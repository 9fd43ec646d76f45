//! Labelled positions, and how games become such.

use crate::board::{Position, Square};
use crate::eval::PLIES;
use anyhow::{Context as _, bail};

/// A position with what it turned out to be worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    /// The position.
    pub position: Position,
    /// Its outcome for the side to move, in discs.
    pub score: i8,
    /// How much it counts.
    pub weight: f32,
}

/// Which part of the data is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// What is learnt from.
    Training,
    /// What is never learnt from.
    HeldOut,
}

/// The ply of a position: its discs beyond the first four.
pub fn ply(position: Position) -> usize {
    (PLIES - 1).saturating_sub(position.empties() as usize)
}

/// All positions of a game in which a move was made, with whether black is to move.
///
/// # Errors
/// If the text is no game from the start of Othello; passes are not written.
pub fn replay(transcript: &str) -> anyhow::Result<Vec<(Position, bool)>> {
    let mut positions = Vec::with_capacity(60);
    let (mut position, mut black) = (Position::START, true);
    for name in transcript.as_bytes().chunks(2) {
        let square: Square = std::str::from_utf8(name)?.parse()?;
        if position.moves().is_empty() {
            (position, black) = (position.pass(), !black);
        }
        positions.push((position, black));
        let Some(next) = position.try_play(square) else { bail!("not a legal move: {square}") };
        (position, black) = (next, !black);
    }
    Ok(positions)
}

/// Reads a number of discs from -64 to 64.
///
/// # Errors
/// If it is none.
pub fn discs(text: &str) -> anyhow::Result<i8> {
    let discs: i8 = text.trim().parse().with_context(|| format!("not a number of discs: {text:?}"))?;
    if (-64..=64).contains(&discs) { Ok(discs) } else { bail!("not a number of discs: {text:?}") }
}

/// A number that is the same for a position in all eight views, on every machine and in every version.
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
