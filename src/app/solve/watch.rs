//! Looks on while a position is solved: tells how far it is, and sees to it that nothing proved is lost.

use super::answer::Answer;
use super::events::Events;
use super::forecast::Forecast;
use super::progress::Display;
use super::save::{Entries, SaveFile};
use super::state::{Record, SavedAnswer, State, UnderWay};
use crate::app::complain;
use crate::board::Square;
use crate::game::obf::Problem;
use crate::search::{Observer, Past, Proof, Report, Standing, Step, Stop, Witness};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Where a search stands is not saved before it took so long: a few of them are done again sooner than written.
const WORTH_SAVING: Duration = Duration::from_millis(500);
/// The least time between two snapshots, in terms of the time that the last one took.
const LEISURE: u32 = 20;
/// Time between two attempts to write a file that could not be written.
const RETRY_EVERY: Duration = Duration::from_secs(1);
/// Time between two events of progress.
const EVENT_EVERY: Duration = Duration::from_secs(1);

/// The solve as it is saved, shared by all who solve.
pub(super) struct Saver {
    file: SaveFile,
    pub state: State,
    /// Time between two savings of the table.
    every: Duration,
    /// How many entries of the table are kept; none where several positions are solved at once.
    most_entries: usize,
    /// When the last snapshot was written or tried, and how long it took.
    last: Instant,
    cost: Duration,
    /// Whether the file could not be written, so that something is missing from it.
    is_behind: bool,
}

impl Saver {
    /// Begins to keep a solve: the file is there before the first search.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(mut file: SaveFile, state: State, every: Duration, most_entries: usize) -> anyhow::Result<Saver> {
        file.write(&state, Entries::AsBefore)?;
        let (last, cost) = (Instant::now(), Duration::ZERO);
        Ok(Saver { file, state, every, most_entries, last, cost, is_behind: false })
    }

    /// Takes note of an answer. It is on the disk when this returns, unless the file cannot be written, which is told.
    pub fn finish(&mut self, number: usize, answer: &Answer) {
        self.record(Record::Answer(number, SavedAnswer::new(answer)));
    }

    /// Takes note of where a search stands, likewise, and writes its table if it is time to.
    fn note(&mut self, number: usize, under_way: UnderWay, standing: &Standing<'_>, is_due: bool) {
        let record = Record::UnderWay(number, under_way);
        match self.most_entries {
            _ if !is_due => self.record(record),
            most => {
                self.state.apply(record);
                self.snapshot(if most > 0 { Entries::Of(standing, most) } else { Entries::None });
            }
        }
    }

    /// Writes what is not written yet. The table is of no use once everything is solved.
    pub fn close(&mut self) {
        if self.is_behind || self.state.is_finished() && self.file.has_entries() {
            self.snapshot(Entries::None);
        }
    }

    /// Whether the file lacks something that was told, because it could not be written.
    pub fn is_behind(&self) -> bool {
        self.is_behind
    }

    /// Whether it is time to write a snapshot, or to try again what failed.
    fn is_due(&self) -> bool {
        let pause = if self.is_behind { RETRY_EVERY } else { self.every };
        self.last.elapsed() >= pause.max(self.cost * LEISURE)
    }

    fn record(&mut self, record: Record) {
        if !self.is_behind {
            let appended = self.file.append(&record);
            self.conclude(appended);
        }
        self.state.apply(record);
        if self.is_behind && self.is_due() || self.file.has_long_journal() {
            self.snapshot(Entries::AsBefore);
        }
    }

    fn snapshot(&mut self, entries: Entries) {
        let began = Instant::now();
        let written = self.file.write(&self.state, entries);
        (self.last, self.cost) = (Instant::now(), began.elapsed());
        self.conclude(written);
    }

    /// Tells once that the file cannot be written, and once that it can be again.
    fn conclude(&mut self, written: anyhow::Result<()>) {
        let was_behind = std::mem::replace(&mut self.is_behind, written.is_err());
        match (written, was_behind) {
            (Ok(()), true) => complain(&format!("{} is complete again", self.file.name().display())),
            (Err(error), false) => complain(&format!("{error:#}; results are not saved until it can be written again")),
            _ => {}
        }
    }
}

