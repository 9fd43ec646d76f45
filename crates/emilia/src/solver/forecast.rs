//! An estimate of the remaining time from the work done; it improves as the search proceeds.
//!
//! Knows nothing of the scores. The estimate is a range, and there is none at the beginning of a search.
//!
//! The nodes of the selective iterations predict the proof badly: over FFO #45, #47, #50 and #53 it took 2 to 100 times the nodes of
//! the last of them. Within the proof the first move is a better guide: refuting each of the others took 5 to 60 % of its nodes, and
//! once some are refuted, their mean predicted most of the others within a factor of two.

use crate::search::{Iteration, Selectivity, Snapshot, Step};
use emilia_core::{Score, Square};
use std::time::Duration;

/// The range of the factor from the nodes of one iteration to the end of the game to the next, by the confidence of the next.
fn growth(selectivity: Selectivity) -> (f64, f64) {
    if selectivity == Selectivity::Full { (2.0, 100.0) } else { (0.5, 6.0) }
}

/// The range of the nodes that refute a move, as a fraction of the nodes of the best move.
const REFUTATION: (f64, f64) = (0.05, 0.6);
/// The same as a fraction of the mean of the finished moves.
const SPREAD: (f64, f64) = (0.5, 2.0);

/// The nodes of one search so far, by iteration and move.
pub(super) struct Forecast {
    /// Whether every move gets a score, so that none is merely refuted.
    scores_all: bool,
    iteration: Option<Iteration>,
    /// Nodes before this iteration.
    before: u64,
    /// Nodes of the last finished iteration to the end of the game, if there is one.
    last: Option<u64>,
    /// The finished moves of this iteration with their nodes, in the order in which they were finished.
    spent: Vec<(Square, u64)>,
    /// The moves that are being searched, with the node count at their begin.
    searching: Vec<(Square, u64)>,
    /// The lower end of the window: a move with no higher score needs no more search.
    alpha: i32,
}

impl Forecast {
    pub fn new(scores_all: bool) -> Forecast {
        let (iteration, before, last, spent, searching) = (None, 0, None, Vec::new(), Vec::new());
        Forecast { scores_all, iteration, before, last, spent, searching, alpha: -64 }
    }

    pub fn step(&mut self, step: Step, snapshot: &Snapshot<'_>) {
        match step {
            Step::Begins => {
                if self.iteration.is_some_and(|iteration| iteration.depth >= snapshot.root.empties()) {
                    self.last = Some(snapshot.nodes - self.before);
                }
                self.iteration = snapshot.iterations.first().copied();
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

    /// The number of moves that need no more search: their score is proved, or is proved to be too low.
    pub fn settled(&self, snapshot: &Snapshot<'_>) -> usize {
        let best = snapshot.proofs.iter().map(|proof| proof.lower).max().unwrap_or(-64).max(self.alpha);
        let best = if self.scores_all { -64 } else { best };
        snapshot.proofs.iter().filter(|proof| proof.lower == proof.upper || proof.upper <= best).count()
    }

    /// The range of the remaining time; none if there is no basis for an estimate yet.
    pub fn remaining(&self, snapshot: &Snapshot<'_>) -> Option<(Duration, Duration)> {
        let (first, others) = snapshot.iterations.split_first()?;
        let spent = (snapshot.nodes - self.before) as f64;
        let (mut from, mut to) = match (self.mean(), others.is_empty()) {
            (Some((from, to)), true) => {
                let open = snapshot.moves.len() as usize - self.settled(snapshot);
                // A move that is being searched counts half.
                let left = open as f64 - 0.5 * self.searching.len().min(open) as f64;
                (left * from, left * to)
            }
            _ => {
                let (from, to) = growth(first.selectivity);
                let last = self.last? as f64;
                ((last * from - spent).max(0.1 * spent), (last * to - spent).max(2.0 * spent))
            }
        };
        for iteration in others {
            let (least, most) = growth(iteration.selectivity);
            (from, to) = (from + self.last? as f64 * least, to + self.last? as f64 * most);
        }
        let pace = snapshot.nodes as f64 / snapshot.time.as_secs_f64().max(1e-3);
        let time = |nodes: f64| Duration::try_from_secs_f64(nodes / pace.max(1.0)).unwrap_or(Duration::MAX);
        Some((time(from), time(to)))
    }

    /// The range of the nodes of a move in this iteration; none before one is finished.
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
