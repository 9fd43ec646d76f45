//! One thread of a search, and what the threads share.

use super::bits::Bits;
use super::eval::Weights;
use super::node::{Choice, Node, Play};
use super::progress::Progress;
use super::table::Table;
use crate::search::Stop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Above every score.
pub(super) const INFINITY: i32 = i16::MAX as i32;
/// Nodes between two looks at the clock.
const CHECK_EVERY: u64 = 256;

/// A search ended before its result.
#[derive(Debug)]
pub(super) struct Stopped;

/// What a searcher brings to each search.
#[derive(Clone, Copy)]
pub(super) struct Means<'a> {
    pub weights: &'a Weights,
    pub table: &'a Table,
    pub progress: &'a Progress,
    pub threads: usize,
}

/// What the threads of a search share.
pub(super) struct Shared<'a, B> {
    pub play: &'a Play<B>,
    pub means: Means<'a>,
    pub stop: &'a Stop,
    /// Whether time or nodes are used up, by the nodes so far.
    pub is_out: &'a (dyn Fn(u64) -> bool + Sync),
}

/// A move with the position after it.
#[derive(Clone, Copy)]
pub(super) struct Candidate<B> {
    pub choice: Choice,
    pub next: Node<B>,
    /// Whether the same side moves again.
    pub stays: bool,
    /// The least first.
    pub order: i32,
}

/// The best move so far.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub score: i32,
    pub choice: Choice,
}

/// One thread of a search.
pub(super) struct Worker<'a, B> {
    pub shared: &'a Shared<'a, B>,
    /// The splits above it.
    pub split: Option<Arc<Split>>,
    /// Nodes that are not yet among the shared ones.
    pub nodes: u64,
    /// The lists of candidates that are not in use.
    pub lists: Vec<Vec<Candidate<B>>>,
}

/// A window of scores.
pub(super) type Window = (i32, i32);

impl<'a, B: Bits> Worker<'a, B> {
    pub(super) fn new(shared: &'a Shared<'a, B>, split: Option<Arc<Split>>) -> Worker<'a, B> {
        Worker { shared, split, nodes: 0, lists: Vec::new() }
    }

    /// Counts a node.
    #[inline]
    pub(super) fn visit(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes < CHECK_EVERY {
            return Ok(());
        }
        let nodes = self.shared.means.progress.nodes.fetch_add(self.nodes, Relaxed) + self.nodes;
        self.nodes = 0;
        if self.is_obsolete() || (self.shared.is_out)(nodes) { Err(Stopped) } else { Ok(()) }
    }

    /// Whether nobody needs the result.
    pub(super) fn is_obsolete(&self) -> bool {
        self.shared.stop.is_requested() || self.split.as_ref().is_some_and(|split| split.is_cut())
    }

    /// Adds the nodes that are left to the shared ones.
    pub(super) fn finish(&mut self) {
        self.shared.means.progress.nodes.fetch_add(std::mem::take(&mut self.nodes), Relaxed);
    }

    /// Adds the moves to the list.
    pub(super) fn collect(&self, list: &mut Vec<Candidate<B>>, node: &Node<B>, moves: B) {
        let mut add = |choice, next, stays| list.push(Candidate { choice, next, stays, order: 0 });
        self.shared.play.visit(node, moves, &mut add);
    }
}

/// A node whose moves threads share.
pub(super) struct Split {
    above: Option<Arc<Split>>,
    cut: AtomicBool,
}

impl Split {
    /// A node below this one.
    pub fn below(above: Option<Arc<Split>>) -> Split {
        Split { above, cut: AtomicBool::new(false) }
    }

    /// Ends all searches of the node.
    pub fn cut(&self) {
        self.cut.store(true, Relaxed);
    }

    /// Whether this node or one above it needs no result any more.
    pub fn is_cut(&self) -> bool {
        self.cut.load(Relaxed) || self.above.as_ref().is_some_and(|above| above.is_cut())
    }
}
