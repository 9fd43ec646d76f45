//! The solver: it solves positions one after another or several at once.
//!
//! Every position is searched with an empty table, so its node count does not depend on the positions before it. The table is no
//! larger than a search of this depth can fill: a small one stays in the processor's caches.

use super::answer::Answer;
use super::forecast::Forecast;
use super::lock;
use super::observer::{JobObserver, JobStart, Journal};
use super::queue::{AnswerSink, JobQueue};
use super::settings::SolverSettings;
use super::watch::Watch;
use crate::eval::Weights;
use crate::search::Report;
use crate::search::{Clock, Limits, ResumeState, SavedEntry, Searcher, Stop};
use emilia_core::notation::obf::Problem;
use emilia_core::{Move, Position, Square, moves_of_line};
use std::io;
use std::sync::{Arc, Mutex};

/// Stack of a thread that solves: enough for a search from the first move.
const STACK_BYTES: usize = 16 << 20;

/// Returns the observer for the position with this index.
type MakeObserver<'a> = dyn Fn(usize) -> Box<dyn JobObserver> + Sync + 'a;

/// Solves many positions with the same settings.
///
/// # Examples
/// ```
/// use emilia::{Solver, SolverSettings, Stop, Weights};
/// use emilia::notation::obf;
/// use std::sync::Arc;
///
/// let lines = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X; B7:+0;";
/// let problems: Vec<obf::Problem> = obf::problems(lines).collect::<Result<_, _>>()?;
/// let solver = Solver::new(Weights::embedded(), SolverSettings::default()).jobs(2);
/// solver.solve(problems, &Stop::new(), |answer| assert!(answer.value.is_exact()))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<'a> {
    settings: SolverSettings,
    weights: Arc<Weights>,
    /// The number of positions solved at once.
    jobs: usize,
    /// The threads of all jobs together.
    threads: usize,
    /// The size of all transposition tables together, in MiB.
    hash: usize,
    clock: Clock,
    observer: Option<&'a MakeObserver<'a>>,
    journal: Option<&'a Mutex<dyn Journal>>,
    /// Entries of the table of the unfinished search that is resumed.
    entries: Mutex<Vec<SavedEntry>>,
}

/// An observer that ignores everything.
struct NoObserver;

impl JobObserver for NoObserver {}

