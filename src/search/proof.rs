//! What a search has proved of the root's moves so far, and who is told while it runs.
//!
//! Knows nothing of files: where a search stood can be taken from it and given to another one, as values.
//!
//! A pass of full width to the end of the game proves a bound for every root move that it finishes. The bounds hold whatever
//! the window and the table, so they are noted apart from the table: no move is searched again where its bounds are answer enough.

use super::node::{Best, Place, Root};
use super::order::Candidate;
use super::table::Table;
use super::tree::{Shared, Stopped, Tree};
use super::{Kept, Limits, Observer, Report, Selectivity};
use crate::board::{Bitboard, Position, Square};
use crate::score::{Score, Value};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a witness hears that a search goes on, in milliseconds.
const TICK: u64 = 100;

/// What is proved of a root move, in discs for the side to move at the root: with perfect play after it the game ends within
/// `lower..=upper`. Final scores are even, and so are the bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The move.
    pub at: Square,
    /// The least score, -64 if nothing better is proved.
    pub lower: i32,
    /// The greatest score, 64 if nothing better is proved.
    pub upper: i32,
}

/// A search of the whole tree: so many plies deep, with cuts so sure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Pass {
    pub depth: u32,
    pub selectivity: Selectivity,
}

impl Pass {
    /// Whether it proves what it finds in a position with so many empty squares.
    pub fn proves(self, empties: u32) -> bool {
        self.depth >= empties && self.selectivity == Selectivity::Full
    }
}

impl Proof {
    /// What the bounds come to; none if nothing is proved.
    pub(super) fn value(self) -> Option<Value> {
        Value::within(self.lower, self.upper)
    }
}

/// What happens in a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// A pass begins.
    Begins,
    /// A root move is searched, in a pass to the end of the game. What matters is whether and where it lies in the window.
    Searching {
        /// The move.
        at: Square,
        /// The lower end of the window.
        alpha: Score,
        /// The upper end of the window.
        beta: Score,
    },
    /// The search of this root move ends.
    Searched {
        /// The move.
        at: Square,
    },
    /// About a tenth of a second has gone by.
    Tick,
    /// The search ends, finished or not.
    Ends,
}

/// Where a search stands.
pub struct Standing<'a> {
    /// The position; if the side to move has to pass, the one after the pass, and all scores are those of the other side.
    pub root: Position,
    /// The moves that are searched.
    pub moves: Bitboard,
    /// The pass under way and those to come, none after the last; that one is what was asked for.
    pub passes: &'a [Pass],
    /// What is proved of the root's moves; nothing of those left out.
    pub proofs: Vec<Proof>,
    /// Positions visited since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    table: &'a Table,
}

impl Standing<'_> {
    /// What is proved of the position itself, with a move that is worth the lower bound if it says more than -64.
    pub fn proof(&self) -> Option<Proof> {
        proved_root(&self.proofs, self.moves)
    }

    /// The entries of the table that cost most to find again, at most so many.
    pub fn kept(&self, most: usize) -> impl Iterator<Item = Kept> {
        self.table.kept(most)
    }
}

/// The fewest discs of a final score that is proved to be at least this value.
///
/// Final scores are even, and a drawn game may have been given any value within a disc: by this search, or by an earlier one with
/// another contempt whose results the table still has.
pub(super) fn fewest_discs(lower: Score) -> i32 {
    -most_discs(-lower)
}

/// The most discs of a final score that is proved to be at most this value.
pub(super) fn most_discs(upper: Score) -> i32 {
    if upper.raw().abs() <= Score::UNIT { 0 } else { upper.floor() & !1 }
}

/// What is proved of a root with these moves, and the best move as far as one is known; none if nothing is.
pub(super) fn proved_root(proofs: &[Proof], moves: Bitboard) -> Option<Proof> {
    let best = proofs.iter().rev().max_by_key(|proof| proof.lower)?;
    let of_all = proofs.len() == moves.len() as usize;
    let upper = if of_all { proofs.iter().map(|proof| proof.upper).max()? } else { 64 };
    Some(Proof { upper, ..*best }).filter(|proof| proof.value().is_some())
}

/// An observer that is told every step. Steps come from the threads that search, one at a time; the search of that thread waits.
pub trait Witness: Observer<Square> {
    /// Takes note of a step.
    fn step(&mut self, step: Step, standing: &Standing<'_>);
}

/// Where an earlier search of the same position with the same limits stood. By default it had not begun.
#[derive(Clone, Default, Debug)]
pub struct Past {
    /// How many passes it had finished.
    pub passes: usize,
    /// The lines of the last of these.
    pub lines: Vec<Report<Square>>,
    /// What it had proved.
    pub proofs: Vec<Proof>,
}

/// The bounds of a root move as the search has them: a draw is worth what the limits say.
#[derive(Clone, Copy)]
struct Bounds {
    at: Square,
    lower: Score,
    upper: Score,
}

/// Notes on the root, shared by all threads.
pub(super) struct Notes<'a> {
    root: Place,
    /// The moves that are searched.
    moves: Bitboard,
    start: Instant,
    bounds: Mutex<Vec<Bounds>>,
    tell: Option<&'a Tell<'a>>,
    /// When the next tick is due, in milliseconds since the start.
    due: AtomicU64,
    /// The pass under way and those to come.
    pub passes: Vec<Pass>,
}

