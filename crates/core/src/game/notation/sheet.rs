//! Transcript sheets, the form of the federations: a board with the number of each move on its square.
//!
//! Knows nothing of pictures. Passes have no number; they follow from the rules.

mod read;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
pub use read::is_sheet;

use crate::game::replay::replay;
use crate::game::{
    Board, Cell, Cells, Colour, Ending, Game, Move, Outcome, Played, ReplayError, Rules, Shape, Tags, Turn,
};
use core::fmt;

/// The columns and rows.
const SIZE: u8 = 8;
/// The most moves of a game.
const MOST: u8 = 60;

/// What is written on a square of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// Nothing: the square stayed empty.
    Empty,
    /// A disc of the start; without a colour if the sheet marks the square alone.
    Start(Option<Colour>),
    /// The number of the move that put the disc here, from 1 to 60.
    Number(u8),
    /// A text that is none of these.
    Unreadable(String),
}

/// A transcript sheet of 8x8. A sheet may have faults; [`Sheet::game`] finds them.
///
/// # Examples
/// ```
/// use emilia_core::notation::{sheet::Sheet, transcript};
///
/// let mut game = transcript::read("f5d6c3")?;
/// game.tags.black.name = "Rose".into();
/// let sheet = Sheet::of_game(&game).expect("8x8");
/// assert!(sheet.to_string().contains("Black:   Rose"));
/// assert_eq!(sheet.to_string().parse::<Sheet>()?.game()?, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// The players, the event as place, the date and the result.
    pub tags: Tags,
    /// The side that moves first.
    pub first: Colour,
    /// The squares row by row.
    entries: Vec<Entry>,
}

/// What is wrong with a sheet, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SheetError {
    /// There are not eight rows.
    #[error("expected 8 rows of squares, got {0}")]
    Rows(usize),
    /// A row does not have eight squares.
    #[error("row {row}: expected 8 squares, got {squares}")]
    Row {
        /// The row, from 1.
        row: usize,
        /// Its squares.
        squares: usize,
    },
    /// A square has something else than a number.
    #[error("{at}: not a move number from 1 to 60, a disc or an empty square: {text:?}")]
    Unreadable {
        /// The square.
        at: Cell,
        /// What is written there.
        text: String,
    },
    /// Two squares have one number.
    #[error("{first} and {second} have the same number: {number}")]
    Twice {
        /// The number.
        number: u8,
        /// The first of the squares.
        first: Cell,
        /// The second of the squares.
        second: Cell,
    },
    /// A number below the last one is nowhere.
    #[error("no square has the number {0}")]
    Missing(u8),
    /// A move cannot be played.
    #[error("{at}, number {number}: {fault}", fault = .error.fault)]
    Move {
        /// The square.
        at: Cell,
        /// The number on it.
        number: u8,
        /// What is wrong with the move.
        error: ReplayError,
    },
}

impl Sheet {
    /// The sheet of a game; none if its board is not 8x8.
    pub fn of_game(game: &Game) -> Option<Sheet> {
        let Turn { board, to_move } = *game.rules().start();
        if board.size() != Some(SIZE) {
            return None;
        }
        let mut sheet = Sheet { tags: game.tags.clone(), first: to_move, entries: Vec::new() };
        sheet.tags.outcome = game.outcome();
        let entry = |cell| board.colour_at(cell).map_or(Entry::Empty, |colour| Entry::Start(Some(colour)));
        sheet.entries = board.cells().map(entry).collect();
        let cells = game.moves().iter().filter_map(|played| played.mv.cell());
        for (number, cell) in (1..=MOST).zip(cells) {
            sheet.set(cell, Entry::Number(number));
        }
        Some(sheet)
    }

    /// What is written on a square; none if the cell is not on 8x8.
    pub fn entry(&self, at: Cell) -> Option<&Entry> {
        self.entries.get(index(at)?)
    }

    /// Writes on a square. Cells that are not on 8x8 are ignored.
    pub fn set(&mut self, at: Cell, entry: Entry) {
        if let Some(old) = index(at).and_then(|index| self.entries.get_mut(index)) {
            *old = entry;
        }
    }

    /// The squares row by row, each with what is written on it.
    pub fn squares(&self) -> impl Iterator<Item = (Cell, &Entry)> {
        self.entries.iter().zip(0u8..).filter_map(|(entry, at)| Some((Cell::at(at % SIZE, at / SIZE)?, entry)))
    }

    /// The squares with this number, row by row.
    pub fn with_number(&self, number: u8) -> impl Iterator<Item = Cell> {
        self.squares().filter(move |(_, entry)| **entry == Entry::Number(number)).map(|(cell, _)| cell)
    }

    /// The greatest number on the sheet; 0 if there is none.
    pub fn last_number(&self) -> u8 {
        let number = |entry: &Entry| if let Entry::Number(number) = entry { *number } else { 0 };
        self.entries.iter().map(number).max().unwrap_or(0)
    }

