//! A turn that is searched, and what its search has found so far.

use super::output::Output;
use super::queue::Waiting;
use emilia::Stop;
use emilia::internal::solver::lock;
use std::io;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// A turn that a worker searches.
pub(super) struct Running {
    /// The number of its client.
    pub client: u64,
    pub address: Option<IpAddr>,
    output: Arc<Output>,
    pub turn: Waiting,
    pub begun: Instant,
    pub stop: Stop,
    /// Whether it was stopped to give way to another one.
    gives_way: AtomicBool,
    progress: Mutex<Progress>,
}

/// What is known during a search.
struct Progress {
    /// The answer with the last finished iteration, until it is written.
    newest: Option<String>,
    /// When the next answer is due.
    due: Option<Instant>,
    /// Whether the last answer was written, after which none follows.
    is_over: bool,
}

impl Running {
    pub fn new(client: u64, address: Option<IpAddr>, output: Arc<Output>, turn: Waiting) -> Running {
        let due = turn.query.every.and_then(|every| Instant::now().checked_add(every));
        let progress = Mutex::new(Progress { newest: None, due, is_over: false });
        let (stop, gives_way) = (Stop::new(), AtomicBool::new(false));
        Running { client, address, output, turn, begun: Instant::now(), stop, gives_way, progress }
    }

    /// Ends the search now; what it has found is the answer.
    pub fn end_now(&self) {
        self.gives_way.store(false, Ordering::Relaxed);
        self.stop.request();
    }

    /// Ends the search for now. It goes on later.
    pub fn give_way(&self) {
        if !self.stop.is_requested() {
            self.gives_way.store(true, Ordering::Relaxed);
            self.stop.request();
        }
    }

    /// Whether the search ends for now.
    pub fn gives_way(&self) -> bool {
        self.gives_way.load(Ordering::Relaxed)
    }

    /// Whether there may be answers during the search.
    pub fn reports(&self) -> bool {
        self.turn.query.every.is_some()
    }

    /// Keeps the answer with a finished iteration until it is due.
    pub fn keep(&self, line: String) {
        lock(&self.progress).newest = Some(line);
    }

    /// Writes the answer with the last finished iteration, if it is due and not written yet.
    pub fn report(&self) -> io::Result<()> {
        let mut progress = lock(&self.progress);
        let now = Instant::now();
        if progress.is_over || progress.due.is_none_or(|due| due > now) || !self.output.has_room() {
            return Ok(());
        }
        let Some(line) = progress.newest.take() else { return Ok(()) };
        progress.due = self.turn.query.every.and_then(|every| now.checked_add(every));
        // Under the lock, so that it does not follow the last answer.
        self.output.write(&line)
    }

    /// Writes a part of the result.
    pub fn write_part(&self, line: &str) -> io::Result<()> {
        self.output.write(line)
    }

    /// Writes the last answer.
    pub fn write_last(&self, line: &str) -> io::Result<()> {
        lock(&self.progress).is_over = true;
        self.output.write(line)
    }
}
