//! The turns between the reader, the workers and the output.

use super::output::Output;
use super::queue::{Queue, Waiting};
use super::running::Running;
use crate::protocol::json::{Query, Request, error, no_results};
use crate::solver::lock;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The most turns that wait: the reader reads no more while there are as many.
const MOST_WAITING: usize = 1 << 15;
/// The time between two looks at the searches that report.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// The time between two checks whether the output still has a reader.
const CHECK_EVERY: Duration = Duration::from_millis(100);

/// What the threads share.
pub(super) struct Server {
    state: Mutex<State>,
    changed: Condvar,
    output: Output,
}

#[derive(Default)]
struct State {
    queue: Queue,
    running: Vec<Arc<Running>>,
    /// How many times the tables were to be cleared.
    clearings: u64,
    /// Whether no more requests come.
    is_closed: bool,
    failure: Option<io::Error>,
}

impl Server {
    pub fn new(out: impl Write + Send + 'static) -> Server {
        Server { state: Mutex::default(), changed: Condvar::new(), output: Output::new(out) }
    }

    /// Writes a line.
    pub fn say(&self, line: &str) {
        self.check(self.output.write(line));
    }

    /// Carries out a request.
    pub fn obey(&self, request: Request) {
        match request {
            Request::Query(query) => self.add(*query),
            Request::Terminate { id, turns } => self.terminate(|waiting| {
                id.as_ref().is_none_or(|id| *id == waiting.query.id)
                    && turns.as_ref().is_none_or(|turns| turns.contains(&waiting.asked.number))
            }),
            Request::ClearCache => lock(&self.state).clearings += 1,
        }
    }

    /// Adds the turns of a query; waits while there are too many.
    fn add(&self, query: Query) {
        let is_full = |state: &mut State| state.queue.len() >= MOST_WAITING && state.failure.is_none();
        let mut state = self.wait(lock(&self.state), is_full);
        if state.queue.has(&query.id) {
            drop(state);
            self.say(&error("a query with this id is not finished", Some("id"), Some(&query.id)));
            return;
        }
        state.queue.add(query);
        self.changed.notify_all();
    }

    /// Ends the turns for which this holds. The waiting ones have no results.
    fn terminate(&self, holds: impl Fn(&Waiting) -> bool) {
        let mut state = lock(&self.state);
        let ended = state.queue.take_all(&holds);
        ended.iter().for_each(|waiting| state.queue.close(waiting));
        state.running.iter().filter(|running| holds(&running.turn)).for_each(|running| running.stop.request());
        self.changed.notify_all();
        drop(state);
        ended.iter().for_each(|waiting| self.say(&no_results(&waiting.query.id, waiting.asked.number)));
    }

    /// The next turn to search, with the number of times that the tables were to be cleared; none when there is nothing left.
    pub fn take(&self) -> Option<(Arc<Running>, u64)> {
        let has_nothing = |state: &mut State| state.queue.len() == 0 && !state.is_closed && state.failure.is_none();
        let mut state = self.wait(lock(&self.state), has_nothing);
        if state.failure.is_some() {
            return None;
        }
        let running = Arc::new(Running::new(state.queue.take()?));
        state.running.push(running.clone());
        self.changed.notify_all();
        Some((running, state.clearings))
    }

    /// Writes the last answer of a turn that was searched. Its id can be used again before.
    pub fn answer(&self, running: &Arc<Running>, line: &str) {
        let mut state = lock(&self.state);
        state.running.retain(|other| !Arc::ptr_eq(other, running));
        state.queue.close(&running.turn);
        drop(state);
        self.check(running.end(&self.output, line));
    }

    /// Notes the end of the input. Everything that was asked for is still answered; if the client does not wait, with what there is.
    pub fn close(&self, ends_searches: bool) {
        if ends_searches {
            self.terminate(|_| true);
        }
        lock(&self.state).is_closed = true;
        self.changed.notify_all();
    }

    /// Whether the output failed.
    pub fn has_failed(&self) -> bool {
        lock(&self.state).failure.is_some()
    }

    /// The first error of the output.
    ///
    /// # Errors
    /// If there is one.
    pub fn finish(&self) -> io::Result<()> {
        lock(&self.state).failure.take().map_or(Ok(()), Err)
    }

    /// Writes the answers that are due during searches, as long as the process runs.
    pub fn tick(&self, has_hung_up: impl Fn() -> bool) {
        let mut since_check = Duration::ZERO;
        loop {
            let state = self.wait(lock(&self.state), |state| state.running.is_empty());
            let reporting: Vec<_> = state.running.iter().filter(|running| running.reports()).cloned().collect();
            drop(state);
            for running in &reporting {
                self.check(running.report(&self.output));
            }
            let pause = if reporting.is_empty() { CHECK_EVERY } else { LOOK_EVERY };
            since_check += pause;
            if since_check >= CHECK_EVERY {
                since_check = Duration::ZERO;
                if has_hung_up() {
                    self.check(Err(io::ErrorKind::BrokenPipe.into()));
                }
            }
            std::thread::sleep(pause);
        }
    }

    /// After an error of the output nothing is searched any more.
    fn check(&self, written: io::Result<()>) {
        let Err(error) = written else { return };
        let mut state = lock(&self.state);
        state.failure.get_or_insert(error);
        state.running.iter().for_each(|running| running.stop.request());
        self.changed.notify_all();
    }

    /// Waits while this holds.
    fn wait<'a>(&self, state: MutexGuard<'a, State>, holds: impl FnMut(&mut State) -> bool) -> MutexGuard<'a, State> {
        self.changed.wait_while(state, holds).unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_WAITING, Server};
    use crate::protocol::json::{Request, read};
    use crate::search::Level;
    use std::sync::mpsc::{RecvTimeoutError, channel};
    use std::time::Duration;

    fn request(text: &str) -> Request {
        read(text.as_bytes(), Level::DEFAULT).request.expect("a request")
    }

    #[test]
    fn a_client_waits_while_too_many_turns_do() {
        let server = Server::new(std::io::sink());
        (0..MOST_WAITING).for_each(|number| server.obey(request(&format!(r#"{{"id":"{number}"}}"#))));
        let (sender, added) = channel();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                server.obey(request(r#"{"id":"one more"}"#));
                sender.send(()).expect("a receiver");
            });
            assert_eq!(added.recv_timeout(Duration::from_millis(50)), Err(RecvTimeoutError::Timeout));
            let (running, _) = server.take().expect("a turn");
            assert_eq!(running.turn.query.id, "0");
            added.recv().expect("it is added");
        });
        server.obey(request(r#"{"id":"t","action":"terminate_all"}"#));
        server.close(false);
        assert!(server.take().is_none());
    }
}
