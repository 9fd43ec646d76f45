//! The search from the root: passes, windows and lines.
//!
//! Knows nothing of what is kept between searches.

use super::line;
use super::node::{Best, Place, Root};
use super::params::aspiration;
use super::proof::{fewest_discs, most_discs, proved_root};
use super::tree::{Shared, Stopped, Tree};
use super::{Budget, Limits, Observer, Pass, Proof, Report, Selectivity, Step, of_position};
use crate::board::{Bitboard, Position, Square};
use crate::score::{Score, Value};
use std::cmp::Reverse;
use std::time::{Duration, Instant};

/// A pass that finds another best move, or the score fallen by more than [`DROP`], lets the search take so many times its soft
/// budget. Against a search that takes its share of time whatever it finds: 68.7 % of 115 games of 4 s a
/// side, +137 Elo with an error of 65.
const UNREST: f32 = 1.6;
/// Every pass that confirms the one before it takes so much of that away again, ...
const CALM: f32 = 0.8;
/// ... down to this.
const LEAST_PATIENCE: f32 = 0.75;
/// One and a half discs.
const DROP: Score = Score::clamped(Score::UNIT * 3 / 2);

/// Passes that lead to an ending stay so many plies short of it, and more, before one goes to the end: to solve then costs no more
/// than another one.
const SHORT_OF_THE_END: u32 = 10;
/// The same where time or nodes are bounded, and a pass to the end may not be finished: then one ply more is worth having. With
/// 60,000 nodes a move, 51.7 % of 584 games against 6 [50.2, 53.3], which had 58.6 % of 400 against 10 [55.6, 61.8]; 2 is
/// no better.
const BOUNDED_SHORT_OF_THE_END: u32 = 4;

/// One search from the root.
pub(super) struct Think<'a> {
    pub shared: Shared<'a>,
    /// A position with a move.
    pub root: Position,
    pub limits: &'a Limits,
    pub start: Instant,
    /// The lines of the last finished pass, best first.
    pub lines: Vec<Report<Square>>,
}

