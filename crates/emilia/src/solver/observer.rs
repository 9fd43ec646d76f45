//! The observer of the search of a position, and the journal of its proved results.

use super::Answer;
use crate::search::{Limits, Report, ResumeState, Snapshot, Step};
use emilia_core::notation::obf::Problem;
use emilia_core::{Move, Square};
use std::time::Duration;

/// The start of a search.
#[derive(Clone, Copy)]
pub struct JobStart<'a> {
    /// The position.
    pub problem: &'a Problem,
    /// The state of an earlier search of it; the default if there was none.
    pub resume: &'a ResumeState,
    /// Nodes of the earlier searches.
    pub nodes: u64,
    /// Seconds of the earlier searches.
    pub seconds: f64,
}

/// The progress of a search.
#[derive(Clone, Copy)]
pub struct JobProgress<'a> {
    /// The state of the search.
    pub snapshot: &'a Snapshot<'a>,
    /// The best line of the last finished iteration.
    pub best: Option<&'a Report<Square>>,
    /// The proved bounds of the position, in discs for the side to move, within -64..=64.
    pub bounds: (i32, i32),
    /// Nodes of all searches of the position.
    pub nodes: u64,
    /// Seconds of all searches of the position.
    pub seconds: f64,
    /// The number of moves that need no more search: their score is proved, or is proved to be too low.
    pub settled: usize,
    /// The range of the remaining time; none if there is no basis for an estimate yet.
    pub left: Option<(Duration, Duration)>,
}

/// Follows the search of one position. All methods do nothing by default.
pub trait JobObserver: Send {
    /// The search begins or is resumed.
    fn begin(&mut self, _start: &JobStart<'_>) {}

    /// A step of the search.
    fn step(&mut self, _step: Step, _snapshot: &Snapshot<'_>) {}

    /// The lines of a finished iteration.
    fn report(&mut self, _problem: &Problem, _lines: &[Report<Square>]) {}

    /// The progress of the search, about ten times a second.
    fn progress(&mut self, _progress: &JobProgress<'_>) {}

    /// Everything proved so far is on the disk.
    fn saved(&mut self) {}

    /// The search has ended.
    fn end(&mut self, _answer: &Answer) {}

    /// Whether the journal must record every step before it is reported.
    fn reports_steps(&self) -> bool {
        false
    }
}

/// Records the answers of a solve and the states of its searches.
pub trait Journal: Send {
    /// The recorded answer of this position, as lines and seconds, if there is one; `moves` is the number of its legal moves.
    fn answer(&self, number: usize, moves: usize) -> Option<(Vec<Report<Move>>, f64)>;

    /// The state of an earlier search of this position, with its nodes and seconds.
    fn resume(&self, number: usize, problem: &Problem, limits: &Limits) -> Option<(ResumeState, u64, f64)>;

    /// Records an answer.
    fn finish(&mut self, number: usize, answer: &Answer);

    /// Records the state of a search; with its transposition table if `is_due`.
    fn note(&mut self, number: usize, resume: &ResumeState, spent: (u64, f64), snapshot: &Snapshot<'_>, is_due: bool);

    /// Whether it is time to record the transposition table.
    fn is_due(&self) -> bool;

    /// Whether something could not be recorded.
    fn is_behind(&self) -> bool;
}
