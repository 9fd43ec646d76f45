//! A search in the background.

use super::analysis::Analysis;
use super::core::lock;
use super::review::ReviewedMove;
use crate::search::{ResumeState, Stop};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// What happens to a task, reported from the engine's thread.
#[derive(Clone, Debug)]
pub enum TaskEvent {
    /// An iteration is finished.
    Iteration(Analysis),
    /// A position of the game is reviewed.
    Reviewed(ReviewedMove),
    /// The task has ended; its handle has the result. It is the last event.
    Ended,
}

/// A task of an engine in the background. It is asked to stop when the handle is dropped.
#[derive(Debug)]
pub struct Task {
    stop: Stop,
    state: Arc<TaskState>,
}

/// What a task shares with the engine's thread.
#[derive(Default, Debug)]
pub(super) struct TaskState {
    pub(super) found: Mutex<Found>,
    ended: Condvar,
}

/// What a task has found so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Found {
    pub(super) analysis: Option<Analysis>,
    /// The last finished iteration.
    pub(super) iteration: Option<Analysis>,
    /// Nodes of all its searches.
    pub(super) nodes: u64,
    /// Where its search is, for another one to continue.
    pub(super) resume: ResumeState,
    /// The time from the request to the end, once it has ended.
    pub(super) took: Option<Duration>,
}

impl Task {
    pub(super) fn new(stop: Stop) -> Task {
        Task { stop, state: Arc::default() }
    }

    pub(super) fn state(&self) -> Arc<TaskState> {
        self.state.clone()
    }

    /// Asks the task to end. It ends within milliseconds; a task that waits for others ends without a result.
    pub fn stop(&self) {
        self.stop.request();
    }

    /// Whether the task was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }

    /// Whether the task has ended.
    pub fn has_ended(&self) -> bool {
        lock(&self.state.found).took.is_some()
    }

    /// What was found so far: the last finished iteration, and in the end the result. None before the first iteration.
    pub fn analysis(&self) -> Option<Analysis> {
        lock(&self.state.found).analysis.clone()
    }

    /// The last iteration that was finished. It may know more of the expected moves than a result that was interrupted.
    pub fn last_iteration(&self) -> Option<Analysis> {
        lock(&self.state.found).iteration.clone()
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        lock(&self.state.found).nodes
    }

    /// Waits for the end and returns the result; none if the task was stopped before it began, or has none.
    pub fn wait(self) -> Option<Analysis> {
        let found = lock(&self.state.found);
        let found = self.state.ended.wait_while(found, |found| found.took.is_none());
        found.unwrap_or_else(PoisonError::into_inner).analysis.clone()
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.stop.request();
    }
}

impl TaskState {
    /// Marks the task as ended.
    pub(super) fn end(&self, took: Duration) {
        lock(&self.found).took = Some(took);
        self.ended.notify_all();
    }
}