impl Think<'_> {
    /// Searches pass after pass, as far as the limits allow, without the first ones that an earlier search has finished.
    pub fn run(&mut self, watch: &mut dyn Observer<Square>, finished: usize) -> Vec<Report<Square>> {
        if self.lines.is_empty() {
            self.lines = self.first_glance();
        }
        let (mut last, mut patience) = (Duration::ZERO, 1.0);
        let passes: Vec<Pass> = self.passes().into_iter().skip(finished).collect();
        self.shared.notes.passes = passes.clone();
        for pass in passes {
            self.shared.tell(Step::Begins);
            let before = self.start.elapsed();
            if self.shared.must_end() || self.is_too_late(before, last, patience) {
                break;
            }
            let old = self.lines.first().cloned();
            let finished = self.search_pass(pass).is_ok();
            if !finished {
                break;
            }
            if let (Some(old), Some(new)) = (old, self.lines.first()) {
                patience = patience_after(patience, &old, new);
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
            .moves()
            .map(|at| {
                let next = place.play(at, self.root.flips(at));
                let value = match next.position.is_over() {
                    true => Value::exact(-next.position.final_discs()),
                    false => Value::estimate(-tree.estimate(&next), 0, 100),
                };
                Report { value, line: vec![at], nodes: 1, time: self.start.elapsed() }
            })
            .collect();
        lines.sort_by_key(|report| Reverse(report.score()));
        if self.limits.lines <= 1 {
            // The one line speaks for the position, not for its move alone.
            lines[0].value = self.value_at_a_glance(&place, &tree, &lines);
        }
        lines.truncate(self.limits.lines.max(1));
        lines
    }

    /// What the position is worth by these lines of all moves, best first.
    fn value_at_a_glance(&self, place: &Place, tree: &Tree, lines: &[Report<Square>]) -> Value {
        let values: Vec<Value> = lines.iter().map(|line| line.value).collect();
        match of_position(&values) {
            Some((value, 0)) if self.limits.depth > 0 => value,
            _ => Value::estimate(tree.estimate(place), 0, 100),
        }
    }

    /// The moves to search.
    fn moves(&self) -> Bitboard {
        self.limits.moves_of(self.root)
    }

    /// What to search one after another: ever deeper, then, if the end is in reach, ever surer.
    fn passes(&self) -> Vec<Pass> {
        let empties = self.root.empties();
        let target = self.limits.selectivity;
        let step = |depth, selectivity| Pass { depth, selectivity };
        if self.limits.depth < empties {
            let stride = self.limits.stride.max(1);
            let first = (self.limits.depth + stride - 1) % stride + 1;
            return (first..=self.limits.depth).step_by(stride as usize).map(|depth| step(depth, target)).collect();
        }
        // Depths of one parity lead to an ending, each two plies more: the evaluation reads differently on odd and even ones.
        let shallowest = 2 - empties % 2;
        let is_bounded = self.limits.budget.is_some() || self.limits.nodes.is_some();
        let short_of_the_end = if is_bounded { BOUNDED_SHORT_OF_THE_END } else { SHORT_OF_THE_END };
        let midgame = (shallowest..empties.saturating_sub(short_of_the_end))
            .step_by(2)
            .map(|depth| step(depth, Selectivity::P73));
        let selective = Selectivity::ALL.into_iter().filter(|&s| s < target && empties > 16 && ending_pass(s, empties));
        midgame.chain(selective.map(|s| step(empties, s))).chain([step(empties, target)]).collect()
    }

    /// Whether the next pass would probably end too late. Where the soft bound is the hard one, nothing can be saved, and a pass that
    /// is stopped in its midst may still have found something.
    fn is_too_late(&self, elapsed: Duration, last: Duration, patience: f32) -> bool {
        self.limits.budget.filter(|budget| budget.soft < budget.hard).is_some_and(|Budget { soft, hard }| {
            let scaled = Duration::try_from_secs_f32(soft.as_secs_f32() * patience).unwrap_or(hard);
            elapsed + last > scaled.min(hard)
        })
    }

    /// Searches the lines of a pass. If it is stopped, what was found is kept as far as it is worth more than before.
    fn search_pass(&mut self, pass: Pass) -> Result<(), Stopped> {
        let mut lines: Vec<Report<Square>> = Vec::new();
        let mut left = self.moves();
        // Where all moves are asked for, each is searched by itself: to find the best of those left first would be work in vain.
        let has_all = self.limits.lines >= left.len() as usize;
        while lines.len() < self.limits.lines.max(1) && !left.is_empty() {
            let guess = self.lines.iter().find(|line| line.line.first().is_some_and(|at| left.has(*at)));
            let next = guess.and_then(|line| line.line.first()).copied().filter(|_| has_all);
            let guess = guess.map(Report::score);
            self.shared.root_moves = next.map_or(left, Bitboard::from);
            match self.aspire(pass, guess) {
                Ok((best, window)) => {
                    let report = self.report(best, pass, window);
                    left &= !best.at.map_or(Bitboard::EMPTY, Bitboard::from);
                    let images = self.images(&report, left);
                    lines.push(report);
                    for image in images {
                        left &= !image.line.first().map_or(Bitboard::EMPTY, |&at| Bitboard::from(at));
                        lines.push(image);
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
        lines.sort_by_key(|line| Reverse(line.score()));
        lines.truncate(self.limits.lines.max(1));
        self.lines = lines;
        Ok(())
    }

    /// The reports of the moves among those left that mirror the move of this report: they need no search.
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
            let Some(best) = proved_root(&proofs, self.moves()) else { return };
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
        self.lines.sort_by_key(|line| Reverse(line.score()));
    }

    /// Puts a line in front, in the place of another one of the same move.
    fn put_first(&mut self, report: Report<Square>) {
        self.lines.retain(|line| line.line.first() != report.line.first());
        self.lines.insert(0, report);
        self.lines.truncate(self.limits.lines.max(1));
    }

    /// The window asked about as the search has it. A draw, which may be worth up to a disc either way, stays on the side of the
    /// bounds that it is on in truth.
    fn window(&self) -> (Score, Score) {
        let Limits { window: (alpha, beta), draw, .. } = *self.limits;
        let below_a_draw = alpha < Score::ZERO && draw <= alpha;
        let above_a_draw = beta > Score::ZERO && draw >= beta;
        (if below_a_draw { -(-draw).next() } else { alpha }, if above_a_draw { draw.next() } else { beta })
    }

    /// Searches the root with a window around the guess; where the score falls out of it, next with one on that side of it, wider
    /// each time. Cuts that err may contradict each other from window to window: in the end everything is open.
    /// Returns the best move with the widest window asked about.
    fn aspire(&mut self, pass: Pass, guess: Option<Score>) -> Result<(Best, (Score, Score)), Stopped> {
        let (floor, ceiling) = self.window();
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

    fn report(&self, best: Best, pass: Pass, window: (Score, Score)) -> Report<Square> {
        let value = self.value(best.score, pass, window);
        let line =
            best.at.map_or_else(Vec::new, |at| line::follow(&self.shared, self.root, at, pass.depth, value.is_exact()));
        Report { value, line, nodes: self.shared.nodes(), time: self.start.elapsed() }
    }

    /// What the result of a pass with this window is worth.
    fn value(&self, score: Score, pass: Pass, (alpha, beta): (Score, Score)) -> Value {
        let empties = self.root.empties();
        if !pass.proves(empties) {
            return Value::estimate(score, pass.depth.min(empties) as u8, pass.selectivity.percent());
        }
        let lower = if score > alpha { fewest_discs(score) } else { Score::MIN.floor() };
        let upper = if score < beta { most_discs(score) } else { Score::MAX.floor() };
        // Bounds that say no more than the rules are reached only by a window that asks for no more.
        Value::within(lower, upper).unwrap_or(Value::at_least(lower))
    }
}

/// How many times its soft budget a search may take, if it was so many times before a pass that found the new line after the old.
fn patience_after(patience: f32, old: &Report<Square>, new: &Report<Square>) -> f32 {
    let is_unrest = new.line.first() != old.line.first() || new.score() + DROP < old.score();
    if is_unrest { UNREST } else { (patience * CALM).max(LEAST_PATIENCE) }
}

/// Gives a report the bounds that are proved of it, if they say more than it does.
fn bound(report: &mut Report<Square>, proof: Proof) {
    if let Some(value) = proof.value().filter(|_| !report.value.is_exact()) {
        report.value = value;
        report.line.truncate(1);
    }
}

/// Whether an ending of this size is worth a pass with this confidence before the surer ones.
fn ending_pass(selectivity: Selectivity, empties: u32) -> bool {
    match selectivity {
        Selectivity::P33 | Selectivity::P73 => true,
        Selectivity::P50 | Selectivity::P87 => empties > 20,
        Selectivity::P95 => empties > 18,
        Selectivity::P98 => empties > 26,
        Selectivity::P99 => empties > 30,
        Selectivity::Full => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{LEAST_PATIENCE, UNREST, patience_after};
    use crate::board::Square;
    use crate::score::{Score, Value};
    use crate::search::Report;
    use std::time::Duration;

    fn line(at: Square, discs: f32) -> Report<Square> {
        let value = Value::estimate(Score::from_discs(discs), 8, 73);
        Report { value, line: vec![at], nodes: 1, time: Duration::ZERO }
    }

    #[test]
    fn another_best_move_or_a_fallen_score_makes_patient() {
        let old = line(Square::F5, 2.0);
        for patience in [LEAST_PATIENCE, 1.0, UNREST] {
            assert_eq!(patience_after(patience, &old, &line(Square::D3, 2.0)), UNREST);
            assert_eq!(patience_after(patience, &old, &line(Square::F5, 0.0)), UNREST);
        }
    }

    #[test]
    fn each_pass_that_confirms_the_one_before_it_makes_less_patient_down_to_a_bound() {
        let (old, new) = (line(Square::F5, 2.0), line(Square::F5, 2.5));
        let mut patience = UNREST;
        for _ in 0..20 {
            let less = patience_after(patience, &old, &new);
            assert!(less < patience || less == LEAST_PATIENCE);
            patience = less;
        }
        assert_eq!(patience, LEAST_PATIENCE);
    }
}
