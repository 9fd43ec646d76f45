//! A reviewed position: the value of the best move and of the move played.

use super::EngineOptions;
use super::analysis::Analysis;
use super::core::Core;
use super::deviation::{is_provisional, is_to_the_end};
use crate::search::{Report, Stop};
use emilia_core::{Certainty, Colour, Game, Move, Score, Value};
use std::time::Duration;

/// The share of the value after a move in that of the move. Like [`LEAST_MISTAKE`] fitted to games searched at level 12 without a book, by
/// the values of the book.
const SHARE_OF_AFTER: f32 = 0.67;
/// The loss in discs from which the value after a move has no share: it says little of the best move, which is another one.
const LEAST_MISTAKE: i32 = 1;

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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ReviewedMove {
    /// The number of moves before it, passes included.
    pub ply: usize,
    /// The move that was played; none at the end of the game.
    pub played: Option<Move>,
    /// The value of the position for its side to move. Before the ending, it is averaged with that of the next position if the move played
    /// loses less than a disc, and so is `of_played`.
    pub value: Value,
    /// The best move; none if the game is over. The move played, if it is as good as the best.
    pub best: Option<Move>,
    /// The value of the move played for its side; none at the end of the game. It is exact, of the same depth as
    /// `value`, or a bound or an estimate if the time or the nodes for a proof were used up.
    pub of_played: Option<Value>,
    /// The loss of the move played against the best one, 0 or more; none at the end of the game. `to_discs` shows it without a sign.
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

    /// The same with both estimates moved by as much, towards the estimate of the position after the move, as its side sees it: the mean of
    /// two searches errs less than one. Values of a book, those of searches to the end of the game, and mistakes stay.
    pub(super) fn averaged(self, of_after: Option<Value>, empties: u32) -> ReviewedMove {
        let (Some(of_played), Some(of_after), Some(loss)) = (self.of_played, of_after, self.loss) else { return self };
        let is_estimate = |value: Value| !value.certainty().is_proved();
        let is_averaged = [self.value, of_played, of_after].into_iter().all(is_estimate)
            && !self.from_book
            && !is_to_the_end(self.value, empties)
            && loss < Score::discs(LEAST_MISTAKE);
        if !is_averaged {
            return self;
        }
        let shift = Score::from_discs((of_after.score() - of_played.score()).to_discs() * SHARE_OF_AFTER);
        let moved = |value: Value| match value.certainty() {
            Certainty::Depth { plies, percent } => Value::estimate(value.score() + shift, plies, percent),
            _ => value,
        };
        ReviewedMove { value: moved(self.value), of_played: Some(moved(of_played)), ..self }
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
    use super::{ReviewedMove, reviewed};
    use crate::engine::Analysis;
    use crate::engine::review::are_equal;
    use crate::search::{Limits, Report, Stop};
    use crate::{Engine, EngineOptions};
    use emilia_core::notation::transcript;
    use emilia_core::{Move, Position, Score, Square, Value};
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

    fn reviewed_move([value, of_played]: [Value; 2], loss: f32) -> ReviewedMove {
        ReviewedMove {
            ply: 0,
            played: Some(Move::from(Square::F5)),
            value,
            best: Some(Move::from(Square::D3)),
            of_played: Some(of_played),
            loss: Some(Score::from_discs(loss)),
            line: Vec::new(),
            from_book: false,
            nodes: 1,
            time: Duration::ZERO,
        }
    }

    #[test]
    fn estimates_come_nearer_to_the_next_one_and_keep_their_difference_and_their_sign() {
        let estimate = |discs: f32| Value::estimate(Score::from_discs(discs), 12, 73);
        for (before, of_played, of_after) in [(2.0, 1.5, 4.5), (-3.0, -3.0, -1.5), (0.25, 0.25, 0.25)] {
            let averaged = |sign: f32| {
                let found = reviewed_move([before * sign, of_played * sign].map(estimate), before - of_played);
                let ReviewedMove { value, of_played, loss, .. } = found.averaged(Some(estimate(of_after * sign)), 40);
                (value, of_played.unwrap(), loss.unwrap())
            };
            let (value, played, loss) = averaged(1.0);
            assert_eq!(value.score() - played.score(), loss);
            assert_eq!(value.certainty(), estimate(0.0).certainty());
            let left = (of_after - played.score().to_discs()) / (of_after - of_played + f32::EPSILON);
            assert!((0.0..0.4).contains(&left), "{value:?}, {played:?}");
            let (of_image, played_of_image, _) = averaged(-1.0);
            assert_eq!((of_image, played_of_image), (-value, -played));
        }
    }

    #[test]
    fn a_review_goes_by_the_next_position() {
        let engine = || Engine::new(EngineOptions::default().with_hash(1));
        let (game, limits) = (transcript::read("f5").unwrap(), Limits::depth(1));
        let alone = engine().search(Position::START, &limits).score();
        let review = engine().review(&game, &limits, &Stop::new());
        let [before, after] = [review.moves[0].value.score(), -review.moves[1].value.score()];
        assert!(2 * (before - after).raw().abs() <= (alone - after).raw().abs(), "{alone}, {before}, {after}");
    }

    #[test]
    fn proofs_results_to_the_end_mistakes_and_values_of_a_book_stay() {
        let estimate = |discs: f32| Value::estimate(Score::from_discs(discs), 12, 73);
        let plain = reviewed_move([estimate(2.0); 2], 0.0);
        assert_ne!(plain.clone().averaged(Some(estimate(4.0)), 40), plain);
        for (found, of_after, empties) in [
            (reviewed_move([Value::exact(2); 2], 0.0), estimate(4.0), 40),
            (reviewed_move([estimate(2.0), Value::exact(2)], 0.0), estimate(4.0), 40),
            (reviewed_move([Value::at_least(2), estimate(2.0)], 0.0), estimate(4.0), 40),
            (reviewed_move([estimate(2.0), estimate(1.0)], 1.0), estimate(4.0), 40),
            (ReviewedMove { from_book: true, ..plain.clone() }, estimate(4.0), 40),
            (plain.clone(), Value::exact(4), 40),
            (plain.clone(), estimate(4.0), 12),
        ] {
            assert_eq!(found.clone().averaged(Some(of_after), empties), found);
        }
        assert_eq!(plain.clone().averaged(None, 40), plain);
    }

    #[test]
    #[cfg(feature = "serde")]
    fn a_review_comes_back_from_its_text() {
        let game = transcript::read("f5d6").unwrap();
        let review = Engine::new(EngineOptions::default()).review(&game, &Limits::depth(2), &Stop::new());
        let text = serde_json::to_string(&review).unwrap();
        assert_eq!(serde_json::from_str::<crate::Review>(&text).unwrap(), review);
    }
}
