//! The time of solving: the last one to four empty squares, and a set of human endings with 14.
//!
//! Run with `cargo bench --bench endgame`. Elements are positions; those with few empty squares are solved one after the other by
//! one thread, without the iterations and the table of a whole search.

#![allow(missing_docs)] // criterion's macro makes a public function

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use emilia::internal::search::Searcher;
use emilia::notation::obf;
use emilia::{Limits, Position, Stop, Weights};
use std::hint::black_box;
use std::time::Duration;

/// Human endings with 6 to 16 empty squares.
const PROBLEMS: &str = include_str!("../data/problems/exact-6-16.obf");

fn positions(empties: u32) -> Vec<Position> {
    let problems = obf::problems(PROBLEMS).map(|problem| problem.expect("a sound file").position);
    problems.filter(|position| position.empties() == empties).collect()
}

/// Positions with this number of empty squares from human games, followed by random moves.
fn last(empties: u32, count: usize) -> Vec<Position> {
    let (mut random, mut last) = (1u64, Vec::new());
    let starts = positions(6);
    while last.len() < count {
        let mut position = starts[last.len() % starts.len()];
        while position.empties() > empties && !position.is_over() {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let mut moves = position.moves();
            let at = moves.nth((random >> 33) as usize % moves.len().max(1) as usize);
            position = at.map_or(position.pass(), |at| position.play(at, position.flips(at)));
        }
        // Also positions of games that end early: the search visits them.
        if position.empties() == empties {
            last.push(position);
        }
    }
    last
}

fn endgame(criterion: &mut Criterion) {
    let weights = Weights::embedded();
    let mut group = criterion.benchmark_group("endgame");
    group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2)).sample_size(20);
    let mut searcher = Searcher::new(weights.clone(), 1, 1);
    for empties in 1..=4 {
        let positions = last(empties, 4096);
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(format!("last {empties}"), |b| b.iter(|| searcher.solve_endings(black_box(&positions))));
    }
    let positions = positions(14);
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.sample_size(10).bench_function("14 empties", |b| {
        let fresh = || Searcher::new(weights.clone(), 16, 1);
        let solve = |searcher: &mut Searcher| {
            for position in &positions {
                black_box(searcher.search(*position, &Limits::exact(), &Stop::new(), &mut |_: &[_]| {}));
            }
        };
        b.iter_batched_ref(fresh, solve, BatchSize::PerIteration);
    });
    group.finish();
}

criterion_group!(benches, endgame);
criterion_main!(benches);
