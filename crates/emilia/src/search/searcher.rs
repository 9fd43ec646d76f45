//! The searcher: weights, tables and threads, which are kept from search to search.
//!
//! Knows nothing of players' clocks: it gets limits. A position without a move is searched after the pass.

use super::clock::Clock;
use super::endgame::MOST_EMPTIES;
use super::known::KnownPositions;
use super::margins::Margins;
use super::params::ENDGAME_SHARED_TABLE_BYTES;
use super::root::RootSearch;
use super::root_bounds::{ReportStep, RootBounds};
use super::table::Table;
use super::worker::{Ends, Shared, ThreadTables, Worker};
use super::{Limits, Observer, ProgressObserver, Report, ResumeState, SavedEntry, Selectivity, Stop};
use crate::eval::Weights;
use emilia_core::{Position, Square, Value};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Stack of a searching thread: enough for a search from the first move that waits inside others.
const STACK_BYTES: usize = 16 << 20;

/// A searcher: weights, tables and threads.
///
/// [`crate::Engine`] is the more convenient interface; it needs no knowledge of passes and mirror images.
pub struct Searcher {
    weights: Arc<Weights>,
    margins: Margins,
    table: Table,
    /// The table of endings without evaluation.
    endgame_table: Table,
    /// One for each thread.
    thread_tables: Vec<ThreadTables>,
    threads: usize,
    pool: Option<rayon::ThreadPool>,
    clock: Clock,
    /// What the next search knows from elsewhere.
    known: KnownPositions,
}

impl Searcher {
    /// A searcher with a transposition table of at most this size in MiB, and this number of threads (1..).
    pub fn new(weights: Arc<Weights>, hash_mib: usize, threads: usize) -> Searcher {
        let margins = Margins::new(weights.errors());
        let mut searcher = Searcher {
            weights,
            margins,
            table: Table::new(0),
            endgame_table: Table::new(0),
            thread_tables: Vec::new(),
            threads: 1,
            pool: None,
            clock: Clock::SYSTEM,
            known: KnownPositions::default(),
        };
        searcher.set_hash(hash_mib);
        searcher.set_threads(threads);
        searcher
    }

    /// Replaces the transposition table by an empty one of at most this size in MiB, and that of endings by one that is not larger.
    pub fn set_hash(&mut self, mib: usize) {
        self.table = Table::new(0); // frees the old memory before the new is allocated
        let bytes = mib.saturating_mul(1 << 20);
        self.table = Table::new(bytes);
        self.endgame_table = Table::new(bytes.min(ENDGAME_SHARED_TABLE_BYTES));
    }

    /// Clears the tables and uses at most this many MiB of the transposition table until it is replaced, so that a small search
    /// stays in the processor's caches.
    pub fn confine_hash(&mut self, mib: usize) {
        self.shared_tables().for_each(|table| table.confine(mib.saturating_mul(1 << 20)));
        self.thread_tables.iter_mut().for_each(ThreadTables::clear);
    }

    /// Allocates all memory that searches will need, so that none of them waits for it.
    pub fn warm(&mut self) {
        self.shared_tables().for_each(Table::warm);
    }

    /// Uses this number of threads (1..) from now on; 1 if the system does not provide them.
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

    /// Clears the tables.
    pub fn clear(&mut self) {
        self.shared_tables().for_each(Table::clear);
        self.thread_tables.iter_mut().for_each(ThreadTables::clear);
    }

    /// Searches a position until the first of the limits is reached or the stop is requested.
    ///
    /// Returns the lines, best first, and reports those of every finished iteration to the observer. There is always at least one,
    /// even if the search is stopped at once. A root without moves has one report: the final score with an empty line if the game
    /// is over, else the other side's line after the pass, with the score for the side that passes.
    pub fn search(
        &mut self,
        root: Position,
        limits: &Limits,
        stop: &Stop,
        watch: &mut dyn Observer<Square>,
    ) -> Vec<Report<Square>> {
        self.search_from(root, limits, stop, watch, &ResumeState::default())
    }

    /// Resumes an earlier search of the position under the same limits; only the budget may differ.
    /// Finished iterations are not reported again; nodes and times are those of this search alone.
    pub fn search_from(
        &mut self,
        root: Position,
        limits: &Limits,
        stop: &Stop,
        watch: &mut dyn Observer<Square>,
        resume: &ResumeState,
    ) -> Vec<Report<Square>> {
        let resume = self.resume_from(root, resume);
        let found = search_after_pass(root, limits, watch, |root, limits, watch| {
            self.run(root, limits, (stop, Ends::of(limits, self.clock)), watch, None, &resume)
        });
        self.known = KnownPositions::default();
        found
    }

