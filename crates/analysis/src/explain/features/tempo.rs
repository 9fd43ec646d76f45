//! Tempo: safe moves, and moves that the opponent cannot answer nearby.

use super::corners::{open_corner_of_c, open_corner_of_x, takeable};
use emilia::{Bitboard, Position, Square};

/// The safe moves: legal moves, not to an X- or a C-square beside an empty corner, after which the opponent can take no corner.
pub fn safe_moves(position: Position) -> Bitboard {
    let is_beside_corner = |at| open_corner_of_x(position, at).or(open_corner_of_c(position, at)).is_some();
    let gives_none = |at| position.try_play(at).is_some_and(|next| takeable(next).is_empty());
    position.moves().filter(|&at| !is_beside_corner(at) && gives_none(at)).collect()
}

/// Whether the move gains a tempo: the opponent has moves after it, but none within two squares of it.
pub fn is_unanswered(position: Position, at: Square) -> bool {
    let near = Bitboard::from(at).spread().spread();
    position.try_play(at).is_some_and(|next| !next.moves().is_empty() && (next.moves() & near).is_empty())
}
