//! The review of a game: the loss of each move.
//!
//! The move that was played is searched to the same depth as the best one, or its value is exact because the position after it is solved.
//! So no loss arises from comparing estimates of different depths, and mirror images have the same loss.

use super::EngineOptions;
use super::analysis::Analysis;
use super::core::{Core, search};
use crate::board::{Bitboard, Position};
use crate::game::{Game, Move, Turn};
use crate::score::{Certainty, Score, Value};
use crate::search::{Limits, Report, ResumeState, Selectivity, Stop};
use std::time::Duration;

/// A position of a game, its value, and the loss of the move played.
///
/// # Examples
/// ```
/// use emilia::{Engine, EngineOptions, Limits, Move, Review, ReviewedMove, Stop, transcript};
///
/// let game = transcript::read("f5f6").unwrap();
/// let review: Review = Engine::new(EngineOptions::default()).review(&game, &Limits::depth(4), &Stop::new())?;
/// let second: &ReviewedMove = &review.moves[1];
/// assert_eq!((second.ply, second.played), (1, "f6".parse::<Move>().ok()));
/// assert!(review.is_complete && second.loss.unwrap().to_discs() >= 0.0);
/// assert_eq!(second.line.first().copied(), second.best);
/// # Ok::<(), emilia::EngineError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedMove {
    /// The number of moves before it, passes included.
    pub ply: usize,
    /// The move that was played; none at the end of the game.
    pub played: Option<Move>,
    /// The value of the position for its side to move.
    pub value: Value,
    /// The best move; none if the game is over. The move played, if it is as good as the best.
    pub best: Option<Move>,
    /// The value of the move played for its side; none at the end of the game. It is exact, of the same depth as
    /// `value`, or a bound or an estimate if the time or the nodes for a proof were used up.
    pub of_played: Option<Value>,
    /// The loss of the move played against the best one, 0 or more; none at the end of the game.
    pub loss: Option<Score>,
    /// The best line, which begins with the best move.
    pub line: Vec<Move>,
    /// Nodes visited for this position.
    pub nodes: u64,
    /// The time of its searches.
    pub time: Duration,
}

/// A review of a game. See [`ReviewedMove`] and [`crate::Engine::review`] for examples.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The positions from the first to the last.
    pub moves: Vec<ReviewedMove>,
    /// Nodes visited.
    pub nodes: u64,
    /// Whether every position was reviewed; otherwise those at the beginning are missing.
    pub is_complete: bool,
}

/// Reviews every position from the last to the first, so that searches of late positions help those of earlier ones. Each is passed to
/// `report`.
pub(super) fn review(
    core: &mut Core,
    options: EngineOptions,
    game: &Game,
    limits: &dyn Fn(&Turn) -> Limits,
    stop: &Stop,
    report: &mut dyn FnMut(ReviewedMove),
) {
    // The value and the best line of the position after this one.
    let mut next: Option<(Value, Vec<Move>)> = None;
    for ply in (0..=game.moves().len()).rev() {
        let Some((turn, root)) = game.at_ply(ply).and_then(|turn| Some((turn, turn.position()?))) else { return };
        let played = game.moves().get(ply).map(|played| played.mv);
        let after = played.zip(next.as_ref()).map(|(played, (value, line))| After::new(played, *value, line));
        let reviewed = match after.as_ref().filter(|after| after.decides(root)) {
            Some(after) => after.forced(ply),
            None => {
                let limits = limits(turn);
                let mut search_with = |limits: &Limits| {
                    let found = search(core.searcher(options), root, limits, stop, &ResumeState::default(), |_, _| {});
                    found.filter(|_| !stop.is_requested())
                };
                let Some(best) = search_with(&limits) else { return };
                // The move played and the best line after it.
                let line = after.as_ref().map(|after| after.report.line.clone()).unwrap_or_default();
                let known = after.filter(|after| after.report.value.is_exact()).map(|after| after.report);
                let of_played = match (played, known) {
                    (None, _) => None,
                    (Some(_), Some(known)) => Some(known),
                    (Some(played), None) => match value_of(root, played, &best, line) {
                        Some(report) => Some(report),
                        None => {
                            let Some(found) = search_with(&alone(played, &best, &limits)) else { return };
                            Some(found.best().clone())
                        }
                    },
                };
                reviewed(ply, root, &best, of_played)
            }
        };
        next = Some((reviewed.value, reviewed.line.clone()));
        report(reviewed);
    }
}