/// Tells a witness.
pub(super) type Tell<'a> = dyn Fn(Step, &Standing<'_>) + Sync + 'a;

impl<'a> Notes<'a> {
    pub(super) fn new(root: Position, limits: &Limits, start: Instant, tell: Option<&'a Tell<'a>>) -> Notes<'a> {
        let (moves, root) = (limits.moves_of(root), Place::new(root, limits.draw));
        Notes { root, moves, start, bounds: Mutex::default(), tell, due: AtomicU64::new(TICK), passes: Vec::new() }
    }

    /// Takes over what was proved before.
    pub(super) fn restore(&mut self, proofs: &[Proof]) {
        let bounds = |proof: &Proof| Bounds {
            at: proof.at,
            lower: self.root.score(proof.lower),
            upper: self.root.score(proof.upper),
        };
        let restored = proofs.iter().map(bounds).collect();
        *lock(&self.bounds) = restored;
    }

    /// What is proved, in the order in which it was.
    pub(super) fn proofs(&self) -> Vec<Proof> {
        let proof = |bounds: &Bounds| Proof {
            at: bounds.at,
            lower: fewest_discs(bounds.lower),
            upper: most_discs(bounds.upper),
        };
        lock(&self.bounds).iter().map(proof).collect()
    }

    /// The worth of a move if its bounds are answer enough for this window.
    fn known(&self, at: Square, alpha: Score, beta: Score) -> Option<Score> {
        let bounds = *lock(&self.bounds).iter().find(|bounds| bounds.at == at)?;
        if bounds.lower >= beta || bounds.lower == bounds.upper {
            Some(bounds.lower)
        } else {
            (bounds.upper <= alpha).then_some(bounds.upper)
        }
    }

    /// Notes the result of a search of a move with this window.
    fn note(&self, at: Square, score: Score, (alpha, beta): (Score, Score)) {
        let mut all = lock(&self.bounds);
        let known = all.iter_mut().find(|bounds| bounds.at == at);
        let lower = if score > alpha { score } else { Score::MIN };
        let upper = if score < beta { score } else { Score::MAX };
        match known {
            Some(bounds) => {
                bounds.lower = bounds.lower.max(lower);
                bounds.upper = bounds.upper.min(upper);
            }
            None => all.push(Bounds { at, lower, upper }),
        }
    }

    /// The one of these moves that is proved to be worth most.
    fn best(&self, among: Bitboard) -> Option<Best> {
        let all = lock(&self.bounds);
        let mut best: Option<Best> = None;
        for bounds in all.iter().filter(|bounds| among.has(bounds.at) && bounds.lower > Score::MIN) {
            if best.is_none_or(|best| bounds.lower > best.score) {
                best = Some(Best { score: bounds.lower, at: Some(bounds.at) });
            }
        }
        best
    }
}

impl Shared<'_> {
    /// Tells the witness of a step.
    pub(super) fn tell(&self, step: Step) {
        if let Some(tell) = self.notes.tell {
            tell(
                step,
                &Standing {
                    root: self.notes.root.position,
                    moves: self.notes.moves,
                    passes: &self.notes.passes,
                    proofs: self.notes.proofs(),
                    nodes: self.nodes(),
                    time: self.notes.start.elapsed(),
                    table: self.table,
                },
            );
        }
    }

    /// Tells the witness now and then that the search goes on.
    pub(super) fn tick(&self) {
        if self.notes.tell.is_none() {
            return;
        }
        let (now, due) = (self.notes.start.elapsed().as_millis() as u64, self.notes.due.load(Relaxed));
        if now >= due && self.notes.due.compare_exchange(due, now + TICK, Relaxed, Relaxed).is_ok() {
            self.tell(Step::Tick);
        }
    }
}

impl Tree<'_> {
    /// Whether a search of the root so deep proves what it finds.
    fn proves(&self, root: &Place, depth: u32) -> bool {
        self.selectivity == Selectivity::Full && depth >= root.empties
    }

    /// What the root is already known to be worth, by one of these moves; nothing if that is not above `alpha`.
    pub(super) fn proved(&self, root: &Place, moves: Bitboard, alpha: Score, depth: u32) -> Option<Best> {
        let best = self.shared.notes.best(moves).filter(|best| self.proves(root, depth) && best.score > alpha)?;
        self.shared.note_root(best);
        Some(best)
    }

    /// The value of a root move, for the side that makes it: searched only if what was proved of it is no answer.
    pub(super) fn root_child(
        &mut self,
        root: &Place,
        candidate: &Candidate,
        (alpha, beta): (Score, Score),
        depth: u32,
        first: bool,
    ) -> Result<Score, Stopped> {
        if depth < root.empties {
            return self.search_child::<Root>(root, candidate, alpha, beta, depth, first);
        }
        let (at, proves) = (candidate.at, self.proves(root, depth));
        if proves && let Some(score) = self.shared.notes.known(at, alpha, beta) {
            return Ok(score);
        }
        self.shared.tell(Step::Searching { at, alpha, beta });
        let score = self.search_child::<Root>(root, candidate, alpha, beta, depth, first)?;
        if proves {
            self.shared.notes.note(at, score, (alpha, beta));
        }
        self.tell();
        self.shared.tell(Step::Searched { at });
        Ok(score)
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
