//! The outline of a board: rectangles from 4x4 to 10x10, whole or with cells cut off.
//!
//! Knows nothing of discs.

use super::{Cell, Cells};

/// The cells of a board.
///
/// # Examples
/// ```
/// use emilia_core::{Cell, Shape};
///
/// let shape = Shape::rectangle(10, 8).expect("a board");
/// assert_eq!((shape.columns(), shape.rows(), shape.cells().len()), (10, 8, 80));
/// let corner = Cell::at(0, 0).expect("a cell");
/// assert!(!shape.without(corner.into()).has(corner));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    columns: u8,
    rows: u8,
    cells: Cells,
}

impl Shape {
    /// The least and the most columns and rows of a board.
    pub const SIDES: core::ops::RangeInclusive<u8> = 4..=Cell::SPAN;

    /// The board of Othello, 8x8.
    pub const STANDARD: Shape = Shape { columns: 8, rows: 8, cells: Cells::STANDARD };

    /// A whole rectangle; none if a side is not within [`Shape::SIDES`].
    pub fn rectangle(columns: u8, rows: u8) -> Option<Shape> {
        let is_side = |side| Shape::SIDES.contains(&side);
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        (is_side(columns) && is_side(rows)).then(|| Shape {
            columns,
            rows,
            cells: places.filter_map(|(column, row)| Cell::at(column, row)).collect(),
        })
    }

    /// The board of Othello 8 stars: 10x10 with three cells cut off at each corner, which leaves eight cells that cannot be flipped.
    pub fn octagon() -> Shape {
        let is_cut_off = |cell: &Cell| {
            let from_side = |place: u8| place.min(Cell::SPAN - 1 - place);
            from_side(cell.column()) + from_side(cell.row()) < 2
        };
        let whole = Shape { columns: Cell::SPAN, rows: Cell::SPAN, cells: Cells::ALL };
        whole.without(Cells::ALL.filter(is_cut_off).collect())
    }

    /// The cross of Annexation: 8x8 with four cells cut off at each corner. How large the board of 1870 was is not known.
    pub fn cross() -> Shape {
        let is_outer = |place: u8| !(2..6).contains(&place);
        let is_cut_off = |cell: &Cell| is_outer(cell.column()) && is_outer(cell.row());
        Shape::STANDARD.without(Cells::STANDARD.filter(is_cut_off).collect())
    }

    /// The same outline with these cells cut off.
    #[must_use]
    pub const fn without(self, cells: Cells) -> Shape {
        Shape { cells: self.cells.without(cells), ..self }
    }

    /// The number of columns.
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// The number of rows.
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// The number of columns and rows of a whole square; none for other shapes.
    pub fn size(&self) -> Option<u8> {
        let is_square = self.columns == self.rows && self.is_whole();
        is_square.then_some(self.columns)
    }

    /// Whether no cell is cut off.
    pub fn is_whole(&self) -> bool {
        self.cells.len() == u32::from(self.columns) * u32::from(self.rows)
    }

    /// Whether the cell is on the board.
    pub const fn has(&self, cell: Cell) -> bool {
        self.cells.has(cell)
    }

    /// The cells of the board. They come row by row.
    pub const fn cells(&self) -> Cells {
        self.cells
    }

    /// All places of the rectangle around the board row by row, those cut off among them.
    pub fn places(&self) -> impl Iterator<Item = Cell> + use<> {
        let Shape { columns, rows, .. } = *self;
        (0..rows).flat_map(move |row| (0..columns).filter_map(move |column| Cell::at(column, row)))
    }

    /// The four cells in the middle row by row; on a board with an odd side those up and to the left of its middle.
    pub fn centre(&self) -> [Option<Cell>; 4] {
        let first = |side: u8| side.div_ceil(2) - 1 - side % 2;
        let (column, row) = (first(self.columns), first(self.rows));
        [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, down)| Cell::at(column + right, row + down))
    }
}
