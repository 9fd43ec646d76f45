//! The clients and their turns, between those who read requests and the workers.

use super::output::{Lines, Output};
use super::queue::{Queue, Waiting};
use super::running::Running;
use crate::protocol::json::{Query, no_results};
use crate::solver::lock;
use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The most turns of a client that wait: nothing more is read from it while there are as many.
pub(super) const MOST_WAITING: usize = 1 << 15;
/// The time between two looks at the searches that report.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// What the threads share: the turns of all clients. A free worker goes to the client with the fewest searches that run, and among those
/// to each in its turn.
pub(crate) struct Pool {
    state: Mutex<State>,
    changed: Condvar,
    /// The most searches of a client at once.
    most_running: usize,
}

#[derive(Default)]
struct State {
    clients: BTreeMap<u64, Member>,
    /// How many clients have joined.
    joined: u64,
    /// The client that the last turn was taken from.
    last: u64,
    running: Vec<Arc<Running>>,
    /// How many times the tables were to be cleared.
    clearings: u64,
}

/// A client that has not left.
struct Member {
    output: Arc<Output>,
    queue: Queue,
    /// The turns that are searched, or whose last answer is being written.
    running: usize,
    /// Whether no more requests come.
    is_closed: bool,
    failure: Option<io::Error>,
}

impl Pool {
    /// A pool that searches at most this number of turns of a client at once.
    pub fn new(most_running: usize) -> Pool {
        Pool { state: Mutex::default(), changed: Condvar::new(), most_running }
    }

    /// Adds a client, whose answers are written to `out`: its number, and its output.
    pub(super) fn join(&self, out: impl Lines + 'static) -> (u64, Arc<Output>) {
        let output = Arc::new(Output::new(out));
        let mut state = lock(&self.state);
        state.joined += 1;
        let number = state.joined;
        let member =
            Member { output: output.clone(), queue: Queue::default(), running: 0, is_closed: false, failure: None };
        state.clients.insert(number, member);
        (number, output)
    }

    /// Ends what runs and forgets the client.
    pub(super) fn leave(&self, number: u64) {
        let mut state = lock(&self.state);
        state.clients.remove(&number);
        state.running.iter().filter(|running| running.client == number).for_each(|running| running.stop.request());
        self.changed.notify_all();
    }

    /// Adds the turns of a query; waits while there are too many. False if its id is in use.
    pub(super) fn add(&self, number: u64, query: Query) -> bool {
        let is_full = |state: &mut State| {
            let member = state.clients.get(&number);
            member.is_some_and(|member| member.queue.len() >= MOST_WAITING && member.failure.is_none())
        };
        let mut state = self.wait(lock(&self.state), is_full);
        let Some(member) = state.clients.get_mut(&number) else { return true };
        if member.queue.has(&query.id) {
            return false;
        }
        if member.failure.is_none() {
            member.queue.add(query);
            self.changed.notify_all();
        }
        true
    }

    /// Ends the turns of a client for which this holds. The waiting ones have no results.
    pub(super) fn terminate(&self, number: u64, holds: impl Fn(&Waiting) -> bool) {
        let mut state = lock(&self.state);
        let Some(member) = state.clients.get_mut(&number) else { return };
        let ended = member.queue.take_all(&holds);
        ended.iter().for_each(|waiting| member.queue.close(waiting));
        // They count as long as their answers are not written.
        member.running += ended.len();
        let of_client = state.running.iter().filter(|running| running.client == number && holds(&running.turn));
        of_client.for_each(|running| running.stop.request());
        let Some(output) = state.clients.get(&number).map(|member| member.output.clone()) else { return };
        self.changed.notify_all();
        drop(state);
        for waiting in &ended {
            self.check(number, output.write(&no_results(&waiting.query.id, waiting.asked.number)));
        }
        self.has_answered(number, ended.len());
    }

    pub(super) fn clear(&self) {
        lock(&self.state).clearings += 1;
    }

    /// The turns of a client that have no answer yet.
    pub(super) fn unanswered(&self, number: u64) -> usize {
        lock(&self.state).clients.get(&number).map_or(0, |member| member.queue.len() + member.running)
    }

