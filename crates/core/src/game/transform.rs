//! Rotations and mirror images of games, boards and moves of any size.
//!
//! Knows nothing of the rules: the image of a legal game is legal.

use super::{Board, Cell, Cells, Colour, Move, Shape, Turn};
use crate::board::Symmetry;
use alloc::vec::Vec;

/// One of the eight rotations and mirror images of a board of any size.
///
/// # Examples
/// ```
/// use emilia_core::Transform;
/// use emilia_core::notation::transcript;
///
/// let game = transcript::read("c4c3")?;
/// assert_eq!(game.transformed(Transform::HALF).transcript(), "f5f6");
/// # Ok::<(), emilia_core::ReplayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transform(Symmetry);

impl Transform {
    /// Exchanges left and right: a1 becomes h1.
    pub const LEFT_RIGHT: Transform = Transform(Symmetry::ALL[1]);
    /// Exchanges top and bottom: a1 becomes a8.
    pub const TOP_BOTTOM: Transform = Transform(Symmetry::ALL[2]);
    /// Rotates by 90 degrees clockwise: a1 becomes h1, h1 becomes h8.
    pub const QUARTER: Transform = Transform(Symmetry::ALL[6]);
    /// Rotates by 180 degrees: a1 becomes h8.
    pub const HALF: Transform = Transform(Symmetry::ALL[3]);
    /// Rotates by 90 degrees counterclockwise: a1 becomes a8, h1 becomes a1.
    pub const THREE_QUARTERS: Transform = Transform(Symmetry::ALL[5]);

    /// The transform of this number: bit 0 exchanges left and right, bit 1 top and bottom, and bit 2 then columns and rows; none above 7.
    pub fn numbered(number: usize) -> Option<Transform> {
        Symmetry::ALL.get(number).copied().map(Transform)
    }

    /// The image of the board.
    pub(super) fn board(self, board: &Board) -> Board {
        let shape = board.shape();
        let cells = |colour| board.discs(colour).filter_map(|cell| self.cell(cell, shape)).collect::<Cells>();
        let image = Board::empty(self.shape(shape));
        image.with(Colour::Black, cells(Colour::Black)).with(Colour::White, cells(Colour::White))
    }

    /// The image of the outline.
    fn shape(self, shape: &Shape) -> Shape {
        let cut_off = shape.places().filter(|&cell| !shape.has(cell)).filter_map(|cell| self.cell(cell, shape));
        let (columns, rows) =
            if self.0.exchanges_sides() { (shape.rows(), shape.columns()) } else { (shape.columns(), shape.rows()) };
        Shape::rectangle(columns, rows).map_or(*shape, |whole| whole.without(cut_off.collect()))
    }

    /// The image of the turn.
    pub(super) fn turn(self, turn: &Turn) -> Turn {
        Turn { board: self.board(&turn.board), to_move: turn.to_move }
    }

    /// The image of the move on a board of this shape; a pass is its own image.
    pub(super) fn mv(self, mv: Move, shape: &Shape) -> Move {
        let image = |cell| self.cell(cell, shape);
        match mv {
            Move::At(cell) => image(cell).map(Move::At),
            Move::Line(cell, end) => image(cell).zip(image(end)).map(|(cell, end)| Move::Line(cell, end)),
            Move::Pass => None,
        }
        .unwrap_or(mv)
    }

    /// The image of the cell of a board of this shape.
    fn cell(self, cell: Cell, shape: &Shape) -> Option<Cell> {
        let (last_column, last_row) = (shape.columns().checked_sub(1)?, shape.rows().checked_sub(1)?);
        if cell.column() > last_column || cell.row() > last_row {
            return None;
        }
        let (column, row) = self.0.place((cell.column(), cell.row()), (last_column, last_row));
        Cell::at(column, row)
    }
}

impl Shape {
    /// The images of the cell under the rotations and mirror images that leave the outline as it is, the cell itself among them.
    pub fn images(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.symmetries(&[cell]).into_iter().flatten()
    }

    /// The images of the cells, in their order, under the rotations and mirror images that leave the outline as it is; those under none
    /// first.
    pub fn symmetries(&self, cells: &[Cell]) -> Vec<Vec<Cell>> {
        let transforms = (0..8).filter_map(Transform::numbered).filter(|transform| transform.shape(self) == *self);
        transforms.map(|transform| cells.iter().filter_map(|&cell| transform.cell(cell, self)).collect()).collect()
    }
}
