//! One searching thread: the tables it shares, its node count, and its reasons to stop.

use super::clock::{Clock, Timer};
use super::eval_cache::EvalCache;
use super::known::KnownPositions;
use super::margins::Margins;
use super::params::{ENDGAME_TABLE_BYTES, SHALLOW_DEPTH, SHALLOW_TABLE_BYTES};
use super::refutations::Refutations;
use super::root_bounds::RootBounds;
use super::table::Table;
use super::trace::Trace;
use super::{Limits, Selectivity, Stop};
use crate::eval::Weights;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

/// Nodes of all threads after which the limits are checked: about a tenth of a millisecond of work for one of them.
const INTERVAL: u64 = 4096;

/// The search was stopped: its value is unknown. Travels up the tree by `?`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// The tables of one thread, small enough for the cache of its core.
pub(super) struct ThreadTables {
    /// The table of small endings, whose many positions would displace those of the shared table.
    pub endgame_table: Table,
    /// The table of searches of two plies, for the same reason.
    pub shallow_table: Table,
    pub eval_cache: EvalCache,
}

impl ThreadTables {
    pub(super) fn new() -> ThreadTables {
        ThreadTables {
            endgame_table: Table::new(ENDGAME_TABLE_BYTES),
            shallow_table: Table::new(SHALLOW_TABLE_BYTES),
            eval_cache: EvalCache::new(),
        }
    }

    /// Clears the tables. The cache of evaluations stays: its values never change.
    pub(super) fn clear(&mut self) {
        self.tables().for_each(Table::clear);
    }

    /// Ages the entries of the tables before a search.
    pub(super) fn age(&mut self) {
        self.tables().for_each(Table::age);
    }

    fn tables(&mut self) -> impl Iterator<Item = &mut Table> {
        [&mut self.endgame_table, &mut self.shallow_table].into_iter()
    }
}

/// When a search ends by itself.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    /// The time since its start.
    pub timer: Timer,
    /// It ends after this time.
    pub time: Option<Duration>,
    /// It ends after this number of nodes.
    pub nodes: u64,
}

impl Ends {
    /// The ends of a search with these limits that starts now.
    pub(super) fn of(limits: &Limits, clock: Clock) -> Ends {
        let time = limits.budget.map(|budget| budget.hard);
        Ends { timer: clock.start(), time, nodes: limits.nodes.unwrap_or(u64::MAX) }
    }

    /// Whether the search has to end after this number of nodes.
    pub(super) fn are_reached(&self, nodes: u64) -> bool {
        nodes >= self.nodes || self.time.is_some_and(|most| self.timer.elapsed() >= most)
    }
}

/// What the threads of one search share.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    /// The table of endings without evaluation, which would displace the other positions.
    pub endgame_table: &'a Table,
    /// The tables of each thread.
    thread_tables: &'a [ThreadTables],
    pub weights: &'a Weights,
    pub margins: &'a Margins,
    pub stop: &'a Stop,
    pub ends: Ends,
    pub threads: usize,
    /// The bookkeeping of the root, if there is any.
    pub root: Option<&'a RootBounds<'a>>,
    /// Values from elsewhere.
    pub known: Option<&'a KnownPositions>,
    nodes: AtomicU64,
    /// The number of threads that search; the others wait for work.
    busy: AtomicUsize,
    /// Set when a limit is reached, so that every thread ends.
    halted: AtomicBool,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        table: &'a Table,
        endgame_table: &'a Table,
        thread_tables: &'a [ThreadTables],
        weights: &'a Weights,
        margins: &'a Margins,
        stop: &'a Stop,
        ends: Ends,
    ) -> Shared<'a> {
        Shared {
            table,
            endgame_table,
            thread_tables,
            weights,
            margins,
            stop,
            ends,
            threads: 1,
            root: None,
            known: None,
            nodes: AtomicU64::new(0),
            busy: AtomicUsize::new(1),
            halted: AtomicBool::new(false),
        }
    }

    /// The tables of the present thread.
    fn own_tables(&self) -> &'a ThreadTables {
        &self.thread_tables[rayon::current_thread_index().unwrap_or(0) % self.thread_tables.len()]
    }

    /// Nodes visited by all threads, up to the last few thousand of each.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Reports the count, and halts the search if it has to end.
    #[cold]
    fn check_limits(&self) {
        if let Some(root) = self.root {
            root.tick(self.nodes());
        }
        if self.must_end() {
            self.halted.store(true, Relaxed);
        }
    }

    /// Whether a thread has nothing to search.
    #[inline]
    pub(super) fn has_idle_thread(&self) -> bool {
        self.busy.load(Relaxed) < self.threads
    }

    /// Notes that a thread begins to search.
    pub(super) fn begin_work(&self) {
        self.busy.fetch_add(1, Relaxed);
    }

    /// Notes that a thread has nothing left to search.
    pub(super) fn end_work(&self) {
        self.busy.fetch_sub(1, Relaxed);
    }

    /// Whether a limit was reached.
    pub(super) fn is_halted(&self) -> bool {
        self.halted.load(Relaxed)
    }

    /// Whether the search has to end now.
    pub(super) fn must_end(&self) -> bool {
        self.is_halted() || self.stop.is_requested() || self.ends.are_reached(self.nodes())
    }
}

