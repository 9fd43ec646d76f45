//! The places of a board in a word, and what follows from its shape.

use super::bits::Bits;
use super::window::Windows;
use emilia_core::{Cell, Cells, Shape};

/// The places of a board.
#[derive(Clone, Debug)]
pub(super) struct Geometry<B> {
    pub board: B,
    /// The places in the middle where the first discs of Reversi are put.
    pub centre: B,
    /// Places where a disc can never be flipped.
    pub corners: B,
    /// For each of the four directions the places with a neighbour off the board there.
    edges: [B; 4],
    /// The four quarters: a cheap approximation of regions.
    pub quarters: [B; 4],
    /// The sets of places that the symmetries of the shape exchange, that of the first place first.
    pub orbits: Vec<B>,
    pub windows: Windows<B>,
}

impl<B: Bits> Geometry<B> {
    /// The distances to the next place in each of the four directions.
    const STEPS: [u32; 4] = [1, B::STRIDE - 1, B::STRIDE, B::STRIDE + 1];

    /// The geometry of this shape; none if the word has no room for it.
    pub fn new(shape: &Shape) -> Option<Geometry<B>> {
        if shape.columns() > B::SIDE || shape.rows() > B::SIDE {
            return None;
        }
        let directions = [(1, 0), (-1, 1), (0, 1), (1, 1)];
        let has = |cell: Cell, columns, rows| cell.step(columns, rows).is_some_and(|cell| shape.has(cell));
        let edges = directions.map(|(columns, rows)| {
            set(shape.cells().filter(|&cell| !has(cell, columns, rows) || !has(cell, -columns, -rows)))
        });
        let quarter = |right: bool, down: bool| {
            let is_in = |cell: &Cell| {
                (cell.column() >= shape.columns() / 2) == right && (cell.row() >= shape.rows() / 2) == down
            };
            set(shape.cells().filter(is_in))
        };
        Some(Geometry {
            board: set(shape.cells()),
            centre: set(shape.centre().into_iter().flatten()),
            corners: edges.into_iter().reduce(|corners, edge| corners & edge).unwrap_or(B::EMPTY),
            edges,
            quarters: [quarter(false, false), quarter(true, false), quarter(false, true), quarter(true, true)],
            orbits: orbits(shape).into_iter().map(set).collect(),
            windows: Windows::new(shape),
        })
    }

    pub fn set(&self, cells: impl IntoIterator<Item = Cell>) -> B {
        set(cells)
    }

    pub fn cell(&self, place: u32) -> Option<Cell> {
        Cell::at(u8::try_from(place % B::STRIDE).ok()?, u8::try_from(place / B::STRIDE).ok()?)
    }

    /// The empty places where a disc of `own` flips at least one of `opp`.
    #[inline]
    pub fn moves(&self, own: B, opp: B) -> B {
        B::moves(own, opp) & self.board & !(own | opp)
    }

    /// The places of the quarters with an odd number of empty places: who plays there first also plays there last.
    #[inline]
    pub fn odd(&self, empty: B) -> B {
        let odd = |odd, &quarter| if (empty & quarter).len() % 2 == 1 { odd | quarter } else { odd };
        self.quarters.iter().fold(B::EMPTY, odd)
    }

    /// Discs of `own` that can never be flipped: in each direction one of both neighbours is off the board or a stable disc. Others may be
    /// stable, too.
    pub fn stable(&self, own: B) -> B {
        let mut stable = own & self.corners;
        if stable.is_empty() {
            return stable;
        }
        loop {
            let safe = |step: u32, edge: B| edge | stable << step | stable >> step;
            // A shift that wraps around reaches a place at the side of the board, which is in `edges` anyway.
            let next = Self::STEPS.into_iter().zip(self.edges).fold(own, |set, (step, edge)| set & safe(step, edge));
            if next == stable {
                return stable;
            }
            stable = next;
        }
    }
}

fn set<B: Bits>(cells: impl IntoIterator<Item = Cell>) -> B {
    let place = |cell: Cell| u32::from(cell.row()) * B::STRIDE + u32::from(cell.column());
    cells.into_iter().fold(B::EMPTY, |set, cell| set | B::of(place(cell)))
}

/// The sets of cells that the symmetries of the shape exchange, that of the first cell first.
pub(super) fn orbits(shape: &Shape) -> Vec<Cells> {
    let mut orbits: Vec<Cells> = Vec::new();
    for cell in shape.cells() {
        if orbits.iter().all(|orbit| !orbit.has(cell)) {
            orbits.push(shape.images(cell).collect());
        }
    }
    orbits
}
