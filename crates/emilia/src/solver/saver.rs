//! Saves a running solve to its file.

use super::answer::Answer;
use super::observer::Journal;
use super::save::{Entries, SaveFile};
use super::state::{InProgress, Record, SavedAnswer, State};
use crate::search::{Limits, Report, ResumeState, Snapshot};
use crate::storage::Pace;
use crate::variant::Table;
use emilia_core::Move;
use emilia_core::notation::obf::Problem;
use std::time::Duration;

/// A solve as it is saved, shared by all threads that solve.
pub struct Saver {
    file: SaveFile,
    state: State,
    /// The pace of snapshots with the transposition table.
    pace: Pace,
    /// The number of table entries to save; 0 if several positions are solved at once.
    most_entries: usize,
}

impl Saver {
    /// Begins to save a solve: the file exists before the first search, with these entries of the table.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(
        mut file: SaveFile,
        state: State,
        entries: Entries,
        every: Duration,
        most_entries: usize,
    ) -> anyhow::Result<Saver> {
        file.write(&state, entries)?;
        let pace = Pace::new(file.path(), every);
        Ok(Saver { file, state, pace, most_entries })
    }

    /// Writes the table of a search by other rules if it is due, or in any case.
    pub fn save_table(&mut self, table: &Table, in_any_case: bool) {
        if in_any_case || self.pace.is_due() {
            self.snapshot(Entries::OfTable(table));
        }
    }

    /// Writes everything not written yet. The table is left out once everything is solved.
    pub fn close(&mut self) {
        if self.is_behind() || self.state.is_finished() && self.file.has_entries() {
            self.snapshot(Entries::None);
        }
    }

    fn record(&mut self, record: Record) {
        if !self.is_behind() {
            let appended = self.file.append(&record);
            self.pace.conclude(appended);
        }
        self.state.apply(record);
        if self.is_behind() && Journal::is_due(self) || self.file.has_long_journal() {
            self.snapshot(Entries::AsBefore);
        }
    }

    fn snapshot(&mut self, entries: Entries) {
        self.pace.save(|| self.file.write(&self.state, entries));
    }
}

impl Journal for Saver {
    fn answer(&self, number: usize, moves: usize) -> Option<(Vec<Report<Move>>, f64)> {
        self.state.answer(number, moves)
    }

    fn resume(&self, number: usize, problem: &Problem, limits: &Limits) -> Option<(ResumeState, u64, f64)> {
        let in_progress = self.state.in_progress(number)?;
        Some((in_progress.resume(problem, limits), in_progress.nodes, in_progress.seconds))
    }

    /// The answer is on the disk when this returns, unless the file cannot be written, which is logged.
    fn finish(&mut self, number: usize, answer: &Answer) {
        self.record(Record::Answer(number, SavedAnswer::new(answer)));
    }

    fn note(
        &mut self,
        number: usize,
        resume: &ResumeState,
        (nodes, seconds): (u64, f64),
        snapshot: &Snapshot<'_>,
        is_due: bool,
    ) {
        let record = Record::InProgress(number, InProgress::new(resume, nodes, seconds));
        match self.most_entries {
            _ if !is_due => self.record(record),
            most => {
                self.state.apply(record);
                self.snapshot(if most > 0 { Entries::Of(snapshot, most) } else { Entries::None });
            }
        }
    }

    /// Whether it is time to write a snapshot, or to retry a failed write.
    fn is_due(&self) -> bool {
        self.pace.is_due()
    }

    fn is_behind(&self) -> bool {
        self.pace.is_behind()
    }
}
