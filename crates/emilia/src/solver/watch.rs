//! Follows the search of a position for its observer and its journal.

use super::forecast::Forecast;
use super::lock;
use super::observer::{JobObserver, JobProgress, Journal};
use crate::search::{Observer, ProgressObserver, Proof, Report, ResumeState, Snapshot, Step, Stop};
use emilia_core::Square;
use emilia_core::notation::obf::Problem;
use std::sync::Mutex;
use std::time::Duration;

/// A search that took less time is not recorded: repeating it is faster than writing it.
const LEAST_RECORDED: Duration = Duration::from_millis(500);

/// Follows one search.
pub(super) struct Watch<'a> {
    pub number: usize,
    pub problem: &'a Problem,
    /// The state of the search.
    pub resume: ResumeState,
    /// Nodes and seconds of the searches before this one.
    pub before: (u64, f64),
    pub journal: Option<&'a Mutex<dyn Journal>>,
    /// Whether the search was asked to stop.
    pub stop: &'a Stop,
    pub observer: &'a mut dyn JobObserver,
    pub forecast: Forecast,
    /// Whether the search ended before it was finished.
    pub is_unfinished: bool,
}

impl Watch<'_> {
    /// Records the state of the search if it is due.
    fn save(&mut self, step: Step, snapshot: &Snapshot<'_>) {
        let Some(journal) = self.journal else { return };
        let is_stopped = step == Step::Ends && !snapshot.iterations.is_empty() && self.stop.is_requested();
        if step == Step::Ends && !is_stopped {
            return; // the answer follows
        }
        let mut journal = lock(journal);
        let (nodes, seconds) = self.spent(snapshot);
        // It is recorded before it is reported.
        let is_long_enough = seconds >= LEAST_RECORDED.as_secs_f64() || self.observer.reports_steps();
        let is_due = is_stopped || is_long_enough && journal.is_due();
        let is_news = match step {
            Step::Begins | Step::Ends => true,
            Step::Searched { .. } => self.resume.proofs != snapshot.proofs,
            Step::Tick => is_due,
            Step::Searching { .. } => false,
        };
        if !is_news || !is_long_enough && !is_stopped {
            return;
        }
        self.resume.proofs.clone_from(&snapshot.proofs);
        journal.note(self.number, &self.resume, (nodes, seconds), snapshot, is_due);
        if !journal.is_behind() {
            self.observer.saved();
        }
    }

    /// Nodes and seconds of all searches of the position.
    fn spent(&self, snapshot: &Snapshot<'_>) -> (u64, f64) {
        (self.before.0 + snapshot.nodes, self.before.1 + snapshot.time.as_secs_f64())
    }

    fn report_progress(&mut self, snapshot: &Snapshot<'_>) {
        let (nodes, seconds) = self.spent(snapshot);
        let (bounds, best) = (self.bounds(snapshot), self.resume.lines.first());
        let (settled, left) = (self.forecast.settled(snapshot), self.forecast.remaining(snapshot));
        self.observer.progress(&JobProgress { snapshot, best, bounds, nodes, seconds, settled, left });
    }

    /// The proved bounds of the position, for its side to move.
    fn bounds(&self, snapshot: &Snapshot<'_>) -> (i32, i32) {
        let Proof { lower, upper, .. } = snapshot.proof().unwrap_or(Proof { at: Square::A1, lower: -64, upper: 64 });
        if snapshot.root == self.problem.position { (lower, upper) } else { (-upper, -lower) }
    }
}

impl Observer<Square> for Watch<'_> {
    fn report(&mut self, lines: &[Report<Square>]) {
        self.resume.iterations += 1;
        self.resume.lines = lines.to_vec();
        self.observer.report(self.problem, lines);
    }
}

impl ProgressObserver for Watch<'_> {
    fn step(&mut self, step: Step, snapshot: &Snapshot<'_>) {
        self.forecast.step(step, snapshot);
        // It is recorded before it is reported.
        self.save(step, snapshot);
        self.observer.step(step, snapshot);
        match step {
            Step::Tick => self.report_progress(snapshot),
            Step::Ends => self.is_unfinished = !snapshot.iterations.is_empty(),
            _ => {}
        }
        self.resume.proofs.clone_from(&snapshot.proofs);
    }
}
