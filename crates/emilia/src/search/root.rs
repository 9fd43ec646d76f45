//! The search from the root: iterations, windows and lines.
//!
//! Knows nothing of the tables that outlive a search.

use super::line;
use super::node::Best;
use super::params::{CAREFUL_PROBES, aspiration, solving_aspiration};
use super::proof::{fewest_discs, most_discs, proved_root};
use super::root_bounds::RootBounds;
use super::search_node::Root;
use super::search_node::SearchNode;
use super::worker::{Shared, Stopped, Worker};
use super::{Budget, Iteration, Limits, Observer, Proof, Report, Selectivity, Step, best_value};
use emilia_core::{Bitboard, Position, Score, Square, Value};
use std::cmp::Reverse;
use std::time::Duration;

/// The factor of the soft budget after an iteration with another best move, or with a score lower by more than [`DROP`]. With these
/// factors against a fixed share of time: 68.7 % of 115 games of 4 s a side, +137 ± 65 Elo.
const UNSTABLE_FACTOR: f32 = 1.6;
/// The change of the factor after every iteration that confirms the one before it, ...
const STABLE_DECAY: f32 = 0.8;
/// ... down to this factor.
const LEAST_TIME_FACTOR: f32 = 0.75;
/// One and a half discs.
const DROP: Score = Score::clamped(Score::UNIT * 3 / 2);

/// The midgame iterations before a solve are at least this many plies shallower than the solve: a deeper one would cost as much as
/// solving.
const SHORT_OF_THE_END: u32 = 10;
/// The same where time or nodes are limited and the solve may not finish, so that a deeper midgame iteration pays. With
/// 60,000 nodes a move, 51.7 % of 584 games against 6 [50.2, 53.3], which had 58.6 % of 400 against 10 [55.6, 61.8]; 2 is
/// no better.
const BOUNDED_SHORT_OF_THE_END: u32 = 4;

/// One search from the root.
pub(super) struct RootSearch<'a> {
    pub shared: Shared<'a>,
    /// What is proved of the root moves.
    pub bounds: &'a RootBounds<'a>,
    /// A position with a move.
    pub root: Position,
    pub limits: &'a Limits,
    /// The lines of the last finished iteration, best first.
    pub lines: Vec<Report<Square>>,
}

