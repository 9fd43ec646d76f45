//! The opening of a game: a random line of a file, if there is one, and random moves.

use crate::games::MAX_MOVES;
use anyhow::{Context as _, ensure};
use arrayvec::ArrayVec;
use emilia::internal::{
    container::crc32,
    random::Random,
    storage::{MOST_BYTES, read_text_at_most},
};
use emilia::notation::transcript;
use emilia::{Colour, Position, Square};
use serde_json::{Value, json};
use std::fs::File;
use std::path::Path;
use std::str::FromStr;

type Moves = ArrayVec<Square, MAX_MOVES>;

/// The opening lines of a file.
pub struct Openings {
    file_name: String,
    lines: Vec<Moves>,
    checksum: u32,
}

impl Openings {
    /// Reads a file with a transcript at the start of each line. Text after a space, empty lines and lines that begin with `#` are
    /// ignored.
    ///
    /// # Errors
    /// If the file cannot be read, a line is not a transcript of an unfinished game, or there is no line.
    pub fn read(path: &Path) -> anyhow::Result<Openings> {
        let unreadable = || format!("cannot read {}", path.display());
        let text = File::open(path).and_then(|file| read_text_at_most(file, MOST_BYTES)).with_context(unreadable)?;
        let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
        let lines: Vec<Moves> = lines
            .map(|(i, line)| parse_line(line).with_context(|| format!("{}, line {}", path.display(), i + 1)))
            .collect::<anyhow::Result<_>>()?;
        ensure!(!lines.is_empty(), "no openings in {}", path.display());
        let file_name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Openings { file_name, lines, checksum: crc32(text.as_bytes()) })
    }

    /// The number of lines, 1 or more.
    #[expect(clippy::len_without_is_empty, reason = "there is always a line")]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// The number of moves of the longest line.
    pub(super) fn max_plies(&self) -> usize {
        self.lines.iter().map(|moves| moves.len()).max().unwrap_or(0)
    }

    /// The description of the openings in the settings of a file of games.
    pub(super) fn to_json(&self) -> Value {
        json!({ "file": self.file_name, "lines": self.lines.len(), "checksum": format!("{:08x}", self.checksum) })
    }
}

/// Parses the moves of a line, without passes.
fn parse_line(line: &str) -> anyhow::Result<Moves> {
    let game = transcript::read(line.split_whitespace().next().unwrap_or_default())?;
    ensure!(!game.is_over(), "the game is over after {} moves", game.moves().len());
    let squares = game.moves().iter().filter_map(|played| played.mv.cell()).filter_map(|cell| cell.square());
    Ok(squares.collect())
}

/// The opening of one game.
pub(super) struct Opening {
    pub moves: Moves,
    /// The position after the moves. The side to move has a legal move.
    pub position: Position,
    pub to_move: Colour,
}

impl Opening {
    /// Draws an opening line, a number of random moves from one of the ranges, and these moves. Repeats until the game is not over.
    pub fn sample(ranges: &[PlyRange], openings: Option<&Openings>, random: &mut Random) -> Opening {
        loop {
            let mut opening = Opening { moves: Moves::new(), position: Position::START, to_move: Colour::Black };
            if let Some(Openings { lines, .. }) = openings {
                lines[random.below(lines.len())].iter().for_each(|&at| opening.play(at));
            }
            let range = ranges[random.below(ranges.len())];
            for _ in 0..range.min + random.below(range.max - range.min + 1) {
                let mut moves = opening.position.moves();
                let index = random.below(moves.len().max(1) as usize);
                moves.nth(index).into_iter().for_each(|at| opening.play(at));
            }
            if !opening.position.is_over() {
                return opening;
            }
        }
    }

    fn play(&mut self, at: Square) {
        self.moves.push(at);
        (self.position, self.to_move) = after_move(self.position, self.to_move, at);
    }
}

/// The position after a legal move, and after a pass if the opponent has no move, with the side to move.
pub(super) fn after_move(position: Position, to_move: Colour, at: Square) -> (Position, Colour) {
    let next = position.play(at, position.flips(at));
    if next.moves().is_empty() { (next.pass(), to_move) } else { (next, to_move.other()) }
}

/// A range of numbers of random moves, from which a game uses one with equal probability. Its text is `8:16`, or `8` for exactly 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyRange {
    /// The smallest number.
    pub min: usize,
    /// The largest number, `min` to 59.
    pub max: usize,
}

impl FromStr for PlyRange {
    type Err = String;

    fn from_str(text: &str) -> Result<PlyRange, String> {
        let (min, max) = text.split_once(':').unwrap_or((text, text));
        match (min.parse(), max.parse()) {
            (Ok(min), Ok(max)) if min <= max && max < MAX_MOVES => Ok(PlyRange { min, max }),
            _ => Err(format!("expected a number from 0 to {} or a range like 8:16", MAX_MOVES - 1)),
        }
    }
}
