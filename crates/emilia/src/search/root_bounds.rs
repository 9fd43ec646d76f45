//! The bookkeeping of the root: proved bounds of its moves, shared by all threads, and reports of progress.

use super::clock::Timer;
use super::node::Best;
use super::order::Candidate;
use super::proof::{Iteration, Proof, Snapshot, Step, fewest_discs, most_discs};
use super::search_node::Root;
use super::search_node::SearchNode;
use super::table::Table;
use super::worker::{Stopped, Worker};
use super::{Limits, Selectivity};
use emilia_core::{Bitboard, Position, Score, Square};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Time between two ticks, in milliseconds.
const TICK: u64 = 100;

/// The bounds of a root move in scores of the search, where a draw has the value that the limits give it.
#[derive(Clone, Copy)]
struct Bounds {
    at: Square,
    lower: Score,
    upper: Score,
}

/// Reports a step of the search.
pub(super) type ReportStep<'a> = dyn Fn(Step, &Snapshot<'_>) + Sync + 'a;

/// The root of one search.
pub(super) struct RootBounds<'a> {
    root: SearchNode,
    /// The moves that are searched.
    moves: Bitboard,
    table: &'a Table,
    timer: Timer,
    report: Option<&'a ReportStep<'a>>,
    /// When the next tick is due, in milliseconds since the start.
    due: AtomicU64,
    bounds: Mutex<Vec<Bounds>>,
    state: Mutex<State>,
}

/// What changes from iteration to iteration.
struct State {
    /// The moves of the line that is searched.
    moves: Bitboard,
    /// The best move of the running search, in case it is stopped.
    best: Option<Best>,
    /// A move that is better than that one by a search with a null window or a lower window, and is being searched for its score.
    better: Option<Best>,
    /// The running iteration and those that follow.
    iterations: Vec<Iteration>,
}

impl<'a> RootBounds<'a> {
    pub(super) fn new(
        root: Position,
        limits: &Limits,
        table: &'a Table,
        timer: Timer,
        report: Option<&'a ReportStep<'a>>,
    ) -> RootBounds<'a> {
        let (moves, root) = (limits.moves_of(root), SearchNode::new(root, limits.draw));
        let state = Mutex::new(State { moves, best: None, better: None, iterations: Vec::new() });
        RootBounds { root, moves, table, timer, report, due: AtomicU64::new(TICK), bounds: Mutex::default(), state }
    }

    /// Restores the bounds of an earlier search.
    pub(super) fn restore(&self, proofs: &[Proof]) {
        let bounds = |proof: &Proof| Bounds {
            at: proof.at,
            lower: self.root.score(proof.lower),
            upper: self.root.score(proof.upper),
        };
        *lock(&self.bounds) = proofs.iter().map(bounds).collect();
    }

    /// The proved bounds, in the order in which they were found.
    pub(super) fn proofs(&self) -> Vec<Proof> {
        let proof = |bounds: &Bounds| Proof {
            at: bounds.at,
            lower: fewest_discs(bounds.lower),
            upper: most_discs(bounds.upper),
        };
        lock(&self.bounds).iter().map(proof).collect()
    }

    /// Sets the moves of the line that is searched next.
    pub(super) fn set_moves(&self, moves: Bitboard) {
        lock(&self.state).moves = moves;
    }

    /// Begins a search; this move was better than the window of the one before.
    pub(super) fn begin_search(&self, better: Option<Best>) {
        let mut state = lock(&self.state);
        (state.best, state.better) = (None, better);
    }

    /// The best move of the finished search, if one was noted.
    pub(super) fn best(&self) -> Option<Best> {
        lock(&self.state).best
    }

    /// The best move of the stopped search, with a lower bound of its score.
    pub(super) fn best_unfinished(&self) -> Option<Best> {
        let state = lock(&self.state);
        state.better.or(state.best)
    }

    /// Sets the iterations that follow.
    pub(super) fn set_iterations(&self, iterations: Vec<Iteration>) {
        lock(&self.state).iterations = iterations;
    }

    /// Removes the first iteration, which is finished.
    pub(super) fn finish_iteration(&self) {
        lock(&self.state).iterations.remove(0);
    }

    /// Reports a step, after this number of nodes.
    pub(super) fn step(&self, step: Step, nodes: u64) {
        let Some(report) = self.report else { return };
        let snapshot = Snapshot {
            root: self.root.position,
            moves: self.moves,
            iterations: lock(&self.state).iterations.clone(),
            proofs: self.proofs(),
            nodes,
            time: self.timer.elapsed(),
            table: self.table,
        };
        report(step, &snapshot);
    }

    /// The moves that the root may choose from.
    pub(super) fn moves(&self) -> Bitboard {
        lock(&self.state).moves
    }

    /// Notes a root move that is better than those before it in this iteration.
    fn note_best(&self, best: Best) {
        let mut state = lock(&self.state);
        state.better = None;
        if state.best.is_none_or(|noted| best.score > noted.score) {
            state.best = Some(best);
        }
    }

    /// Notes a root move that was found to be better and is now searched for its score, with a lower bound of it; none when that has ended.
    pub(super) fn note_better(&self, better: Option<Best>) {
        lock(&self.state).better = better;
    }

    /// The score of a move if its proved bounds answer a search with this window.
    fn known(&self, at: Square, (alpha, beta): (Score, Score)) -> Option<Score> {
        let bounds = *lock(&self.bounds).iter().find(|bounds| bounds.at == at)?;
        if bounds.lower >= beta || bounds.lower == bounds.upper {
            Some(bounds.lower)
        } else {
            (bounds.upper <= alpha).then_some(bounds.upper)
        }
    }

    /// Notes the proved result of a search of a move with this window.
    fn note_proved(&self, at: Square, score: Score, (alpha, beta): (Score, Score)) {
        let mut all = lock(&self.bounds);
        let lower = if score > alpha { score } else { Score::MIN };
        let upper = if score < beta { score } else { Score::MAX };
        match all.iter_mut().find(|bounds| bounds.at == at) {
            Some(bounds) => {
                bounds.lower = bounds.lower.max(lower);
                bounds.upper = bounds.upper.min(upper);
            }
            None => all.push(Bounds { at, lower, upper }),
        }
    }

    /// The best of these moves by proved lower bound.
    fn best_proved(&self, among: Bitboard) -> Option<Best> {
        let all = lock(&self.bounds);
        let mut best: Option<Best> = None;
        for bounds in all.iter().filter(|bounds| among.has(bounds.at) && bounds.lower > Score::MIN) {
            if best.is_none_or(|best| bounds.lower > best.score) {
                best = Some(Best { score: bounds.lower, at: Some(bounds.at) });
            }
        }
        best
    }

    /// Reports that the search of a move begins, after this number of nodes of the whole search.
    fn begins(&self, at: Square, (alpha, beta): (Score, Score), nodes: u64) {
        self.step(Step::Searching { at, alpha, beta }, nodes);
    }

    /// Reports that the search of a move ends.
    fn ends(&self, at: Square, nodes: u64) {
        self.step(Step::Searched { at }, nodes);
    }

    /// Called every few thousand nodes.
    pub(super) fn tick(&self, nodes: u64) {
        if self.report.is_none() {
            return;
        }
        let (now, due) = (self.timer.elapsed().as_millis() as u64, self.due.load(Relaxed));
        if now >= due && self.due.compare_exchange(due, now + TICK, Relaxed, Relaxed).is_ok() {
            self.step(Step::Tick, nodes);
        }
    }
}

