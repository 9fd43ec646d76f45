//! The search from the root: iterations, windows and lines.
//!
//! Knows nothing of players' clocks: it is given limits. A [`Searcher`] keeps the table between searches.

use super::line;
use super::node::{Best, Place, Root};
use super::params::{ASPIRATION, ENDINGS_BYTES};
use super::table::Table;
use super::tree::{Shared, Stopped, Tree};
use super::{Budget, Certainty, Limits, Observer, Report, Selectivity, Stop};
use crate::board::{Bitboard, Position, Square};
use crate::eval::Weights;
use crate::score::Score;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Stack of a searching thread: enough for a search from the first move that waits inside others.
const STACK_BYTES: usize = 16 << 20;

/// One who searches: weights, tables and threads.
pub struct Searcher {
    weights: Arc<Weights>,
    table: Table,
    endings: Table,
    threads: usize,
    pool: Option<rayon::ThreadPool>,
}

impl Searcher {
    /// A searcher with a transposition table of at most so many MiB and so many threads (1..).
    pub fn new(weights: Arc<Weights>, hash_mib: usize, threads: usize) -> Searcher {
        let endings = Table::new(ENDINGS_BYTES);
        let mut searcher = Searcher { weights, table: Table::new(0), endings, threads: 1, pool: None };
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
        self.endings.clear();
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
    }

    /// Forgets what earlier searches found.
    pub fn clear(&mut self) {
        self.table.clear();
        self.endings.clear();
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
        let start = Instant::now();
        self.table.age();
        self.endings.age();
        if root.moves().is_empty() {
            return self.think_without_moves(root, limits, stop, watch);
        }
        let mut shared = Shared::new(&self.table, &self.endings, &self.weights, stop);
        shared.threads = self.threads;
        shared.node_limit = limits.nodes.unwrap_or(u64::MAX);
        shared.deadline = limits.budget.and_then(|budget| start.checked_add(budget.hard));
        let mut think = Think { shared, root, limits, start, lines: Vec::new() };
        match &self.pool {
            Some(pool) => pool.install(|| think.run(watch)),
            None => think.run(watch),
        }
    }

    fn think_without_moves(
        &mut self,
        root: Position,
        limits: &Limits,
        stop: &Stop,
        watch: &mut dyn Observer<Square>,
    ) -> Vec<Report<Square>> {
        if root.is_over() {
            return vec![Report {
                score: root.final_score(),
                certainty: Certainty::Exact,
                line: Vec::new(),
                nodes: 1,
                time: Duration::ZERO,
            }];
        }
        let (alpha, beta) = limits.window;
        let limits = Limits { lines: 1, window: (-beta, -alpha), draw: -limits.draw, ..limits.clone() };
        let mut reversed =
            |lines: &[Report<Square>]| watch.report(&lines.iter().map(reversed_report).collect::<Vec<_>>());
        self.think(root.pass(), &limits, stop, &mut reversed).iter().map(reversed_report).collect()
    }
}

/// The report as the other side sees it.
fn reversed_report(report: &Report<Square>) -> Report<Square> {
    let certainty = match report.certainty {
        Certainty::AtLeast => Certainty::AtMost,
        Certainty::AtMost => Certainty::AtLeast,
        other => other,
    };
    Report { score: -report.score, certainty, ..report.clone() }
}

/// One search from the root.
struct Think<'a> {
    shared: Shared<'a>,
    root: Position,
    limits: &'a Limits,
    start: Instant,
    /// The lines of the last finished iteration, best first.
    lines: Vec<Report<Square>>,
}

/// What one iteration searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Iteration {
    depth: u32,
    selectivity: Selectivity,
}

