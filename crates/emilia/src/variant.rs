//! Thinking about games that the fast board does not play: other boards, other goals, other rules.
//!
//! A general search: boards as words of 64 or 128 bits, an evaluation that follows from the shape of the board, alpha-beta with a table,
//! iterations, endings to the last disc, all threads. Knows nothing of the fast search but its vocabulary.

mod assess;
mod bits;
mod eval;
mod fit;
mod fit_windows;
mod geometry;
mod last;
mod learned;
mod level;
mod node;
mod parallel;
mod progress;
mod proof;
mod root;
mod search;
mod table;
mod think;
mod window;
mod worker;

pub use eval::Weights;
pub use learned::{WeightsSet, WeightsSetError};
#[doc(hidden)]
pub use progress::Progress;
pub use proof::ProofError;
#[doc(hidden)]
pub use proof::{Effort, Judge, check_rules, proof_moves};
#[doc(hidden)]
pub use table::Table;

use crate::search::{Clock, Limits, Report, Stop};
use emilia_core::{Conditions, Game, Move, Shape, Value};
use node::{OnWords, on_words};
use proof::Prove;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use think::Think;
use worker::Means;

/// A searcher of games by any rules.
///
/// # Examples
/// ```
/// use emilia::variant::VariantSearcher;
/// use emilia::{Game, Limits, Rules, Stop};
///
/// let game = Game::new(Rules::sized(4)?);
/// let lines = VariantSearcher::new(16, 1).search(&game, &Limits::exact(), &Stop::new(), |_| {});
/// // White wins 4x4 by 11 discs to 3, and gets the two empty squares.
/// assert_eq!(lines[0].value, emilia::Value::exact(-10));
/// # Ok::<(), emilia::RulesError>(())
/// ```
pub struct VariantSearcher {
    table: Arc<Table>,
    progress: Arc<Progress>,
    threads: usize,
    /// The threads, if there are several.
    pool: Option<rayon::ThreadPool>,
    clock: Clock,
    weights: Option<Weights>,
    /// The game that the table is about.
    game: Option<(Shape, Conditions)>,
}

impl VariantSearcher {
    /// A searcher with a table of at most this many MiB and this number of threads.
    pub fn new(hash: usize, threads: usize) -> VariantSearcher {
        let build = || rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
        let pool = if threads > 1 { build() } else { None };
        let threads = if pool.is_some() { threads } else { 1 };
        VariantSearcher {
            table: Arc::new(Table::new(hash)),
            progress: Arc::default(),
            threads,
            pool,
            clock: Clock::SYSTEM,
            weights: None,
            game: None,
        }
    }

    /// Where it reads the time.
    pub(crate) fn clock(&self) -> Clock {
        self.clock
    }

    /// Measures time by this clock.
    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    /// Evaluates by these weights, which must be those of the games that are searched, in place of the weights that belong to their rules.
    pub fn set_weights(&mut self, weights: Weights) {
        self.weights = Some(weights);
        self.clear();
    }

    /// The table.
    #[doc(hidden)]
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// The progress of the search that runs, or ran last.
    #[doc(hidden)]
    pub fn progress(&self) -> Arc<Progress> {
        self.progress.clone()
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches the game's position now: the lines, best first, of which there are as many as the limits ask for, an empty one if the game
    /// is over. The first iteration is never stopped, so there is one in any case. Each iteration is passed to `watch`.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        mut watch: impl FnMut(&[Report<Move>]) + Send,
    ) -> Vec<Report<Move>> {
        self.begin(game);
        let (weights, timer) = (self.weights(game), self.clock.start());
        let think = Think { game, limits, stop, means: self.means(&weights), timer, watch: &mut watch };
        self.on_threads(game, think).unwrap_or_default()
    }

    /// The moves that prove a bound of the game's position now: those of the side that has the bound, in the order of a walk that tries all
    /// moves of the other side row by row, visits no position twice, and ends at positions with at most `finish` empty squares.
    /// docs/solving.md has the file that is made of them, and scripts/check_proof.py checks it. Of the limits only nodes and time count.
    ///
    /// # Errors
    /// If the bound does not hold, the proof was stopped or reached a limit, or a checker does not know the rules.
    pub fn prove(
        &mut self,
        game: &Game,
        bound: Value,
        finish: u32,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Vec<Move>, ProofError> {
        self.begin(game);
        let (weights, timer) = (self.weights(game), self.clock.start());
        let prove = Prove { game, bound, finish, means: self.means(&weights), limits, timer, stop };
        self.on_threads(game, prove).unwrap_or(Err(ProofError::Rules))
    }

    fn means<'a>(&'a self, weights: &'a Weights) -> Means<'a> {
        Means { weights, table: &self.table, progress: &self.progress, threads: self.threads }
    }

    /// Does the work on the threads of the searcher.
    fn on_threads<W: OnWords<Output: Send> + Send>(&self, game: &Game, work: W) -> Option<W::Output> {
        match &self.pool {
            Some(pool) => pool.install(|| on_words(game, work)),
            None => on_words(game, work),
        }
    }

    /// Prepares the table for this game.
    fn begin(&mut self, game: &Game) {
        let about = (*game.rules().shape(), *game.rules().conditions());
        if self.game.replace(about).is_some_and(|before| before != about) {
            self.table.clear();
        }
        self.table.grow_older();
        self.progress.nodes.store(0, Ordering::Relaxed);
    }

    fn weights(&self, game: &Game) -> Weights {
        self.weights.clone().unwrap_or_else(|| Weights::of(game.rules()))
    }
}
