//! Positions with one clearly best move, graded by the levels that find it.

use super::people::{Grader, People, SolverRating};
use emilia::internal::engine::are_equal;
use emilia::{
    Analysis, Engine, EngineError, Game, Level, Limits, Move, Position, Report, Score, Square, Stop, Turn, Value,
};
use std::collections::HashSet;
use std::sync::Arc;

/// What makes a position a puzzle.
///
/// # Examples
/// ```
/// use emilia::Level;
/// use emilia_analysis::PuzzleOptions;
///
/// let options = PuzzleOptions { empties: (8, 16), ..PuzzleOptions::level(Level::new(14).unwrap()) };
/// assert_eq!(options.margin.to_discs(), 4.0);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleOptions {
    /// The level that decides which move is best.
    pub level: Level,
    /// The least distance between the best move and the next one.
    pub margin: Score,
    /// The least and the most empty squares.
    pub empties: (u32, u32),
    /// The least difficulty, 1 to 13.
    pub difficulty: u8,
}

impl PuzzleOptions {
    /// Endings and late midgames from 6 to 36 empty squares, a margin of four discs, not found by the lowest levels.
    pub const fn level(level: Level) -> PuzzleOptions {
        PuzzleOptions { level, margin: Score::discs(4), empties: (6, 36), difficulty: 2 }
    }
}

/// A position with one clearly best move. Values are those of the side to move.
///
/// # Examples
/// ```
/// use emilia::{Engine, EngineOptions, Level, Score, Stop};
/// use emilia::notation::transcript;
/// use emilia_analysis::{Puzzle, PuzzleFinder, PuzzleOptions};
///
/// let game = transcript::read("f5d6c3d3c4f4f6f3e6e7d7g6f8f7").unwrap();
/// let options = PuzzleOptions { empties: (40, 60), margin: Score::discs(1), difficulty: 1, ..PuzzleOptions::level(Level::new(6).unwrap()) };
/// let mut finder = PuzzleFinder::new(Engine::new(EngineOptions::default()), options);
/// let found: Vec<Puzzle> = finder.search(&game, &Stop::new())?;
/// assert!(found.iter().all(|puzzle| puzzle.margin() >= Score::discs(1) && puzzle.levels.len() == 12));
/// # Ok::<(), emilia::EngineError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The position.
    pub turn: Turn,
    /// The number of moves before it in its game, passes included.
    pub ply: usize,
    /// The only best move.
    pub best: Move,
    /// The best line.
    pub line: Vec<Move>,
    /// The value of the best move.
    pub value: Value,
    /// The next best move and its value, of the same depth.
    pub second: (Move, Value),
    /// The moves that levels 1 to 12 choose.
    pub levels: Vec<Move>,
    /// The rating at which half of the people find the best move; none if no [model of people](PuzzleFinder::with_people) was given.
    pub rating: Option<SolverRating>,
}

impl Puzzle {
    /// The levels that are asked.
    pub const LEVELS: u8 = 12;

    /// The distance between the best move and the next one.
    pub fn margin(&self) -> Score {
        self.value.score() - self.second.1.score()
    }

    /// The lowest level from which on all levels find the best move; 13 if level 12 does not.
    pub fn difficulty(&self) -> u8 {
        let found = self.levels.iter().rev().take_while(|mv| **mv == self.best).count();
        self.levels.len() as u8 + 1 - found as u8
    }
}

/// Finds the puzzles in games, each position once, mirror images included.
///
/// See [`Puzzle`] for an example.
pub struct PuzzleFinder {
    options: PuzzleOptions,
    /// Decides which move is best.
    engine: Engine,
    /// Plays at the low levels, with a table that is quickly cleared.
    grader: Engine,
    /// Tells what people find.
    people: Option<Grader>,
    seen: HashSet<Position>,
}

/// The level of the first look at a position, which leaves most of them out.
const FIRST_LOOK: u8 = 6;
/// The table of the grader in MiB.
const GRADER_HASH: usize = 4;

impl PuzzleFinder {
    /// Looks for positions of this kind with this engine.
    pub fn new(engine: Engine, options: PuzzleOptions) -> PuzzleFinder {
        let of_grader = engine.options().with_threads(1).with_hash(GRADER_HASH);
        let grader = Engine::with_weights(engine.weights().clone(), of_grader);
        PuzzleFinder { options, engine, grader, people: None, seen: HashSet::new() }
    }

