//! What a searching thread carries through the tree: the shared tables, its share of the count, and the reasons to stop.

use super::estimates::Estimates;
use super::margins::Margins;
use super::node::Best;
use super::params::{ENDINGS_BYTES, SHALLOW_DEPTH};
use super::proof::Notes;
use super::refutations::Refutations;
use super::table::Table;
use super::{Selectivity, Stop};
use crate::board::Bitboard;
use crate::eval::Weights;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The search was stopped: its value is unknown. Travels up the tree by `?`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// What every thread has for itself, so that it stays in the cache of its core.
pub(super) struct Local {
    /// Remembers small endings, whose positions would flood the big table.
    pub endings: Table,
    pub estimates: Estimates,
}

impl Local {
    pub(super) fn new() -> Local {
        Local { endings: Table::new(ENDINGS_BYTES), estimates: Estimates::new() }
    }
}

/// What all threads of one search share.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    /// What belongs to each thread.
    locals: &'a [Local],
    pub weights: &'a Weights,
    pub margins: &'a Margins,
    pub stop: &'a Stop,
    pub deadline: Option<Instant>,
    pub node_limit: u64,
    pub threads: usize,
    /// The moves that the root may choose from.
    pub root_moves: Bitboard,
    /// The best root move of the running iteration, for the case that it is stopped.
    root_best: Mutex<Option<Best>>,
    /// What is proved of the root moves.
    pub notes: Notes<'a>,
    nodes: AtomicU64,
    /// Set once a bound is reached, so that every thread ends.
    halted: AtomicBool,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        table: &'a Table,
        locals: &'a [Local],
        weights: &'a Weights,
        margins: &'a Margins,
        stop: &'a Stop,
        notes: Notes<'a>,
    ) -> Shared<'a> {
        Shared {
            table,
            locals,
            weights,
            margins,
            stop,
            deadline: None,
            node_limit: u64::MAX,
            threads: 1,
            root_moves: Bitboard::ALL,
            root_best: Mutex::new(None),
            notes,
            nodes: AtomicU64::new(0),
            halted: AtomicBool::new(false),
        }
    }

    /// What belongs to the present thread.
    fn local(&self) -> &'a Local {
        &self.locals[rayon::current_thread_index().unwrap_or(0) % self.locals.len()]
    }

    /// Positions visited by all threads, as far as they have told.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Notes a root move that is better than those before it in this iteration.
    pub(super) fn note_root(&self, best: Best) {
        let mut noted = self.root_best.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.is_none_or(|noted| best.score > noted.score) {
            *noted = Some(best);
        }
    }

    /// Takes away the note of the best root move.
    pub(super) fn take_root(&self) -> Option<Best> {
        self.root_best.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Whether the search has to end now.
    pub(super) fn must_end(&self) -> bool {
        self.halted.load(Relaxed)
            || self.stop.is_requested()
            || self.nodes() >= self.node_limit
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
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

/// One thread's way through the tree.
pub(super) struct Tree<'a> {
    pub shared: &'a Shared<'a>,
    /// What belongs to this thread.
    pub local: &'a Local,
    /// Confidence of the forward pruning in this iteration.
    pub selectivity: Selectivity,
    /// How many ProbCut searches this node is inside of.
    pub probes: u8,
    split: Option<&'a Split<'a>>,
    /// For each of the last plies above the leaves, the lowest first.
    pub refutations: [Refutations; SHALLOW_DEPTH as usize],
    /// Positions visited and not yet told.
    untold: u32,
}

impl<'a> Tree<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, selectivity: Selectivity) -> Tree<'a> {
        Tree {
            shared,
            local: shared.local(),
            selectivity,
            probes: 0,
            split: None,
            refutations: [Refutations::NONE; SHALLOW_DEPTH as usize],
            untold: 0,
        }
    }

    /// Counts one visited position.
    #[inline]
    pub(super) fn visit(&mut self) {
        self.untold += 1;
    }

    /// Every few thousand positions, tells the count and looks for reasons to stop.
    #[inline]
    pub(super) fn check(&mut self) -> Result<(), Stopped> {
        /// About a tenth of a millisecond of work.
        const PATIENCE: u32 = 4096;
        if self.untold < PATIENCE { Ok(()) } else { self.report_in() }
    }

    #[cold]
    fn report_in(&mut self) -> Result<(), Stopped> {
        self.tell();
        self.shared.tick();
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
        self.shared.nodes.fetch_add(u64::from(std::mem::take(&mut self.untold)), Relaxed);
    }

    /// A point where the moves of the present node are shared out.
    pub(super) fn split(&self) -> Split<'_> {
        Split { parent: self.split, cut: AtomicBool::new(false) }
    }

    /// The way of the present thread below a split.
    pub(super) fn fork<'b>(&'b self, split: &'b Split<'b>) -> Tree<'b>
    where
        'a: 'b,
    {
        let (shared, local) = (self.shared, self.shared.local());
        let (selectivity, probes, refutations) = (self.selectivity, self.probes, self.refutations);
        Tree { shared, local, selectivity, probes, split: Some(split), refutations, untold: 0 }
    }
}
