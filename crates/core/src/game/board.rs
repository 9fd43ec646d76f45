//! A board up to 10x10 of any shape, walked cell by cell.
//!
//! Knows nothing of turns or passes. Slow on purpose: it is right by inspection, and the fast 8x8 board is tested
//! against it.

use super::{Cell, Cells, Colour, Shape};
use crate::board::{Bitboard, Position};
use core::fmt;

/// The eight directions as columns to the right and rows down.
const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The discs on a board of any shape.
///
/// # Examples
/// ```
/// use emilia_core::{Board, Cells, Colour, Rules};
///
/// let board = Rules::sized(6)?.start().board;
/// assert_eq!(board.to_string(), "--------------OX----XO--------------");
/// let full = board.with(Colour::Black, board.cells().collect::<Cells>());
/// assert_eq!(full.empties(), 0);
/// # Ok::<(), emilia_core::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    shape: Shape,
    black: Cells,
    white: Cells,
}

impl Board {
    /// A board without discs.
    pub const fn empty(shape: Shape) -> Board {
        Board { shape, black: Cells::EMPTY, white: Cells::EMPTY }
    }

    /// A board with these discs, `X` black and `O` white, on the four cells in the middle row by row; none if one is not on the board.
    pub(super) fn with_centre(shape: Shape, discs: &str) -> Option<Board> {
        shape.centre().into_iter().zip(discs.chars()).try_fold(Board::empty(shape), |board, (cell, disc)| {
            let cell = cell.filter(|&cell| shape.has(cell))?;
            let colour = if disc == Colour::Black.letter() { Colour::Black } else { Colour::White };
            Some(board.with(colour, cell.into()))
        })
    }

    /// The 8x8 board of a position in which this colour is to move.
    pub fn from_position(position: Position, to_move: Colour) -> Board {
        let [own, opp] = [position.own(), position.opp()].map(|discs| discs.map(Cell::from).collect());
        let [black, white] = match to_move {
            Colour::Black => [own, opp],
            Colour::White => [opp, own],
        };
        Board { shape: Shape::STANDARD, black, white }
    }

    /// The position of an 8x8 board as this colour sees it; none for other boards.
    pub fn position(&self, to_move: Colour) -> Option<Position> {
        let squares = |discs: Cells| discs.map(Cell::square).collect::<Option<Bitboard>>();
        let (own, opp) = (squares(self.discs(to_move))?, squares(self.discs(to_move.other()))?);
        if self.shape == Shape::STANDARD { Position::new(own, opp) } else { None }
    }

    /// The cells that the board has.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The number of columns and rows of a whole square board; none for other shapes.
    pub fn size(&self) -> Option<u8> {
        self.shape.size()
    }

    /// Whether the cell is on this board.
    pub const fn has(&self, cell: Cell) -> bool {
        self.shape.has(cell)
    }

    /// The cells of the board. They come row by row.
    pub const fn cells(&self) -> Cells {
        self.shape.cells()
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
        self.cells().len() - self.black.len() - self.white.len()
    }

    /// The board with discs of this colour on these cells, replacing other discs; cells off the board are ignored.
    #[must_use]
    pub fn with(&self, colour: Colour, cells: Cells) -> Board {
        let cells = cells.within(self.cells());
        let (own, opp) = (self.discs(colour).union(cells), self.discs(colour.other()).without(cells));
        match colour {
            Colour::Black => Board { black: own, white: opp, ..*self },
            Colour::White => Board { black: opp, white: own, ..*self },
        }
    }

    /// The board without discs on these cells.
    #[must_use]
    pub(in crate::game) fn cleared(&self, cells: Cells) -> Board {
        Board { black: self.black.without(cells), white: self.white.without(cells), ..*self }
    }

    /// The discs that a new disc of this colour on the cell flips; none if the cell is not an empty one of the board.
    pub fn flips(&self, colour: Colour, at: Cell) -> Cells {
        if !self.has(at) || self.colour_at(at).is_some() {
            return Cells::EMPTY;
        }
        self.lines(colour, at).fold(Cells::EMPTY, |flips, (_, line)| flips.union(line))
    }

    /// The lines that a disc of this colour on an empty cell of the board closes: the discs of each, behind the disc at its end. They come
    /// clockwise from that to the right.
    pub(super) fn lines(&self, colour: Colour, at: Cell) -> impl Iterator<Item = (Cell, Cells)> {
        DIRECTIONS.iter().filter_map(move |&direction| self.line(colour, at, direction))
    }

    /// The unbroken line of the other colour's discs that starts beside the cell, and the disc of this colour at which it ends; none
    /// without both.
    fn line(&self, colour: Colour, at: Cell, (columns, rows): (i8, i8)) -> Option<(Cell, Cells)> {
        let mut line = Cells::EMPTY;
        let mut next = at.step(columns, rows)?;
        while self.colour_at(next)? != colour {
            line = line.with(next);
            next = next.step(columns, rows)?;
        }
        (!line.is_empty()).then_some((next, line))
    }

    /// Whether a disc of this colour is on one of the eight cells around this one.
    pub(super) fn is_beside(&self, colour: Colour, at: Cell) -> bool {
        let mut around = DIRECTIONS.iter().filter_map(|&(columns, rows)| at.step(columns, rows));
        around.any(|cell| self.discs(colour).has(cell))
    }

    /// The cells where a disc of this colour flips at least one.
    pub fn moves(&self, colour: Colour) -> Cells {
        self.cells().filter(|&cell| !self.flips(colour, cell).is_empty()).collect()
    }

    /// The board after a disc of this colour on the cell, and all of its flips.
    #[must_use]
    pub fn play(&self, colour: Colour, at: Cell) -> Board {
        self.with(colour, self.flips(colour, at).with(at))
    }
}

/// The cells row by row: `X` for black, `O` for white, `-` for empty. If the board is not a whole square, its rows are divided by `/`,
/// and what is cut off is `#`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        let is_square = self.size().is_some();
        self.shape.places().try_for_each(|cell| {
            if !is_square && cell.column() == 0 && cell.row() > 0 {
                f.write_char('/')?;
            }
            let content = self.colour_at(cell).map_or('-', Colour::letter);
            f.write_char(if self.has(cell) { content } else { '#' })
        })
    }
}