impl RootSearch<'_> {
    /// Searches iteration after iteration until a limit is reached, without the first ones, which an earlier search has finished.
    pub fn run(&mut self, watch: &mut dyn Observer<Square>, finished: usize) -> Vec<Report<Square>> {
        if self.lines.is_empty() {
            self.lines = self.static_lines();
        }
        let (mut last, mut time_factor) = (Duration::ZERO, 1.0);
        let iterations: Vec<Iteration> = self.iterations().into_iter().skip(finished).collect();
        self.bounds.set_iterations(iterations.clone());
        for iteration in iterations {
            self.bounds.step(Step::Begins, self.shared.nodes());
            let before = self.shared.ends.timer.elapsed();
            if self.shared.must_end() || self.is_too_late(before, last, time_factor) {
                break;
            }
            let old = self.lines.first().cloned();
            let finished = self.search_iteration(iteration).is_ok();
            if !finished {
                break;
            }
            if let (Some(old), Some(new)) = (old, self.lines.first()) {
                time_factor = time_factor_after(time_factor, &old, new);
            }
            last = self.shared.ends.timer.elapsed() - before;
            self.bounds.finish_iteration();
            watch.report(&self.lines);
        }
        self.bounds.step(Step::Ends, self.shared.nodes());
        for line in &mut self.lines {
            line.nodes = self.shared.nodes();
            line.time = self.shared.ends.timer.elapsed();
        }
        std::mem::take(&mut self.lines)
    }

    /// The moves by the static evaluation after them: the result if no iteration finishes.
    fn static_lines(&self) -> Vec<Report<Square>> {
        let node = SearchNode::new(self.root, self.limits.draw);
        let worker = Worker::new(&self.shared, Selectivity::Full);
        let mut lines: Vec<Report<Square>> = self
            .moves()
            .map(|at| {
                let next = node.play(at, self.root.flips(at));
                let value = match next.position.is_over() {
                    true => Value::exact(-next.position.final_discs()),
                    false => Value::estimate(-worker.estimate(&next), 0, 100),
                };
                Report { value, line: vec![at], nodes: 1, time: self.shared.ends.timer.elapsed() }
            })
            .collect();
        lines.sort_by_key(|report| Reverse(report.score()));
        if self.limits.lines <= 1 {
            // The value of a single line is that of the position, not of its move alone.
            lines[0].value = self.static_value(&node, &worker, &lines);
        }
        lines.truncate(self.limits.lines.max(1));
        lines
    }

    /// The value of the position, from these lines of all moves, best first.
    fn static_value(&self, node: &SearchNode, worker: &Worker, lines: &[Report<Square>]) -> Value {
        let values: Vec<Value> = lines.iter().map(|line| line.value).collect();
        match best_value(&values) {
            Some((value, 0)) if self.limits.depth > 0 => value,
            _ => Value::estimate(worker.estimate(node), 0, 100),
        }
    }

    /// The moves to search.
    fn moves(&self) -> Bitboard {
        self.limits.moves_of(self.root)
    }

    /// The iterations: of increasing depth, then, if the position is to be solved, of increasing confidence.
    fn iterations(&self) -> Vec<Iteration> {
        let empties = self.root.empties();
        let target = self.limits.selectivity;
        let step = |depth, selectivity| Iteration { depth, selectivity };
        if self.limits.depth < empties {
            let stride = self.limits.stride.max(1);
            let first = self.limits.depth.saturating_sub(1) % stride + 1;
            return (first..=self.limits.depth).step_by(stride as usize).map(|depth| step(depth, target)).collect();
        }
        // Before a solve all depths have one parity: the evaluation is biased differently at odd and even depths.
        let shallowest = 2 - empties % 2;
        let is_bounded = self.limits.budget.is_some() || self.limits.nodes.is_some();
        let short_of_the_end = if is_bounded { BOUNDED_SHORT_OF_THE_END } else { SHORT_OF_THE_END };
        let midgame = (shallowest..empties.saturating_sub(short_of_the_end))
            .step_by(2)
            .map(|depth| step(depth, Selectivity::P73));
        let selective =
            Selectivity::ALL.into_iter().filter(|&s| s < target && empties > 16 && ending_iteration(s, empties));
        midgame.chain(selective.map(|s| step(empties, s))).chain([step(empties, target)]).collect()
    }

    /// Whether the next iteration would probably end too late. Never if the soft limit equals the hard one: no time can be saved then, and
    /// an interrupted iteration may still find a better move.
    fn is_too_late(&self, elapsed: Duration, last: Duration, time_factor: f32) -> bool {
        self.limits.budget.filter(|budget| budget.soft < budget.hard).is_some_and(|Budget { soft, hard }| {
            let scaled = Duration::try_from_secs_f32(soft.as_secs_f32() * time_factor).unwrap_or(hard);
            elapsed + last > scaled.min(hard)
        })
    }

    /// Searches the lines of an iteration. If it is stopped, its results are kept where they are better than those before.
    fn search_iteration(&mut self, iteration: Iteration) -> Result<(), Stopped> {
        let mut lines: Vec<Report<Square>> = Vec::new();
        let mut left = self.moves();
        // If all moves are wanted, each is searched separately: the order in which they are found does not matter.
        let has_all = self.limits.lines >= left.len() as usize;
        while lines.len() < self.limits.lines.max(1) && !left.is_empty() {
            let guess = self.lines.iter().find(|line| line.line.first().is_some_and(|at| left.has(*at)));
            let next = guess.and_then(|line| line.line.first()).copied().filter(|_| has_all);
            let guess = guess.map(Report::score);
            self.bounds.set_moves(next.map_or(left, Bitboard::from));
            match self.aspire(iteration, guess) {
                Ok((best, window)) => {
                    let report = self.report(best, iteration, window);
                    left &= !best.at.map_or(Bitboard::EMPTY, Bitboard::from);
                    let images = self.images(&report, left);
                    lines.push(report);
                    for image in images {
                        left &= !image.line.first().map_or(Bitboard::EMPTY, |&at| Bitboard::from(at));
                        lines.push(image);
                    }
                }
                Err(Stopped) => {
                    if iteration.proves(self.root.empties()) {
                        self.keep_proved(lines);
                    } else if lines.is_empty() {
                        self.keep_unfinished(iteration);
                    }
                    return Err(Stopped);
                }
            }
        }
        lines.sort_by_key(|line| Reverse(line.rank()));
        lines.truncate(self.limits.lines.max(1));
        self.lines = lines;
        Ok(())
    }

    /// The reports of those remaining moves that are mirror images of the move of this report. They need no search.
    fn images(&self, report: &Report<Square>, left: Bitboard) -> Vec<Report<Square>> {
        let mut images: Vec<Report<Square>> = Vec::new();
        if self.limits.root_moves.is_some() {
            return images;
        }
        for symmetry in self.root.symmetries().skip(1) {
            let line: Vec<Square> = report.line.iter().map(|&at| symmetry.square(at)).collect();
            let is_new =
                line.first().is_some_and(|&at| left.has(at)) && images.iter().all(|image| image.line[0] != line[0]);
            if is_new {
                images.push(Report { line, ..report.clone() });
            }
        }
        images
    }

    /// Keeps the best move of a stopped iteration, if it had found one for the first line.
    fn keep_unfinished(&mut self, iteration: Iteration) {
        let Some(best) = self.bounds.best_unfinished() else { return };
        // The score of a searched move is a lower bound for the root.
        let mut report = self.report(best, iteration, (-Score::INFINITY, best.score));
        report.line.truncate(1);
        self.put_first(report);
    }

    /// Keeps what a stopped iteration had proved, which replaces estimates: the bounds of the best move, or, with
    /// several lines, the finished lines and the bounds of the others.
    fn keep_proved(&mut self, finished: Vec<Report<Square>>) {
        let proofs = self.bounds.proofs();
        if self.limits.lines <= 1 {
            let Some(best) = proved_root(&proofs, self.moves()) else { return };
            // An upper bound names no best move: every other one may be as good.
            let at = if best.lower > -64 { Some(best.at) } else { self.previous_best() };
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
        self.lines.sort_by_key(|line| Reverse(line.rank()));
    }

    /// Inserts a line at the front, in place of another one with the same move.
    fn put_first(&mut self, report: Report<Square>) {
        self.lines.retain(|line| line.line.first() != report.line.first());
        self.lines.insert(0, report);
        self.lines.truncate(self.limits.lines.max(1));
    }

    /// The window of the limits in the scores of the search. There a draw may have a value up to a disc from 0; it stays on its true
    /// side of the bounds.
    fn window(&self) -> (Score, Score) {
        let ((alpha, beta), draw) = (self.limits.true_window(), self.limits.draw);
        let below_a_draw = alpha < Score::ZERO && draw <= alpha;
        let above_a_draw = beta > Score::ZERO && draw >= beta;
        (if below_a_draw { -(-draw).next() } else { alpha }, if above_a_draw { draw.next() } else { beta })
    }

    /// Searches the root with an aspiration window around the guess. If the score falls outside of it, the next window is on that side
    /// and wider. Wrong cuts may contradict one another from window to window, so in the end the window is fully open.
    /// Returns the best move and the window of the limits.
    fn aspire(&mut self, iteration: Iteration, guess: Option<Score>) -> Result<(Best, (Score, Score)), Stopped> {
        let (floor, ceiling) = self.window();
        let is_solving = iteration.depth >= self.root.empties();
        let mut width = Score::clamped(if is_solving { solving_aspiration() } else { aspiration() });
        let (mut alpha, mut beta) = match guess {
            Some(guess) if iteration.depth > 4 => {
                ((guess - width).clamp(floor, ceiling), (guess + width).clamp(floor, ceiling))
            }
            _ => (floor, ceiling),
        };
        if alpha >= beta {
            (alpha, beta) = (floor, ceiling);
        }
        let mut better = None;
        loop {
            self.bounds.begin_search(better);
            let best = self.search_root(iteration, alpha, beta)?;
            better = Some(best).filter(|best| best.score >= beta);
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

    fn search_root(&self, iteration: Iteration, alpha: Score, beta: Score) -> Result<Best, Stopped> {
        let mut worker = Worker::new(&self.shared, iteration.selectivity);
        worker.has_careful_probes = self.root.empties() >= CAREFUL_PROBES && iteration.depth >= self.root.empties();
        let node = SearchNode::new(self.root, self.limits.draw);
        let score = worker.search::<Root>(&node, alpha, beta, iteration.depth);
        worker.flush_nodes();
        worker.trace.end();
        let score = score?; // if stopped, the noted best move stays
        let at = self
            .bounds
            .best()
            .filter(|best| best.score == score)
            .and_then(|best| best.at)
            .or_else(|| self.previous_best());
        Ok(Best { score, at })
    }

    /// The best move when every move failed low: that of the iteration before.
    fn previous_best(&self) -> Option<Square> {
        let left = self.bounds.moves();
        self.lines
            .iter()
            .filter_map(|line| line.line.first().copied())
            .find(|at| left.has(*at))
            .or_else(|| left.first())
    }

    fn report(&self, best: Best, iteration: Iteration, window: (Score, Score)) -> Report<Square> {
        let value = self.value(best.score, iteration, window);
        let line = match best.at {
            None => Vec::new(),
            Some(at) if value.is_exact() => {
                let root = SearchNode::new(self.root, self.limits.draw);
                line::perfect(&self.shared, &root, at, root.score(value.score().rounded()))
            }
            Some(at) => line::expected(&self.shared, self.root, at, iteration.depth),
        };
        Report { value, line, nodes: self.shared.nodes(), time: self.shared.ends.timer.elapsed() }
    }

    /// The result of an iteration with this window, with its certainty.
    fn value(&self, score: Score, iteration: Iteration, (alpha, beta): (Score, Score)) -> Value {
        let empties = self.root.empties();
        if !iteration.proves(empties) {
            return Value::estimate(score, iteration.depth.min(empties) as u8, iteration.selectivity.percent());
        }
        let lower = if score > alpha { fewest_discs(score) } else { Score::MIN.floor() };
        let upper = if score < beta { most_discs(score) } else { Score::MAX.floor() };
        // Bounds of -64 and 64 result only from a window that is no narrower.
        Value::within(lower, upper).unwrap_or(Value::at_least(lower))
    }
}

/// The factor of the soft budget after an iteration that found the line `new` after `old`, from the factor before it.
fn time_factor_after(time_factor: f32, old: &Report<Square>, new: &Report<Square>) -> f32 {
    let is_unstable = new.line.first() != old.line.first() || new.score() + DROP < old.score();
    if is_unstable { UNSTABLE_FACTOR } else { (time_factor * STABLE_DECAY).max(LEAST_TIME_FACTOR) }
}

/// Gives a report its proved bounds, unless it is exact already.
fn bound(report: &mut Report<Square>, proof: Proof) {
    if let Some(value) = proof.value().filter(|_| !report.value.is_exact()) {
        report.value = value;
        report.line.truncate(1);
    }
}

/// Whether an ending with this number of empty squares gets an iteration at this confidence before those of higher confidence. Up to 26
/// empty squares one at 73 % is enough: with 20 to 26 empty squares, two to four more took 8 to 14 % of the time of a proof.
fn ending_iteration(selectivity: Selectivity, empties: u32) -> bool {
    match selectivity {
        Selectivity::P73 => true,
        Selectivity::P33 | Selectivity::P50 | Selectivity::P87 | Selectivity::P95 | Selectivity::P98 => empties > 26,
        Selectivity::P99 => empties > 30,
        Selectivity::Full => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{LEAST_TIME_FACTOR, UNSTABLE_FACTOR, time_factor_after};
    use crate::search::Report;
    use emilia_core::{Score, Square, Value};
    use std::time::Duration;

    fn line(at: Square, discs: f32) -> Report<Square> {
        let value = Value::estimate(Score::from_discs(discs), 8, 73);
        Report { value, line: vec![at], nodes: 1, time: Duration::ZERO }
    }

    #[test]
    fn another_best_move_or_a_lower_score_extends_the_time() {
        let old = line(Square::F5, 2.0);
        for time_factor in [LEAST_TIME_FACTOR, 1.0, UNSTABLE_FACTOR] {
            assert_eq!(time_factor_after(time_factor, &old, &line(Square::D3, 2.0)), UNSTABLE_FACTOR);
            assert_eq!(time_factor_after(time_factor, &old, &line(Square::F5, 0.0)), UNSTABLE_FACTOR);
        }
    }

    #[test]
    fn each_iteration_that_confirms_the_one_before_it_shortens_the_time_down_to_a_bound() {
        let (old, new) = (line(Square::F5, 2.0), line(Square::F5, 2.5));
        let mut time_factor = UNSTABLE_FACTOR;
        for _ in 0..20 {
            let less = time_factor_after(time_factor, &old, &new);
            assert!(less < time_factor || less == LEAST_TIME_FACTOR);
            time_factor = less;
        }
        assert_eq!(time_factor, LEAST_TIME_FACTOR);
    }
}
