//! How the solving of endings would scale with cores that this machine does not have, by simulation.
//!
//! `cargo bench --features tune --bench scaling` proves FFO #40-44 with 1, 2, 4, 8, 16 and 32 threads on the cores there are and
//! records every task with its nodes. Then virtual cores, each of which visits one node in a unit of time, do the recorded tasks in the
//! manner of rayon: a core takes the tasks of its own node in order; where none is left it takes one of another node, and resumes its own
//! node only after that. Arguments after `--` are the numbers of the problems (`40 41`).

use emilia::internal::search::{Searcher, Task, TaskStep, cost, record_tasks, recorded_tasks};
use emilia::notation::obf;
use emilia::{Limits, Position, Stop, Weights};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

const PROBLEMS: &str = include_str!("../data/problems/ffo-1-59.obf");
/// The problems without arguments.
const DEFAULT: [usize; 5] = [40, 41, 42, 43, 44];
const THREADS: [usize; 6] = [1, 2, 4, 8, 16, 32];
/// Memory of the table in MiB.
const TABLE: usize = 256;

/// A split whose tasks are not all done.
struct Split<'a> {
    tasks: &'a [Task],
    /// The next task that nobody has taken.
    next: usize,
    unfinished: usize,
    owner: usize,
    /// The split to whose task it belongs.
    parent: Option<usize>,
    /// When the last task was done.
    done: u64,
}

/// A task that a core has begun.
struct Frame<'a> {
    steps: &'a [TaskStep],
    /// The split to which the task belongs; none for the whole search.
    of: Option<usize>,
    /// The split that the core waits for.
    waits: Option<usize>,
}

#[derive(Default)]
struct Core<'a> {
    stack: Vec<Frame<'a>>,
    /// Its splits that may have tasks left, the oldest first.
    splits: Vec<usize>,
    is_idle: bool,
}

/// What a simulation finds, in nodes that one core visits.
#[derive(Default)]
struct Outcome {
    time: u64,
    /// Time in which splits were done and their owners still worked on something else.
    blocked: u64,
}

struct Machine<'a> {
    cores: Vec<Core<'a>>,
    splits: Vec<Split<'a>>,
    /// The time at which a core ends what it does.
    events: BinaryHeap<Reverse<(u64, usize)>>,
    random: u64,
    outcome: Outcome,
}

impl<'a> Machine<'a> {
    fn run(search: &'a [TaskStep], cores: usize) -> Outcome {
        let cores = (0..cores).map(|_| Core::default()).collect();
        let mut machine =
            Machine { cores, splits: Vec::new(), events: BinaryHeap::new(), random: 1, outcome: Outcome::default() };
        machine.cores[0].stack.push(Frame { steps: search, of: None, waits: None });
        (0..machine.cores.len()).for_each(|core| machine.events.push(Reverse((0, core))));
        while let Some(Reverse((now, core))) = machine.events.pop() {
            machine.outcome.time = now;
            machine.proceed(core, now);
        }
        assert!(machine.cores.iter().all(|core| core.stack.is_empty()), "a task was left");
        machine.outcome
    }

    /// Continues the work of a core until it visits nodes or finds nothing to do.
    fn proceed(&mut self, core: usize, now: u64) {
        loop {
            let Some(frame) = self.cores[core].stack.last_mut() else {
                if self.steal(core) {
                    continue;
                }
                return self.cores[core].is_idle = true;
            };
            if let Some(split) = frame.waits {
                if self.take(core, split) {
                    continue;
                }
                let Split { unfinished, done, .. } = self.splits[split];
                if unfinished == 0 {
                    self.outcome.blocked += now - done;
                    self.cores[core].stack.last_mut().expect("the frame").waits = None;
                    self.cores[core].splits.retain(|open| *open != split);
                } else if !self.steal_below(core, split) {
                    return self.cores[core].is_idle = true;
                }
                continue;
            }
            match frame.steps.split_first() {
                Some((TaskStep::Nodes(nodes), rest)) => {
                    frame.steps = rest;
                    return self.events.push(Reverse((now + nodes, core)));
                }
                Some((TaskStep::Split(tasks), rest)) => {
                    frame.steps = rest;
                    frame.waits = Some(self.splits.len());
                    let parent = frame.of;
                    self.cores[core].splits.push(self.splits.len());
                    self.splits.push(Split { tasks, next: 0, unfinished: tasks.len(), owner: core, parent, done: 0 });
                    self.wake(now, |_| true);
                }
                None => self.end_task(core, now),
            }
        }
    }

