//! A worker: searches one turn after the other with an engine of its own.

use super::pool::Pool;
use super::queue::Earlier;
use super::running::Running;
use crate::protocol::json::{Found, answer, no_results};
use emilia::{Analysis, Bitboard, Budget, Engine, EngineOptions, Limits, Weights};
use emilia_analysis::explain;
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
        let mut earlier = running.turn.earlier.clone().unwrap_or_default();
        let searched = catch_unwind(AssertUnwindSafe(|| search(&mut engine, &judge, &running, &mut earlier)));
        let line = searched.unwrap_or_else(|_| {
            log::error!("a search panicked and was abandoned");
            engine = new();
            None
        });
        if line.is_some() && pool.put_back(&running, earlier) {
            continue;
        }
        let asked = &running.turn.asked;
        pool.answer(&running, &line.unwrap_or_else(|| no_results(&running.turn.query.id, asked.number)));
    }
}

/// Searches a turn on from what was found earlier; returns its last answer.
fn search(engine: &mut Engine, judge: &Engine, running: &Running, earlier: &mut Earlier) -> Option<String> {
    let asked = &running.turn.asked;
    let Earlier { state, nodes, time } = earlier;
    let (nodes_before, time_before) = (*nodes, *time);
    let left = |Budget { soft, hard }| Budget {
        soft: soft.saturating_sub(time_before),
        hard: hard.saturating_sub(time_before),
    };
    let squares = |moves: &Vec<_>| moves.iter().filter_map(|mv: &emilia::Move| mv.square()).collect::<Bitboard>();
    let given = &running.turn.query.limits;
    let limits = Limits {
        root_moves: asked.moves.as_ref().map(squares),
        nodes: given.nodes.map(|most| most.saturating_sub(nodes_before)),
        budget: given.budget.map(left),
        ..given.clone()
    };
    let line = |analysis: &Analysis, is_during_search| {
        let found = Found {
            value: analysis.value(),
            lines: analysis.lines(),
            nodes: nodes_before + analysis.nodes(),
            time: time_before + analysis.time(),
            explain: &|| explain(&asked.turn, analysis.lines(), judge.weights()),
            deviation: &|value| judge.deviation(asked.turn, value),
        };
        answer(&running.turn.query.id, asked, &found, is_during_search)
    };
    let keep = |analysis: &Analysis| {
        if running.reports() {
            running.keep(line(analysis, true));
        }
    };
    let analysis = engine.resume(asked.turn, &limits, &running.stop, state, keep);
    (*nodes, *time) = (nodes_before + analysis.nodes(), time_before + analysis.time());
    Some(line(&analysis, false))
}
