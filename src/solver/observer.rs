//! Who follows the search of a position, and who keeps what it proves.

use super::Answer;
use crate::board::Square;
use crate::game::Move;
use crate::game::notation::obf::Problem;
use crate::search::{Limits, Report, ResumeState, Snapshot, Step};
use std::time::Duration;

/// The start of a search.
#[derive(Clone, Copy)]
pub struct JobStart<'a> {
    /// The position.
    pub problem: &'a Problem,
    /// Where an earlier search of it stopped; by default at its beginning.
    pub resume: &'a ResumeState,
    /// Nodes of the earlier searches.
    pub nodes: u64,
    /// Seconds of the earlier searches.
    pub seconds: f64,
}

/// How far a search is.
#[derive(Clone, Copy)]
pub struct JobProgress<'a> {
    /// Where the search is.
    pub snapshot: &'a Snapshot<'a>,
    /// The best line of the last finished iteration.
    pub best: Option<&'a Report<Square>>,
    /// What is proved of the position, in discs for the side to move, within -64..=64.
    pub bounds: (i32, i32),
    /// Nodes of all searches of the position.
    pub nodes: u64,
    /// Seconds of all searches of the position.
    pub seconds: f64,
    /// Moves that need no more search: their score is known, or too low to matter.
    pub settled: usize,
    /// The time that is probably left, from and to; none if there is nothing to estimate it from.
    pub left: Option<(Duration, Duration)>,
}

/// Follows the search of one position. All methods do nothing by default.
pub trait JobObserver: Send {
    /// The search begins or is resumed.
    fn begin(&mut self, _start: &JobStart<'_>) {}

    /// A step of the search.
    fn step(&mut self, _step: Step, _standing: &Snapshot<'_>) {}

    /// The lines of a finished iteration.
    fn report(&mut self, _problem: &Problem, _lines: &[Report<Square>]) {}

    /// How far the search is, about ten times a second.
    fn progress(&mut self, _progress: &JobProgress<'_>) {}

    /// What was proved so far is on the disk.
    fn saved(&mut self) {}

    /// The search has ended.
    fn end(&mut self, _answer: &Answer) {}

    /// Whether every step must be kept by the journal before it is reported.
    fn reports_steps(&self) -> bool {
        false
    }
}

/// Keeps the answers of a solve and where its searches are.
pub trait Journal: Send {
    /// The answer that is kept for this position, as lines and seconds, if there is one; `moves` is the number of its legal moves.
    fn answer(&self, number: usize, moves: usize) -> Option<(Vec<Report<Move>>, f64)>;

    /// Where an earlier search of this position stopped, with its nodes and seconds.
    fn resume(&self, number: usize, problem: &Problem, limits: &Limits) -> Option<(ResumeState, u64, f64)>;

    /// Keeps an answer.
    fn finish(&mut self, number: usize, answer: &Answer);

    /// Keeps where a search is; with its transposition table if `is_due`.
    fn note(&mut self, number: usize, resume: &ResumeState, spent: (u64, f64), snapshot: &Snapshot<'_>, is_due: bool);

    /// Whether it is time to keep the transposition table.
    fn is_due(&self) -> bool;

    /// Whether something could not be kept.
    fn is_behind(&self) -> bool;
}