    /// Prepares a search that resumes from this state.
    fn resume_from(&mut self, root: Position, resume: &ResumeState) -> ResumeState {
        let mut resume = resume.clone();
        if resume.lines.is_empty() {
            self.age(); // else the entries of the earlier search are not old
        }
        self.table.put_known(&self.known);
        if root.moves().is_empty() {
            resume.lines = resume.lines.iter().map(reversed_report).collect();
        }
        resume
    }

    /// The same for long searches: every step is reported to the observer, and root moves whose proved bounds suffice are not
    /// searched again. Nodes and times are those of this search alone.
    pub fn search_observed(
        &mut self,
        root: Position,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn ProgressObserver,
        resume: &ResumeState,
    ) -> Vec<Report<Square>> {
        let resume = self.resume_from(root, resume);
        let gate = Mutex::new(observer);
        let lock = || gate.lock().unwrap_or_else(PoisonError::into_inner);
        let report: &ReportStep = &|step, snapshot| lock().step(step, snapshot);
        let mut watch = |lines: &[Report<Square>]| lock().report(lines);
        search_after_pass(root, limits, &mut watch, |root, limits, watch| {
            self.run(root, limits, (stop, Ends::of(limits, self.clock)), watch, Some(report), &resume)
        })
    }

    /// The exact scores of endings in discs, in this order, by one thread and without an evaluation: for few empty squares.
    pub fn solve_endings(&mut self, positions: &[Position]) -> Vec<i32> {
        self.age();
        let stop = Stop::new();
        let shared = self.shared(&stop, Ends::of(&Limits::exact(), self.clock));
        let mut worker = Worker::new(&shared, Selectivity::Full);
        // It is never stopped.
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
        let shared = self.shared(&stop, Ends::of(&Limits::exact(), self.clock));
        let mut worker = Worker::new(&shared, Selectivity::Full);
        // It is never stopped.
        let score = worker.solve_near(position, guess).ok()?;
        Some((score, worker.perfect_line(position, score).ok()?))
    }

    /// Restores entries of an earlier search's table.
    pub fn restore_entries(&mut self, entries: impl IntoIterator<Item = SavedEntry>) {
        self.age();
        entries.into_iter().for_each(|entry| self.table.restore(&entry));
    }

    /// The next search uses these entries wherever it would not search deeper itself.
    pub fn set_known(&mut self, known: impl IntoIterator<Item = SavedEntry>) {
        self.known = KnownPositions::new(known);
    }

    /// Ages all entries before a search.
    fn age(&mut self) {
        self.shared_tables().for_each(Table::age);
        self.thread_tables.iter_mut().for_each(ThreadTables::age);
    }

    fn shared_tables(&mut self) -> impl Iterator<Item = &mut Table> {
        [&mut self.table, &mut self.endgame_table].into_iter()
    }

    /// What the threads of a search share.
    pub(super) fn shared<'a>(&'a self, stop: &'a Stop, ends: Ends) -> Shared<'a> {
        let (table, endgame_table) = (&self.table, &self.endgame_table);
        Shared::new(table, endgame_table, &self.thread_tables, &self.weights, &self.margins, stop, ends)
    }

    /// Where it reads the time.
    pub(super) fn clock(&self) -> Clock {
        self.clock
    }

    /// Searches a position with a move until one of these ends is reached, in place of those of the limits.
    pub(super) fn run(
        &self,
        root: Position,
        limits: &Limits,
        (stop, ends): (&Stop, Ends),
        watch: &mut dyn Observer<Square>,
        report: Option<&ReportStep>,
        resume: &ResumeState,
    ) -> Vec<Report<Square>> {
        let bounds = RootBounds::new(root, limits, &self.table, ends.timer, report);
        bounds.restore(&resume.proofs);
        let mut shared = self.shared(stop, ends);
        shared.root = Some(&bounds);
        shared.known = Some(&self.known);
        shared.threads = self.threads;
        let mut search = RootSearch { shared, bounds: &bounds, root, limits, lines: resume.lines.clone() };
        match &self.pool {
            Some(pool) => pool.install(|| search.run(watch, resume.iterations)),
            None => search.run(watch, resume.iterations),
        }
    }
}

/// Searches with `search`, which needs a position with a move. Without one, the position after the pass is searched and the scores
/// are negated; a finished game has its final score.
pub(super) fn search_after_pass(
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
    let (alpha, beta) = limits.true_window();
    let limits = Limits { lines: 1, root_moves: None, window: (-beta, -alpha), draw: -limits.draw, ..limits.clone() };
    let mut reversed = |lines: &[Report<Square>]| watch.report(&lines.iter().map(reversed_report).collect::<Vec<_>>());
    search(root.pass(), &limits, &mut reversed).iter().map(reversed_report).collect()
}

/// The report for the other side.
fn reversed_report(report: &Report<Square>) -> Report<Square> {
    Report { value: -report.value, ..report.clone() }
}
