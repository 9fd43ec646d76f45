//! One who searches: what is kept between searches, and what a search begins with.
//!
//! Knows nothing of players' clocks: it is given limits. Positions without a move are searched from the other side.

use super::clock::Clock;
use super::endgame::MOST_EMPTIES;
use super::margins::Margins;
use super::root::Think;
use super::root_bounds::{ReportStep, RootBounds};
use super::table::Table;
use super::worker::{Shared, ThreadTables, Worker};
use super::{Limits, Observer, ProgressObserver, Report, ResumeState, SavedEntry, Selectivity, Stop};
use crate::board::{Position, Square};
use crate::eval::Weights;
use crate::score::Value;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Stack of a searching thread: enough for a search from the first move that waits inside others.
const STACK_BYTES: usize = 16 << 20;

/// One who searches: weights, tables and threads.
pub struct Searcher {
    weights: Arc<Weights>,
    margins: Margins,
    table: Table,
    /// One for each thread.
    thread_tables: Vec<ThreadTables>,
    threads: usize,
    pool: Option<rayon::ThreadPool>,
    clock: Clock,
}

impl Searcher {
    /// A searcher with a transposition table of at most so many MiB and so many threads (1..).
    pub fn new(weights: Arc<Weights>, hash_mib: usize, threads: usize) -> Searcher {
        let margins = Margins::new(weights.errors());
        let mut searcher = Searcher {
            weights,
            margins,
            table: Table::new(0),
            thread_tables: Vec::new(),
            threads: 1,
            pool: None,
            clock: Clock::SYSTEM,
        };
        searcher.set_hash(hash_mib);
        searcher.set_threads(threads);
        searcher
    }

    /// Makes the transposition table anew, with at most so many MiB.
    pub fn set_hash(&mut self, mib: usize) {
        self.table = Table::new(0); // gives the old memory back before the new is taken
        self.table = Table::new(mib.saturating_mul(1 << 20));
    }

    /// Forgets what earlier searches found, and uses at most so many MiB of the transposition table until it is made anew. What
    /// a small search needs of a large table so stays in the processor's caches.
    pub fn confine_hash(&mut self, mib: usize) {
        self.table.confine(mib.saturating_mul(1 << 20));
        self.thread_tables.iter_mut().for_each(|local| local.endgame_table.clear());
    }

    /// Takes all memory that searches will need, so that none of them has to wait for it.
    pub fn warm(&mut self) {
        self.table.warm();
    }

