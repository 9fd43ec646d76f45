//! The move that people would choose at first sight.

use emilia::{Position, Score, Square, Weights};

/// The move with the best evaluation after the opponent's best reply; none if there is no legal move. Of equal ones the order is the same
/// in mirror images.
///
/// Of the simple rules it predicts the moves of tournament players best, see `docs/analysis.md`.
pub fn first_sight(position: Position, weights: &Weights) -> Option<Square> {
    let (_, symmetry) = position.canonical();
    let worst = |at: Square| position.try_play(at).map(|next| after_reply(next, weights));
    position.moves().max_by_key(|&at| (worst(at), std::cmp::Reverse(symmetry.square(at))))
}

/// The value for the side that has just moved, after the best reply.
fn after_reply(next: Position, weights: &Weights) -> Score {
    let replies = next.moves();
    if replies.is_empty() {
        return if next.is_over() { -next.final_score() } else { weights.eval_position(next.pass()) };
    }
    let values = replies.filter_map(|reply| next.try_play(reply)).map(|replied| weights.eval_position(replied));
    values.min().unwrap_or(Score::MIN)
}
