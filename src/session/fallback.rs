//! A move for when a search has none.

use emilia::{Bitboard, Engine, Game, Move, Report, Score, Value};
use std::time::Duration;

/// The best of these moves, or of all of them, by the static evaluation one ply ahead; none without a move.
pub(super) fn static_choice(game: &Game, among: Option<Bitboard>, engine: &Engine) -> Option<Report<Move>> {
    let is_among = |mv: &Move| among.is_none_or(|squares| mv.square().is_some_and(|at| squares.has(at)));
    let moves: Vec<Move> = game.legal().into_iter().filter(|mv| *mv != Move::Pass && is_among(mv)).collect();
    let scored = moves.iter().filter_map(|mv| score_after(game, *mv, engine));
    let (score, best) = scored.max_by_key(|(score, mv)| (*score, *mv))?;
    Some(Report {
        value: Value::estimate(score, 1, 100),
        line: vec![best],
        nodes: moves.len() as u64,
        time: Duration::ZERO,
    })
}

/// The static evaluation after this move for the side that moves, with the move.
pub(super) fn score_after(game: &Game, mv: Move, engine: &Engine) -> Option<(Score, Move)> {
    let mut next = game.clone();
    next.play(mv).ok()?;
    let score = engine.evaluate(&next);
    Some((if next.to_move() == game.to_move() { score } else { -score }, mv))
}
