//! The clients and their turns, between those who read requests and the workers.
//!
//! A free worker goes to the address with the fewest searches that run, among those to the one for which least was searched lately, and of
//! an address to its clients in turn. If none is free, a search gives way: it ends for now, and goes on from there in its turn.

use super::output::{Lines, Output};
use super::queue::{Queue, Waiting};
use super::running::Running;
use super::usage::Usage;
use emilia::internal::solver::lock;
use emilia_analysis::internal::json::{Earlier, Query, no_results};
use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most turns of a client that wait: nothing more is read from it while there are as many.
pub(super) const MOST_WAITING: usize = 1 << 15;
/// The time between two looks at the searches that report or give way.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// What a search has before it gives way.
const SLICE: Duration = Duration::from_millis(30);
/// Of this number of searches one gives way to turns that were not searched at all yet; the others only to share alike among addresses.
const YIELDING: usize = 4;

/// What the threads share: the turns of all clients.
pub(crate) struct Pool {
    state: Mutex<State>,
    changed: Condvar,
    workers: usize,
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
    /// In the order of their beginnings.
    running: Vec<Arc<Running>>,
    usage: Usage,
    /// How many times the tables were to be cleared.
    clearings: u64,
}

/// A client that has not left.
struct Member {
    address: Option<IpAddr>,
    output: Arc<Output>,
    queue: Queue,
    /// The turns that are searched, or whose last answer is being written.
    running: usize,
    /// Whether no more requests come.
    is_closed: bool,
    failure: Option<io::Error>,
}

impl Pool {
    /// A pool for this number of workers, which searches at most this number of turns of a client at once.
    pub fn new(workers: usize, most_running: usize) -> Pool {
        Pool { state: Mutex::default(), changed: Condvar::new(), workers, most_running }
    }

    /// Adds a client, whose answers are written to `out`: its number, and its output.
    pub(super) fn join(&self, address: Option<IpAddr>, out: impl Lines + 'static) -> (u64, Arc<Output>) {
        let output = Arc::new(Output::new(out));
        let mut state = lock(&self.state);
        state.joined += 1;
        let number = state.joined;
        let (queue, running, is_closed, failure) = (Queue::default(), 0, false, None);
        let member = Member { address, output: output.clone(), queue, running, is_closed, failure };
        state.clients.insert(number, member);
        (number, output)
    }

