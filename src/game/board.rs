//! A square board up to 10x10, walked cell by cell.
//!
//! Knows nothing of turns or passes. Slow on purpose: it is right by inspection, and the fast 8x8 board is tested
//! against it.

use super::{Cell, Cells, Colour};
use crate::board::{Bitboard, Position};
use std::fmt;

/// The eight directions as columns to the right and rows down.
const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The discs on a board of 4x4 to 10x10 cells.
///
/// # Examples
/// ```
/// use emilia::Colour;
/// use emilia::game::{Board, Cells, Rules};
///
/// let board = Rules::sized(6)?.start().board;
/// assert_eq!(board.to_string(), "--------------OX----XO--------------");
/// let full = board.with(Colour::Black, board.cells().collect::<Cells>());
/// assert_eq!(full.empties(), 0);
/// # Ok::<(), emilia::game::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    size: u8,
    black: Cells,
    white: Cells,
}

impl Board {
    /// The least and the most columns and rows of a board.
    pub const SIZES: std::ops::RangeInclusive<u8> = 4..=10;

    /// A board without discs; none if the size is not within [`Board::SIZES`].
    pub fn empty(size: u8) -> Option<Board> {
        Board::SIZES.contains(&size).then_some(Board { size, black: Cells::EMPTY, white: Cells::EMPTY })
    }

    /// The 8x8 board of a position in which this colour is to move.
    pub fn from_position(position: Position, to_move: Colour) -> Board {
        let [own, opp] = [position.own(), position.opp()].map(|discs| discs.map(Cell::from).collect());
        match to_move {
            Colour::Black => Board { size: 8, black: own, white: opp },
            Colour::White => Board { size: 8, black: opp, white: own },
        }
    }

    /// The position of an 8x8 board as this colour sees it; none for other sizes.
    pub fn position(&self, to_move: Colour) -> Option<Position> {
        let squares = |discs: Cells| discs.map(Cell::square).collect::<Option<Bitboard>>();
        let (own, opp) = (squares(self.discs(to_move))?, squares(self.discs(to_move.other()))?);
        if self.size == 8 { Position::new(own, opp) } else { None }
    }

    /// The same board without its discs.
    #[must_use]
    pub(super) const fn without_discs(&self) -> Board {
        Board { size: self.size, black: Cells::EMPTY, white: Cells::EMPTY }
    }

    /// The number of columns, which is also the number of rows.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// Whether the cell is on this board.
    pub const fn has(&self, cell: Cell) -> bool {
        cell.column() < self.size && cell.row() < self.size
    }

    /// The cells of the board, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).filter_map(move |column| Cell::at(column, row)))
    }

    /// The colour of the disc on the cell; none if it is empty or not on the board.
    pub const fn colour_at(&self, cell: Cell) -> Option<Colour> {
        if self.black.has(cell) {
            Some(Colour::Black)
        } else if self.white.has(cell) {
            Some(Colour::White)
        } else {
            None
        }
    }

    /// The discs of this colour.
    pub const fn discs(&self, colour: Colour) -> Cells {
        match colour {
            Colour::Black => self.black,
            Colour::White => self.white,
        }
    }

    /// The number of cells without a disc.
    pub const fn empties(&self) -> u32 {
        self.size as u32 * self.size as u32 - self.black.len() - self.white.len()
    }

    /// The board with discs of this colour on these cells, replacing other discs; cells off the board are ignored.
    #[must_use]
    pub fn with(&self, colour: Colour, cells: Cells) -> Board {
        let cells = cells.filter(|&cell| self.has(cell)).collect();
        let (own, opp) = (self.discs(colour).union(cells), self.discs(colour.other()).without(cells));
        match colour {
            Colour::Black => Board { black: own, white: opp, ..*self },
            Colour::White => Board { black: opp, white: own, ..*self },
        }
    }

    /// The discs that a new disc of this colour on the cell flips; none if the cell is not an empty one of the board.
    pub fn flips(&self, colour: Colour, at: Cell) -> Cells {
        if !self.has(at) || self.colour_at(at).is_some() {
            return Cells::EMPTY;
        }
        DIRECTIONS.iter().fold(Cells::EMPTY, |flips, &direction| flips.union(self.line(colour, at, direction)))
    }

    /// The unbroken line of the other colour's discs that starts beside the cell and ends at a disc of this colour.
    fn line(&self, colour: Colour, at: Cell, (columns, rows): (i8, i8)) -> Cells {
        let mut line = Cells::EMPTY;
        let mut next = at.step(columns, rows);
        while let Some(cell) = next {
            match self.colour_at(cell) {
                Some(found) if found == colour => return line,
                Some(_) => line = line.with(cell),
                None => return Cells::EMPTY,
            }
            next = cell.step(columns, rows);
        }
        Cells::EMPTY
    }

    /// The cells where a disc of this colour flips at least one.
    pub fn moves(&self, colour: Colour) -> Cells {
        self.cells().filter(|&cell| !self.flips(colour, cell).is_empty()).collect()
    }

    /// The board after a disc of this colour on the cell, and its flips.
    #[must_use]
    pub fn play(&self, colour: Colour, at: Cell) -> Board {
        self.with(colour, self.flips(colour, at).with(at))
    }
}

/// The cells row by row: `X` for black, `O` for white, `-` for empty.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        self.cells().try_for_each(|cell| f.write_char(self.colour_at(cell).map_or('-', Colour::letter)))
    }
}
