//! How games begin: with moves of a file of openings, if there is one, then with random ones.

use super::span::Span;
use crate::board::{Position, Square};
use crate::game::Colour;
use crate::game::notation::transcript;
use crate::training::games::LONGEST;
use crate::training::random::Random;
use anyhow::{Context as _, ensure};
use arrayvec::ArrayVec;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

type Moves = ArrayVec<Square, LONGEST>;

/// The openings of a file.
pub struct Openings {
    name: String,
    lines: Vec<Moves>,
    checksum: u32,
}

impl Openings {
    /// Reads a transcript from each line, up to the first blank; empty lines and those that begin with `#` are left out.
    ///
    /// # Errors
    /// If the file cannot be read, has a line that is no game, or has none at all.
    pub fn read(path: &Path) -> anyhow::Result<Openings> {
        let unreadable = || format!("cannot read {}", path.display());
        let text = fs::read_to_string(path).with_context(unreadable)?;
        let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
        let lines: Vec<Moves> = lines
            .map(|(i, line)| moves(line).with_context(|| format!("{}, line {}", path.display(), i + 1)))
            .collect::<anyhow::Result<_>>()?;
        ensure!(!lines.is_empty(), "no openings in {}", path.display());
        let mut checksum = flate2::Crc::new();
        checksum.update(text.as_bytes());
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Openings { name, lines, checksum: checksum.sum() })
    }

    /// The moves of the longest.
    pub(super) fn longest(&self) -> usize {
        self.lines.iter().map(|moves| moves.len()).max().unwrap_or(0)
    }

    /// As they are called in the settings of a file of games.
    pub(super) fn to_json(&self) -> Value {
        json!({ "file": self.name, "lines": self.lines.len(), "checksum": format!("{:08x}", self.checksum) })
    }
}

/// The moves of a line, passes left out.
fn moves(line: &str) -> anyhow::Result<Moves> {
    let game = transcript::read(line.split_whitespace().next().unwrap_or_default())?;
    ensure!(!game.is_over(), "the game is over after {} moves", game.moves().len());
    let squares = game.moves().iter().filter_map(|played| played.mv.cell()).filter_map(|cell| cell.square());
    Ok(squares.collect())
}

/// The beginning of a game.
pub(super) struct Beginning {
    pub moves: Moves,
    /// The position after these moves, in which the side to move has one.
    pub position: Position,
    pub to_move: Colour,
}

impl Beginning {
    /// Chance decides on an opening, the number of random moves, and these. A game that would be over is begun anew.
    pub fn draw(spans: &[Span], openings: Option<&Openings>, random: &mut Random) -> Beginning {
        loop {
            let mut begun = Beginning { moves: Moves::new(), position: Position::START, to_move: Colour::Black };
            if let Some(Openings { lines, .. }) = openings {
                lines[random.below(lines.len())].iter().for_each(|&at| begun.play(at));
            }
            let span = spans[random.below(spans.len())];
            for _ in 0..span.low + random.below(span.high - span.low + 1) {
                let mut moves = begun.position.moves();
                let number = random.below(moves.len().max(1) as usize);
                moves.nth(number).into_iter().for_each(|at| begun.play(at));
            }
            if !begun.position.is_over() {
                return begun;
            }
        }
    }

    /// Makes a legal move, and the pass after it if there has to be one.
    fn play(&mut self, at: Square) {
        self.moves.push(at);
        self.position = self.position.play(at, self.position.flips(at));
        self.to_move = self.to_move.other();
        if self.position.moves().is_empty() {
            (self.position, self.to_move) = (self.position.pass(), self.to_move.other());
        }
    }
}
