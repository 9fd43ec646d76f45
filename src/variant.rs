//! Thinking about games that the fast board does not play: other boards, other goals, other rules.
//!
//! A general search: boards as words of 64 or 128 bits, an evaluation that follows from the shape of the board, alpha-beta with a table,
//! iterations, endings to the last disc, all threads. Knows nothing of the fast search but its vocabulary.

mod bits;
mod eval;
#[cfg(feature = "training")]
mod fit;
mod geometry;
mod last;
mod learned;
mod level;
mod node;
mod parallel;
mod root;
mod search;
mod split;
mod table;
mod think;
mod words;
mod worker;

pub use eval::Weights;
pub use learned::{WeightsSet, WeightsSetError};

use crate::game::{Conditions, Game, Move, Shape};
use crate::score::Score;
use crate::search::{Clock, Limits, Report, Stop};
use table::Table;
use think::{Deviation, Evaluation, Think};
use words::on_words;

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
/// # Ok::<(), emilia::game::RulesError>(())
/// ```
pub struct VariantSearcher {
    table: Table,
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
        VariantSearcher { table: Table::new(hash), threads, pool, clock: Clock::SYSTEM, weights: None, game: None }
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

    /// Clears the table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The evaluation of the game's position now for its side to move, without a search; the result if the game is over.
    pub fn evaluate(&self, game: &Game) -> Score {
        if game.is_over() {
            return Score::discs(game.score() * game.to_move().sign());
        }
        on_words(game, Evaluation(&self.weights(game), game)).unwrap_or(Score::ZERO)
    }

    /// The standard deviation, in discs, of the result of perfect play from the evaluation of the game's position now. With learned weights it
    /// is that of the games they were learned from.
    pub fn deviation(&self, game: &Game) -> f32 {
        on_words(game, Deviation(&self.weights(game), game)).unwrap_or_default()
    }

    /// Searches the game's position now: the lines, best first, of which there are as many as the limits ask for. None if the search was stopped
    /// before its first iteration ended; an empty one if the game is over. Each iteration is passed to `watch`.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        mut watch: impl FnMut(&[Report<Move>]) + Send,
    ) -> Vec<Report<Move>> {
        let about = (*game.rules().shape(), *game.rules().conditions());
        if self.game.replace(about).is_some_and(|before| before != about) {
            self.table.clear();
        }
        self.table.grow_older();
        let think = Think {
            game,
            limits,
            stop,
            weights: &self.weights(game),
            table: &self.table,
            threads: self.threads,
            timer: self.clock.start(),
            watch: &mut watch,
        };
        match &self.pool {
            Some(pool) => pool.install(|| on_words(game, think)),
            None => on_words(game, think),
        }
        .unwrap_or_default()
    }

    fn weights(&self, game: &Game) -> Weights {
        let learned = || WeightsSet::embedded().of(game.rules()).cloned();
        self.weights.clone().or_else(learned).unwrap_or_else(|| Weights::unlearned(game.rules()))
    }
}