/// One who looks on.
pub(super) struct Watch<'a> {
    pub number: usize,
    pub problem: &'a Problem,
    /// Where the search stands.
    pub past: Past,
    /// Nodes and seconds of the searches before this one.
    pub before: (u64, f64),
    pub saver: Option<&'a Mutex<Saver>>,
    /// Whether the search was asked to stop.
    pub stop: &'a Stop,
    pub events: Option<Events>,
    pub display: Option<Display>,
    pub forecast: Forecast,
    /// When progress was told last.
    pub told: Option<Instant>,
    /// Whether the search ended before it was finished.
    pub is_unfinished: bool,
}

impl Watch<'_> {
    /// Saves where the search stands if it is time to.
    fn save(&mut self, step: Step, standing: &Standing<'_>) {
        let Some(saver) = self.saver else { return };
        let is_stopped = step == Step::Ends && !standing.passes.is_empty() && self.stop.is_requested();
        if step == Step::Ends && !is_stopped {
            return; // the answer follows
        }
        let mut saver = saver.lock().unwrap_or_else(PoisonError::into_inner);
        let (nodes, seconds) = self.spent(standing);
        // What is told is saved before.
        let is_worth_it = seconds >= WORTH_SAVING.as_secs_f64() || self.events.is_some();
        let is_due = is_stopped || is_worth_it && saver.is_due();
        let is_news = match step {
            Step::Begins | Step::Ends => true,
            Step::Searched { .. } => self.past.proofs != standing.proofs,
            Step::Tick => is_due,
            Step::Searching { .. } => false,
        };
        if !is_news || !is_worth_it && !is_stopped {
            return;
        }
        self.past.proofs.clone_from(&standing.proofs);
        saver.note(self.number, UnderWay::new(&self.past, nodes, seconds), standing, is_due);
        if let Some(events) = self.events.as_ref().filter(|_| !saver.is_behind()) {
            events.saved();
        }
    }

    /// Nodes and seconds of all searches of the position.
    fn spent(&self, standing: &Standing<'_>) -> (u64, f64) {
        (self.before.0 + standing.nodes, self.before.1 + standing.time.as_secs_f64())
    }

    /// Tells how far the search is if it is time to.
    fn tell(&mut self, standing: &Standing<'_>) {
        let (nodes, seconds) = self.spent(standing);
        let bounds = self.bounds(standing);
        let left = self.forecast.remaining(standing);
        if let Some(display) = &mut self.display {
            display.show(
                standing,
                self.past.lines.first(),
                bounds,
                (nodes, seconds),
                (self.forecast.settled(standing), left),
            );
        }
        if let Some(events) = &self.events
            && self.told.is_none_or(|told| told.elapsed() >= EVENT_EVERY)
        {
            self.told = Some(Instant::now());
            events.progress(bounds, nodes, seconds, left);
        }
    }

    /// What is proved of the position, from the side of its side to move.
    fn bounds(&self, standing: &Standing<'_>) -> (i32, i32) {
        let Proof { lower, upper, .. } = standing.proof().unwrap_or(Proof { at: Square::A1, lower: -64, upper: 64 });
        if standing.root == self.problem.position { (lower, upper) } else { (-upper, -lower) }
    }
}

impl Observer<Square> for Watch<'_> {
    fn report(&mut self, lines: &[Report<Square>]) {
        self.past.passes += 1;
        self.past.lines = lines.to_vec();
        if let Some(events) = &self.events {
            events.report(self.problem, lines);
        }
    }
}

impl Witness for Watch<'_> {
    fn step(&mut self, step: Step, standing: &Standing<'_>) {
        self.forecast.step(step, standing);
        // Saved first: what is told to be proved is not lost any more.
        self.save(step, standing);
        if let Some(events) = &self.events {
            events.step(step, standing);
        }
        match step {
            Step::Tick => self.tell(standing),
            Step::Ends => self.is_unfinished = !standing.passes.is_empty(),
            _ => {}
        }
        self.past.proofs.clone_from(&standing.proofs);
    }
}