/// The move played as its side sees it by the review of the position after it.
struct After {
    played: Move,
    report: Report<Move>,
}

impl After {
    fn new(played: Move, value: Value, line: &[Move]) -> After {
        let line = std::iter::once(played).chain(line.iter().copied()).collect();
        After { played, report: Report { value: -value, line, nodes: 0, time: Duration::ZERO } }
    }

    /// Whether the position needs no search: its side must pass, or has one move, whose value is exact.
    fn decides(&self, root: Position) -> bool {
        self.played == Move::Pass || root.moves().len() == 1 && self.report.value.is_exact()
    }

    fn forced(&self, ply: usize) -> ReviewedMove {
        let Report { value, line, .. } = self.report.clone();
        let (played, best) = (Some(self.played), Some(self.played));
        let (of_played, loss) = (Some(value), Some(Score::ZERO));
        ReviewedMove { ply, played, value, best, of_played, loss, line, nodes: 0, time: Duration::ZERO }
    }
}

/// The report of this move among those of a search, if it was searched to the depth of the best one. Mirror images are the same move, and
/// `line` is the best one after the move played.
fn value_of(root: Position, played: Move, found: &Analysis, line: Vec<Move>) -> Option<Report<Move>> {
    let certainty = found.certainty();
    let is_it = |line: &&Report<Move>| {
        line.value.certainty() == certainty && line.line.first().is_some_and(|first| are_equal(root, played, *first))
    };
    let report = found.lines().iter().find(is_it)?;
    let is_mirrored = report.line.first() != Some(&played);
    let line = if is_mirrored { line } else { report.line.clone() };
    Some(Report { line, nodes: 0, time: Duration::ZERO, ..report.clone() })
}

/// The limits of a search of one move to the depth and confidence of this result, without a time limit; those of the first search for a
/// proof that was not finished.
fn alone(played: Move, found: &Analysis, limits: &Limits) -> Limits {
    let root_moves = played.square().map(Bitboard::from);
    let unbound = Limits { level: None, budget: None, nodes: None, lines: 1, root_moves, ..limits.clone() };
    match found.certainty() {
        Certainty::Depth { plies, percent } => {
            let selectivity = Selectivity::from_percent(percent.into()).unwrap_or(unbound.selectivity);
            // Without a search the value of one line is that of the position, and of two that of each move.
            Limits { depth: plies.into(), selectivity, lines: if plies == 0 { 2 } else { 1 }, ..unbound }
        }
        Certainty::Exact => Limits { depth: Limits::exact().depth, selectivity: Selectivity::Full, ..unbound },
        Certainty::AtLeast | Certainty::AtMost => Limits {
            depth: Limits::exact().depth,
            selectivity: Selectivity::Full,
            budget: limits.budget,
            nodes: limits.nodes,
            ..unbound
        },
    }
}

/// Whether two moves are the same or mirror images in this position.
pub(crate) fn are_equal(root: Position, one: Move, other: Move) -> bool {
    match (one.square(), other.square()) {
        (Some(one), Some(other)) => root.are_mirrored(one, other),
        (one, other) => one == other,
    }
}