/// The root node: a move whose proved bounds lie outside the window is not searched again.
impl Worker<'_> {
    /// The moves that the root may choose from.
    pub(super) fn root_moves(&self) -> Bitboard {
        self.shared.root.map_or(Bitboard::ALL, |root| root.moves())
    }

    /// Notes a root move that is better than those before it in this iteration.
    pub(super) fn note_root(&self, best: Best) {
        if let Some(root) = self.shared.root {
            root.note_best(best);
        }
    }

    /// Notes a root move that was found to be better and is now searched for its score, with a lower bound of it; none when that has ended.
    pub(super) fn note_better(&self, better: Option<Best>) {
        if let Some(root) = self.shared.root {
            root.note_better(better);
        }
    }

    /// Whether a search of the root to this depth proves its result.
    fn proves(&self, root: &SearchNode, depth: u32) -> bool {
        self.selectivity == Selectivity::Full && depth >= root.empties
    }

    /// The best proved lower bound among these moves, if it is above `alpha`.
    pub(super) fn proved(&self, root: &SearchNode, moves: Bitboard, alpha: Score, depth: u32) -> Option<Best> {
        let best =
            self.shared.root?.best_proved(moves).filter(|best| self.proves(root, depth) && best.score > alpha)?;
        self.note_root(best);
        Some(best)
    }

    /// The score of a root move if its proved bounds answer a search to this depth.
    pub(super) fn known_root_child(
        &self,
        root: &SearchNode,
        at: Square,
        window: (Score, Score),
        depth: u32,
    ) -> Option<Score> {
        self.shared.root.filter(|_| self.proves(root, depth))?.known(at, window)
    }

    /// The value of a root move, for the side that makes it: always searched, so that the table has its line.
    pub(super) fn root_child(
        &mut self,
        root: &SearchNode,
        candidate: &Candidate,
        window: (Score, Score),
        depth: u32,
        first: bool,
    ) -> Result<Score, Stopped> {
        let (alpha, beta) = window;
        let Some(hook) = self.shared.root.filter(|_| depth >= root.empties) else {
            return self.search_child::<Root>(root, candidate, alpha, beta, depth, first);
        };
        hook.begins(candidate.at, window, self.shared.nodes());
        let score = self.search_child::<Root>(root, candidate, alpha, beta, depth, first);
        if let Ok(score) = score
            && self.proves(root, depth)
        {
            hook.note_proved(candidate.at, score, window);
        }
        self.flush_nodes();
        // A better move of another thread ends it, too.
        if !self.shared.is_halted() {
            hook.ends(candidate.at, self.shared.nodes());
        }
        score
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Clock;

    #[test]
    fn a_stopped_search_has_the_move_that_is_known_to_be_better() {
        let table = Table::new(0);
        let root = RootBounds::new(Position::START, &Limits::exact(), &table, Clock::SYSTEM.start(), None);
        let best = |at, discs| Best { score: Score::discs(discs), at: Some(at) };
        let unfinished = || root.best_unfinished().and_then(|best| best.at);
        let finished = || root.best().and_then(|best| best.at);
        root.begin_search(None);
        assert_eq!((unfinished(), finished()), (None, None));
        root.note_best(best(Square::D3, 2));
        root.note_better(Some(best(Square::C4, 3)));
        assert_eq!((unfinished(), finished()), (Some(Square::C4), Some(Square::D3)));
        root.note_better(None);
        assert_eq!(unfinished(), Some(Square::D3), "the search with an open window found it worse");
        root.note_better(Some(best(Square::F5, 3)));
        root.note_best(best(Square::F5, 4));
        assert_eq!((unfinished(), finished()), (Some(Square::F5), Some(Square::F5)));
        root.begin_search(root.best());
        assert_eq!((unfinished(), finished()), (Some(Square::F5), None), "better than the window of the search before");
        root.note_best(best(Square::E6, 5));
        assert_eq!(unfinished(), Some(Square::E6));
    }
}