/// A node whose moves several threads search; a cut-off there ends the work of all of them.
pub(super) struct Split<'a> {
    parent: Option<&'a Split<'a>>,
    cut: AtomicBool,
}

impl Split<'_> {
    /// Ends the work of all threads below.
    pub(super) fn cut(&self) {
        self.cut.store(true, Relaxed);
    }

    fn is_cut(&self) -> bool {
        self.cut.load(Relaxed) || self.parent.is_some_and(Split::is_cut)
    }
}

/// One searching thread.
pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    /// The tables of this thread.
    pub tables: &'a ThreadTables,
    /// Confidence of the forward pruning in this iteration.
    pub selectivity: Selectivity,
    /// The number of ProbCut probes that the present node is nested in.
    pub probes: u8,
    /// Whether margins are wider inside of probes: in searches of large endings.
    pub has_careful_probes: bool,
    split: Option<&'a Split<'a>>,
    /// Refutations for each of the last plies above the leaves, the lowest first.
    pub refutations: [Refutations; SHALLOW_DEPTH as usize],
    /// Nodes not yet added to the common count.
    uncounted: u32,
    /// The record of this thread's work.
    pub trace: Trace,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, selectivity: Selectivity) -> Worker<'a> {
        Worker {
            shared,
            tables: shared.own_tables(),
            selectivity,
            probes: 0,
            has_careful_probes: false,
            split: None,
            refutations: [Refutations::NONE; SHALLOW_DEPTH as usize],
            uncounted: 0,
            trace: Trace::new(),
        }
    }

    /// Counts one visited position.
    #[inline]
    pub(super) fn count_node(&mut self) {
        self.uncounted += 1;
    }

    /// Ends the search if its result is no longer needed; every few thousand nodes, adds to the common count.
    #[inline]
    pub(super) fn check(&mut self) -> Result<(), Stopped> {
        self.check_seldom()?;
        if self.is_obsolete() { Err(Stopped) } else { Ok(()) }
    }

    /// The same every few thousand nodes, for small trees.
    #[inline]
    pub(super) fn check_seldom(&mut self) -> Result<(), Stopped> {
        if u64::from(self.uncounted) < INTERVAL { Ok(()) } else { self.check_now() }
    }

    #[cold]
    fn check_now(&mut self) -> Result<(), Stopped> {
        self.flush_nodes();
        if self.is_obsolete() { Err(Stopped) } else { Ok(()) }
    }

    /// Whether the result of this thread is no longer needed.
    pub(super) fn is_obsolete(&self) -> bool {
        self.shared.is_halted() || self.split.is_some_and(Split::is_cut)
    }

    /// Adds the nodes of this thread to the common count. The thread with which the count reaches the next few thousand checks the limits,
    /// as each of many small tasks alone would have too few nodes.
    pub(super) fn flush_nodes(&mut self) {
        let uncounted = std::mem::take(&mut self.uncounted);
        self.trace.add(uncounted);
        let nodes = u64::from(uncounted);
        let before = self.shared.nodes.fetch_add(nodes, Relaxed);
        if before / INTERVAL != (before + nodes) / INTERVAL {
            self.shared.check_limits();
        }
    }

    /// A split point at the present node.
    pub(super) fn split(&self) -> Split<'_> {
        Split { parent: self.split, cut: AtomicBool::new(false) }
    }

    /// A worker of the present thread below a split point.
    pub(super) fn fork<'b>(&'b self, split: &'b Split<'b>) -> Worker<'b>
    where
        'a: 'b,
    {
        let (shared, tables) = (self.shared, self.shared.own_tables());
        Worker {
            shared,
            tables,
            selectivity: self.selectivity,
            probes: self.probes,
            has_careful_probes: self.has_careful_probes,
            split: Some(split),
            refutations: self.refutations,
            uncounted: 0,
            trace: Trace::new(),
        }
    }
}
