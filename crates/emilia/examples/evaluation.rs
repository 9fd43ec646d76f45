//! A search with an evaluation of one's own: `cargo run --release --example evaluation`.

use emilia::{Bitboard, Engine, EngineOptions, Limits, Position, Score, Weights};

/// Mobility and corners, in discs for the side to move.
fn evaluate(position: Position) -> Score {
    let side = |position: Position| {
        let corners = (position.own() & Bitboard::CORNERS).len() as f32;
        position.moves().len() as f32 + 8.0 * corners
    };
    Score::from_discs(side(position) - side(position.pass()))
}

fn main() -> Result<(), emilia::EngineError> {
    let mut engine = Engine::with_weights(Weights::custom(evaluate).into(), EngineOptions::default());
    let mut position = Position::START;
    while let Some(at) = engine.search(position, &Limits::depth(6)).best_move().and_then(|mv| mv.square()) {
        print!("{at}");
        position = position.try_play(at).unwrap_or(position);
        if position.moves().is_empty() {
            position = position.pass();
        }
    }
    println!(" {} discs more", position.own().len() as i32 - position.opp().len() as i32);
    Ok(())
}