/// The result of the search for the best move, and the report of the move played.
fn reviewed(ply: usize, root: Position, best: &Analysis, of_played: Option<Report<Move>>) -> ReviewedMove {
    let nodes = best.nodes() + of_played.as_ref().map_or(0, |report| report.nodes);
    let time = best.time() + of_played.as_ref().map_or(Duration::ZERO, |report| report.time);
    let of_best = best.value();
    let found = |value, report: Report<Move>, of_played: Option<&Report<Move>>, loss| ReviewedMove {
        ply,
        played: of_played.and_then(|report| report.line.first().copied()),
        value,
        best: report.line.first().copied(),
        of_played: of_played.map(|report| report.value),
        loss,
        line: report.line,
        nodes,
        time,
    };
    let Some(of_played) = of_played else { return found(of_best, best.best().clone(), None, None) };
    let (score, played) = (of_played.value.score(), of_played.line.first().copied());
    let is_best = best.best_move().zip(played).is_some_and(|(best, played)| are_equal(root, best, played));
    // A search of the same depth may give the move played the higher score; but an estimate does not exceed a proof.
    let is_comparable = of_played.value.certainty().is_proved() || !of_best.certainty().is_proved();
    // An upper bound names no better move.
    let is_bounded_above = of_best.certainty() == Certainty::AtMost;
    if !is_best && !is_bounded_above && (!is_comparable || score < of_best.score()) {
        let loss = (of_best.score() - score).max(Score::ZERO);
        return found(of_best, best.best().clone(), Some(&of_played), Some(loss));
    }
    let value = match of_best.certainty() {
        Certainty::Exact => of_best,
        // The move played is exact, but whether another one is better is an estimate.
        Certainty::Depth { plies, percent } => Value::estimate(score, plies, percent),
        Certainty::AtLeast | Certainty::AtMost => of_played.value.lower().map_or(of_best, Value::at_least),
    };
    found(value, of_played.clone(), Some(&of_played), Some(Score::ZERO))
}

#[cfg(test)]
mod tests {
    use super::reviewed;
    use crate::board::Square;
    use crate::engine::Analysis;
    use crate::game::Move;
    use crate::game::notation::transcript;
    use crate::score::{Score, Value};
    use crate::search::Report;
    use std::time::Duration;

    fn report(at: Square, value: Value) -> Report<Move> {
        Report { value, line: vec![Move::from(at)], nodes: 1, time: Duration::ZERO }
    }

    #[test]
    fn an_estimate_of_the_move_played_is_no_better_than_a_proof_of_another() {
        let estimate = |discs: f32| Value::estimate(Score::from_discs(discs), 8, 73);
        let (f5, d3) = (Some(Move::from(Square::F5)), Some(Move::from(Square::D3)));
        let root = transcript::read("f5f6").unwrap().position().unwrap();
        for (of_best, of_played, value, best, loss) in [
            (Value::exact(12), estimate(14.0), Value::exact(12), d3, 0.0),
            (Value::exact(12), Value::exact(2), Value::exact(12), d3, 10.0),
            (Value::exact(12), Value::exact(12), Value::exact(12), f5, 0.0),
            (Value::at_least(12), Value::exact(14), Value::at_least(14), f5, 0.0),
            (Value::at_most(10), Value::exact(-20), Value::at_least(-20), f5, 0.0),
            (estimate(1.0), estimate(2.0), estimate(2.0), f5, 0.0),
            (estimate(1.0), Value::exact(2), estimate(2.0), f5, 0.0),
            (estimate(1.0), estimate(0.5), estimate(1.0), d3, 0.5),
        ] {
            let found = Analysis::new(vec![report(Square::D3, of_best)], false).unwrap();
            let reviewed = reviewed(0, root, &found, Some(report(Square::F5, of_played)));
            assert_eq!((reviewed.value, reviewed.best), (value, best), "{of_best:?} and {of_played:?}");
            assert_eq!(reviewed.loss.map(Score::to_discs), Some(loss), "{of_best:?} and {of_played:?}");
            assert_eq!((reviewed.of_played, reviewed.played), (Some(of_played), f5));
        }
    }
}