    /// Ends the task of a core, which then helps at the same split.
    fn end_task(&mut self, core: usize, now: u64) {
        let Some(split) = self.cores[core].stack.pop().and_then(|frame| frame.of) else { return };
        self.splits[split].unfinished -= 1;
        if self.splits[split].unfinished == 0 {
            self.splits[split].done = now;
            let owner = self.splits[split].owner;
            self.wake(now, |core| core == owner);
        } else {
            self.take(core, split);
        }
    }

    /// Begins the next task of a split; whether there was one.
    fn take(&mut self, core: usize, split: usize) -> bool {
        let Split { tasks, next, .. } = &mut self.splits[split];
        let Some(steps) = tasks.get(*next) else { return false };
        *next += 1;
        self.cores[core].stack.push(Frame { steps, of: Some(split), waits: None });
        true
    }

    /// Begins a task of another split: the newest of its own, or the oldest of another core; whether there was one.
    fn steal(&mut self, core: usize) -> bool {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let (count, first) = (self.cores.len(), (self.random >> 33) as usize);
        let own = self.cores[core].splits.iter().rev().copied().find(|split| self.has_tasks(*split));
        let others = (0..count).map(|at| (first + at) % count).filter(|other| *other != core);
        let mut oldest =
            others.filter_map(|other| self.cores[other].splits.iter().find(|split| self.has_tasks(**split)));
        let found = own.or_else(|| oldest.next().copied());
        found.is_some_and(|split| self.take(core, split))
    }

    fn steal_below(&mut self, core: usize, split: usize) -> bool {
        if std::env::var("ANY").is_ok() {
            return self.steal(core);
        }
        let below = |mut at: usize| loop {
            match self.splits[at].parent {
                Some(parent) if parent == split => return true,
                Some(parent) => at = parent,
                None => return false,
            }
        };
        let found =
            self.cores.iter().flat_map(|core| core.splits.iter().copied()).find(|at| self.has_tasks(*at) && below(*at));
        found.is_some_and(|split| self.take(core, split))
    }

    fn has_tasks(&self, split: usize) -> bool {
        self.splits[split].next < self.splits[split].tasks.len()
    }

    fn wake(&mut self, now: u64, is_meant: impl Fn(usize) -> bool) {
        for (number, core) in self.cores.iter_mut().enumerate().filter(|(number, _)| is_meant(*number)) {
            if std::mem::take(&mut core.is_idle) {
                self.events.push(Reverse((now, number)));
            }
        }
    }
}

/// The tasks of proofs of these positions.
fn record(positions: &[Position], threads: usize, weights: &Arc<Weights>) -> Vec<Task> {
    let prove = |position: &Position| {
        let mut searcher = Searcher::new(weights.clone(), TABLE, threads);
        record_tasks();
        searcher.search(*position, &Limits::exact(), &Stop::new(), &mut |_: &[_]| {});
        recorded_tasks()
    };
    positions.iter().map(prove).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let numbers = if numbers.is_empty() { DEFAULT.to_vec() } else { numbers };
    let problems = obf::problems(PROBLEMS).collect::<Result<Vec<_>, _>>()?;
    let positions: Vec<_> = numbers.iter().filter_map(|number| problems.get(number.checked_sub(1)?)).collect();
    let positions: Vec<_> = positions.iter().map(|problem| problem.position).collect();
    let weights = Weights::embedded();
    let mut alone = 0;
    println!("cores  nodes added  speed-up  at work  blocked");
    for threads in THREADS {
        let searches = record(&positions, threads, &weights);
        let nodes: u64 = searches.iter().map(|search| cost(search)).sum();
        alone = if threads == 1 { nodes } else { alone };
        let (mut time, mut blocked) = (0, 0);
        for outcome in searches.iter().map(|search| Machine::run(search, threads)) {
            (time, blocked) = (time + outcome.time, blocked + outcome.blocked);
        }
        let all = (time * threads as u64) as f64;
        println!(
            "{threads:>5}  {:>10.1}%  {:>8.2}  {:>6.1}%  {:>6.1}%",
            100.0 * (nodes as f64 / alone as f64 - 1.0),
            alone as f64 / time as f64,
            100.0 * nodes as f64 / all,
            100.0 * blocked as f64 / all,
        );
    }
    Ok(())
}