impl Think<'_> {
    fn run(&mut self, watch: &mut dyn Observer<Square>) -> Vec<Report<Square>> {
        self.lines = self.first_glance();
        let mut last = Duration::ZERO;
        for iteration in self.iterations() {
            let before = self.start.elapsed();
            if self.shared.must_end() || self.is_too_late(before, last) {
                break;
            }
            let finished = self.iterate(iteration).is_ok();
            if !finished {
                break;
            }
            last = self.start.elapsed() - before;
            watch.report(&self.lines);
        }
        for line in &mut self.lines {
            line.nodes = self.shared.nodes();
            line.time = self.start.elapsed();
        }
        std::mem::take(&mut self.lines)
    }

    /// The moves in the order of the static evaluation after them, for when there is no time for more.
    fn first_glance(&self) -> Vec<Report<Square>> {
        let place = Place::new(self.root, self.limits.draw);
        let tree = Tree::new(&self.shared, Selectivity::Full);
        let mut lines: Vec<Report<Square>> = self
            .root
            .moves()
            .map(|at| {
                let next = place.play(at, self.root.flips(at));
                let (score, over) = if next.position.is_over() {
                    (-next.position.final_score(), true)
                } else {
                    (-tree.estimate(&next), false)
                };
                let certainty = if over { Certainty::Exact } else { Certainty::Depth { plies: 0, percent: 100 } };
                Report { score, certainty, line: vec![at], nodes: 1, time: self.start.elapsed() }
            })
            .collect();
        lines.sort_by_key(|report| std::cmp::Reverse(report.score));
        lines.truncate(self.limits.lines.max(1));
        if self.limits.depth == 0 && self.limits.lines <= 1 {
            lines[0].score = tree.estimate(&place);
        }
        lines
    }

    /// What to search one after another: ever deeper, then, if the end is in reach, ever surer.
    fn iterations(&self) -> Vec<Iteration> {
        let empties = self.root.empties();
        let target = self.limits.selectivity;
        let step = |depth, selectivity| Iteration { depth, selectivity };
        if self.limits.depth < empties {
            return (1..=self.limits.depth).map(|depth| step(depth, target)).collect();
        }
        // Depths of one parity lead to an ending, each two plies more: the evaluation reads differently on odd and even ones.
        let shallowest = 2 - empties % 2;
        let midgame = (shallowest..empties.saturating_sub(10)).step_by(2).map(|depth| step(depth, Selectivity::P73));
        let selective = Selectivity::ALL.into_iter().filter(|&s| s < target && empties > 16 && ending_pass(s, empties));
        midgame.chain(selective.map(|s| step(empties, s))).chain([step(empties, target)]).collect()
    }

    /// Whether the next iteration would probably end too late.
    fn is_too_late(&self, elapsed: Duration, last: Duration) -> bool {
        self.limits.budget.is_some_and(|Budget { soft, .. }| elapsed + last > soft)
    }

    /// Searches the lines of an iteration. If it is stopped, what was found is kept as far as it is worth more than before.
    fn iterate(&mut self, iteration: Iteration) -> Result<(), Stopped> {
        let mut lines: Vec<Report<Square>> = Vec::new();
        let mut left = self.root.moves();
        // Where all moves are asked for, each is searched by itself: to find the best of those left first would be work in vain.
        let has_all = self.limits.lines >= left.len() as usize;
        while lines.len() < self.limits.lines.max(1) && !left.is_empty() {
            let guess = self.lines.iter().find(|line| line.line.first().is_some_and(|at| left.has(*at)));
            let next = guess.and_then(|line| line.line.first()).copied().filter(|_| has_all);
            let guess = guess.map(|line| line.score);
            self.shared.root_moves = next.map_or(left, Bitboard::from);
            match self.aspire(iteration, guess) {
                Ok((best, window)) => {
                    lines.push(self.report(best, iteration, window));
                    if let Some(at) = best.at {
                        left &= !Bitboard::from(at);
                    }
                }
                Err(Stopped) => {
                    self.keep_unfinished(iteration, lines.is_empty());
                    return Err(Stopped);
                }
            }
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        self.lines = lines;
        Ok(())
    }

    /// A stopped iteration that had already found a best move for the first line is worth more than the one before.
    fn keep_unfinished(&mut self, iteration: Iteration, in_first_line: bool) {
        let Some(best) = self.shared.take_root().filter(|_| in_first_line) else { return };
        // Whatever the other moves are worth, the root is worth no less than this one.
        let mut report = self.report(best, iteration, (-Score::INFINITY, best.score));
        let Some(at) = best.at else { return };
        report.line.truncate(1);
        self.lines.retain(|line| line.line.first() != Some(&at));
        self.lines.insert(0, report);
        self.lines.truncate(self.limits.lines.max(1));
    }

    /// Searches the root with a window around the guess, opened on the side where the score fell out of it.
    /// Returns the best move with the widest window asked about.
    fn aspire(&mut self, iteration: Iteration, guess: Option<Score>) -> Result<(Best, (Score, Score)), Stopped> {
        let (floor, ceiling) = self.limits.window;
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = match guess {
            Some(guess) if iteration.depth > 4 => {
                ((guess - width).clamp(floor, ceiling), (guess + width).clamp(floor, ceiling))
            }
            _ => (floor, ceiling),
        };
        if alpha >= beta {
            (alpha, beta) = (floor, ceiling);
        }
        loop {
            self.shared.take_root();
            let best = self.search_root(iteration, alpha, beta)?;
            width = width + width;
            if best.score <= alpha && alpha > floor {
                beta = alpha.next().max(best.score.next()).min(ceiling);
                alpha = if width >= Score::discs(16) { floor } else { (best.score - width).max(floor) };
            } else if best.score >= beta && beta < ceiling {
                alpha = alpha.max(floor);
                beta = if width >= Score::discs(16) { ceiling } else { (best.score + width).min(ceiling) };
            } else {
                return Ok((best, (floor, ceiling)));
            }
        }
    }

    fn search_root(&self, iteration: Iteration, alpha: Score, beta: Score) -> Result<Best, Stopped> {
        let mut tree = Tree::new(&self.shared, iteration.selectivity);
        let place = Place::new(self.root, self.limits.draw);
        let score = tree.search::<Root>(&place, alpha, beta, iteration.depth);
        tree.tell();
        let score = score?; // if stopped, the note of the best move stays
        let noted = self.shared.take_root();
        let at = noted.filter(|best| best.score == score).and_then(|best| best.at).or_else(|| self.likely_best());
        Ok(Best { score, at })
    }

    /// The move to name when every move failed low: the best one of before.
    fn likely_best(&self) -> Option<Square> {
        let left = self.shared.root_moves;
        self.lines
            .iter()
            .filter_map(|line| line.line.first().copied())
            .find(|at| left.has(*at))
            .or_else(|| left.first())
    }

    fn report(&self, best: Best, iteration: Iteration, (alpha, beta): (Score, Score)) -> Report<Square> {
        let solved = iteration.depth >= self.root.empties();
        let proved = solved && iteration.selectivity == Selectivity::Full;
        let certainty = match best.score {
            _ if !proved => Certainty::Depth {
                plies: iteration.depth.min(self.root.empties()) as u8,
                percent: iteration.selectivity.percent(),
            },
            score if score >= beta && score < Score::MAX => Certainty::AtLeast,
            score if score <= alpha && score > Score::MIN => Certainty::AtMost,
            _ => Certainty::Exact,
        };
        // Final scores are even: a drawn game may have been given any value within a disc.
        let is_draw = solved && best.score.raw().abs() <= Score::UNIT;
        let score = if is_draw && certainty == Certainty::Exact { Score::ZERO } else { best.score };
        let line =
            best.at.map_or_else(Vec::new, |at| line::follow(&self.shared, self.root, at, iteration.depth, certainty));
        Report { score, certainty, line, nodes: self.shared.nodes(), time: self.start.elapsed() }
    }
}

/// Whether an ending of this size is worth a pass with this confidence before the surer ones.
fn ending_pass(selectivity: Selectivity, empties: u32) -> bool {
    match selectivity {
        Selectivity::P73 => true,
        Selectivity::P87 => empties > 22,
        Selectivity::P95 => empties > 20,
        Selectivity::P98 => empties > 26,
        Selectivity::P99 => empties > 24,
        Selectivity::Full => false,
    }
}
