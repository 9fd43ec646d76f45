//! A worker: searches one turn after the other with an engine of its own.

use super::pool::Pool;
use emilia::book::Book;
use emilia::internal::random::Random;
use emilia::{Engine, EngineOptions, Weights};
use emilia_analysis::internal::json::{Answer, Searchers, no_results};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Searches turns, as long as the process runs. The book is used up to this number of moves.
pub(super) fn work(pool: &Pool, weights: &Arc<Weights>, options: EngineOptions, (book, moves): (&Book, u8)) {
    let new = || {
        let mut engine = Engine::with_weights(weights.clone(), options);
        engine.set_book(book.clone(), moves);
        engine
    };
    let (mut engine, judge, mut random, mut people, mut cleared) = (new(), new(), Random::unseeded(), None, 0);
    loop {
        let (running, clearings) = pool.take();
        if clearings > std::mem::replace(&mut cleared, clearings) {
            engine.clear();
        }
        let (query, asked) = (&running.turn.query, &running.turn.asked);
        let mut earlier = running.turn.earlier.clone().unwrap_or_default();
        let mut report = |answer| match answer {
            Answer::Interim(line) => running.keep(line),
            Answer::Part(line) => pool.check(running.client, running.write_part(&line)),
        };
        let mut searchers = Searchers { engine: &mut engine, judge: &judge, random: &mut random, people: &mut people };
        let search = || searchers.search(query, asked, (&running.stop, None), &mut earlier, &mut report);
        let line = catch_unwind(AssertUnwindSafe(search)).map_err(|_| {
            log::error!("a search panicked and was abandoned");
            engine = new();
        });
        if line.is_ok() && pool.put_back(&running, earlier) {
            continue;
        }
        pool.answer(&running, &line.unwrap_or_else(|()| no_results(&query.id, asked.number)));
    }
}
