//! The thread that thinks.
//!
//! Knows nothing of commands or of what its results are good for: it takes one job after the other and posts news. A job that
//! was stopped before it began is skipped. A search that panics is abandoned with what it had found.

use super::{Options, Ticket, Verdict};
use crate::board::{Position, Square};
use crate::eval::Weights;
use crate::game::{Game, Move};
use crate::score::Score;
use crate::search::{Budget, Limits, Past, Report, Searcher, Stop};
use crate::solver::reports_in_moves;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// News of a search.
#[derive(Clone, Debug)]
pub enum News {
    /// A depth is finished.
    Thinking(Vec<Report<Move>>),
    /// A position of the game is judged.
    Analyzed(Verdict),
    /// The search ended with these lines.
    Ended(Found),
    /// The search could not be made, and why.
    Failed(String),
}

/// What a search has found so far.
#[derive(Clone, Default, Debug)]
pub struct Found {
    pub(super) lines: Vec<Report<Move>>,
    pub(super) nodes: u64,
    /// Where the search stands, for another one that goes on from there.
    past: Past,
    /// How long it took, once it has ended.
    pub(super) took: Option<Duration>,
}

impl Found {
    /// The reply expected to this move. A depth that was broken off knows the move alone; then the one before it is asked.
    pub(super) fn reply(&self, mv: Move) -> Option<Move> {
        let last = self.lines.iter().map(|report| report.line.clone());
        let finished = self.past.lines.iter().map(|report| report.line.iter().copied().map(Move::from).collect());
        last.chain(finished).find(|line: &Vec<Move>| line.len() > 1 && line[0] == mv).map(|line| line[1])
    }
}

/// Where news go; called by the worker.
pub(super) type Post = Arc<dyn Fn(Ticket, News) + Send + Sync>;

/// What is to be thought about.
pub(super) enum Task {
    /// Nothing yet: time will count, so all is made ready beforehand.
    Prepare,
    /// The best moves of a position.
    Think {
        /// The position.
        root: Position,
        /// Bounds of the search; the budget counts from `began`.
        limits: Limits,
        /// What a search of the position found whose limits were the same but for the budget, to go on from there.
        earlier: Option<Arc<Mutex<Found>>>,
    },
    /// Every position of the game, with the bounds that these options set.
    Judge {
        /// The game.
        game: Box<Game>,
        /// The options.
        options: Options,
    },
}

/// A task with what its search needs.
pub(super) struct Job {
    /// For its news; none if nobody is to hear of it.
    pub ticket: Option<Ticket>,
    pub task: Task,
    /// When it was asked for.
    pub began: Instant,
    pub stop: Stop,
    /// Shared with whoever asked.
    pub found: Arc<Mutex<Found>>,
    pub hash: usize,
    pub threads: usize,
    /// Whether to forget everything first, so that a new game goes as it would in a new program.
    pub forget: bool,
}

impl Job {
    /// Posts news if somebody is to hear of them.
    fn tell(&self, post: &Post, news: impl FnOnce() -> News) {
        if let Some(ticket) = self.ticket {
            post(ticket, news());
        }
    }
}

/// Starts the thread. It ends when the sender of its jobs is dropped and the last job is done.
pub(super) fn start(weights: Arc<Weights>, post: Post) -> std::io::Result<Sender<Job>> {
    let (sender, jobs) = channel();
    let worker = Worker { weights, post, searcher: None };
    std::thread::Builder::new().name("worker".into()).spawn(move || worker.run(&jobs))?;
    Ok(sender)
}

/// What is shared, whether or not somebody panicked while it was locked.
pub(super) fn look<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Worker {
    weights: Arc<Weights>,
    post: Post,
    /// The searcher with its table's MiB and its threads; made for the first job.
    searcher: Option<(Searcher, usize, usize)>,
}

impl Worker {
    fn run(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            if job.forget
                && let Some((searcher, ..)) = &mut self.searcher
            {
                searcher.clear();
            }
            if job.stop.is_requested() {
                continue;
            }
            if catch_unwind(AssertUnwindSafe(|| self.work(&job))).is_err() {
                log::error!("a search panicked and was abandoned");
                self.searcher = None;
            }
            look(&job.found).took = Some(job.began.elapsed());
            job.tell(&self.post, || News::Ended(look(&job.found).clone()));
        }
    }

    fn work(&mut self, job: &Job) {
        let (searcher, hash, threads) = self
            .searcher
            .get_or_insert_with(|| (Searcher::new(self.weights.clone(), job.hash, job.threads), job.hash, job.threads));
        if *hash != job.hash {
            searcher.set_hash(job.hash);
            *hash = job.hash;
        }
        if *threads != job.threads {
            searcher.set_threads(job.threads);
            *threads = job.threads;
        }
        match &job.task {
            Task::Prepare => searcher.warm(),
            Task::Think { root, limits, earlier } => {
                let earlier = earlier.as_ref().map(|found| look(found).clone()).unwrap_or_default();
                think(searcher, job, *root, limits, &earlier, &self.post);
            }
            Task::Judge { game, options } => judge(searcher, job, game, options, &self.post),
        }
    }
}

fn think(searcher: &mut Searcher, job: &Job, root: Position, limits: &Limits, earlier: &Found, post: &Post) {
    let take_note = |reports: &[Report<Square>]| {
        let mut found = look(&job.found);
        found.lines = reports_in_moves(root, reports);
        found.nodes = found.lines.first().map_or(0, |report| report.nodes);
        found
    };
    let waited = job.began.elapsed();
    // The time of the earlier search was somebody else's, and need not be spent again.
    let thought = waited + earlier.took.unwrap_or_default();
    let rest =
        |budget: Budget| Budget { soft: budget.soft.saturating_sub(thought), hard: budget.hard.saturating_sub(waited) };
    let limits = Limits { budget: limits.budget.map(rest), ..limits.clone() };
    let mut passes = earlier.past.passes;
    let mut watch = |reports: &[Report<Square>]| {
        passes += 1;
        let mut found = take_note(reports);
        found.past = Past { passes, lines: reports.to_vec(), ..Past::default() };
        let lines = found.lines.clone();
        drop(found);
        job.tell(post, || News::Thinking(lines));
    };
    let reports = searcher.think_on(root, &limits, &job.stop, &mut watch, &earlier.past);
    drop(take_note(&reports));
}

/// Judges every position from the last to the first, so that what was found later in the game is known earlier.
fn judge(searcher: &mut Searcher, job: &Job, game: &Game, options: &Options, post: &Post) {
    let mut after: Option<Score> = None;
    for ply in (0..=game.moves().len()).rev() {
        let Some((turn, root)) = game.at_ply(ply).and_then(|turn| Some((turn, turn.position()?))) else { return };
        let limits = options.limits(turn.to_move, root.empties());
        let reports = searcher.think(root, &limits, &job.stop, &mut |_: &[Report<Square>]| {});
        let lines = reports_in_moves(root, &reports);
        let Some(report) = lines.first().filter(|_| !job.stop.is_requested()) else { return };
        look(&job.found).nodes += report.nodes;
        let (played, best) = (game.moves().get(ply).map(|played| played.mv), report.line.first().copied());
        // The move played is worth the negated value of the position after it; a search's error is no gain.
        let loss =
            after.map(|after| if played == best { Score::ZERO } else { (report.score() + after).max(Score::ZERO) });
        after = Some(report.score());
        let verdict = Verdict { ply, played, value: report.value, best, loss };
        job.tell(post, || News::Analyzed(verdict));
    }
}