    /// The board and the side to move at the start: the discs that are marked, or the standard ones if their colours are not.
    pub fn start(&self) -> Turn {
        let marked = |colour| -> Cells {
            self.squares().filter(|(_, entry)| **entry == Entry::Start(Some(colour))).map(|(cell, _)| cell).collect()
        };
        let (black, white) = (marked(Colour::Black), marked(Colour::White));
        let standard = *Rules::default().start();
        if black.is_empty() && white.is_empty() {
            return Turn { to_move: self.first, ..standard };
        }
        let empty = Board::empty(Shape::STANDARD);
        Turn { board: empty.with(Colour::Black, black).with(Colour::White, white), to_move: self.first }
    }

    /// The faults that can be seen without playing the moves, the squares first, then the numbers.
    pub fn faults(&self) -> Vec<SheetError> {
        let unreadable = |(at, entry): (Cell, &Entry)| match entry {
            Entry::Unreadable(text) => Some(SheetError::Unreadable { at, text: text.clone() }),
            _ => None,
        };
        let mut faults: Vec<SheetError> = self.squares().filter_map(unreadable).collect();
        for number in 1..=self.last_number() {
            let squares: Vec<Cell> = self.with_number(number).collect();
            match squares.as_slice() {
                [] => faults.push(SheetError::Missing(number)),
                [first, others @ ..] => {
                    let twice = |&second: &Cell| SheetError::Twice { number, first: *first, second };
                    faults.extend(others.iter().map(twice));
                }
            }
        }
        faults
    }

    /// The game of the sheet, with passes where a side could not move.
    ///
    /// # Errors
    /// The first fault: a square that cannot be read, a number twice or missing, or a move that is not legal.
    pub fn game(&self) -> Result<Game, SheetError> {
        if let Some(fault) = self.faults().into_iter().next() {
            return Err(fault);
        }
        let mut game = Game::new(Rules::from_start(self.start()));
        game.tags = self.tags.clone();
        for number in 1..=self.last_number() {
            for at in self.with_number(number) {
                replay(&mut game, None, Ok(Played::from(Move::At(at)))).map_err(|error| SheetError::Move {
                    at,
                    number,
                    error,
                })?;
            }
        }
        // What the board itself shows is not a tag.
        let recorded = game.tags.outcome.take();
        if game.outcome() != recorded {
            game.tags.outcome = recorded;
        }
        Ok(game)
    }
}

fn index(at: Cell) -> Option<usize> {
    at.square().map(|square| square.index())
}

/// The head, a line a tag that is known, and the rows: numbers, `X` and `O` for the discs of the start, `--` for empty squares.
impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.head().into_iter().filter(|(_, value)| !value.is_empty()) {
            writeln!(f, "{:<8} {value}", format!("{name}:"))?;
        }
        writeln!(f, "\n    a  b  c  d  e  f  g  h")?;
        for (row, entries) in (1..).zip(self.entries.chunks(usize::from(SIZE))) {
            write!(f, "{row} ")?;
            entries.iter().try_for_each(|entry| write!(f, " {:>2}", entry.to_string()))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Sheet {
    /// The lines of the head as names and values: players, event, date, result, and the side to move first if it is White. Values may
    /// be empty.
    pub fn head(&self) -> Vec<(&'static str, String)> {
        let Tags { place, date, black, white, outcome, .. } = &self.tags;
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut lines = vec![
            ("Black", one_line(&black.name)),
            ("White", one_line(&white.name)),
            ("Event", one_line(place)),
            ("Date", one_line(date)),
            ("Result", outcome.as_ref().map_or_else(String::new, result)),
        ];
        if self.first == Colour::White {
            lines.push(("First", "White".to_owned()));
        }
        lines
    }
}

/// Black's and White's discs, the empty squares with the winner: `33-31`, `38-26 (time)`, or the winner alone.
fn result(outcome: &Outcome) -> String {
    let ending = match outcome.ending {
        Ending::Played => "",
        Ending::Resigned => " (resigned)",
        Ending::TimedOut => " (time)",
        Ending::Agreed => " (agreed)",
    };
    match (outcome.score(), outcome.winner) {
        (Some(score), _) if score % 2.0 == 0.0 && score.abs() <= 64.0 => {
            let black = (64 + score as i32) / 2;
            format!("{black}-{}{ending}", 64 - black)
        }
        (Some(score), _) => format!("{score:+}{ending}"),
        (None, Some(winner)) => format!("{winner} wins{ending}"),
        (None, None) => String::new(),
    }
}

/// What `FromStr` reads: a number, `X`, `O`, `()` for a square of the start without its colour, `--` for an empty one.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Empty => f.write_str("--"),
            Entry::Start(Some(colour)) => write!(f, "{}", colour.letter()),
            Entry::Start(None) => f.write_str("()"),
            Entry::Number(number) => write!(f, "{number}"),
            Entry::Unreadable(text) => f.write_str(text),
        }
    }
}
