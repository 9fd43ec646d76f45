//! A worker: searches one turn after the other with an engine of its own.

use super::pool::Pool;
use super::running::Running;
use crate::analysis::explain;
use crate::board::Bitboard;
use crate::engine::{Analysis, Engine, EngineOptions};
use crate::eval::Weights;
use crate::protocol::json::{Found, answer, no_results};
use crate::search::Limits;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Searches turns, as long as the process runs.
pub(super) fn work(pool: &Pool, weights: &Arc<Weights>, options: EngineOptions) {
    let new = || Engine::with_weights(weights.clone(), options);
    let (mut engine, mut cleared) = (new(), 0);
    // Tells the errors of scores while the other one searches. It never searches and so has no tables.
    let judge = new();
    loop {
        let (running, clearings) = pool.take();
        if clearings > std::mem::replace(&mut cleared, clearings) {
            engine.clear();
        }
        let line = catch_unwind(AssertUnwindSafe(|| search(&mut engine, &judge, &running))).unwrap_or_else(|_| {
            log::error!("a search panicked and was abandoned");
            engine = new();
            None
        });
        let asked = &running.turn.asked;
        pool.answer(&running, &line.unwrap_or_else(|| no_results(&running.turn.query.id, asked.number)));
    }
}

/// Searches a turn; returns its last answer.
fn search(engine: &mut Engine, judge: &Engine, running: &Running) -> Option<String> {
    let asked = &running.turn.asked;
    let squares = |moves: &Vec<_>| moves.iter().filter_map(|mv: &crate::game::Move| mv.square()).collect::<Bitboard>();
    let limits = Limits { root_moves: asked.moves.as_ref().map(squares), ..running.turn.query.limits.clone() };
    let keep = |analysis: &Analysis| {
        if running.reports() {
            running.keep(line(judge, running, analysis, true));
        }
    };
    let found = engine.search_with(asked.turn, &limits, &running.stop, keep);
    found.ok().map(|analysis| line(judge, running, &analysis, false))
}

/// An answer with this result.
fn line(judge: &Engine, running: &Running, analysis: &Analysis, is_during_search: bool) -> String {
    let asked = &running.turn.asked;
    let found = Found {
        value: analysis.value(),
        lines: analysis.lines(),
        nodes: analysis.nodes(),
        time: analysis.time(),
        explain: &|| explain(&asked.turn, analysis.lines(), judge.weights()),
        deviation: &|certainty| judge.deviation(asked.turn, certainty).unwrap_or_default(),
    };
    answer(&running.turn.query.id, asked, &found, is_during_search)
}
