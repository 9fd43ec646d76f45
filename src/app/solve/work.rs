//! Solving positions one after the other, by as many as there are to do it.
//!
//! Every position is searched with an empty table, so that its node count does not depend on the positions before it. The table
//! is no larger than a search of so many plies can fill: a small one stays in the processor's caches.

use super::answer::Answer;
use super::desk::Desk;
use super::events::Events;
use super::forecast::Forecast;
use super::progress::Display;
use super::state::Settings;
use super::watch::{Saver, Watch};
use crate::eval::Weights;
use crate::game::obf::Problem;
use crate::score::Score;
use crate::search::{Kept, Limits, Past, Searcher, Selectivity, Stop};
use crate::session::{Options, of_moves};
use anyhow::Context as _;
use indicatif::MultiProgress;
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Stack of a thread that solves: enough for a search from the first move.
const STACK_BYTES: usize = 16 << 20;

/// What all who solve share.
pub(super) struct Work<W> {
    pub settings: Settings,
    /// The options with the share of one of them.
    pub options: Options,
    pub weights: Arc<Weights>,
    pub desk: Desk<W>,
    pub saver: Option<Mutex<Saver>>,
    /// Entries of the table for the position that an earlier search was at.
    pub kept: Mutex<Vec<Kept>>,
    pub stop: Stop,
    pub has_events: bool,
    pub has_display: bool,
    pub bars: Option<MultiProgress>,
}

impl<W: Write + Send> Work<W> {
    /// Solves everything, so many positions at once.
    ///
    /// # Errors
    /// If there cannot be so many threads.
    pub fn run(&self, jobs: usize) -> anyhow::Result<()> {
        let Options { hash, threads, .. } = self.options;
        let solve_all = || {
            let mut searcher = Searcher::new(self.weights.clone(), hash, threads);
            while let Some((number, problem)) = self.desk.take(&self.stop) {
                let answer = self.answer(number, problem, &mut searcher);
                self.desk.answer(number, answer);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..jobs {
                let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
                thread.spawn_scoped(scope, solve_all).context("cannot solve at once")?;
            }
            solve_all();
            Ok(())
        })
    }

    /// The answer to a problem: the one that was found earlier, or by solving it.
    fn answer(&self, number: usize, problem: Problem, searcher: &mut Searcher) -> Answer {
        let limits = limits(&self.settings, &self.options, &problem);
        let moves = problem.position.moves().len() as usize;
        let known = self.saver.as_ref().and_then(|saver| lock(saver).state.answer(number, moves));
        if let Some((reports, seconds)) = known {
            return Answer::new(problem, limits, reports, seconds, self.settings.wld, None);
        }
        let answer = self.solve(number, problem, limits, searcher);
        if answer.stopped.is_none()
            && let Some(saver) = &self.saver
        {
            lock(saver).finish(number, &answer);
        }
        if self.has_events {
            Events::new(number).end(&answer);
        }
        answer
    }

    fn solve(&self, number: usize, problem: Problem, limits: Limits, searcher: &mut Searcher) -> Answer {
        searcher.confine_hash(useful_table(&limits, problem.position.empties()));
        let (past, before) = self.past(number, &problem, &limits);
        if !past.lines.is_empty() {
            searcher.recall(std::mem::take(&mut *lock(&self.kept)));
        }
        let mut watch = Watch {
            number,
            problem: &problem,
            past: past.clone(),
            before,
            saver: self.saver.as_ref(),
            stop: &self.stop,
            events: self.has_events.then(|| Events::new(number)),
            display: self.has_display.then(|| Display::new(number, self.bars.as_ref())),
            forecast: Forecast::new(self.settings.all_moves),
            told: None,
            is_unfinished: false,
        };
        if let Some(events) = &watch.events {
            events.begin(&problem, &past, before.0, before.1);
        }
        let began = Instant::now();
        let found = searcher.prove(problem.position, &limits, &self.stop, &mut watch, &past);
        let seconds = before.1 + began.elapsed().as_secs_f64();
        let mut reports = of_moves(problem.position, &found);
        for report in &mut reports {
            report.nodes += before.0;
        }
        let stopped = (watch.is_unfinished && self.stop.is_requested()).then(|| std::mem::take(&mut watch.past.proofs));
        drop(watch);
        Answer::new(problem, limits, reports, seconds, self.settings.wld, stopped)
    }

    /// Where an earlier search of the problem stood, with its nodes and seconds.
    fn past(&self, number: usize, problem: &Problem, limits: &Limits) -> (Past, (u64, f64)) {
        let Some(saver) = &self.saver else { return (Past::default(), (0, 0.0)) };
        let saver = lock(saver);
        let under_way = saver.state.under_way(number);
        under_way
            .map_or((Past::default(), (0, 0.0)), |there| (there.past(problem, limits), (there.nodes, there.seconds)))
    }
}

/// The bounds of the search of a position.
fn limits(settings: &Settings, options: &Options, problem: &Problem) -> Limits {
    let empties = problem.position.empties();
    let of_options = options.limits(problem.to_move, empties);
    let chosen = settings.selectivity.and_then(Selectivity::from_percent);
    let (depth, selectivity) = match settings.depth {
        None if settings.level.is_some() => (of_options.depth, chosen.unwrap_or(of_options.selectivity)),
        Some(depth) if depth < empties => (depth, chosen.unwrap_or(Selectivity::P73)),
        _ => (empties, chosen.unwrap_or(Selectivity::Full)),
    };
    let window = if settings.wld { (-1, 1) } else { (settings.alpha, settings.beta) };
    let window = (Score::clamped(window.0 * Score::UNIT), Score::clamped(window.1 * Score::UNIT));
    let lines = if settings.all_moves { usize::MAX } else { 1 };
    // Who wins does not depend on what a draw is worth.
    let draw = if settings.wld { Score::ZERO } else { of_options.draw };
    Limits { depth, selectivity, window, lines, draw, ..of_options }
}

/// The MiB that a search can make use of. The positions that are worth remembering about double with every ply; solving a position
/// with 24 empty squares seldom fills 32 MiB, and a midgame remembers far more of what it visits.
fn useful_table(limits: &Limits, empties: u32) -> usize {
    let doublings = limits.depth.saturating_sub(if limits.depth >= empties { 19 } else { 10 });
    1 << doublings.clamp(2, 20)
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
