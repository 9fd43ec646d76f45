//! What a searching thread carries through the worker: the shared tables, its share of the count, and the reasons to stop.

use super::best::Best;
use super::clock::Timer;
use super::eval_cache::EvalCache;
use super::margins::Margins;
use super::params::{ENDGAME_TABLE_BYTES, SHALLOW_DEPTH};
use super::refutations::Refutations;
use super::table::Table;
use super::{Selectivity, Stop};
use crate::board::{Bitboard, Square};
use crate::eval::Weights;
use crate::score::Score;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The search was stopped: its value is unknown. Travels up the tree by `?`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// What every thread has for itself, so that it stays in the cache of its core.
pub(super) struct ThreadTables {
    /// Remembers small endings, whose positions would flood the big table.
    pub endgame_table: Table,
    pub eval_cache: EvalCache,
}

impl ThreadTables {
    pub(super) fn new() -> ThreadTables {
        ThreadTables { endgame_table: Table::new(ENDGAME_TABLE_BYTES), eval_cache: EvalCache::new() }
    }
}

/// What the search of the root asks and reports; no other node knows of it.
pub(super) trait RootHook: Sync {
    /// The moves that the root may choose from.
    fn moves(&self) -> Bitboard;

    /// Notes a root move that is better than those before it in this iteration.
    fn note_best(&self, best: Best);

    /// The score of a move if what is proved of it answers a search with this window.
    fn known(&self, at: Square, window: (Score, Score)) -> Option<Score>;

    /// Notes what a search of a move with this window has proved.
    fn note_proved(&self, at: Square, score: Score, window: (Score, Score));

    /// The best of these moves by what is proved.
    fn best_proved(&self, among: Bitboard) -> Option<Best>;

    /// Reports that the search of a move begins, after this number of nodes of the whole search.
    fn begins(&self, at: Square, window: (Score, Score), nodes: u64);

    /// Reports that the search of a move ends.
    fn ends(&self, at: Square, nodes: u64);

    /// Called every few thousand nodes.
    fn tick(&self, nodes: u64);
}

/// What all threads of one search share.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    /// What belongs to each thread.
    thread_tables: &'a [ThreadTables],
    pub weights: &'a Weights,
    pub margins: &'a Margins,
    pub stop: &'a Stop,
    /// The time since the start of the search.
    pub timer: Timer,
    /// The time after which the search ends.
    pub time_limit: Option<Duration>,
    pub node_limit: u64,
    pub threads: usize,
    /// Who follows the search of the root, if anybody does.
    pub root: Option<&'a dyn RootHook>,
    nodes: AtomicU64,
    /// Set once a limit is reached, so that every thread ends.
    halted: AtomicBool,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        table: &'a Table,
        thread_tables: &'a [ThreadTables],
        weights: &'a Weights,
        margins: &'a Margins,
        stop: &'a Stop,
        timer: Timer,
    ) -> Shared<'a> {
        Shared {
            table,
            thread_tables,
            weights,
            margins,
            stop,
            timer,
            time_limit: None,
            node_limit: u64::MAX,
            threads: 1,
            root: None,
            nodes: AtomicU64::new(0),
            halted: AtomicBool::new(false),
        }
    }

    /// What belongs to the present thread.
    fn own_tables(&self) -> &'a ThreadTables {
        &self.thread_tables[rayon::current_thread_index().unwrap_or(0) % self.thread_tables.len()]
    }

    /// Nodes visited by all threads, as far as they have been added up.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Whether the search has to end now.
    pub(super) fn must_end(&self) -> bool {
        self.halted.load(Relaxed)
            || self.stop.is_requested()
            || self.nodes() >= self.node_limit
            || self.time_limit.is_some_and(|limit| self.timer.elapsed() >= limit)
    }
}

/// A node whose moves several threads search; a cut-off there makes the work of all of them worthless.
pub(super) struct Split<'a> {
    parent: Option<&'a Split<'a>>,
    cut: AtomicBool,
}

impl Split<'_> {
    /// Tells everyone below that their work is no longer needed.
    pub(super) fn cut(&self) {
        self.cut.store(true, Relaxed);
    }

    fn is_cut(&self) -> bool {
        self.cut.load(Relaxed) || self.parent.is_some_and(Split::is_cut)
    }
}

/// One thread's way through the worker.
pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    /// What belongs to this thread.
    pub tables: &'a ThreadTables,
    /// Confidence of the forward pruning in this iteration.
    pub selectivity: Selectivity,
    /// How many ProbCut searches this node is inside of.
    pub probes: u8,
    split: Option<&'a Split<'a>>,
    /// For each of the last plies above the leaves, the lowest first.
    pub refutations: [Refutations; SHALLOW_DEPTH as usize],
    /// Positions visited and not yet told.
    uncounted: u32,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, selectivity: Selectivity) -> Worker<'a> {
        Worker {
            shared,
            tables: shared.own_tables(),
            selectivity,
            probes: 0,
            split: None,
            refutations: [Refutations::NONE; SHALLOW_DEPTH as usize],
            uncounted: 0,
        }
    }

    /// Counts one visited position.
    #[inline]
    pub(super) fn count_node(&mut self) {
        self.uncounted += 1;
    }

    /// Every few thousand positions, tells the count and looks for reasons to stop.
    #[inline]
    pub(super) fn check(&mut self) -> Result<(), Stopped> {
        /// About a tenth of a millisecond of work.
        const PATIENCE: u32 = 4096;
        if self.uncounted < PATIENCE { Ok(()) } else { self.check_limits() }
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), Stopped> {
        self.tell();
        if let Some(root) = self.shared.root {
            root.tick(self.shared.nodes());
        }
        if self.shared.must_end() {
            self.shared.halted.store(true, Relaxed);
        }
        if self.is_worthless() { Err(Stopped) } else { Ok(()) }
    }

    /// Whether nobody waits for the result of this thread any more.
    pub(super) fn is_worthless(&self) -> bool {
        self.shared.halted.load(Relaxed) || self.split.is_some_and(Split::is_cut)
    }

    /// Adds what this thread visited to the common count.
    pub(super) fn tell(&mut self) {
        self.shared.nodes.fetch_add(u64::from(std::mem::take(&mut self.uncounted)), Relaxed);
    }

    /// A point where the moves of the present node are shared out.
    pub(super) fn split(&self) -> Split<'_> {
        Split { parent: self.split, cut: AtomicBool::new(false) }
    }

    /// The way of the present thread below a split.
    pub(super) fn fork<'b>(&'b self, split: &'b Split<'b>) -> Worker<'b>
    where
        'a: 'b,
    {
        let (shared, tables) = (self.shared, self.shared.own_tables());
        let (selectivity, probes, refutations) = (self.selectivity, self.probes, self.refutations);
        Worker { shared, tables, selectivity, probes, split: Some(split), refutations, uncounted: 0 }
    }
}
