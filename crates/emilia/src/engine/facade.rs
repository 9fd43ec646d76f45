//! The engine.

use super::EngineOptions;
use super::analysis::Analysis;
use super::background::{Background, Work};
use super::certificate::Certificate;
use super::core::{Core, Root, search_root};
use super::reference::Reference;
use super::review::{Review, Reviewing, review};
use super::reviewed::ReviewedMove;
use super::subject::Subject;
use super::task::EngineError;
use super::task::{Run, Task, TaskEvent, search_in_background};
use crate::eval::Weights;
use crate::search::{Limits, ResumeState, SavedEntry, Stop};
use crate::solver::lock;
use crate::variant::{self, ProofError};
use emilia_core::{Game, Score, Turn, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

/// An Othello engine: it evaluates, searches and solves positions and reviews games.
///
/// A transposition table keeps results from search to search. An engine does one thing at a time; two engines share nothing but the
/// weights. See the [crate] for an example.
///
/// # Examples
/// A search that another thread can stop, and that reports each iteration:
/// ```
/// use emilia::{Engine, EngineOptions, Game, Limits, Stop};
///
/// let (mut engine, game, stop) = (Engine::new(EngineOptions::default()), Game::default(), Stop::new());
/// let mut depths = 0;
/// let analysis = engine.search_with(&game, &Limits::depth(8), &stop, |_| depths += 1);
/// assert_eq!(depths, 8);
/// println!("{} {}", analysis.score(), analysis.certainty()); // a score, then depth and confidence
/// ```
pub struct Engine {
    pub(super) weights: Arc<Weights>,
    options: EngineOptions,
    /// Whether the next search begins with an empty table.
    forgets: bool,
    /// Entries for the table of the next search.
    known: Vec<SavedEntry>,
    pub(super) reference: Reference,
    core: Arc<Mutex<Core>>,
    /// The thread for tasks, once a task was started.
    background: Option<Background>,
    /// The stop requests of the tasks.
    stops: Vec<Stop>,
}

impl Engine {
    /// An engine with the embedded weights, see [`Weights::embedded`].
    ///
    /// # Panics
    /// If the crate was built with a file of weights that does not belong to it.
    #[cfg(feature = "weights")]
    pub fn new(options: EngineOptions) -> Engine {
        Engine::with_weights(Weights::embedded(), options)
    }

    /// An engine with these weights, which several engines can share.
    pub fn with_weights(weights: Arc<Weights>, options: EngineOptions) -> Engine {
        let core = Arc::new(Mutex::new(Core::new(weights.clone())));
        Engine {
            weights,
            options,
            forgets: false,
            known: Vec::new(),
            reference: Reference::default(),
            core,
            background: None,
            stops: Vec::new(),
        }
    }

    /// The weights.
    pub fn weights(&self) -> &Arc<Weights> {
        &self.weights
    }

    /// The options.
    pub fn options(&self) -> EngineOptions {
        self.options
    }

    /// Changes the options; they hold from the next search on.
    pub fn set_options(&mut self, options: EngineOptions) {
        self.options = options;
    }

    /// Clears the tables. The next search is the same as in a new engine.
    pub fn clear(&mut self) {
        self.forgets = true;
    }

    /// Puts results that were found elsewhere, for example in a book, into the table of the next search. A search uses them wherever it
    /// would not search deeper itself; a proof never does, see [`SavedEntry::from_value`].
    #[doc(hidden)]
    pub fn set_known(&mut self, known: Vec<SavedEntry>) {
        self.known = known;
    }

    /// The static evaluation of the position for its side to move, without a search.
    ///
    /// # Examples
    /// ```
    /// use emilia::{Engine, EngineOptions, Position};
    ///
    /// let engine = Engine::new(EngineOptions::default());
    /// assert!(engine.evaluate(&Position::START).to_discs().abs() < 4.0);
    /// ```
    pub fn evaluate(&self, subject: impl Subject) -> Score {
        self.evaluation(&Root::of(subject))
    }

    fn evaluation(&self, root: &Root) -> Score {
        match root {
            Root::Fast(position) => self.weights.eval_position(*position),
            Root::Variant(game) => variant::Weights::of(game.rules()).evaluate(game),
        }
    }

    /// Searches until the first of the limits is reached.
    pub fn search(&mut self, subject: impl Subject, limits: &Limits) -> Analysis {
        self.search_with(subject, limits, &Stop::new(), |_| {})
    }

    /// Searches until the first of the limits is reached or the stop is requested, and reports each finished iteration.
    pub fn search_with(
        &mut self,
        subject: impl Subject,
        limits: &Limits,
        stop: &Stop,
        report: impl FnMut(&Analysis) + Send,
    ) -> Analysis {
        self.resume(subject, limits, stop, &mut ResumeState::default(), report)
    }

    /// The same, from where an earlier search of the position under the same limits ended (the time may differ). The state is then
    /// that at the end of this search.
    #[doc(hidden)]
    pub fn resume(
        &mut self,
        subject: impl Subject,
        limits: &Limits,
        stop: &Stop,
        state: &mut ResumeState,
        mut report: impl FnMut(&Analysis) + Send,
    ) -> Analysis {
        let root = Root::of(subject);
        let mut core = lock(&self.core);
        if std::mem::take(&mut self.forgets) {
            core.clear();
        }
        core.set_known(self.options, &root, std::mem::take(&mut self.known));
        let earlier = state.clone();
        let watch = |lines: &[_], analysis: Analysis| {
            *state = ResumeState { iterations: state.iterations + 1, lines: lines.to_vec(), ..ResumeState::default() };
            report(&analysis);
        };
        // A search has at least one line, unless its limits leave no legal move.
        search_root(&mut core, self.options, &root, limits, stop, &earlier, watch)
            .unwrap_or_else(|| Analysis::of_evaluation(self.evaluation(&root)))
    }

    /// Proves the exact score and a best move. See [`Limits::win_loss_draw`] and [`Limits::with_window`] for less work, and
    /// [`crate::Solver`] for many positions and for proofs that take days.
    ///
    /// # Examples
    /// ```
    /// use emilia::{Certainty, Engine, EngineOptions, Turn};
    ///
    /// let ending = Turn::read("XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X").unwrap();
    /// let analysis = Engine::new(EngineOptions::default()).solve(&ending);
    /// assert_eq!((analysis.certainty(), analysis.score().rounded()), (Certainty::Exact, 0));
    /// ```
    pub fn solve(&mut self, subject: impl Subject) -> Analysis {
        self.search(subject, &Limits::exact())
    }

    /// Proves a value of the game's position now so that others can check it, with the table and the threads of the searches. Positions with
    /// at most `finish` empty squares are left to the checker. Of the limits only nodes and time count. Of an estimate nothing is proved.
    ///
    /// # Errors
    /// If the value is wrong, the proof was stopped or reached a limit, or a checker does not know the rules.
    ///
    /// # Examples
    /// ```
    /// use emilia::{Certificate, Engine, EngineOptions, Game, Limits, Rules, Stop, Turn};
    ///
    /// let ending = Turn::read("XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X").unwrap();
    /// let (game, limits) = (Game::new(Rules::from_start(ending)), Limits::exact());
    /// let mut engine = Engine::new(EngineOptions::default());
    /// let value = engine.search(&game, &limits).value();
    /// let certificate = engine.certify(&game, value, Certificate::FINISH, &limits, &Stop::new()).unwrap();
    /// assert!(certificate.to_bytes().unwrap().starts_with(b"Emilia proof 1 "));
    /// ```
    pub fn certify(
        &mut self,
        game: &Game,
        value: Value,
        finish: u32,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Certificate, ProofError> {
        let mut core = lock(&self.core);
        if std::mem::take(&mut self.forgets) {
            core.clear();
        }
        match game.position() {
            Some(_) => {
                let searcher = core.searcher(self.options);
                Certificate::of_position(game, value, finish, searcher, limits, stop)
            }
            None => Certificate::of_variant(game, value, finish, core.variants(self.options), limits, stop),
        }
    }

    /// Reviews a game: the value of every position, and what each move cost. The limits hold for each search.
    ///
    /// # Examples
    /// ```
    /// use emilia::{Engine, EngineOptions, Limits, Stop};
    /// use emilia::notation::transcript;
    ///
    /// let game = transcript::read("f5d6c3d3c4").unwrap();
    /// let review = Engine::new(EngineOptions::default()).review(&game, &Limits::depth(6), &Stop::new());
    /// assert_eq!(review.moves[0].loss.unwrap().to_discs(), 0.0); // all first moves are equal
    /// ```
    pub fn review(&mut self, game: &Game, limits: &Limits, stop: &Stop) -> Review {
        self.review_with(game, |_| limits.clone(), stop, |_| {})
    }

    /// Reviews a game like [`Engine::review`], with limits for each position, and reports each position when it is reviewed, the last one
    /// first.
    pub fn review_with(
        &mut self,
        game: &Game,
        limits: impl Fn(&Turn) -> Limits,
        stop: &Stop,
        mut report: impl FnMut(&ReviewedMove),
    ) -> Review {
        let mut moves = Vec::new();
        self.resume_review(game, limits, stop, &mut moves, |reviewed| report(reviewed));
        moves.reverse();
        let is_complete = moves.len() == game.moves().len() + 1;
        let nodes = moves.iter().map(|reviewed| reviewed.nodes).sum();
        Review { moves, nodes, is_complete }
    }

    /// The same, from where an earlier review under the same limits ended: `done` has its positions, the last of the game first, and gets
    /// the others.
    #[doc(hidden)]
    pub fn resume_review(
        &mut self,
        game: &Game,
        limits: impl Fn(&Turn) -> Limits,
        stop: &Stop,
        done: &mut Vec<ReviewedMove>,
        mut report: impl FnMut(&ReviewedMove),
    ) {
        let mut core = lock(&self.core);
        if std::mem::take(&mut self.forgets) {
            core.clear();
        }
        let reviewing = Reviewing { reference: &self.reference, limits: &limits };
        review(&mut core, self.options, game, &reviewing, stop, done, &mut report);
    }

    /// Starts a search in the background, after the tasks that were started before. The time limits count from now. `report` is
    /// called from the engine's thread.
    ///
    /// With `earlier`, a task that searched the same position under the same limits (the time may differ), the search resumes from
    /// its end, and the time that it took counts.
    ///
    /// # Errors
    /// If the thread cannot be started.
    ///
    /// # Examples
    /// ```
    /// use emilia::{Engine, EngineOptions, Limits, Position};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// let task = engine.start(Position::START, Limits::depth(40), None, |_| {})?;
    /// std::thread::sleep(std::time::Duration::from_millis(50));
    /// task.stop();
    /// assert!(task.wait().is_some());
    /// # Ok::<(), emilia::EngineError>(())
    /// ```
    pub fn start(
        &mut self,
        subject: impl Subject,
        limits: Limits,
        earlier: Option<&Task>,
        report: impl FnMut(TaskEvent) + Send + 'static,
    ) -> Result<Task, EngineError> {
        let root = Root::of(subject);
        let earlier = earlier.map(Task::state);
        let known = std::mem::take(&mut self.known);
        self.spawn(report, move |core, run| {
            core.set_known(run.options, &root, known);
            let earlier = earlier.map(|state| lock(&state.found).clone()).unwrap_or_default();
            search_in_background(core, &root, &limits, &earlier, run);
        })
    }

    /// Starts a review in the background, see [`Engine::start`]; `limits` gives those of each position.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn start_review(
        &mut self,
        game: Game,
        limits: impl Fn(&Turn) -> Limits + Send + 'static,
        report: impl FnMut(TaskEvent) + Send + 'static,
    ) -> Result<Task, EngineError> {
        let reference = self.reference.clone();
        self.spawn(report, move |core, Run { options, state, stop, report, .. }| {
            let reviewing = Reviewing { reference: &reference, limits: &limits };
            let mut pass_on = |reviewed: &ReviewedMove| {
                lock(&state.found).nodes += reviewed.nodes;
                report(TaskEvent::Reviewed(reviewed.clone()));
            };
            review(core, options, &game, &reviewing, stop, &mut Vec::new(), &mut pass_on);
        })
    }

    /// Starts to allocate all memory in the background, so that no later search waits for it.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn start_warm(&mut self, report: impl FnMut(TaskEvent) + Send + 'static) -> Result<Task, EngineError> {
        self.spawn(report, move |core, Run { options, .. }| core.searcher(options).warm())
    }

    /// Queues work for the engine's thread. Its end is always reported.
    fn spawn(
        &mut self,
        mut report: impl FnMut(TaskEvent) + Send + 'static,
        work: impl FnOnce(&mut Core, Run<'_>) + Send + 'static,
    ) -> Result<Task, EngineError> {
        let (stop, began, options) = (Stop::new(), self.options.clock.start(), self.options);
        let forgets = std::mem::take(&mut self.forgets);
        let task = Task::new(stop.clone());
        let state = task.state();
        self.stops.retain(|stop| !stop.is_requested());
        self.stops.push(stop.clone());
        let work: Work = Box::new(move |core| {
            if forgets {
                core.clear();
            }
            if !stop.is_requested() {
                let run = Run { options, began, stop: &stop, state: &state, report: &mut report };
                if catch_unwind(AssertUnwindSafe(|| work(core, run))).is_err() {
                    log::error!("a search panicked and was abandoned");
                    core.abandon();
                }
            }
            state.end(began.elapsed());
            // A panic of the report must not take the thread, and with it the tasks that wait, along.
            if catch_unwind(AssertUnwindSafe(|| report(TaskEvent::Ended))).is_err() {
                log::error!("the report of the end of a search panicked");
            }
        });
        let background = match &self.background {
            Some(background) => background,
            None => self.background.insert(Background::start(self.core.clone())?),
        };
        if background.add(work).is_err() {
            self.background = None;
            return Err(EngineError::Thread);
        }
        Ok(task)
    }
}

/// Stops all tasks; the engine's thread is joined.
impl Drop for Engine {
    fn drop(&mut self) {
        self.stops.iter().for_each(Stop::request);
    }
}
