//! A reviewed position: the value of the best move and of the move played.

use super::EngineOptions;
use super::analysis::Analysis;
use super::core::Core;
use super::deviation::is_provisional;
use crate::search::{Report, Stop};
use emilia_core::{Certainty, Colour, Game, Move, Score, Value};
use std::time::Duration;

/// A position of a game, its value, and the loss of the move played.
///
/// # Examples
/// ```
/// use emilia::{Engine, EngineOptions, Limits, Move, Review, ReviewedMove, Stop};
/// use emilia::notation::transcript;
///
/// let game = transcript::read("f5f6").unwrap();
/// let review: Review = Engine::new(EngineOptions::default()).review(&game, &Limits::depth(4), &Stop::new());
/// let second: &ReviewedMove = &review.moves[1];
/// assert_eq!((second.ply, second.played), (1, "f6".parse::<Move>().ok()));
/// assert!(review.is_complete && second.loss.unwrap().to_discs() >= 0.0);
/// assert_eq!(second.line.first().copied(), second.best);
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
    /// Whether the values are those of a book, see `Engine::set_book`. That of a move that the book does not know is the best one's less
    /// what a search of both finds between them.
    pub from_book: bool,
    /// Nodes visited for this position.
    pub nodes: u64,
    /// The time of its searches.
    pub time: Duration,
}

impl ReviewedMove {
    /// Whether a value rests on a search to the end of the game with forward pruning, in a position with this number of empty squares.
    pub fn is_provisional(&self, empties: u32) -> bool {
        !self.from_book && std::iter::once(self.value).chain(self.of_played).any(|value| is_provisional(value, empties))
    }
}

/// What the review knows of the position after a move.
pub(super) struct Next {
    pub(super) side: Colour,
    pub(super) of: ReviewedMove,
}

/// What searches need.
pub(super) struct Searches<'a> {
    pub(super) core: &'a mut Core,
    pub(super) options: EngineOptions,
    pub(super) stop: &'a Stop,
}

/// The move played as its side sees it by the review of the position after it.
pub(super) struct After {
    pub(super) played: Move,
    pub(super) report: Report<Move>,
    from_book: bool,
}

impl After {
    pub(super) fn new(before: &Game, played: Move, next: &Next) -> After {
        let line = std::iter::once(played).chain(next.of.line.iter().copied()).collect();
        let value = if next.side == before.to_move() { next.of.value } else { -next.of.value };
        let report = Report { value, line, nodes: 0, time: Duration::ZERO };
        After { played, report, from_book: next.of.from_book }
    }

    /// Whether the position needs no search: its side must pass, or has one move, whose value is exact.
    pub(super) fn decides(&self, moves: u32) -> bool {
        self.played == Move::Pass || moves == 1 && self.report.value.is_exact()
    }

    pub(super) fn forced(&self, ply: usize) -> ReviewedMove {
        let Report { value, line, .. } = self.report.clone();
        let (played, best) = (Some(self.played), Some(self.played));
        let (of_played, loss) = (Some(value), Some(Score::ZERO));
        let (nodes, time, from_book) = (0, Duration::ZERO, self.from_book);
        ReviewedMove { ply, played, value, best, of_played, loss, line, from_book, nodes, time }
    }
}

/// The result of the search for the best move, and the report of the move played.
/// `are_same` says whether two moves are the same or mirror images.
pub(super) fn reviewed(
    ply: usize,
    are_same: &dyn Fn(Move, Move) -> bool,
    best: &Analysis,
    of_played: Option<Report<Move>>,
) -> ReviewedMove {
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
        from_book: false,
        nodes,
        time,
    };
    let Some(of_played) = of_played else { return found(of_best, best.best().clone(), None, None) };
    let (score, played) = (of_played.value.score(), of_played.line.first().copied());
    let is_best = best.best_move().zip(played).is_some_and(|(best, played)| are_same(best, played));
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
    use crate::engine::Analysis;
    use crate::engine::review::are_equal;
    use crate::search::Report;
    use emilia_core::notation::transcript;
    use emilia_core::{Move, Score, Square, Value};
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
            let reviewed =
                reviewed(0, &|one, other| are_equal(root, one, other), &found, Some(report(Square::F5, of_played)));
            assert_eq!((reviewed.value, reviewed.best), (value, best), "{of_best:?} and {of_played:?}");
            assert_eq!(reviewed.loss.map(Score::to_discs), Some(loss), "{of_best:?} and {of_played:?}");
            assert_eq!((reviewed.of_played, reviewed.played), (Some(of_played), f5));
        }
    }
}
