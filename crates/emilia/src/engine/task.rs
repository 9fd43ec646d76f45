//! A search in the background.

use super::analysis::Analysis;
use super::core::{Core, Root, search_root};
use super::options::EngineOptions;
use super::reviewed::ReviewedMove;
use crate::search::{Budget, Limits, ResumeState, Stop, Timer};
use crate::solver::lock;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// An event of a task, reported from the engine's thread. See [`Task`] for an example.
#[derive(Clone, Debug)]
pub enum TaskEvent {
    /// An iteration is finished.
    Iteration(Analysis),
    /// A position of the game is reviewed.
    Reviewed(ReviewedMove),
    /// The task has ended; its handle has the result. It is the last event, and also comes if the task was stopped or dropped before it
    /// began.
    Ended,
}

/// The handle of a task in the background. Dropping it stops the task.
///
/// # Examples
/// ```
/// use emilia::{Engine, EngineOptions, Limits, Position, TaskEvent};
/// use std::sync::mpsc;
///
/// let (sender, events) = mpsc::channel();
/// let mut engine = Engine::new(EngineOptions::default());
/// let task = engine.start(Position::START, Limits::depth(5), None, move |event| drop(sender.send(event)))?;
/// assert!(task.wait().unwrap().best_move().is_some());
/// let iterations = events.iter().filter(|event| matches!(event, TaskEvent::Iteration(_))).count();
/// assert_eq!(iterations, 5);
/// # Ok::<(), emilia::EngineError>(())
/// ```
#[derive(Debug)]
pub struct Task {
    stop: Stop,
    state: Arc<TaskState>,
}

/// The state that a task shares with the engine's thread.
#[derive(Default, Debug)]
pub(super) struct TaskState {
    pub(super) found: Mutex<Progress>,
    ended: Condvar,
}

/// The results of a task so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Progress {
    pub(super) analysis: Option<Analysis>,
    /// The last finished iteration.
    pub(super) iteration: Option<Analysis>,
    /// Nodes of all its searches.
    pub(super) nodes: u64,
    /// The state of its search, to resume from.
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

    /// Stops the task within milliseconds. A task that has not begun ends without a result.
    pub fn stop(&self) {
        self.stop.request();
    }

    /// Whether the stop was requested.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }

    /// Whether the task has ended.
    pub fn has_ended(&self) -> bool {
        lock(&self.state.found).took.is_some()
    }

    /// The last finished iteration, and at the end the result. None before the first iteration.
    pub fn analysis(&self) -> Option<Analysis> {
        lock(&self.state.found).analysis.clone()
    }

    /// The last finished iteration. Its lines may be longer than those of an interrupted result.
    pub fn last_iteration(&self) -> Option<Analysis> {
        lock(&self.state.found).iteration.clone()
    }

    /// Nodes visited so far.
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

/// What a task in the background works with.
pub(super) struct Run<'a> {
    pub(super) options: EngineOptions,
    /// The time since the task was requested.
    pub(super) began: Timer,
    pub(super) stop: &'a Stop,
    pub(super) state: &'a TaskState,
    pub(super) report: &'a mut (dyn FnMut(TaskEvent) + Send),
}

/// Searches in the background, from where the earlier task ended.
pub(super) fn search_in_background(core: &mut Core, root: &Root, limits: &Limits, earlier: &Progress, run: Run<'_>) {
    let Run { options, began, stop, state, report } = run;
    let waited = began.elapsed();
    // The time of the earlier search counts.
    let searched = waited + earlier.took.unwrap_or_default();
    let rest = |budget: Budget| Budget {
        soft: budget.soft.saturating_sub(searched),
        hard: budget.hard.saturating_sub(waited),
    };
    let limits = Limits { budget: limits.budget.map(rest), ..limits.clone() };
    let keep = |analysis: &Analysis| {
        let mut found = lock(&state.found);
        found.nodes = analysis.nodes();
        found.analysis = Some(analysis.clone());
        found
    };
    let mut iterations = earlier.resume.iterations;
    let watch = |lines: &[_], analysis: Analysis| {
        iterations += 1;
        let mut found = keep(&analysis);
        found.iteration = Some(analysis.clone());
        found.resume = ResumeState { iterations, lines: lines.to_vec(), ..ResumeState::default() };
        drop(found);
        report(TaskEvent::Iteration(analysis));
    };
    if let Some(analysis) = search_root(core, options, root, &limits, stop, &earlier.resume, watch) {
        drop(keep(&analysis));
    }
}

/// An error of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// What was asked for is known for Othello on 8x8 alone.
    #[error("this is known for Othello on 8x8 only")]
    Variant,
    /// The thread of the engine could not be started.
    #[error("cannot start a thread")]
    Thread,
}
