//! Regions of empty squares: their parity, and who can move in them.

use emilia::{Bitboard, Position, Square};

/// The eight directions as columns to the right and rows down.
const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Whether a side can move in a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It has a legal move there now, or would have if it were to move.
    Now,
    /// It has no move there now; later it may have one.
    Later,
    /// It can never move there, whatever is played.
    Never,
}

/// A region: empty squares that are connected along rows, columns and diagonals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    /// Its squares.
    pub squares: Bitboard,
    /// The access of the side to move.
    pub own: Access,
    /// The access of the opponent, as if it were to move.
    pub opp: Access,
}

impl Region {
    /// Whether its number of squares is odd: the side that plays there first also plays there last, if both play there in turn.
    pub fn is_odd(&self) -> bool {
        self.squares.len() % 2 == 1
    }
}

/// The regions of a position, in the order of their first squares.
pub fn regions(position: Position) -> Vec<Region> {
    let (mut rest, mut found) = (position.empty(), Vec::new());
    while let Some(first) = rest.first() {
        let squares = region_of(position.empty(), first);
        rest = rest - squares;
        found.push(Region { squares, own: access(position, squares), opp: access(position.pass(), squares) });
    }
    found
}

/// The region of this square among the empty squares; empty if the square is not one of them.
pub fn region_of(empty: Bitboard, at: Square) -> Bitboard {
    let mut region = Bitboard::from(at) & empty;
    loop {
        let next = region.spread() & empty;
        if next == region {
            return region;
        }
        region = next;
    }
}

/// Whether the side to move has the last move of the game, if neither side passes.
pub fn has_last_move(position: Position) -> bool {
    position.empties() % 2 == 1
}

/// The access of the side to move to this region.
fn access(position: Position, region: Bitboard) -> Access {
    if !(position.moves() & region).is_empty() {
        Access::Now
    } else if region.into_iter().any(|at| could_ever_move(position, at)) {
        Access::Later
    } else {
        Access::Never
    }
}

/// Whether the side to move could ever flip a disc from this empty square.
///
/// It could not if on every line from it the first square has a stable disc, the second one a stable disc of the opponent, or there is no
/// second one. Sound for "no"; a "yes" promises nothing, because more discs are stable than those that are proved to be.
fn could_ever_move(position: Position, at: Square) -> bool {
    let (own, opp) = (position.stable(), position.pass().stable());
    DIRECTIONS.iter().any(|&(columns, rows)| {
        let step = |steps: i8| {
            let column = at.column().checked_add_signed(columns * steps)?;
            Square::at(column, at.row().checked_add_signed(rows * steps).filter(|row| *row < 8)?)
        };
        step(1).zip(step(2)).is_some_and(|(first, second)| !(own | opp).has(first) && !opp.has(second))
    })
}
