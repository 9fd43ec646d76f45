//! One search from its limits to its lines.

use super::bits::Bits;
use super::eval::UNIT;
use super::level;
use super::node::OnWords;
use super::node::{Duty, Node, Play};
use super::root::{Root, Scored, line};
use super::worker::{Candidate, INFINITY, Means, Shared, Worker};
use crate::search::{Limits, Report, Stop, Timer};
use emilia_core::{Game, Move, Score, Value};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The lines of an iteration may take this part of the nodes of the search so far, ...
const LINES_SHARE: u64 = 8;
/// ... and this number of nodes: a few hundredths of a second.
const LINES_NODES: u64 = 1 << 16;

/// A search of the game's position now.
pub(super) struct Think<'a> {
    pub game: &'a Game,
    pub limits: &'a Limits,
    pub stop: &'a Stop,
    pub means: Means<'a>,
    pub timer: Timer,
    pub watch: &'a mut (dyn FnMut(&[Report<Move>]) + Send),
}

impl OnWords for Think<'_> {
    type Output = Vec<Report<Move>>;

    fn run<B: Bits>(self, play: &Play<B>) -> Vec<Report<Move>> {
        let mut node = play.node(self.game);
        let (is_passed, moves) = match play.duty(&node) {
            Duty::Move(moves) => (false, moves),
            Duty::Over => {
                let value = Value::exact(play.result(&node));
                return vec![Report { value, line: Vec::new(), nodes: 0, time: Duration::ZERO }];
            }
            Duty::Pass => {
                node = node.pass();
                (true, play.moves(&node))
            }
        };
        let (limits, timer) = (self.limits, self.timer);
        let is_out = |nodes| is_out(limits, timer, nodes);
        let shared = Shared { play, means: self.means, stop: self.stop, is_out: &is_out };
        let mut worker = Worker::new(&shared, None);
        let root = Root::new(self.chosen(&worker, &node, moves));
        self.iterate(&mut worker, root, &node, is_passed)
    }
}

/// Whether nodes or time are used up.
pub(super) fn is_out(limits: &Limits, timer: Timer, nodes: u64) -> bool {
    limits.nodes.is_some_and(|most| nodes >= most) || limits.budget.is_some_and(|budget| timer.elapsed() >= budget.hard)
}

impl Think<'_> {
    /// The moves to search.
    fn chosen<B: Bits>(&self, worker: &Worker<'_, B>, node: &Node<B>, moves: B) -> Vec<Candidate<B>> {
        let mut all = Vec::new();
        worker.collect(&mut all, node, moves);
        let is_wanted = |candidate: &&Candidate<B>| {
            let square = worker.shared.play.mv(candidate.choice).and_then(Move::square);
            self.limits.root_moves.is_none_or(|wanted| square.is_some_and(|square| wanted.has(square)))
        };
        let wanted: Vec<_> = all.iter().filter(is_wanted).copied().collect();
        if wanted.is_empty() { all } else { wanted }
    }

    /// All iterations; the lines of the last one.
    fn iterate<B: Bits>(
        self,
        worker: &mut Worker<'_, B>,
        mut root: Root<B>,
        node: &Node<B>,
        is_passed: bool,
    ) -> Vec<Report<Move>> {
        let (shared, empties) = (worker.shared, worker.shared.play.empties(node));
        let target = level::plies(self.limits, empties);
        // A pass is the only move: the replies to it are no others.
        let lines = if is_passed { 1 } else { self.limits.lines.clamp(1, root.moves.len()) };
        let window = self.window(is_passed);
        let (mut found, mut began, mut lasted) = (Vec::new(), Duration::ZERO, Duration::ZERO);
        let mut plies = 1;
        loop {
            shared.means.progress.plies.store(plies, Ordering::Relaxed);
            let window = if plies >= empties { window } else { (-INFINITY, INFINITY) };
            let result = root.iterate(worker, plies, lines, window);
            worker.finish();
            let (time, nodes) = (self.timer.elapsed(), shared.means.progress.nodes());
            let most = nodes + nodes / LINES_SHARE + LINES_NODES;
            let is_out = |nodes: u64| nodes >= most || (shared.is_out)(nodes);
            let limited = Shared { is_out: &is_out, ..*shared };
            let mut follower = Worker::new(&limited, None);
            let mut report = |(score, first): &Scored<B>, is_partial: bool| {
                let value = value(*score, plies, empties, window, is_partial);
                let mut moves = line(&mut follower, first, plies, value.is_exact().then_some(*score));
                follower.finish();
                if is_passed {
                    moves.insert(0, Move::Pass);
                }
                Report { value: if is_passed { -value } else { value }, line: moves, nodes, time }
            };
            match result {
                Ok(best) => found = best.iter().map(|scored| report(scored, false)).collect(),
                Err(Some(better)) if lines == 1 => {
                    found = vec![report(&better, true)];
                    break;
                }
                Err(_) => break,
            }
            (self.watch)(&found);
            let took = time.saturating_sub(began);
            // An iteration takes as many times as long as the one before it as that did, and at least twice.
            let growth =
                if lasted.is_zero() { 3.0 } else { (took.as_secs_f64() / lasted.as_secs_f64()).clamp(2.0, 8.0) };
            let is_too_late = self.limits.budget.is_some_and(|budget| {
                budget.soft < budget.hard && time + took.mul_f64(growth) > budget.soft || time >= budget.hard
            });
            if plies >= target || is_too_late {
                break;
            }
            (began, lasted) = (time, took);
            plies = next(plies, target, empties);
        }
        found
    }

    /// The window of an exact search.
    fn window(&self, is_passed: bool) -> (i32, i32) {
        let raw = |score: Score, limit: Score, infinity: i32| if score == limit { infinity } else { score.raw() };
        let (alpha, beta) = self.limits.true_window();
        let window = (raw(alpha, Score::MIN, -INFINITY), raw(beta, Score::MAX, INFINITY));
        if is_passed { (-window.1, -window.0) } else { window }
    }
}

/// The plies of the next iteration: one more, or all that are left where the position is to be solved and not many are.
fn next(plies: u32, target: u32, empties: u32) -> u32 {
    let ahead = (empties * 2 / 5).max(6);
    if target >= empties && plies + ahead >= empties { empties } else { plies + 1 }
}

/// The value of a score after this number of plies. If the search was stopped, other moves may be better.
fn value(score: i32, plies: u32, empties: u32, (alpha, beta): (i32, i32), is_partial: bool) -> Value {
    if plies < empties {
        let raw = score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        return Value::estimate(Score::from_raw(raw), plies as u8, 100);
    }
    let discs = score / UNIT;
    match score {
        _ if score <= alpha => Value::at_most(discs),
        _ if score >= beta || is_partial => Value::at_least(discs),
        _ => Value::exact(discs),
    }
}
