//! The search from the root: passes, windows and lines.
//!
//! Knows nothing of players' clocks: it is given limits. A [`Searcher`] keeps the table between searches.

use super::line;
use super::node::{Best, Place, Root};
use super::params::{ENDINGS_BYTES, aspiration};
use super::proof::{Notes, Tell, proved_root};
use super::table::Table;
use super::tree::{Shared, Stopped, Tree};
use super::{Budget, Certainty, Kept, Limits, Observer, Pass, Past, Proof, Report, Selectivity, Step, Stop, Witness};
use crate::board::{Bitboard, Position, Square};
use crate::eval::Weights;
use crate::score::Score;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Stack of a searching thread: enough for a search from the first move that waits inside others.
const STACK_BYTES: usize = 16 << 20;

/// One who searches: weights, tables and threads.
pub struct Searcher {
    weights: Arc<Weights>,
    table: Table,
    /// For small endings, one for each thread.
    endings: Vec<Table>,
    threads: usize,
    pool: Option<rayon::ThreadPool>,
}

impl Searcher {
    /// A searcher with a transposition table of at most so many MiB and so many threads (1..).
    pub fn new(weights: Arc<Weights>, hash_mib: usize, threads: usize) -> Searcher {
        let mut searcher = Searcher { weights, table: Table::new(0), endings: Vec::new(), threads: 1, pool: None };
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
        self.endings.iter_mut().for_each(Table::clear);
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
        self.endings.resize_with(self.threads, || Table::new(ENDINGS_BYTES));
    }

    /// Forgets what earlier searches found.
    pub fn clear(&mut self) {
        self.table.clear();
        self.endings.iter_mut().for_each(Table::clear);
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
        self.age();
        after_a_pass(root, limits, watch, |root, limits, watch| {
            self.search(root, limits, stop, watch, None, &Past::default())
        })
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
        let mut past = past.clone();
        if past.lines.is_empty() {
            self.age(); // else the entries that were taken over are not old
        }
        if root.moves().is_empty() {
            past.lines = past.lines.iter().map(reversed_report).collect();
        }
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
        let notes = Notes::new(Position::START, Score::ZERO, Instant::now(), None);
        let shared = Shared::new(&self.table, &self.endings, &self.weights, &stop, notes);
        let mut tree = Tree::new(&shared, Selectivity::Full);
        // Nobody stops it.
        positions.iter().map_while(|position| tree.solve(*position, -64, 64).ok()).collect()
    }

    /// Takes over entries that an earlier search had in its table.
    pub fn recall(&mut self, kept: impl IntoIterator<Item = Kept>) {
        self.age();
        kept.into_iter().for_each(|kept| self.table.restore(&kept));
    }

