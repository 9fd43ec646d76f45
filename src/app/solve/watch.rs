//! Looks on while a position is solved: tells how far it is, and sees to it that nothing proved is lost.

use super::answer::Answer;
use super::events::Events;
use super::forecast::Forecast;
use super::progress::Display;
use super::save::{Entries, SaveFile};
use super::state::{State, UnderWay};
use crate::app::complain;
use crate::board::Square;
use crate::game::obf::Problem;
use crate::search::{Observer, Past, Proof, Report, Standing, Step, Witness};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A position is not saved before it was searched for so long: a few of them are done again sooner than written.
const WORTH_SAVING: Duration = Duration::from_millis(500);
/// A search goes on at least so many times as long as writing its table took, before it is written again.
const LEISURE: u32 = 20;
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
    /// Time until the table is written again: longer than `every` where writing it takes long.
    pause: Duration,
    /// When the table was written last, and when anything was.
    written: (Instant, Instant),
    /// Whether something is not written yet.
    is_behind: bool,
}

impl Saver {
    /// Begins to keep a solve: the file is there before the first search.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(mut file: SaveFile, state: State, every: Duration, most_entries: usize) -> anyhow::Result<Saver> {
        file.write(&state, Entries::AsBefore)?;
        let written = (Instant::now(), Instant::now());
        Ok(Saver { file, state, every, most_entries, pause: every, written, is_behind: false })
    }

    fn write(&mut self, entries: Entries) {
        let (began, has_table) = (Instant::now(), matches!(entries, Entries::Of(..)));
        match self.file.write(&self.state, entries) {
            Ok(()) => self.is_behind = false,
            Err(error) => complain(&format!("{error:#}")),
        }
        self.written.1 = Instant::now();
        if has_table {
            self.written.0 = self.written.1;
            self.pause = self.every.max(began.elapsed() * LEISURE);
        }
    }

    /// Writes what is not written yet; the table of a finished search is dropped.
    pub fn catch_up(&mut self) {
        if self.is_behind {
            self.write(Entries::None);
        }
    }

    /// Takes note of an answer, and writes it unless that was done for another one only just before.
    pub fn finish(&mut self, number: usize, answer: &Answer) {
        self.state.finish(number, answer);
        self.is_behind = true;
        if self.written.1.elapsed() >= WORTH_SAVING {
            self.catch_up();
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
        let mut saver = saver.lock().unwrap_or_else(PoisonError::into_inner);
        let (nodes, seconds) = self.spent(standing);
        let is_long = seconds >= WORTH_SAVING.as_secs_f64();
        let has_ended = step == Step::Ends;
        if has_ended && standing.passes.is_empty() {
            return; // the answer follows
        }
        let is_due = saver.written.0.elapsed() >= saver.pause || has_ended;
        let is_news = match step {
            Step::Begins => true,
            Step::Searched { .. } => self.past.proofs != standing.proofs,
            Step::Tick => saver.is_behind || is_due,
            Step::Ends => true,
            Step::Searching { .. } => false,
        };
        if !is_news {
            return;
        }
        self.past.proofs.clone_from(&standing.proofs);
        saver.state.note(UnderWay::new(self.number, &self.past, nodes, seconds));
        saver.is_behind = true;
        if !is_long && !has_ended {
            return;
        }
        match saver.most_entries {
            most @ 1.. if is_due => saver.write(Entries::Of(standing, most)),
            0 if is_due => {
                saver.written.0 = Instant::now();
                saver.write(Entries::None);
            }
            _ => saver.write(Entries::AsBefore),
        }
        if let Some(events) = &self.events {
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
