//! Recording in a build with the feature `tune`.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// A part of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TaskStep {
    /// This number of nodes is searched by one thread.
    Nodes(u64),
    /// These tasks are shared among the threads, taken in this order, and awaited. Tasks that a cut-off ended have the cost until then.
    Split(Vec<Task>),
}

/// The work of a thread from the beginning of the search of a move to its end.
pub type Task = Vec<TaskStep>;

/// The nodes of a task and of all tasks below.
pub fn cost(task: &[TaskStep]) -> u64 {
    let of_step = |step: &TaskStep| match step {
        TaskStep::Nodes(nodes) => *nodes,
        TaskStep::Split(tasks) => tasks.iter().map(|task| cost(task)).sum(),
    };
    task.iter().map(of_step).sum()
}

/// Whether the searches of this process are recorded.
static IS_RECORDED: AtomicBool = AtomicBool::new(false);
/// What was recorded.
static RECORDED: Mutex<Task> = Mutex::new(Task::new());

/// Begins to record the searches of this process, which use memory for each split.
pub fn record_tasks() {
    RECORDED.lock().unwrap_or_else(PoisonError::into_inner).clear();
    IS_RECORDED.store(true, Relaxed);
}

/// The searches since [`record_tasks`], one after the other as one task.
pub fn recorded_tasks() -> Task {
    IS_RECORDED.store(false, Relaxed);
    std::mem::take(&mut RECORDED.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The record of one thread.
pub(in crate::search) struct Trace {
    steps: Task,
    /// Nodes since the last step.
    nodes: u64,
}

impl Trace {
    pub fn new() -> Trace {
        Trace { steps: Task::new(), nodes: 0 }
    }

    /// Notes nodes that the thread has visited.
    pub fn add(&mut self, nodes: u32) {
        self.nodes += u64::from(nodes);
    }

    /// Ends a task: its steps.
    fn end_task(&mut self) -> Task {
        self.end_step();
        std::mem::take(&mut self.steps)
    }

    /// Notes a split, whose tasks are done.
    pub fn split(&mut self, tasks: Tasks) {
        self.end_step();
        let mut tasks = tasks.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        tasks.sort_by_key(|(at, _)| *at);
        if !tasks.is_empty() {
            self.steps.push(TaskStep::Split(tasks.into_iter().map(|(_, task)| task).collect()));
        }
    }

    /// Ends the record of a search.
    pub fn end(&mut self) {
        let steps = self.end_task();
        if IS_RECORDED.load(Relaxed) {
            RECORDED.lock().unwrap_or_else(PoisonError::into_inner).extend(steps);
        }
    }

    fn end_step(&mut self) {
        let nodes = std::mem::take(&mut self.nodes);
        if nodes > 0 {
            self.steps.push(TaskStep::Nodes(nodes));
        }
    }
}

/// The tasks of a split.
pub(in crate::search) struct Tasks(Mutex<Vec<(usize, Task)>>);

impl Tasks {
    pub fn new() -> Tasks {
        Tasks(Mutex::new(Vec::new()))
    }

    /// Adds what a thread has recorded as the task of the move with this number.
    pub fn add(&self, at: usize, trace: &mut Trace) {
        let task = trace.end_task();
        if IS_RECORDED.load(Relaxed) {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push((at, task));
        }
    }
}
