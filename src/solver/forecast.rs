//! How much work is left: a guess from the work done, better the further a search is.
//!
//! Knows nothing of what is found. The guess is a range, and there is none before there is anything to guess from.
//!
//! What the selective passes took says little of the proof: over FFO #45, #47, #50 and #53 it took 2 to 100 times the nodes of the
//! last of them. Within the proof the first move tells more: refuting each of the others took 5 to 60 % of its nodes, and once
//! some are refuted their mean was right within a factor of two for most.

use crate::board::Square;
use crate::score::Score;
use crate::search::{Iteration, Selectivity, Snapshot, Step};
use std::time::Duration;

/// How many times the nodes of the last pass to the end the next takes, from and to, by its confidence.
fn growth(selectivity: Selectivity) -> (f64, f64) {
    if selectivity == Selectivity::Full { (2.0, 100.0) } else { (0.5, 6.0) }
}

/// What refuting a move takes, from and to, in terms of what the best move took.
const REFUTATION: (f64, f64) = (0.05, 0.6);
/// The same in terms of the mean of the moves that are done with.
const SPREAD: (f64, f64) = (0.5, 2.0);

/// What one search has spent so far, and on what.
pub(super) struct Forecast {
    /// Whether every move is scored, so that none is merely refuted.
    scores_all: bool,
    pass: Option<Iteration>,
    /// Nodes before this pass.
    before: u64,
    /// Nodes of the last finished pass to the end; none before there is one.
    last: Option<u64>,
    /// The moves that were searched in this pass, with the nodes that took, in the order in which they were done with.
    spent: Vec<(Square, u64)>,
    /// The moves under way and the nodes before them.
    searching: Vec<(Square, u64)>,
    /// The lower end of the window: a move that is worth no more is done with.
    alpha: i32,
}

impl Forecast {
    pub fn new(scores_all: bool) -> Forecast {
        let (pass, before, last, spent, searching) = (None, 0, None, Vec::new(), Vec::new());
        Forecast { scores_all, pass, before, last, spent, searching, alpha: -64 }
    }

    pub fn step(&mut self, step: Step, snapshot: &Snapshot<'_>) {
        match step {
            Step::Begins => {
                if self.pass.is_some_and(|pass| pass.depth >= snapshot.root.empties()) {
                    self.last = Some(snapshot.nodes - self.before);
                }
                self.pass = snapshot.iterations.first().copied();
                self.before = snapshot.nodes;
                self.spent.clear();
                self.searching.clear();
            }
            Step::Searching { at, alpha, .. } => {
                self.alpha = alpha.max(Score::MIN).floor();
                self.searching.push((at, snapshot.nodes));
            }
            Step::Searched { at } => {
                let Some(index) = self.searching.iter().position(|(other, _)| *other == at) else { return };
                let nodes = snapshot.nodes - self.searching.swap_remove(index).1;
                match self.spent.iter_mut().find(|(other, _)| *other == at) {
                    Some((_, sum)) => *sum += nodes,
                    None => self.spent.push((at, nodes)),
                }
            }
            Step::Tick | Step::Ends => {}
        }
    }

    /// How many moves need no search any more: their score is known, or is too low to matter.
    pub fn settled(&self, snapshot: &Snapshot<'_>) -> usize {
        let best = snapshot.proofs.iter().map(|proof| proof.lower).max().unwrap_or(-64).max(self.alpha);
        let best = if self.scores_all { -64 } else { best };
        snapshot.proofs.iter().filter(|proof| proof.lower == proof.upper || proof.upper <= best).count()
    }

    /// The time that is probably left, from and to; none if nobody can tell yet.
    pub fn remaining(&self, snapshot: &Snapshot<'_>) -> Option<(Duration, Duration)> {
        let (first, others) = snapshot.iterations.split_first()?;
        let spent = (snapshot.nodes - self.before) as f64;
        let (mut from, mut to) = match (self.mean(), others.is_empty()) {
            (Some((from, to)), true) => {
                let open = snapshot.moves.len() as usize - self.settled(snapshot);
                // Of a move under way perhaps the half is done.
                let left = open as f64 - 0.5 * self.searching.len().min(open) as f64;
                (left * from, left * to)
            }
            _ => {
                let (from, to) = growth(first.selectivity);
                let last = self.last? as f64;
                ((last * from - spent).max(0.1 * spent), (last * to - spent).max(2.0 * spent))
            }
        };
        for pass in others {
            let (least, most) = growth(pass.selectivity);
            (from, to) = (from + self.last? as f64 * least, to + self.last? as f64 * most);
        }
        let pace = snapshot.nodes as f64 / snapshot.time.as_secs_f64().max(1e-3);
        let time = |nodes: f64| Duration::try_from_secs_f64(nodes / pace.max(1.0)).unwrap_or(Duration::MAX);
        Some((time(from), time(to)))
    }

    /// What a move takes in this pass, from and to; none before one is done with.
    fn mean(&self) -> Option<(f64, f64)> {
        let (first, others) = self.spent.split_first()?;
        let counted = if self.scores_all { &self.spent } else { others };
        if counted.is_empty() {
            return Some((first.1 as f64 * REFUTATION.0, first.1 as f64 * REFUTATION.1));
        }
        let mean = counted.iter().map(|(_, nodes)| *nodes as f64).sum::<f64>() / counted.len() as f64;
        Some((mean * SPREAD.0, mean * SPREAD.1))
    }
}