    /// The same; the puzzles have the rating at which half of the people find them.
    #[must_use]
    pub fn with_people(self, people: Arc<People>) -> PuzzleFinder {
        let grader = Grader::new(people, self.engine.weights().clone());
        PuzzleFinder { people: Some(grader), ..self }
    }

    /// The puzzles of a game, in its order. The lower levels begin each search with an empty table, so that none is helped by another
    /// one. If the stop is requested, those found so far.
    ///
    /// # Errors
    /// If a position of the game is not one of Othello on 8x8.
    pub fn search(&mut self, game: &Game, stop: &Stop) -> Result<Vec<Puzzle>, EngineError> {
        let mut puzzles = Vec::new();
        for (ply, turn) in game.turns() {
            let root = game.position_at(ply).ok_or(EngineError::Variant)?;
            let (least, most) = self.options.empties;
            let is_wanted = (least..=most).contains(&root.empties()) && root.distinct_moves().len() > 1;
            if is_wanted && self.seen.insert(root.canonical().0) {
                let last = ply.checked_sub(1).and_then(|ply| game.moves().get(ply)?.mv.square());
                puzzles.extend(self.puzzle(ply, turn, (root, last), stop));
            }
            if stop.is_requested() {
                break;
            }
        }
        Ok(puzzles)
    }

    /// The puzzle of a position after this move, if it is one.
    fn puzzle(
        &mut self,
        ply: usize,
        turn: &Turn,
        (root, last): (Position, Option<Square>),
        stop: &Stop,
    ) -> Option<Puzzle> {
        let PuzzleOptions { level, margin, difficulty, .. } = self.options;
        let first_look = level.min(Level::new(FIRST_LOOK).unwrap_or(level));
        let two = two_best(&mut self.engine, root, first_look, stop)?;
        // Half the margin is enough for a closer look.
        if two.margin().is_some_and(|found| 2 * found.raw() < margin.raw()) {
            return None;
        }
        let two = two_best(&mut self.engine, root, level, stop)?;
        if two.margin().is_none_or(|found| found < margin) {
            return None;
        }
        let TwoBest { best, second } = two;
        let (&of_best, &of_second) = (best.line.first()?, second.line.first()?);
        let levels = self.levels(root, of_best, stop);
        let (line, value, second) = (best.line, best.value, (of_second, second.value));
        let mut puzzle = Puzzle { turn: *turn, ply, best: of_best, line, value, second, levels, rating: None };
        if puzzle.difficulty() < difficulty || stop.is_requested() {
            return None;
        }
        let people = self.people.as_mut();
        puzzle.rating = people.map(|people| people.solver_rating(root, last, of_best.square().as_slice()));
        Some(puzzle)
    }

    /// The moves of the low levels. A mirror image of the best move is as good an answer.
    fn levels(&mut self, root: Position, best: Move, stop: &Stop) -> Vec<Move> {
        let mut levels = Vec::new();
        for level in (1..=Puzzle::LEVELS).filter_map(Level::new) {
            self.grader.clear();
            let found = self.grader.search_with(root, &Limits::level(level), stop, |_| {}).best_move();
            levels.extend(found.map(|mv| if are_equal(root, mv, best) { best } else { mv }));
        }
        levels
    }
}

/// The best move and the best one of the others that is not its mirror image.
struct TwoBest {
    best: Report<Move>,
    second: Report<Move>,
}

impl TwoBest {
    /// The distance of their values; none unless both are of one certainty.
    fn margin(&self) -> Option<Score> {
        let is_comparable = self.best.value.certainty() == self.second.value.certainty();
        is_comparable.then(|| self.best.value.score() - self.second.value.score())
    }
}

fn two_best(engine: &mut Engine, root: Position, level: Level, stop: &Stop) -> Option<TwoBest> {
    // Of mirror images both are among the lines.
    let limits = Limits::level(level).with_lines(if root.distinct_moves() == root.moves() { 2 } else { usize::MAX });
    let found: Analysis = engine.search_with(root, &limits, stop, |_| {});
    if stop.is_requested() {
        return None;
    }
    let best = found.best().clone();
    let &of_best = best.line.first()?;
    let is_other = |line: &&Report<Move>| line.line.first().is_some_and(|mv| !are_equal(root, *mv, of_best));
    let second = found.lines().iter().filter(is_other).max_by_key(|line| line.score()).cloned();
    second.map(|second| TwoBest { best, second })
}
