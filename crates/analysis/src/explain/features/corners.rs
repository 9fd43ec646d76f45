//! Corners that moves take, give, deny and threaten, and the squares beside them.

use emilia::{Bitboard, Position, Square};

/// The corners that the side to move can take.
pub fn takeable(position: Position) -> Bitboard {
    position.moves() & Bitboard::CORNERS
}

/// The corners that the opponent can take after the move and could not take if it were to move before it.
pub fn given(position: Position, at: Square) -> Bitboard {
    position.try_play(at).map_or(Bitboard::EMPTY, takeable) - takeable(position.pass())
}

/// The corners that the opponent could take if it were to move before, and cannot take after the move. A corner that the move takes is
/// not among them.
pub fn denied(position: Position, at: Square) -> Bitboard {
    let after = |next: Position| takeable(position.pass()) - takeable(next) - Bitboard::from(at);
    position.try_play(at).map_or(Bitboard::EMPTY, after)
}

/// The corners that the move wins: the side of the move could not take them before, and can take them after every reply. Without a reply
/// there are none.
pub fn won(position: Position, at: Square) -> Bitboard {
    let Some(next) = position.try_play(at) else { return Bitboard::EMPTY };
    let threatened = takeable(next.pass()) - takeable(position);
    let stays = |left: Bitboard, reply| left & next.try_play(reply).map_or(left, takeable);
    if next.moves().is_empty() { Bitboard::EMPTY } else { next.moves().fold(threatened, stays) }
}

/// The corner beside an X-square or a C-square; none for other squares.
pub fn corner_beside(at: Square) -> Option<Square> {
    let is_beside = (Bitboard::X_SQUARES | Bitboard::C_SQUARES).has(at);
    (Bitboard::from(at).spread() & Bitboard::CORNERS).first().filter(|_| is_beside)
}

/// The empty corner beside the X-square `at`; none if it is no X-square or the corner has a disc.
pub fn open_corner_of_x(position: Position, at: Square) -> Option<Square> {
    open_corner(position, at, Bitboard::X_SQUARES)
}

/// The empty corner beside the C-square `at`; none if it is no C-square or the corner has a disc.
pub fn open_corner_of_c(position: Position, at: Square) -> Option<Square> {
    open_corner(position, at, Bitboard::C_SQUARES)
}

fn open_corner(position: Position, at: Square, kind: Bitboard) -> Option<Square> {
    corner_beside(at).filter(|&corner| kind.has(at) && position.empty().has(corner))
}