    /// Ends what runs and forgets the client.
    pub(super) fn leave(&self, number: u64) {
        let mut state = lock(&self.state);
        state.clients.remove(&number);
        state.end_all(number);
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
        of_client.for_each(|running| running.end_now());
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

    /// Looks again for what can be searched.
    #[cfg(feature = "serve")]
    pub(super) fn wake(&self) {
        // Under the lock, so that nobody has looked before and waits after.
        let state = lock(&self.state);
        self.changed.notify_all();
        drop(state);
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
        let is_last = state.running.len() + 1 >= self.workers && self.has_reserve();
        let number = self.next_client(state, is_last)?;
        let member = state.clients.get_mut(&number)?;
        let turn = member.queue.take()?;
        member.running += 1;
        state.last = number;
        Some(Arc::new(Running::new(number, member.address, member.output.clone(), turn)))
    }

    /// Whether a worker is kept for an address for which nothing is searched, so that its first turn waits for nothing.
    fn has_reserve(&self) -> bool {
        self.workers > self.most_running
    }

    /// The client whose turn comes next; where only the reserve is left, none but for a new turn of an address without a search.
    fn next_client(&self, state: &State, is_reserve: bool) -> Option<u64> {
        let now = Instant::now();
        let may_go = |(_, member): &(&u64, &Member)| {
            member.queue.len() > 0 && member.running < self.most_running && member.output.has_room()
        };
        let mut next = None;
        for (number, member) in state.clients.iter().filter(may_go) {
            let (running, seconds) = (state.running_of(member.address), state.seconds(member.address, now));
            // After the last client come those that joined later, then the others; before them those with a turn that was never searched.
            let is_new = member.queue.first().is_some_and(|turn| turn.earlier.is_none());
            let order = (running, seconds, member.running, !is_new, *number <= state.last, *number);
            if is_reserve && !(is_new && running == 0) {
                continue;
            }
            if next.is_none_or(|next| order < next) {
                next = Some(order);
            }
        }
        next.map(|(.., number)| number)
    }

    /// Whether a turn waits for a worker.
    fn is_crowded(&self, state: &State) -> bool {
        state.running.len() + usize::from(self.has_reserve()) >= self.workers
            && self.next_client(state, false).is_some()
    }

    /// Lets a search give way to the turn that comes next, if it should.
    fn make_way(&self, state: &State) {
        // One after the other.
        if !self.is_crowded(state) || state.running.iter().any(|running| running.gives_way()) {
            return;
        }
        let Some(number) = self.next_client(state, false) else { return };
        let (Some(member), now) = (state.clients.get(&number), Instant::now()) else { return };
        let (own, seconds) = (state.running_of(member.address), state.seconds(member.address, now));
        let is_new = member.queue.first().is_some_and(|turn| turn.earlier.is_none());
        let keeps = state.running.len() - state.running.len().div_ceil(YIELDING);
        let gives_way = |(index, running): &(usize, &Arc<Running>)| {
            let is_over = now.duration_since(running.begun) >= SLICE;
            let has_more = state.running_of(running.address) > own + 1;
            let yields = is_new
                && *index >= keeps
                && running.client != number
                && (running.address == member.address || state.seconds(running.address, now) > seconds);
            is_over && (has_more || yields)
        };
        // That which loses least.
        if let Some((_, running)) = state.running.iter().enumerate().rev().find(gives_way) {
            running.give_way();
        }
    }

    /// Puts a turn back whose search gave way. False if it did not, or has no time left: then it is answered.
    pub(super) fn put_back(&self, running: &Arc<Running>, earlier: Earlier) -> bool {
        let mut state = lock(&self.state);
        let has_time = running.turn.query.limits.budget.is_none_or(|budget| budget.hard > earlier.time);
        if !running.gives_way() || !has_time {
            return false;
        }
        state.remove(running);
        if let Some(member) = state.clients.get_mut(&running.client) {
            member.running -= 1;
            member.queue.put_back(&running.turn, earlier);
        }
        self.changed.notify_all();
        true
    }

    /// Writes the last answer of a turn that was searched. Its id can be used again before.
    pub(super) fn answer(&self, running: &Arc<Running>, line: &str) {
        let mut state = lock(&self.state);
        state.remove(running);
        if let Some(member) = state.clients.get_mut(&running.client) {
            member.queue.close(&running.turn);
        }
        drop(state);
        self.check(running.client, running.write_last(line));
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
    pub(super) fn finish(&self, number: u64) -> io::Result<()> {
        let goes_on = |state: &mut State| {
            let member = state.clients.get(&number).filter(|member| member.failure.is_none());
            member.is_some_and(|member| !member.is_closed || member.queue.len() + member.running > 0)
        };
        let mut state = self.wait(lock(&self.state), goes_on);
        let failure = state.clients.get_mut(&number).and_then(|member| member.failure.take());
        failure.map_or(Ok(()), Err)
    }

    /// Writes the answers that are due during searches and lets searches give way, as long as the process runs.
    pub fn tick(&self) {
        loop {
            let is_idle =
                |state: &mut State| !state.running.iter().any(|running| running.reports()) && !self.is_crowded(state);
            let state = self.wait(lock(&self.state), is_idle);
            self.make_way(&state);
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
        state.end_all(number);
        self.changed.notify_all();
    }

    /// Waits while this holds.
    fn wait<'a>(&self, state: MutexGuard<'a, State>, holds: impl FnMut(&mut State) -> bool) -> MutexGuard<'a, State> {
        self.changed.wait_while(state, holds).unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The searches of an address.
    fn running_of(&self, address: Option<IpAddr>) -> usize {
        self.running.iter().filter(|running| running.address == address).count()
    }

    /// The seconds that were searched for an address lately.
    fn seconds(&self, address: Option<IpAddr>, now: Instant) -> f64 {
        let running = self.running.iter().filter(|running| running.address == address);
        let seconds: f64 = running.map(|running| now.duration_since(running.begun).as_secs_f64()).sum();
        seconds + self.usage.seconds(address, now)
    }

    /// Ends what is searched for a client.
    fn end_all(&self, client: u64) {
        self.running.iter().filter(|running| running.client == client).for_each(|running| running.end_now());
    }

    /// Notes that a search has ended.
    fn remove(&mut self, running: &Arc<Running>) {
        self.running.retain(|other| !Arc::ptr_eq(other, running));
        self.usage.add(running.address, running.begun.elapsed(), Instant::now());
    }
}
