//! The time of one call of each kernel, over positions of random games.
//!
//! Run with `cargo bench --bench kernels`: the throughput in elements per second is that of calls, over thousands of different
//! positions.

#![allow(missing_docs)] // criterion's macro makes a public function

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use emilia::{Passes, Position, kernel};
use std::hint::black_box;
use std::time::Duration;

/// One call's arguments: a position and one of its moves.
struct Call {
    own: u64,
    opp: u64,
    at: usize,
}

/// Positions with 4 to 54 empties from random games, with a random move each.
fn calls(count: usize) -> Vec<Call> {
    let mut seed = 0x9E37_79B9_7F4A_7C15u64;
    let mut calls = Vec::new();
    while calls.len() < count {
        let mut position = Position::START;
        while !position.is_over() {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let mut moves = position.moves();
            let Some(at) = moves.nth((seed >> 32) as usize % moves.len().max(1) as usize) else {
                position = position.pass();
                continue;
            };
            if (4..=54).contains(&position.empties()) {
                calls.push(Call { own: position.own().0, opp: position.opp().0, at: at.index() });
            }
            position = position.play(at, position.flips(at));
        }
    }
    calls.truncate(count);
    calls
}

/// Times one kernel over all calls.
fn time<T>(group: &mut BenchmarkGroup<WallTime>, name: &str, calls: &[Call], kernel: impl Fn(&Call) -> T) {
    group.bench_function(name, |b| {
        b.iter(|| {
            for call in black_box(calls) {
                // Each result is wanted by itself, or the compiler would work on several calls at once.
                black_box(kernel(call));
            }
        })
    });
}

fn kernels(criterion: &mut Criterion) {
    let calls = calls(8192);
    macro_rules! bench_file {
        ($file:ident) => {
            let mut group = criterion.benchmark_group(stringify!($file));
            group.throughput(Throughput::Elements(calls.len() as u64));
            group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1)).sample_size(20);
            time(&mut group, "moves", &calls, |c| kernel::$file::moves(c.own, c.opp));
            time(&mut group, "flips", &calls, |c| kernel::$file::flips(c.at, c.own, c.opp));
            time(&mut group, "last_count", &calls, |c| kernel::$file::last_count(c.at, c.own));
            time(&mut group, "flips_x4", &calls, |c| {
                kernel::$file::flips_x4([0, 9, 18, 36].map(|other| c.at as u32 ^ other), c.own, c.opp)
            });
            time(&mut group, "moves_x4", &calls, |c| {
                kernel::$file::moves_x4(kernel::$file::U64x4::splat(c.own), kernel::$file::U64x4::splat(c.opp))
            });
            time(&mut group, "stable", &calls, |c| kernel::$file::stable(c.own, c.opp));
            group.finish();
        };
    }
    bench_file!(portable);
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2"))]
    bench_file!(x86_v3);
    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "avx512vl",
        target_feature = "avx512cd",
        target_feature = "bmi2"
    ))]
    bench_file!(x86_v4);
}

fn paths(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2)).sample_size(20);
    group.bench_function("9", |b| b.iter(|| black_box(Position::START).perft(9, Passes::Counted)));
    group.finish();
}

criterion_group!(benches, kernels, paths);
criterion_main!(benches);
