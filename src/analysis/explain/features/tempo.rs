//! Tempo: safe moves, and moves that the opponent cannot answer in the same region.

use super::corners::{open_corner_of_c, open_corner_of_x, takeable};
use super::regions::region_of;
use crate::board::{Bitboard, Position, Square};

/// The safe moves: legal moves, not to an X- or a C-square beside an empty corner, after which the opponent can take no corner.
///
/// # Examples
/// ```
/// use emilia::Position;
/// use emilia::analysis::explain::features::tempo::safe_moves;
///
/// assert_eq!(safe_moves(Position::START), Position::START.moves());
/// ```
pub fn safe_moves(position: Position) -> Bitboard {
    let is_beside_corner = |at| open_corner_of_x(position, at).or(open_corner_of_c(position, at)).is_some();
    let gives_none = |at| position.try_play(at).is_some_and(|next| takeable(next).is_empty());
    position.moves().filter(|&at| !is_beside_corner(at) && gives_none(at)).collect()
}

/// Whether the move gains a tempo: the opponent has a move after it, but none on the empty squares that were in one region with it.
pub fn is_unanswered(position: Position, at: Square) -> bool {
    position.try_play(at).is_some_and(|next| {
        let replies = next.moves();
        !replies.is_empty() && (replies & region_of(position.empty(), at)).is_empty()
    })
}
