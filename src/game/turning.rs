//! Games, boards and moves as they look from another side.
//!
//! Knows nothing of the rules: a turned game is as legal as it was.

use super::{Board, Cell, Cells, Colour, Move, Turn};
use crate::board::Symmetry;

/// One of the eight ways to turn and mirror a board of any size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turning(Symmetry);

impl Turning {
    /// Left and right change places: a1 becomes h1.
    pub const LEFT_RIGHT: Turning = Turning(Symmetry::ALL[1]);
    /// Top and bottom change places: a1 becomes a8.
    pub const TOP_BOTTOM: Turning = Turning(Symmetry::ALL[2]);
    /// A quarter of a turn clockwise: a1 becomes h1, h1 becomes h8.
    pub const QUARTER: Turning = Turning(Symmetry::ALL[6]);
    /// Half a turn: a1 becomes h8.
    pub const HALF: Turning = Turning(Symmetry::ALL[3]);
    /// A quarter of a turn counterclockwise: a1 becomes a8, h1 becomes a1.
    pub const THREE_QUARTERS: Turning = Turning(Symmetry::ALL[5]);

    /// The way of this number: 1 mirrors left and right, 2 top and bottom, 4 swaps columns and rows after that, and sums do both;
    /// none above 7.
    pub fn numbered(number: usize) -> Option<Turning> {
        Symmetry::ALL.get(number).copied().map(Turning)
    }

    /// The board, turned.
    pub(super) fn board(self, board: &Board) -> Board {
        let cells = |colour| board.discs(colour).filter_map(|cell| self.cell(cell, board.size())).collect::<Cells>();
        board.without_discs().with(Colour::Black, cells(Colour::Black)).with(Colour::White, cells(Colour::White))
    }

    /// The turn, seen from there.
    pub(super) fn turn(self, turn: &Turn) -> Turn {
        Turn { board: self.board(&turn.board), to_move: turn.to_move }
    }

    /// The move on a board of this size, turned; a pass remains one.
    pub(super) fn mv(self, mv: Move, size: u8) -> Move {
        mv.cell().and_then(|cell| self.cell(cell, size)).map_or(mv, Move::At)
    }

    /// The cell of a board of this size, turned.
    fn cell(self, cell: Cell, size: u8) -> Option<Cell> {
        let last = size.checked_sub(1).filter(|&last| cell.column() <= last && cell.row() <= last)?;
        let (column, row) = self.0.place(cell.column(), cell.row(), last);
        Cell::at(column, row)
    }
}
