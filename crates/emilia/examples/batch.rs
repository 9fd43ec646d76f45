//! The work of the batches of the Python package, for comparison: `cargo run --release -p emilia --example batch`.
//!
//! Evaluates, generates moves of and solves the same random positions, and prints the seconds of each. See
//! `crates/python/benches/batch.py`.

use emilia::internal::random::Random;
use emilia::{Engine, EngineOptions, Limits, Position, Weights};
use rayon::prelude::*;
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let weights = Weights::embedded();
    let positions: Vec<Position> =
        (0..1_000_000).map(|stream| random_position(&mut Random::new(1, stream), 30)).collect();
    let endings: Vec<Position> = (0..4_000).map(|stream| random_position(&mut Random::new(2, stream), 12)).collect();
    // A thread for each core, as there.
    rayon::broadcast(|_| {});
    time("legal", || positions.par_iter().with_min_len(4096).map(|position| position.moves().0).collect::<Vec<_>>());
    time("evaluate", || {
        positions.par_iter().with_min_len(4096).map(|position| weights.eval_position(*position)).collect::<Vec<_>>()
    });
    time("solve", || {
        let engine = || Engine::with_weights(weights.clone(), EngineOptions::default().with_threads(1).with_hash(16));
        let solve = |engine: &mut Engine, position: &Position| engine.search(*position, &Limits::exact()).score();
        endings
            .par_chunks(8)
            .map_init(engine, |engine, chunk| chunk.iter().map(|p| solve(engine, p)).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    });
}

fn time<T>(name: &str, work: impl Fn() -> T) {
    black_box(work());
    let began = Instant::now();
    black_box(work());
    println!("{name} {:.4}", began.elapsed().as_secs_f64());
}

/// As in the package, which draws a number of empty squares first.
fn random_position(random: &mut Random, empties: u32) -> Position {
    random.below(1);
    loop {
        let mut position = Position::START;
        while position.empties() > empties && !position.is_over() {
            let moves = position.moves();
            position = match moves.into_iter().nth(random.below(moves.len().max(1) as usize)) {
                Some(at) => position.try_play(at).unwrap_or(position),
                None => position.pass(),
            };
        }
        if position.empties() == empties && !position.is_over() {
            return position;
        }
    }
}
