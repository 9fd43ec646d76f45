//! What a search tells while it runs and when it ends, and how it is stopped.

use crate::score::Score;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a score is worth. A result never claims more than was proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Certainty {
    /// The result of a search so many plies deep whose cuts are right with about this confidence, in percent.
    /// With 100 percent and fewer plies than empty squares it is full width, yet still an estimate.
    Depth {
        /// Plies searched; 0 is the static evaluation.
        plies: u8,
        /// Confidence of the forward pruning, 1..=100.
        percent: u8,
    },
    /// The proved result of perfect play.
    Exact,
    /// Proved: perfect play gets at least this score.
    AtLeast,
    /// Proved: perfect play gets at most this score.
    AtMost,
}

impl Certainty {
    /// Whether the score, or the bound, was proved.
    pub const fn is_proved(self) -> bool {
        !matches!(self, Certainty::Depth { .. })
    }
}

/// A result: a line of play, its score for the side to move at the root, and what that is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The worth of the line, in discs for the side to move at the root.
    pub score: Score,
    /// How far the score can be trusted.
    pub certainty: Certainty,
    /// The expected moves, the best one first; empty if the game is over.
    pub line: Vec<M>,
    /// Positions visited since the search began, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

/// Something that is told the results of each finished depth, all lines asked for at once, best first.
pub trait Observer<M>: Send {
    /// Takes note of the lines of a finished depth.
    fn report(&mut self, lines: &[Report<M>]);
}

impl<M, F: FnMut(&[Report<M>]) + Send> Observer<M> for F {
    fn report(&mut self, lines: &[Report<M>]) {
        self(lines);
    }
}

/// A request to stop, shared between those who may ask and the search that obeys.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A request not yet made.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Asks to stop. The search ends within milliseconds.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