impl<'a> Solver<'a> {
    /// A solver with one thread and a table of 256 MiB.
    pub fn new(weights: Arc<Weights>, settings: SolverSettings) -> Solver<'a> {
        Solver {
            settings,
            weights,
            jobs: 1,
            threads: 1,
            hash: 256,
            clock: Clock::SYSTEM,
            observer: None,
            journal: None,
            entries: Mutex::default(),
        }
    }

    /// Solves this number of positions at once (1..), each with its share of the threads and of the table.
    pub fn jobs(self, jobs: usize) -> Solver<'a> {
        Solver { jobs: jobs.max(1), ..self }
    }

    /// Uses this number of threads in all (1..), at least one for each position that is solved at once.
    pub fn threads(self, threads: usize) -> Solver<'a> {
        Solver { threads, ..self }
    }

    /// Uses transposition tables of at most this size in MiB in all (1..).
    pub fn hash(self, mib: usize) -> Solver<'a> {
        Solver { hash: mib, ..self }
    }

    /// Reads the time from this clock; from the system's if none is given.
    pub fn clock(self, clock: Clock) -> Solver<'a> {
        Solver { clock, ..self }
    }

    /// Observes each search by the observer that this function returns for the index of its position.
    #[doc(hidden)]
    pub fn observed(self, observer: &'a MakeObserver<'a>) -> Solver<'a> {
        Solver { observer: Some(observer), ..self }
    }

    /// Records proved results in the journal and resumes from it; `entries` are the table entries of the unfinished search.
    #[doc(hidden)]
    pub fn journaled(self, journal: &'a Mutex<dyn Journal>, entries: Vec<SavedEntry>) -> Solver<'a> {
        Solver { journal: Some(journal), entries: Mutex::new(entries), ..self }
    }

    /// Solves the positions and calls `report` with each answer, in their order, until the stop is requested.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn solve(
        &self,
        problems: impl IntoIterator<Item = Problem>,
        stop: &Stop,
        report: impl FnMut(&Answer) + Send,
    ) -> io::Result<()> {
        self.run(&JobQueue::of(problems, Reported(report)), stop)
    }

    /// Solves all positions of the queue, until the stop is requested.
    ///
    /// # Errors
    /// If the threads cannot be started. Errors of the queue's source and sink stay in the queue.
    #[doc(hidden)]
    pub fn run<S: AnswerSink>(&self, queue: &JobQueue<S>, stop: &Stop) -> io::Result<()> {
        let (hash, threads) = ((self.hash / self.jobs).max(1), (self.threads / self.jobs).max(1));
        let solve_all = || {
            let mut searcher = Searcher::new(self.weights.clone(), hash, threads);
            searcher.set_clock(self.clock);
            while let Some((number, problem)) = queue.take(stop) {
                let answer = self.answer(number, problem, &mut searcher, stop);
                queue.answer(number, answer);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.jobs {
                std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, solve_all)?;
            }
            solve_all();
            Ok(())
        })
    }

    /// The answer to a problem: from the journal, or by solving it.
    fn answer(&self, number: usize, problem: Problem, searcher: &mut Searcher, stop: &Stop) -> Answer {
        let limits = self.settings.limits(&problem);
        let moves = problem.position.moves().len() as usize;
        let known = self.journal.and_then(|journal| lock(journal).answer(number, moves));
        if let Some((reports, seconds)) = known {
            return Answer::new(problem, limits, reports, seconds, self.settings.wld, None);
        }
        let mut observer =
            self.observer.map_or_else(|| Box::new(NoObserver) as Box<dyn JobObserver>, |make| make(number));
        let answer = self.search(number, problem, limits, searcher, stop, observer.as_mut());
        if answer.stopped.is_none()
            && let Some(journal) = self.journal
        {
            lock(journal).finish(number, &answer);
        }
        observer.end(&answer);
        answer
    }

    fn search(
        &self,
        number: usize,
        problem: Problem,
        limits: Limits,
        searcher: &mut Searcher,
        stop: &Stop,
        observer: &mut dyn JobObserver,
    ) -> Answer {
        searcher.confine_hash(useful_table(&limits, problem.position.empties()));
        let earlier = self.journal.and_then(|journal| lock(journal).resume(number, &problem, &limits));
        let (resume, nodes, seconds) = earlier.unwrap_or((ResumeState::default(), 0, 0.0));
        if !resume.lines.is_empty() {
            searcher.restore_entries(std::mem::take(&mut *lock(&self.entries)));
        }
        observer.begin(&JobStart { problem: &problem, resume: &resume, nodes, seconds });
        let mut watch = Watch {
            number,
            problem: &problem,
            resume: resume.clone(),
            before: (nodes, seconds),
            journal: self.journal,
            stop,
            observer,
            forecast: Forecast::new(self.settings.all_moves),
            is_unfinished: false,
        };
        let began = self.clock.start();
        let found = searcher.search_observed(problem.position, &limits, stop, &mut watch, &resume);
        let seconds = seconds + began.elapsed().as_secs_f64();
        let mut reports = reports_in_moves(problem.position, &found);
        for report in &mut reports {
            report.nodes += nodes;
        }
        let stopped = (watch.is_unfinished && stop.is_requested()).then(|| std::mem::take(&mut watch.resume.proofs));
        Answer::new(problem, limits, reports, seconds, self.settings.wld, stopped)
    }
}

/// A sink that calls a closure.
struct Reported<F>(F);

impl<F: FnMut(&Answer) + Send> AnswerSink for Reported<F> {
    fn answer(&mut self, answer: &Answer) -> io::Result<()> {
        (self.0)(answer);
        Ok(())
    }
}

/// The largest useful size of the table in MiB. The number of useful entries about doubles with every ply; solving a position
/// with 24 empty squares seldom fills 32 MiB, and a midgame search of the same depth needs far more.
fn useful_table(limits: &Limits, empties: u32) -> usize {
    let doublings = limits.depth.saturating_sub(if limits.depth >= empties { 19 } else { 10 });
    1 << doublings.clamp(2, 20)
}

/// The reports of a search of this position, with forced passes inserted into their lines.
pub fn reports_in_moves(root: Position, reports: &[Report<Square>]) -> Vec<Report<Move>> {
    let in_moves = |report: &Report<Square>| Report {
        value: report.value,
        line: moves_of_line(root, &report.line),
        nodes: report.nodes,
        time: report.time,
    };
    reports.iter().map(in_moves).collect()
}
