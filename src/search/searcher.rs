//! One who searches: what is kept between searches, and what a search begins with.
//!
//! Knows nothing of players' clocks: it is given limits. Positions without a move are searched from the other side.

use super::endgame::MOST_BLIND;
use super::margins::Margins;
use super::proof::{Notes, Tell};
use super::root::Think;
use super::table::Table;
use super::tree::{Local, Shared, Tree};
use super::{Kept, Limits, Observer, Past, Report, Selectivity, Stop, Witness};
use crate::board::{Position, Square};
use crate::eval::Weights;
use crate::score::Value;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Stack of a searching thread: enough for a search from the first move that waits inside others.
const STACK_BYTES: usize = 16 << 20;

/// One who searches: weights, tables and threads.
pub struct Searcher {
    weights: Arc<Weights>,
    margins: Margins,
    table: Table,
    /// One for each thread.
    locals: Vec<Local>,
    threads: usize,
    pool: Option<rayon::ThreadPool>,
}

impl Searcher {
    /// A searcher with a transposition table of at most so many MiB and so many threads (1..).
    pub fn new(weights: Arc<Weights>, hash_mib: usize, threads: usize) -> Searcher {
        let margins = Margins::new(weights.errors());
        let mut searcher =
            Searcher { weights, margins, table: Table::new(0), locals: Vec::new(), threads: 1, pool: None };
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
        self.locals.iter_mut().for_each(|local| local.endings.clear());
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
        self.locals.resize_with(self.threads, Local::new);
    }

    /// Forgets what earlier searches found.
    pub fn clear(&mut self) {
        self.table.clear();
        self.locals.iter_mut().for_each(|local| local.endings.clear());
    }

    /// Searches a position until the first of the limits is reached or the stop is requested.
    ///
    /// Returns the lines asked for, best first, and tells the observer those of every finished depth. There is always at least one,
    /// also if the search is stopped at once. A root without moves gives one report: the final score with an empty line if the game
    /// is over, else the other side's line after the pass, its score seen from the root's side.
    pub fn think(
        &mut self,
        root: Position,
        limits: &Limits,
        stop: &Stop,
        watch: &mut dyn Observer<Square>,
    ) -> Vec<Report<Square>> {
        self.think_on(root, limits, stop, watch, &Past::default())
    }

    /// The same, going on from where an earlier search of the position stood whose limits were the same but for the budget.
    /// Finished passes are not told again; nodes and times are those of this search alone.
    pub fn think_on(
        &mut self,
        root: Position,
        limits: &Limits,
        stop: &Stop,
        watch: &mut dyn Observer<Square>,
        past: &Past,
    ) -> Vec<Report<Square>> {
        let past = self.take_up(root, past);
        after_a_pass(root, limits, watch, |root, limits, watch| self.search(root, limits, stop, watch, None, &past))
    }

    /// Makes ready for a search that goes on from there.
    fn take_up(&mut self, root: Position, past: &Past) -> Past {
        let mut past = past.clone();
        if past.lines.is_empty() {
            self.age(); // else the entries of the earlier search are not old
        }
        if root.moves().is_empty() {
            past.lines = past.lines.iter().map(reversed_report).collect();
        }
        past
    }

    /// The same for a search that may go on for long: the witness is told every step, and the search goes on from where an earlier
    /// one stood, without searching any root move again whose bounds are proved well enough. Nodes and times are those of this
    /// search alone.
    pub fn prove(
        &mut self,
        root: Position,
        limits: &Limits,
        stop: &Stop,
        witness: &mut dyn Witness,
        past: &Past,
    ) -> Vec<Report<Square>> {
        let past = self.take_up(root, past);
        let gate = Mutex::new(witness);
        let lock = || gate.lock().unwrap_or_else(PoisonError::into_inner);
        let tell: &Tell = &|step, standing| lock().step(step, standing);
        let mut watch = |lines: &[Report<Square>]| lock().report(lines);
        after_a_pass(root, limits, &mut watch, |root, limits, watch| {
            self.search(root, limits, stop, watch, Some(tell), &past)
        })
    }

    /// The exact scores of endings in discs, in their order, by one thread and without an evaluation: for few empty squares.
    pub fn solve_endings(&mut self, positions: &[Position]) -> Vec<i32> {
        self.age();
        let stop = Stop::new();
        let notes = Notes::new(Position::START, &Limits::exact(), Instant::now(), None);
        let shared = Shared::new(&self.table, &self.locals, &self.weights, &self.margins, &stop, notes);
        let mut tree = Tree::new(&shared, Selectivity::Full);
        // Nobody stops it.
        positions.iter().map_while(|position| tree.solve(*position, -64, 64).ok()).collect()
    }

    /// The exact score of an ending in discs, with the moves of perfect play to its end, passes left out; by one thread and
    /// without an evaluation. The guess only decides how fast it goes. None if more than 16 squares are empty.
    pub fn play_out(&mut self, position: Position, guess: i32) -> Option<(i32, Vec<Square>)> {
        if position.empties() > MOST_BLIND as u32 {
            return None;
        }
        self.age();
        let stop = Stop::new();
        let notes = Notes::new(position, &Limits::exact(), Instant::now(), None);
        let shared = Shared::new(&self.table, &self.locals, &self.weights, &self.margins, &stop, notes);
        let mut tree = Tree::new(&shared, Selectivity::Full);
        // Nobody stops it.
        let score = tree.solve_about(position, guess).ok()?;
        Some((score, tree.perfect_line(position, score).ok()?))
    }

    /// Takes over entries that an earlier search had in its table.
    pub fn recall(&mut self, kept: impl IntoIterator<Item = Kept>) {
        self.age();
        kept.into_iter().for_each(|kept| self.table.restore(&kept));
    }

    /// Makes all entries old before a search.
    fn age(&mut self) {
        self.table.age();
        self.locals.iter_mut().for_each(|local| local.endings.age());
    }

    /// Searches a position with a move.
    fn search(
        &self,
        root: Position,
        limits: &Limits,
        stop: &Stop,
        watch: &mut dyn Observer<Square>,
        tell: Option<&Tell>,
        past: &Past,
    ) -> Vec<Report<Square>> {
        let start = Instant::now();
        let mut notes = Notes::new(root, limits, start, tell);
        notes.restore(&past.proofs);
        let mut shared = Shared::new(&self.table, &self.locals, &self.weights, &self.margins, stop, notes);
        shared.threads = self.threads;
        shared.node_limit = limits.nodes.unwrap_or(u64::MAX);
        shared.deadline = limits.budget.and_then(|budget| start.checked_add(budget.hard));
        let mut think = Think { shared, root, limits, start, lines: past.lines.clone() };
        match &self.pool {
            Some(pool) => pool.install(|| think.run(watch, past.passes)),
            None => think.run(watch, past.passes),
        }
    }
}

/// Searches with `search`, which needs a position with a move. Where there is none, the other side's search is seen from the
/// root's side; a finished game has its score.
fn after_a_pass(
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