    /// Searches with so many threads from now on; with fewer, if the system does not grant them.
    pub fn set_threads(&mut self, threads: usize) {
        self.pool = None;
        self.threads = 1;
        if threads > 1 {
            match rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES).build() {
                Ok(pool) => (self.threads, self.pool) = (threads, Some(pool)),
                Err(error) => log::warn!("one thread instead of {threads}: {error}"),
            }
        }
        self.thread_tables.resize_with(self.threads, ThreadTables::new);
    }

    /// Reads the time from this clock from now on; from the system's at first.
    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    /// Forgets what earlier searches found.
    pub fn clear(&mut self) {
        self.table.clear();
        self.thread_tables.iter_mut().for_each(|local| local.endgame_table.clear());
    }

    /// Searches a position until the first of the limits is reached or the stop is requested.
    ///
    /// Returns the lines asked for, best first, and tells the observer those of every finished depth. There is always at least one,
    /// also if the search is stopped at once. A root without moves gives one report: the final score with an empty line if the game
    /// is over, else the other side's line after the pass, its score seen from the root's side.
    pub fn search(
        &mut self,
        root: Position,
        limits: &Limits,
        stop: &Stop,
        watch: &mut dyn Observer<Square>,
    ) -> Vec<Report<Square>> {
        self.search_from(root, limits, stop, watch, &ResumeState::default())
    }

    /// The same, going on from where an earlier search of the position stood whose limits were the same but for the budget.
    /// Finished iterations are not told again; nodes and times are those of this search alone.
    pub fn search_from(
        &mut self,
        root: Position,
        limits: &Limits,
        stop: &Stop,
        watch: &mut dyn Observer<Square>,
        resume: &ResumeState,
    ) -> Vec<Report<Square>> {
        let resume = self.resume_from(root, resume);
        search_after_pass(root, limits, watch, |root, limits, watch| self.run(root, limits, stop, watch, None, &resume))
    }

    /// Makes ready for a search that goes on from there.
    fn resume_from(&mut self, root: Position, resume: &ResumeState) -> ResumeState {
        let mut resume = resume.clone();
        if resume.lines.is_empty() {
            self.age(); // else the entries of the earlier search are not old
        }
        if root.moves().is_empty() {
            resume.lines = resume.lines.iter().map(reversed_report).collect();
        }
        resume
    }

    /// The same for a search that may go on for long: the witness is told every step, and the search goes on from where an earlier
    /// one stood, without searching any root move again whose bounds are proved well enough. Nodes and times are those of this
    /// search alone.
    pub fn search_observed(
        &mut self,
        root: Position,
        limits: &Limits,
        stop: &Stop,
        witness: &mut dyn ProgressObserver,
        resume: &ResumeState,
    ) -> Vec<Report<Square>> {
        let resume = self.resume_from(root, resume);
        let gate = Mutex::new(witness);
        let lock = || gate.lock().unwrap_or_else(PoisonError::into_inner);
        let report: &ReportStep = &|step, snapshot| lock().step(step, snapshot);
        let mut watch = |lines: &[Report<Square>]| lock().report(lines);
        search_after_pass(root, limits, &mut watch, |root, limits, watch| {
            self.run(root, limits, stop, watch, Some(report), &resume)
        })
    }

    /// The exact scores of endings in discs, in their order, by one thread and without an evaluation: for few empty squares.
    pub fn solve_endings(&mut self, positions: &[Position]) -> Vec<i32> {
        self.age();
        let stop = Stop::new();
        let shared =
            Shared::new(&self.table, &self.thread_tables, &self.weights, &self.margins, &stop, self.clock.start());
        let mut worker = Worker::new(&shared, Selectivity::Full);
        // Nobody stops it.
        positions.iter().map_while(|position| worker.solve(*position, -64, 64).ok()).collect()
    }

    /// The exact score of an ending in discs, with the moves of perfect play to its end, iterations left out; by one thread and
    /// without an evaluation. The guess only decides how fast it goes. None if more than 16 squares are empty.
    pub fn play_out(&mut self, position: Position, guess: i32) -> Option<(i32, Vec<Square>)> {
        if position.empties() > MOST_EMPTIES as u32 {
            return None;
        }
        self.age();
        let stop = Stop::new();
        let shared =
            Shared::new(&self.table, &self.thread_tables, &self.weights, &self.margins, &stop, self.clock.start());
        let mut worker = Worker::new(&shared, Selectivity::Full);
        // Nobody stops it.
        let score = worker.solve_near(position, guess).ok()?;
        Some((score, worker.perfect_line(position, score).ok()?))
    }

    /// Takes over entries that an earlier search had in its table.
    pub fn restore_entries(&mut self, entries: impl IntoIterator<Item = SavedEntry>) {
        self.age();
        entries.into_iter().for_each(|entry| self.table.restore(&entry));
    }

    /// Makes all entries old before a search.
    fn age(&mut self) {
        self.table.age();
        self.thread_tables.iter_mut().for_each(|local| local.endgame_table.age());
    }

    /// Searches a position with a move.
    fn run(
        &self,
        root: Position,
        limits: &Limits,
        stop: &Stop,
        watch: &mut dyn Observer<Square>,
        report: Option<&ReportStep>,
        resume: &ResumeState,
    ) -> Vec<Report<Square>> {
        let timer = self.clock.start();
        let bounds = RootBounds::new(root, limits, &self.table, timer, report);
        bounds.restore(&resume.proofs);
        let mut shared = Shared::new(&self.table, &self.thread_tables, &self.weights, &self.margins, stop, timer);
        shared.root = Some(&bounds);
        shared.threads = self.threads;
        shared.node_limit = limits.nodes.unwrap_or(u64::MAX);
        shared.time_limit = limits.budget.map(|budget| budget.hard);
        let mut think = Think { shared, bounds: &bounds, root, limits, lines: resume.lines.clone() };
        match &self.pool {
            Some(pool) => pool.install(|| think.run(watch, resume.iterations)),
            None => think.run(watch, resume.iterations),
        }
    }
}

/// Searches with `search`, which needs a position with a move. Where there is none, the other side's search is seen from the
/// root's side; a finished game has its score.
fn search_after_pass(
    root: Position,
    limits: &Limits,
    watch: &mut dyn Observer<Square>,
    search: impl FnOnce(Position, &Limits, &mut dyn Observer<Square>) -> Vec<Report<Square>>,
) -> Vec<Report<Square>> {
    let limits = &limits.at(root.empties());
    if !root.moves().is_empty() {
        return search(root, limits, watch);
    }
    if root.is_over() {
        return vec![Report {
            value: Value::exact(root.final_discs()),
            line: Vec::new(),
            nodes: 1,
            time: Duration::ZERO,
        }];
    }
    let (alpha, beta) = limits.window;
    let limits = Limits { lines: 1, root_moves: None, window: (-beta, -alpha), draw: -limits.draw, ..limits.clone() };
    let mut reversed = |lines: &[Report<Square>]| watch.report(&lines.iter().map(reversed_report).collect::<Vec<_>>());
    search(root.pass(), &limits, &mut reversed).iter().map(reversed_report).collect()
}

/// The report as the other side sees it.
fn reversed_report(report: &Report<Square>) -> Report<Square> {
    Report { value: -report.value, ..report.clone() }
}
