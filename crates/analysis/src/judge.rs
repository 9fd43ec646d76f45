//! Judging a game: limits for each position, and the engine's review.

use super::judged::seen_by;
use super::{JudgedGame, JudgedMove};
use emilia::internal::engine::are_equal;
use emilia::{
    Budget, Certainty, Engine, Game, Level, Limits, Move, OpeningNames, Report, ReviewedMove, Score, Stop, Turn, Value,
};
use std::cell::Cell;
use std::time::Duration;

/// How a game is judged.
///
/// # Examples
/// ```
/// use emilia::Level;
/// use emilia_analysis::JudgeOptions;
///
/// // Level 12, and proofs from 24 empty squares on.
/// let options = JudgeOptions { exact: 24, ..JudgeOptions::level(Level::new(12).unwrap()) };
/// assert_eq!(options.all_moves, None);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct JudgeOptions {
    /// The level of the searches.
    pub level: Level,
    /// Positions with at most this number of empty squares are solved at any level.
    pub exact: u32,
    /// The level at which every legal move is scored, if it is, and not only the best one and the one played; at most `level` is used.
    pub all_moves: Option<Level>,
    /// The most nodes for a position.
    pub nodes: Option<u64>,
    /// The most time for a position; the search of the move played comes on top.
    pub move_time: Option<Duration>,
    /// The time for a game, divided among its positions.
    pub game_time: Option<Duration>,
}

impl JudgeOptions {
    /// This level, without other limits.
    pub const fn level(level: Level) -> JudgeOptions {
        JudgeOptions { level, exact: 0, all_moves: None, nodes: None, move_time: None, game_time: None }
    }

    /// The limits of the search of a position, of which `time` is left.
    fn limits(&self, turn: &Turn, time: Option<Duration>) -> Limits {
        let empties = turn.board.empties();
        let limits = if empties <= self.exact { Limits::exact() } else { Limits::level(self.level) };
        let time = [self.move_time, time].into_iter().flatten().min();
        let budget = time.map(|time| Budget { soft: time, hard: time });
        Limits { nodes: self.nodes, budget, ..limits }
    }
}

/// Judges every move of a game. The engine goes from the last position to the first, so that its table helps; each is reported when it is
/// done. An engine with one thread and an empty table ([`Engine::clear`]) gives the same result each time, unless time limits it.
pub fn judge(
    engine: &mut Engine,
    game: &Game,
    options: &JudgeOptions,
    stop: &Stop,
    report: impl FnMut(&ReviewedMove),
) -> JudgedGame {
    judge_all(engine, game, options, stop, report, |_| {})
}

/// The same; `scored` gets the number of moves before each position whose moves are all scored, if they are.
pub fn judge_all(
    engine: &mut Engine,
    game: &Game,
    options: &JudgeOptions,
    stop: &Stop,
    report: impl FnMut(&ReviewedMove),
    mut scored: impl FnMut(usize),
) -> JudgedGame {
    let began = engine.options().clock.start();
    // Positions that are still to be searched, this one included.
    let left = Cell::new(game.moves().len() + 1);
    let limits = |turn: &Turn| {
        let share =
            |time: Duration| time.saturating_sub(began.elapsed()) / u32::try_from(left.get()).unwrap_or(1).max(1);
        options.limits(turn, options.game_time.map(share))
    };
    let mut report = report;
    let review = engine.review_with(game, limits, stop, |reviewed| {
        left.set(reviewed.ply);
        report(reviewed);
    });
    let opening = OpeningNames::new().of(game).map(str::to_owned);
    let mut judged = JudgedGame::new(game.clone(), opening, &review, engine);
    if let Some(level) = options.all_moves {
        for judged_move in judged.moves.iter_mut().rev() {
            judged_move.moves = all_moves(engine, game, judged_move, (level.min(options.level), options.nodes), stop);
            scored(judged_move.ply);
        }
        judged.is_complete &= !stop.is_requested();
    }
    judged
}

/// Black's values of all moves in the position before a judged move, the best for its side first. The values of the best move and of the
/// move played are those that were judged, others those of a book that knows them, and no estimate is better than a proof of the best move
/// or than the best move that leaves the book. Mirror images have the same value.
fn all_moves(
    engine: &mut Engine,
    game: &Game,
    judged: &JudgedMove,
    (level, nodes): (Level, Option<u64>),
    stop: &Stop,
) -> Vec<Report<Move>> {
    let Some(root) = game.position_at(judged.ply).filter(|root| !root.moves().is_empty()) else {
        return Vec::new();
    };
    let limits = Limits { lines: usize::MAX, nodes, ..Limits::level(level) };
    let found = engine.search_with(root, &limits, stop, |_| {});
    if stop.is_requested() {
        return Vec::new();
    }
    let is_image = |one: Move, other: Option<Move>| other.is_some_and(|other| are_equal(root, one, other));
    let known = [(judged.mv, judged.after), (judged.best, judged.before)];
    let of_book = engine.book_values(root);
    let mut moves: Vec<Report<Move>> = Vec::with_capacity(found.lines().len());
    for report in found.lines() {
        let first = report.line.first().copied();
        let of_known = known.iter().find(|(mv, _)| is_image(*mv, first)).map(|(_, value)| *value);
        let is_before = |other: &&Report<Move>| other.line.first().is_some_and(|mv| is_image(*mv, first));
        let of_image = || moves.iter().find(is_before).map(|other| other.value);
        let in_book = || {
            let lines = of_book.iter().flat_map(|of_book| of_book.lines.lines());
            let known = lines.into_iter().find(|line| line.line.first().is_some_and(|mv| is_image(*mv, first)))?;
            Some(seen_by(judged.colour, known.value))
        };
        let estimate = || {
            let best = seen_by(judged.colour, judged.before);
            let is_too_high = best.is_exact() && !report.value.certainty().is_proved() && report.score() > best.score();
            let leaf = of_book.as_ref().and_then(|of_book| of_book.leaf).unwrap_or(Score::MAX);
            let value = match report.value.certainty() {
                _ if is_too_high => Value::at_most(best.score().floor()),
                Certainty::Depth { plies, percent } => Value::estimate(report.score().min(leaf), plies, percent),
                _ => report.value,
            };
            seen_by(judged.colour, value)
        };
        let value = of_known.or_else(of_image).or_else(in_book).unwrap_or_else(estimate);
        moves.push(Report { value, ..report.clone() });
    }
    moves.sort_by_key(|report| std::cmp::Reverse(seen_by(judged.colour, report.value).score()));
    moves
}
