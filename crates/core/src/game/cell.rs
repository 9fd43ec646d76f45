//! Names for the places of a board up to 10x10, and sets of them.

use crate::board::Square;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// A place of a board up to 10x10: letters run left to right, numbers top to bottom.
///
/// # Examples
/// ```
/// use emilia_core::Cell;
///
/// let cell: Cell = "j10".parse()?;
/// assert_eq!((cell.column(), cell.row(), cell.square()), (9, 9, None));
/// # Ok::<(), emilia_core::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The columns and rows of the largest board.
    pub const SPAN: u8 = 10;

    /// The cell in this column and row, each 0..10; none outside.
    pub const fn at(column: u8, row: u8) -> Option<Cell> {
        if column < Cell::SPAN && row < Cell::SPAN { Some(Cell(row * Cell::SPAN + column)) } else { None }
    }

    /// 0 for column a to 9 for column j.
    pub const fn column(self) -> u8 {
        self.0 % Cell::SPAN
    }

    /// 0 for row 1 to 9 for row 10.
    pub const fn row(self) -> u8 {
        self.0 / Cell::SPAN
    }

    /// The square of the 8x8 board with the same name, if there is one.
    pub const fn square(self) -> Option<Square> {
        Square::at(self.column(), self.row())
    }

    /// The cell `columns` to the right and `rows` down, if it is within 10x10.
    pub const fn step(self, columns: i8, rows: i8) -> Option<Cell> {
        match (self.column().checked_add_signed(columns), self.row().checked_add_signed(rows)) {
            (Some(column), Some(row)) => Cell::at(column, row),
            _ => None,
        }
    }
}

impl From<Square> for Cell {
    fn from(square: Square) -> Cell {
        Cell(square.row() * Cell::SPAN + square.column())
    }
}

/// The name in lower case: `f5`, `j10`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", char::from(b'a' + self.column()), self.row() + 1))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads a name such as `f5`, `F5` or `j10`.
impl FromStr for Cell {
    type Err = ParseMoveError;
    fn from_str(text: &str) -> Result<Cell, ParseMoveError> {
        let cell = match text.as_bytes() {
            [letter, digit @ b'1'..=b'9'] => Cell::at(column(*letter), digit - b'1'),
            [letter, b'1', b'0'] => Cell::at(column(*letter), 9),
            _ => None,
        };
        cell.ok_or_else(|| ParseMoveError::new(text))
    }
}

fn column(letter: u8) -> u8 {
    letter.to_ascii_lowercase().wrapping_sub(b'a')
}

/// A set of cells. Iterating it gives them row by row.
///
/// # Examples
/// ```
/// use emilia_core::{Cell, Cells};
///
/// let corner = Cell::at(0, 0).expect("a cell");
/// let set = Cells::EMPTY.with(corner);
/// assert!(set.has(corner) && set.without(set).is_empty());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cells(u128);

impl Cells {
    /// No cell.
    pub const EMPTY: Cells = Cells(0);

    /// The 100 cells that there are.
    pub(super) const ALL: Cells = Cells((1 << (Cell::SPAN as u32 * Cell::SPAN as u32)) - 1);

    /// The 64 cells of the board of Othello.
    pub(super) const STANDARD: Cells = {
        let mut rows = 0;
        let mut row = 0;
        while row < 8 {
            rows |= 0xff << (row * Cell::SPAN as u32);
            row += 1;
        }
        Cells(rows)
    };

    /// The number of cells in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no cell is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the cell is in the set.
    pub const fn has(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 != 0
    }

    /// The set with this cell in it.
    #[must_use]
    pub const fn with(self, cell: Cell) -> Cells {
        Cells(self.0 | 1 << cell.0)
    }

    /// The cells of either set.
    #[must_use]
    pub const fn union(self, other: Cells) -> Cells {
        Cells(self.0 | other.0)
    }

    /// The cells of this set that are in the other too.
    #[must_use]
    pub const fn within(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }

    /// The cells of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Cells) -> Cells {
        Cells(self.0 & !other.0)
    }
}

impl From<Cell> for Cells {
    fn from(cell: Cell) -> Cells {
        Cells::EMPTY.with(cell)
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Cells {
        cells.into_iter().fold(Cells::EMPTY, Cells::with)
    }
}

impl Iterator for Cells {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let cell = (!self.is_empty()).then(|| Cell(self.0.trailing_zeros() as u8))?;
        self.0 &= self.0 - 1;
        Some(cell)
    }
}

/// The names of the cells: `{a1 j10}`.
impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (i, cell) in self.enumerate() {
            write!(f, "{}{cell}", if i > 0 { " " } else { "" })?;
        }
        f.write_str("}")
    }
}

/// What a player does in a turn.
///
/// # Examples
/// ```
/// use emilia_core::{Move, Square};
///
/// assert_eq!("F5".parse(), Ok(Move::from(Square::F5)));
/// assert_eq!("--".parse(), Ok(Move::Pass));
/// assert_eq!("f5xc5".parse::<Move>()?.to_string(), "f5xc5");
/// # Ok::<(), emilia_core::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A disc put on this cell.
    At(Cell),
    /// A disc put on the first cell that turns the line up to the disc on the second one, and no other line. Only games in which a move
    /// turns one line have it, and only where there are several; see [`Lines::One`](super::Lines::One).
    Line(Cell, Cell),
    /// No disc, because none can be put anywhere.
    Pass,
}

impl Move {
    /// The square of the 8x8 board; none for a pass and for a cell outside.
    pub const fn square(self) -> Option<Square> {
        match self {
            Move::At(cell) | Move::Line(cell, _) => cell.square(),
            Move::Pass => None,
        }
    }

    /// The cell of the disc; none for a pass.
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Move::At(cell) | Move::Line(cell, _) => Some(cell),
            Move::Pass => None,
        }
    }
}

impl From<Cell> for Move {
    fn from(cell: Cell) -> Move {
        Move::At(cell)
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Move {
        Move::At(square.into())
    }
}

/// The cell's name in lower case, with `x` and the end of the line behind it if that is named, or `pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::At(cell) => cell.fmt(f),
            Move::Line(cell, end) => f.pad(&format!("{cell}x{end}")),
            Move::Pass => f.pad("pass"),
        }
    }
}

/// The text is not a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a move: {0:?}")]
pub struct ParseMoveError(String);

impl ParseMoveError {
    /// The error for this text.
    pub(super) fn new(text: &str) -> ParseMoveError {
        ParseMoveError(super::excerpt(text))
    }
}

/// Reads a cell's name, one with the end of its line (`f5xc5`), or a pass (`pass`, `pas`, `pa`, `p`, `ps`, `--`), in any case.
impl FromStr for Move {
    type Err = ParseMoveError;
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        match text.to_ascii_lowercase().as_str() {
            "pass" | "pas" | "pa" | "p" | "ps" | "--" => Ok(Move::Pass),
            name => match name.split_once('x') {
                Some((cell, end)) => cell.parse().and_then(|cell| Ok(Move::Line(cell, end.parse()?))),
                None => name.parse().map(Move::At),
            }
            .map_err(|_| ParseMoveError::new(text)),
        }
    }
}
