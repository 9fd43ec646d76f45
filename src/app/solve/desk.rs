//! Positions handed out to those who solve them, answers taken back and written in the order of the file.

use super::answer::Answer;
use super::read::Item;
use super::write::Writer;
use crate::app::complain;
use crate::game::obf::Problem;
use crate::search::Stop;
use indicatif::MultiProgress;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Lines that could not be read and are told one by one; of more only the number is told.
const MOST_FAULTS: usize = 20;
/// How often it is looked whether to stop while nothing can be read.
const LOOKOUT: Duration = Duration::from_millis(100);

/// Where those who solve get their positions and leave their answers.
pub(super) struct Desk<W> {
    inbox: Mutex<Inbox>,
    outbox: Mutex<Outbox<W>>,
    /// Whether nothing more is to be handed out.
    is_closed: AtomicBool,
}

struct Inbox {
    items: Receiver<anyhow::Result<Item>>,
    /// How many items were handed out.
    taken: usize,
}

struct Outbox<W> {
    writer: Writer<W>,
    /// The bars on the terminal, which make room for what is written.
    bars: Option<MultiProgress>,
    /// How many items are done with.
    written: usize,
    /// What came before its turn.
    early: BTreeMap<usize, Done>,
    is_good: bool,
    /// How many lines could not be read.
    faults: usize,
    failure: Option<anyhow::Error>,
}

/// What an item has come to.
enum Done {
    Answer(Box<Answer>),
    Fault(String),
}

impl<W: Write> Desk<W> {
    pub fn new(items: Receiver<anyhow::Result<Item>>, writer: Writer<W>, bars: Option<MultiProgress>) -> Desk<W> {
        let outbox =
            Outbox { writer, bars, written: 0, early: BTreeMap::new(), is_good: true, faults: 0, failure: None };
        let is_closed = AtomicBool::new(false);
        Desk { inbox: Mutex::new(Inbox { items, taken: 0 }), outbox: Mutex::new(outbox), is_closed }
    }

    /// The next problem with its number; none at the end, or once the stop is requested. Waits for it if it has to be read first.
    pub fn take(&self, stop: &Stop) -> Option<(usize, Problem)> {
        let mut inbox = lock(&self.inbox);
        while !self.is_closed.load(Relaxed) && !stop.is_requested() {
            match inbox.items.recv_timeout(LOOKOUT) {
                Ok(Ok(item)) => {
                    let number = inbox.taken;
                    inbox.taken += 1;
                    match item {
                        Ok(problem) => return Some((number, problem)),
                        Err(fault) => self.put(number, Done::Fault(fault)),
                    }
                }
                Ok(Err(error)) => {
                    lock(&self.outbox).failure.get_or_insert(error);
                    self.close();
                }
                Err(RecvTimeoutError::Disconnected) => self.close(),
                Err(RecvTimeoutError::Timeout) if stop.is_requested() => self.close(),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        None
    }

    /// Takes the answer to the problem of this number, and writes all whose turn it is.
    pub fn answer(&self, number: usize, answer: Answer) {
        self.put(number, Done::Answer(Box::new(answer)));
    }

    /// Hands out no more.
    fn close(&self) {
        self.is_closed.store(true, Relaxed);
    }

    /// Writes the sums, see [`Writer::summary`]. Gives whether every line could be read and nothing proved is other than its line says.
    ///
    /// # Errors
    /// If not everything could be read or written.
    pub fn finish(self, elapsed: f64, at_once: bool) -> anyhow::Result<bool> {
        let mut outbox = self.outbox.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(untold @ 1..) = outbox.faults.checked_sub(MOST_FAULTS) {
            complain(&format!("{untold} more lines could not be read"));
        }
        match outbox.failure.take() {
            Some(failure) => Err(failure),
            None => {
                outbox.writer.summary(elapsed, at_once)?;
                Ok(outbox.is_good)
            }
        }
    }

    fn put(&self, number: usize, done: Done) {
        let mut outbox = lock(&self.outbox);
        outbox.early.insert(number, done);
        let written = match outbox.bars.clone() {
            Some(bars) => bars.suspend(|| outbox.write()),
            None => outbox.write(),
        };
        if let Err(error) = written {
            outbox.failure.get_or_insert(error.into());
            self.close();
        }
    }
}

impl<W: Write> Outbox<W> {
    fn write(&mut self) -> io::Result<()> {
        while let Some(done) = self.early.remove(&self.written) {
            self.written += 1;
            match done {
                Done::Answer(answer) => {
                    self.is_good &= !answer.disproves();
                    self.writer.answer(&answer)?;
                }
                Done::Fault(fault) => {
                    self.is_good = false;
                    self.faults += 1;
                    if self.faults <= MOST_FAULTS {
                        complain(&fault);
                    }
                }
            }
        }
        Ok(())
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