    /// Makes all entries old before a search.
    fn age(&mut self) {
        self.table.age();
        self.endings.iter_mut().for_each(Table::age);
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
        let mut notes = Notes::new(root, limits.draw, start, tell);
        notes.restore(&past.proofs);
        let mut shared = Shared::new(&self.table, &self.endings, &self.weights, stop, notes);
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
    if !root.moves().is_empty() {
        return search(root, limits, watch);
    }
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
    let mut reversed = |lines: &[Report<Square>]| watch.report(&lines.iter().map(reversed_report).collect::<Vec<_>>());
    search(root.pass(), &limits, &mut reversed).iter().map(reversed_report).collect()
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
    /// The lines of the last finished pass, best first.
    lines: Vec<Report<Square>>,
}

impl Think<'_> {
    fn run(&mut self, watch: &mut dyn Observer<Square>, finished: usize) -> Vec<Report<Square>> {
        if self.lines.is_empty() {
            self.lines = self.first_glance();
        }
        let mut last = Duration::ZERO;
        let passes: Vec<Pass> = self.passes().into_iter().skip(finished).collect();
        self.shared.notes.passes = passes.clone();
        for pass in passes {
            self.shared.tell(Step::Begins);
            let before = self.start.elapsed();
            if self.shared.must_end() || self.is_too_late(before, last) {
                break;
            }
            let finished = self.search_pass(pass).is_ok();
            if !finished {
                break;
            }
            last = self.start.elapsed() - before;
            self.shared.notes.passes.remove(0);
            watch.report(&self.lines);
        }
        self.shared.tell(Step::Ends);
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
    fn passes(&self) -> Vec<Pass> {
        let empties = self.root.empties();
        let target = self.limits.selectivity;
        let step = |depth, selectivity| Pass { depth, selectivity };
        if self.limits.depth < empties {
            return (1..=self.limits.depth).map(|depth| step(depth, target)).collect();
        }
        // Depths of one parity lead to an ending, each two plies more: the evaluation reads differently on odd and even ones.
        let shallowest = 2 - empties % 2;
        let midgame = (shallowest..empties.saturating_sub(10)).step_by(2).map(|depth| step(depth, Selectivity::P73));
        let selective = Selectivity::ALL.into_iter().filter(|&s| s < target && empties > 16 && ending_pass(s, empties));
        midgame.chain(selective.map(|s| step(empties, s))).chain([step(empties, target)]).collect()
    }

    /// Whether the next pass would probably end too late.
    fn is_too_late(&self, elapsed: Duration, last: Duration) -> bool {
        self.limits.budget.is_some_and(|Budget { soft, .. }| elapsed + last > soft)
    }

    /// Searches the lines of a pass. If it is stopped, what was found is kept as far as it is worth more than before.
    fn search_pass(&mut self, pass: Pass) -> Result<(), Stopped> {
        let mut lines: Vec<Report<Square>> = Vec::new();
        let mut left = self.root.moves();
        // Where all moves are asked for, each is searched by itself: to find the best of those left first would be work in vain.
        let has_all = self.limits.lines >= left.len() as usize;
        while lines.len() < self.limits.lines.max(1) && !left.is_empty() {
            let guess = self.lines.iter().find(|line| line.line.first().is_some_and(|at| left.has(*at)));
            let next = guess.and_then(|line| line.line.first()).copied().filter(|_| has_all);
            let guess = guess.map(|line| line.score);
            self.shared.root_moves = next.map_or(left, Bitboard::from);
            match self.aspire(pass, guess) {
                Ok((best, window)) => {
                    lines.push(self.report(best, pass, window));
                    if let Some(at) = best.at {
                        left &= !Bitboard::from(at);
                    }
                }
                Err(Stopped) => {
                    if pass.proves(self.root.empties()) {
                        self.keep_proved(lines);
                    } else if lines.is_empty() {
                        self.keep_unfinished(pass);
                    }
                    return Err(Stopped);
                }
            }
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        self.lines = lines;
        Ok(())
    }

    /// A stopped pass that had already found a best move for the first line is worth more than the one before.
    fn keep_unfinished(&mut self, pass: Pass) {
        let Some(best) = self.shared.take_root() else { return };
        // Whatever the other moves are worth, the root is worth no less than this one.
        let mut report = self.report(best, pass, (-Score::INFINITY, best.score));
        report.line.truncate(1);
        self.put_first(report);
    }

    /// What a stopped pass had proved is worth more than what the one before had estimated: the bounds of the best move, or, if
    /// several were asked for, the lines it had finished and the bounds of the others.
    fn keep_proved(&mut self, finished: Vec<Report<Square>>) {
        let proofs = self.shared.notes.proofs();
        if self.limits.lines <= 1 {
            let Some(best) = proved_root(&proofs, self.root.moves()) else { return };
            // No move is named by an upper bound: every other one may be as good.
            let at = if best.lower > -64 { Some(best.at) } else { self.likely_best() };
            let mut report = Report { line: at.into_iter().collect(), ..self.lines[0].clone() };
            bound(&mut report, best);
            return self.put_first(report);
        }
        finished.into_iter().rev().for_each(|line| self.put_first(line));
        for line in &mut self.lines {
            if let Some(proof) = proofs.iter().find(|proof| line.line.first() == Some(&proof.at)) {
                bound(line, *proof);
            }
        }
        self.lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    }

    /// Puts a line in front, in the place of another one of the same move.
    fn put_first(&mut self, report: Report<Square>) {
        self.lines.retain(|line| line.line.first() != report.line.first());
        self.lines.insert(0, report);
        self.lines.truncate(self.limits.lines.max(1));
    }

    /// Searches the root with a window around the guess; where the score falls out of it, next with one on that side of it, wider
    /// each time. Cuts that err may contradict each other from window to window: in the end everything is open.
    /// Returns the best move with the widest window asked about.
    fn aspire(&mut self, pass: Pass, guess: Option<Score>) -> Result<(Best, (Score, Score)), Stopped> {
        let (floor, ceiling) = self.limits.window;
        let mut width = Score::clamped(aspiration());
        let (mut alpha, mut beta) = match guess {
            Some(guess) if pass.depth > 4 => {
                ((guess - width).clamp(floor, ceiling), (guess + width).clamp(floor, ceiling))
            }
            _ => (floor, ceiling),
        };
        if alpha >= beta {
            (alpha, beta) = (floor, ceiling);
        }
        loop {
            self.shared.take_root();
            let best = self.search_root(pass, alpha, beta)?;
            width = width + width;
            let is_wild = width > Score::discs(32);
            if best.score <= alpha && alpha > floor {
                beta = if is_wild { ceiling } else { alpha.next().min(ceiling) };
                alpha = if width >= Score::discs(16) { floor } else { (best.score - width).max(floor) };
            } else if best.score >= beta && beta < ceiling {
                alpha = if is_wild { floor } else { (-(-beta).next()).max(floor) };
                beta = if width >= Score::discs(16) { ceiling } else { (best.score + width).min(ceiling) };
            } else {
                return Ok((best, (floor, ceiling)));
            }
        }
    }

    fn search_root(&self, pass: Pass, alpha: Score, beta: Score) -> Result<Best, Stopped> {
        let mut tree = Tree::new(&self.shared, pass.selectivity);
        let place = Place::new(self.root, self.limits.draw);
        let score = tree.search::<Root>(&place, alpha, beta, pass.depth);
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

    fn report(&self, best: Best, pass: Pass, (alpha, beta): (Score, Score)) -> Report<Square> {
        let solved = pass.depth >= self.root.empties();
        let proved = solved && pass.selectivity == Selectivity::Full;
        let certainty = match best.score {
            _ if !proved => Certainty::Depth {
                plies: pass.depth.min(self.root.empties()) as u8,
                percent: pass.selectivity.percent(),
            },
            score if score >= beta && score < Score::MAX => Certainty::AtLeast,
            score if score <= alpha && score > Score::MIN => Certainty::AtMost,
            _ => Certainty::Exact,
        };
        // Final scores are even: a drawn game may have been given any value within a disc.
        let is_draw = solved && best.score.raw().abs() <= Score::UNIT;
        let score = if is_draw && certainty == Certainty::Exact { Score::ZERO } else { best.score };
        let line = best.at.map_or_else(Vec::new, |at| line::follow(&self.shared, self.root, at, pass.depth, certainty));
        Report { score, certainty, line, nodes: self.shared.nodes(), time: self.start.elapsed() }
    }
}

/// Gives a report the bounds that are proved of it, if they say more than it does.
fn bound(report: &mut Report<Square>, proof: Proof) {
    if let Some((score, certainty)) = proof.certainty().filter(|_| report.certainty != Certainty::Exact) {
        (report.score, report.certainty) = (score, certainty);
        report.line.truncate(1);
    }
}

/// Whether an ending of this size is worth a pass with this confidence before the surer ones.
fn ending_pass(selectivity: Selectivity, empties: u32) -> bool {
    match selectivity {
        Selectivity::P73 => true,
        Selectivity::P87 => false,
        Selectivity::P95 => empties > 18,
        Selectivity::P98 => empties > 26,
        Selectivity::P99 => empties > 30,
        Selectivity::Full => false,
    }
}
