//! The cost of keeping features and of reading an estimate from them, over positions of random games.

#![allow(missing_docs)] // criterion's macro makes a public function

#[path = "../crates/core/tests/random.rs"]
mod random;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use emilia::internal::eval::Features;
use emilia::{Bitboard, Position, Square, Weights};
use random::{Random, random_move};
use std::hint::black_box;

/// A position, its features, and a move from it.
struct Step {
    position: Position,
    features: Features,
    at: Square,
    flips: Bitboard,
}

/// The steps of random games between `most` and `least` empty squares.
fn steps(most: u32, least: u32) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut random = Random::new(1);
    for _ in 0..200 {
        let mut position = Position::START;
        while !position.is_over() {
            let Some(at) = random_move(position, &mut random) else {
                position = position.pass();
                continue;
            };
            let flips = position.flips(at);
            if (least..=most).contains(&position.empties()) {
                steps.push(Step { position, features: Features::new(position), at, flips });
            }
            position = position.play(at, flips);
        }
    }
    steps
}

fn eval(criterion: &mut Criterion) {
    let weights = Weights::embedded();
    let steps = steps(30, 20);
    let mut group = criterion.benchmark_group("eval");
    group.throughput(Throughput::Elements(steps.len() as u64));
    group.bench_function("play", |bencher| {
        bencher.iter(|| {
            for step in &steps {
                black_box(step.features.play(step.at, step.flips));
            }
        });
    });
    group.bench_function("eval", |bencher| {
        bencher.iter(|| {
            steps.iter().map(|step| weights.eval(black_box(&step.features), step.position).raw()).sum::<i32>()
        });
    });
    group.bench_function("play then eval", |bencher| {
        bencher.iter(|| {
            let after = |step: &Step| {
                weights.eval(&step.features.play(step.at, step.flips), step.position.play(step.at, step.flips)).raw()
            };
            steps.iter().map(after).sum::<i32>()
        });
    });
    group.bench_function("from scratch", |bencher| {
        bencher.iter(|| steps.iter().map(|step| weights.eval_position(step.position).raw()).sum::<i32>());
    });
    group.finish();
}

criterion_group!(benches, eval);
criterion_main!(benches);
