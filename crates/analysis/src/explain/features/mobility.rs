//! Mobility, frontier discs, walls, quiet moves and forced passes.

use emilia::{Bitboard, Position, Square};

/// Discs side by side that make a wall.
pub const WALL: u32 = 4;

const COLUMN_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
const COLUMN_H: Bitboard = Bitboard(0x8080_8080_8080_8080);
const ROW_1: Bitboard = Bitboard(0xFF);
const ROW_8: Bitboard = Bitboard(0xFF << 56);

/// The own discs beside an empty square.
pub fn frontier(position: Position) -> Bitboard {
    position.own() & position.empty().spread()
}

/// The empty squares beside a disc of the opponent: the potential mobility of the side to move.
pub fn potential_moves(position: Position) -> Bitboard {
    position.empty() & position.opp().spread()
}

/// Whether the move is legal, and the opponent has moves after it, all of which it would have had before.
pub fn is_quiet(position: Position, at: Square) -> bool {
    let opens_nothing = |replies: Bitboard| !replies.is_empty() && (replies - position.pass().moves()).is_empty();
    position.try_play(at).is_some_and(|next| opens_nothing(next.moves()))
}

/// Whether the move is legal and leaves the opponent without a move, while the own side can move again.
pub fn forces_pass(position: Position, at: Square) -> bool {
    position.try_play(at).is_some_and(|next| next.moves().is_empty() && !next.pass().moves().is_empty())
}

/// The own discs of walls: [`WALL`] or more discs next to each other in a row or a column, each of which has an empty square directly
/// beside it, all on the same side of the line, and a square of the board on the other side.
///
/// Discs of an edge face the inside of the board only and make no wall.
pub fn walls(position: Position) -> Bitboard {
    let (own, empty) = (position.own(), position.empty());
    let above = Bitboard(empty.0 << 8) - ROW_8;
    let below = Bitboard(empty.0 >> 8) - ROW_1;
    let left = Bitboard(empty.0 << 1) - COLUMN_A - COLUMN_H;
    let right = Bitboard(empty.0 >> 1) - COLUMN_H - COLUMN_A;
    let rows = [above, below].map(|facing| runs(own & facing, 0x0F, 8, 5));
    let columns = [left, right].map(|facing| runs(own & facing, 0x0101_0101, 5, 8));
    [rows, columns].concat().into_iter().fold(Bitboard::EMPTY, |walls, run| walls | run)
}

/// The squares of the set that lie in a shifted copy of the pattern that is in the set as a whole. The pattern begins at a1; its copies
/// begin in these first rows and columns.
fn runs(set: Bitboard, pattern: u64, rows: u32, columns: u32) -> Bitboard {
    let shifted = (0..rows).flat_map(|row| (0..columns).map(move |column| Bitboard(pattern << (8 * row + column))));
    shifted.filter(|&run| run & set == run).fold(Bitboard::EMPTY, |found, run| found | run)
}
