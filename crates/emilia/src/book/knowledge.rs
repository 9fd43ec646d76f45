//! What a book knows of the positions after the next moves, for the search that takes over where the book ends.

use super::error::BookError;
use super::key::Key;
use super::lookup::{BookReader, Lookup};
use emilia_core::{Certainty, Position, Score, Square, Value};
use std::collections::HashSet;

/// The most positions that are looked up: about two milliseconds.
const MAX_LOOKUPS: usize = 600;
/// Positions outside the book are looked beyond for this number of moves, because other moves lead back into it.
const MAX_PLIES_OUTSIDE: u32 = 2;

/// A position of a book, with its side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KnownPosition {
    /// The position; its side to move has a move.
    pub position: Position,
    /// Its value for the side to move.
    pub value: Value,
    /// The best move.
    pub best: Option<Square>,
}

/// A position whose moves are to be looked up.
struct Step {
    position: Position,
    /// The value of a draw for its side to move.
    draw: Score,
    /// The moves since the last position of the book.
    outside: u32,
}

impl BookReader<'_> {
    /// The positions of the book that the next moves lead to, nearest first, at most 600, if a draw has this value for the side to move.
    /// The position itself is not among them.
    ///
    /// # Errors
    /// If the file cannot be read.
    #[doc(hidden)]
    pub fn knowledge(&self, position: Position, draw: Score) -> Result<Vec<KnownPosition>, BookError> {
        let (mut known, mut seen) = (Vec::new(), HashSet::new());
        let outside = u32::from(self.lookup(position)?.is_none());
        let (mut steps, mut lookups) = (vec![Step { position, draw, outside }], 0);
        while !steps.is_empty() && lookups < MAX_LOOKUPS {
            let mut next = Vec::new();
            for step in steps {
                let Step { position, draw, outside } = after_pass(step);
                for child in position.moves().filter_map(|at| position.try_play(at)) {
                    if lookups == MAX_LOOKUPS || Key::of(child).is_none() || !seen.insert(child) {
                        continue;
                    }
                    lookups += 1;
                    let found = self.lookup(child)?;
                    let outside = if found.is_some() { 0 } else { outside + 1 };
                    known.extend(found.and_then(|found| known_position(child, -draw, &found)));
                    if outside <= MAX_PLIES_OUTSIDE {
                        next.push(Step { position: child, draw: -draw, outside });
                    }
                }
            }
            steps = next;
        }
        Ok(known)
    }
}

/// The same with a side to move that has a move.
fn after_pass(step: Step) -> Step {
    let Step { position, draw, .. } = step;
    if position.moves().is_empty() { Step { position: position.pass(), draw: -draw, ..step } } else { step }
}

/// The position, or the one after its pass, with what was found. The value of a draw is that for the side to move before a pass.
fn known_position(position: Position, draw: Score, found: &Lookup) -> Option<KnownPosition> {
    let Step { position, draw, .. } = after_pass(Step { position, draw, outside: 0 });
    let (value, score, best) = (found.value?, found.score(draw)?, found.best());
    let value = match value.certainty() {
        _ if score == value.score() => value,
        Certainty::Depth { plies, percent } => Value::estimate(score, plies, percent),
        // With this value of draws it is no proof of the score of the game.
        Certainty::Exact | Certainty::AtLeast | Certainty::AtMost => {
            Value::estimate(score, position.empties() as u8, 99)
        }
    };
    Some(KnownPosition { position, value, best })
}