    /// The next turn to search, with the number of times that the tables were to be cleared. Waits until there is one.
    pub(super) fn take(&self) -> (Arc<Running>, u64) {
        let mut state = lock(&self.state);
        loop {
            if let Some(turn) = self.next(&mut state) {
                state.running.push(turn.clone());
                self.changed.notify_all();
                return (turn, state.clearings);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn next(&self, state: &mut State) -> Option<Arc<Running>> {
        let last = state.last;
        let may_go = |(_, member): &(&u64, &mut Member)| member.queue.len() > 0 && member.running < self.most_running;
        // After the last client come those that joined later, then the others.
        let order = |(number, member): &(&u64, &mut Member)| (member.running, **number <= last, **number);
        let (number, member) = state.clients.iter_mut().filter(may_go).min_by_key(order)?;
        let turn = member.queue.take()?;
        member.running += 1;
        state.last = *number;
        Some(Arc::new(Running::new(*number, member.output.clone(), turn)))
    }

    /// Writes the last answer of a turn that was searched. Its id can be used again before.
    pub(super) fn answer(&self, running: &Arc<Running>, line: &str) {
        let mut state = lock(&self.state);
        state.running.retain(|other| !Arc::ptr_eq(other, running));
        if let Some(member) = state.clients.get_mut(&running.client) {
            member.queue.close(&running.turn);
        }
        drop(state);
        self.check(running.client, running.end(line));
        self.has_answered(running.client, 1);
    }

    fn has_answered(&self, number: u64, turns: usize) {
        let mut settled = None;
        if let Some(member) = lock(&self.state).clients.get_mut(&number) {
            member.running -= turns;
            settled = (member.queue.len() + member.running == 0).then(|| member.output.clone());
        }
        self.changed.notify_all();
        settled.iter().for_each(|output| output.settle());
    }

    /// Notes that no more requests of the client come.
    pub(super) fn close(&self, number: u64) {
        if let Some(member) = lock(&self.state).clients.get_mut(&number) {
            member.is_closed = true;
        }
        self.changed.notify_all();
    }

    /// Whether an answer for the client could not be written.
    pub(super) fn has_failed(&self, number: u64) -> bool {
        lock(&self.state).clients.get(&number).is_some_and(|member| member.failure.is_some())
    }

    /// Waits until everything is answered and no more requests come.
    ///
    /// # Errors
    /// The first of the output.
    pub(super) fn finish(&self, number: u64) -> io::Result<()> {
        let goes_on = |state: &mut State| {
            let member = state.clients.get(&number).filter(|member| member.failure.is_none());
            member.is_some_and(|member| !member.is_closed || member.queue.len() + member.running > 0)
        };
        let mut state = self.wait(lock(&self.state), goes_on);
        let failure = state.clients.get_mut(&number).and_then(|member| member.failure.take());
        failure.map_or(Ok(()), Err)
    }

    /// Writes the answers that are due during searches, as long as the process runs.
    pub fn tick(&self) {
        loop {
            let state = self.wait(lock(&self.state), |state| !state.running.iter().any(|running| running.reports()));
            let reporting: Vec<_> = state.running.iter().filter(|running| running.reports()).cloned().collect();
            drop(state);
            reporting.iter().for_each(|running| self.check(running.client, running.report()));
            std::thread::sleep(LOOK_EVERY);
        }
    }

    /// After an error of its output nothing of a client is searched any more.
    pub(super) fn check(&self, number: u64, written: io::Result<()>) {
        let Err(error) = written else { return };
        let mut state = lock(&self.state);
        if let Some(member) = state.clients.get_mut(&number) {
            member.failure.get_or_insert(error);
            member.queue.take_all(|_| true);
        }
        state.running.iter().filter(|running| running.client == number).for_each(|running| running.stop.request());
        self.changed.notify_all();
    }

    /// Waits while this holds.
    fn wait<'a>(&self, state: MutexGuard<'a, State>, holds: impl FnMut(&mut State) -> bool) -> MutexGuard<'a, State> {
        self.changed.wait_while(state, holds).unwrap_or_else(PoisonError::into_inner)
    }
}
