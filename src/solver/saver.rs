//! Saves a running solve to its file.

use super::answer::Answer;
use super::observer::Journal;
use super::save::{Entries, SaveFile};
use super::state::{InProgress, Record, SavedAnswer, State};
use crate::game::Move;
use crate::game::notation::obf::Problem;
use crate::search::{Limits, Report, ResumeState, Snapshot};
use std::time::{Duration, Instant};

/// The least time between two snapshots, as a multiple of the time of the last one.
const LEISURE: u32 = 20;
/// Time between two attempts to write a file that could not be written.
const RETRY_EVERY: Duration = Duration::from_secs(1);

/// A solve as it is saved, shared by all threads that solve.
///
/// # Examples
/// ```
/// use emilia::obf::Problem;
/// use emilia::solver::{SaveFile, Saver, Settings, Solver, State, load};
/// use emilia::{Stop, Weights};
/// use std::sync::{Arc, Mutex};
/// use std::time::Duration;
///
/// let path = std::env::temp_dir().join(format!("emilia-example-{}.save", std::process::id()));
/// let problem: Problem = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X;".parse()?;
/// let (settings, items) = (Settings::default(), [Ok(problem.clone())]);
/// let state = State::new(settings.clone(), "example".into(), &items);
/// let saver = Mutex::new(Saver::begin(SaveFile::open(&path)?, state, Duration::from_secs(60), 1000)?);
/// let weights = Arc::new(Weights::embedded()?);
/// Solver::new(weights, settings).journaled(&saver, Vec::new()).solve([problem], &Stop::new(), |_| {})?;
/// drop(saver);
///
/// // After a crash the answers are read from the file.
/// let saved = load(&path)?;
/// assert!(saved.state.is_finished());
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Saver {
    file: SaveFile,
    state: State,
    /// Time between two snapshots with the transposition table.
    every: Duration,
    /// The number of table entries to save; 0 if several positions are solved at once.
    most_entries: usize,
    /// The time of the last snapshot or attempt, and its duration.
    last: Instant,
    cost: Duration,
    /// Whether a write failed, so that the file is incomplete.
    is_behind: bool,
}

impl Saver {
    /// Begins to save a solve: the file exists before the first search.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(mut file: SaveFile, state: State, every: Duration, most_entries: usize) -> anyhow::Result<Saver> {
        file.write(&state, Entries::AsBefore)?;
        let (last, cost) = (Instant::now(), Duration::ZERO);
        Ok(Saver { file, state, every, most_entries, last, cost, is_behind: false })
    }

    /// Writes everything not written yet. The table is left out once everything is solved.
    pub fn close(&mut self) {
        if self.is_behind || self.state.is_finished() && self.file.has_entries() {
            self.snapshot(Entries::None);
        }
    }

    fn record(&mut self, record: Record) {
        if !self.is_behind {
            let appended = self.file.append(&record);
            self.conclude(appended);
        }
        self.state.apply(record);
        if self.is_behind && Journal::is_due(self) || self.file.has_long_journal() {
            self.snapshot(Entries::AsBefore);
        }
    }

    fn snapshot(&mut self, entries: Entries) {
        let began = Instant::now();
        let written = self.file.write(&self.state, entries);
        (self.last, self.cost) = (Instant::now(), began.elapsed());
        self.conclude(written);
    }

    /// Logs once that the file cannot be written, and once that it can be again.
    fn conclude(&mut self, written: anyhow::Result<()>) {
        let was_behind = std::mem::replace(&mut self.is_behind, written.is_err());
        match (written, was_behind) {
            (Ok(()), true) => log::warn!("{} is complete again", self.file.path().display()),
            (Err(error), false) => log::error!("{error:#}; results are not saved until it can be written again"),
            _ => {}
        }
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
        let pause = if self.is_behind { RETRY_EVERY } else { self.every };
        self.last.elapsed() >= pause.max(self.cost * LEISURE)
    }

    fn is_behind(&self) -> bool {
        self.is_behind
    }
}
