//! A queue that gives positions to the solving threads and passes their answers on in the order of the positions.

use super::answer::Answer;
use super::lock;
use crate::search::Stop;
use emilia_core::notation::obf::Problem;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Time between two checks of the stop while there is nothing to read.
const CHECK_EVERY: Duration = Duration::from_millis(100);

/// A problem, or a message about a line that is not one.
pub type Item = Result<Problem, String>;

/// Receives the answers in the order of the positions.
pub trait AnswerSink: Send {
    /// Receives an answer.
    ///
    /// # Errors
    /// If it cannot be written; the queue gives no more positions then.
    fn answer(&mut self, answer: &Answer) -> io::Result<()>;

    /// Receives the message about a line that is not a problem. By default it is dropped.
    ///
    /// # Errors
    /// As [`AnswerSink::answer`].
    fn fault(&mut self, _message: &str) -> io::Result<()> {
        Ok(())
    }
}

/// The queue of positions and answers.
pub struct JobQueue<S> {
    source: Mutex<Source>,
    output: Mutex<Output<S>>,
    /// Whether the queue gives no more positions.
    is_closed: AtomicBool,
}

struct Source {
    items: Receiver<io::Result<Item>>,
    /// The number of items taken.
    taken: usize,
}

struct Output<S> {
    sink: S,
    /// The number of items passed on.
    written: usize,
    /// Results that wait for earlier ones.
    early: BTreeMap<usize, JobResult>,
    failure: Option<io::Error>,
}

/// The result of an item.
enum JobResult {
    Answer(Box<Answer>),
    Fault(String),
}

impl<S: AnswerSink> JobQueue<S> {
    /// A queue of the items of this channel until it is closed; an error of the source ends the queue.
    pub fn new(items: Receiver<io::Result<Item>>, sink: S) -> JobQueue<S> {
        let output = Output { sink, written: 0, early: BTreeMap::new(), failure: None };
        let source = Mutex::new(Source { items, taken: 0 });
        JobQueue { source, output: Mutex::new(output), is_closed: AtomicBool::new(false) }
    }

    /// A queue of these problems.
    pub fn of(problems: impl IntoIterator<Item = Problem>, sink: S) -> JobQueue<S> {
        let problems: Vec<Problem> = problems.into_iter().collect();
        let (sender, items) = sync_channel(problems.len().max(1));
        // The channel has capacity for all of them, and its receiver exists.
        problems.into_iter().for_each(|problem| drop(sender.send(Ok(Ok(problem)))));
        JobQueue::new(items, sink)
    }

    /// The next problem with its number; none at the end, or once the stop is requested. Waits for the source if it must.
    pub fn take(&self, stop: &Stop) -> Option<(usize, Problem)> {
        let mut source = lock(&self.source);
        while !self.is_closed.load(Relaxed) && !stop.is_requested() {
            match source.items.recv_timeout(CHECK_EVERY) {
                Ok(Ok(item)) => {
                    let number = source.taken;
                    source.taken += 1;
                    match item {
                        Ok(problem) => return Some((number, problem)),
                        Err(fault) => self.put(number, JobResult::Fault(fault)),
                    }
                }
                Ok(Err(error)) => {
                    lock(&self.output).failure.get_or_insert(error);
                    self.close();
                }
                Err(RecvTimeoutError::Disconnected) => self.close(),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        None
    }

    /// Receives the answer to the problem of this number, and passes on all answers that are next in order.
    pub fn answer(&self, number: usize, answer: Answer) {
        self.put(number, JobResult::Answer(Box::new(answer)));
    }

    /// Returns the sink.
    ///
    /// # Errors
    /// The first error of the source or the sink.
    pub fn finish(self) -> io::Result<S> {
        let output = self.output.into_inner().unwrap_or_else(PoisonError::into_inner);
        output.failure.map_or(Ok(output.sink), Err)
    }

    /// Ends the queue.
    fn close(&self) {
        self.is_closed.store(true, Relaxed);
    }

    fn put(&self, number: usize, result: JobResult) {
        let mut output = lock(&self.output);
        output.early.insert(number, result);
        if let Err(error) = output.write() {
            output.failure.get_or_insert(error);
            self.close();
        }
    }
}

impl<S: AnswerSink> Output<S> {
    fn write(&mut self) -> io::Result<()> {
        while let Some(result) = self.early.remove(&self.written) {
            self.written += 1;
            match result {
                JobResult::Answer(answer) => self.sink.answer(&answer)?,
                JobResult::Fault(message) => self.sink.fault(&message)?,
            }
        }
        Ok(())
    }
}
