//! The review of a game: the loss of each move.
//!
//! The move that was played is searched to the same depth as the best one, so no loss arises
//! from comparing searches of different depths, and mirror images have the same loss.

use super::EngineOptions;
use super::analysis::Analysis;
use super::core::{Core, search};
use crate::board::{Bitboard, Position};
use crate::game::{Game, Move, Turn};
use crate::score::{Certainty, Score, Value};
use crate::search::{Limits, ResumeState, Selectivity, Stop};

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
    /// The loss of the move played against the best one, 0 or more; none at the end of the game.
    pub loss: Option<Score>,
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
/// `report` with the nodes of its searches.
pub(super) fn review(
    core: &mut Core,
    options: EngineOptions,
    game: &Game,
    limits: &dyn Fn(&Turn) -> Limits,
    stop: &Stop,
    report: &mut dyn FnMut(ReviewedMove, u64),
) {
    for ply in (0..=game.moves().len()).rev() {
        let Some((turn, root)) = game.at_ply(ply).and_then(|turn| Some((turn, turn.position()?))) else { return };
        let played = game.moves().get(ply).map(|played| played.mv);
        let limits = limits(turn);
        let mut search_with = |limits: &Limits| {
            let found = search(core.searcher(options), root, limits, stop, &ResumeState::default(), |_, _| {});
            found.filter(|_| !stop.is_requested())
        };
        let Some(best) = search_with(&limits) else { return };
        let mut nodes = best.nodes();
        let of_played = match (played, best.best_move()) {
            (Some(played), Some(of_best)) if !are_equal(root, played, of_best) => match played.square() {
                Some(at) => {
                    let alone = same_depth(&best, Limits { root_moves: Some(Bitboard::from(at)), lines: 1, ..limits });
                    let Some(found) = search_with(&alone) else { return };
                    nodes += found.nodes();
                    Some(found)
                }
                None => None,
            },
            _ => None,
        };
        report(reviewed(ply, played, &best, of_played.as_ref()), nodes);
    }
}

/// The limits of a search to the depth and confidence of this result, without a time limit.
fn same_depth(found: &Analysis, limits: Limits) -> Limits {
    let unbound = Limits { level: None, budget: None, nodes: None, ..limits };
    match found.certainty() {
        Certainty::Depth { plies, percent } => {
            let selectivity = Selectivity::from_percent(percent.into()).unwrap_or(unbound.selectivity);
            Limits { depth: plies.into(), selectivity, ..unbound }
        }
        _ => Limits { depth: Limits::exact().depth, selectivity: Selectivity::Full, ..unbound },
    }
}

/// Whether two moves are the same or mirror images.
fn are_equal(root: Position, one: Move, other: Move) -> bool {
    match (one.square(), other.square()) {
        (Some(one), Some(other)) => root.are_mirrored(one, other),
        (one, other) => one == other,
    }
}

/// The results of the searches for the best move and, if it is another one, for the move played.
fn reviewed(ply: usize, played: Option<Move>, best: &Analysis, of_played: Option<&Analysis>) -> ReviewedMove {
    let Some(of_played) = of_played else {
        let loss = played.map(|_| Score::ZERO);
        return ReviewedMove { ply, played, value: best.value(), best: played.or(best.best_move()), loss };
    };
    // A search of the same depth may give the move played the higher score; but an estimate does not exceed a proof.
    let (of_best, of_played) = (best.value(), of_played.value());
    let is_comparable = of_played.certainty().is_proved() || !of_best.certainty().is_proved();
    if !is_comparable || of_played.score() < of_best.score() {
        let loss = Some((of_best.score() - of_played.score()).max(Score::ZERO));
        return ReviewedMove { ply, played, value: of_best, best: best.best_move(), loss };
    }
    let value = match of_played.lower() {
        _ if of_best.is_exact() => of_best,
        Some(proved) => Value::at_least(proved),
        None => of_played,
    };
    ReviewedMove { ply, played, value, best: played, loss: Some(Score::ZERO) }
}

#[cfg(test)]
mod tests {
    use super::reviewed;
    use crate::board::Square;
    use crate::engine::Analysis;
    use crate::game::Move;
    use crate::score::{Score, Value};
    use crate::search::Report;
    use std::time::Duration;

    fn found(at: Square, value: Value) -> Analysis {
        let line = Report { value, line: vec![Move::from(at)], nodes: 1, time: Duration::ZERO };
        Analysis::new(vec![line], false).expect("a line")
    }

    #[test]
    fn an_estimate_of_the_move_played_is_no_better_than_a_proof_of_another() {
        let estimate = |discs: f32| Value::estimate(Score::from_discs(discs), 8, 73);
        let (f5, d3) = (Some(Move::from(Square::F5)), Some(Move::from(Square::D3)));
        for (of_best, of_played, value, best, loss) in [
            (Value::exact(12), estimate(14.0), Value::exact(12), d3, 0.0),
            (Value::exact(12), Value::exact(2), Value::exact(12), d3, 10.0),
            (Value::exact(12), Value::exact(12), Value::exact(12), f5, 0.0),
            (Value::at_least(12), Value::exact(14), Value::at_least(14), f5, 0.0),
            (estimate(1.0), estimate(2.0), estimate(2.0), f5, 0.0),
            (estimate(1.0), estimate(0.5), estimate(1.0), d3, 0.5),
        ] {
            let reviewed = reviewed(0, f5, &found(Square::D3, of_best), Some(&found(Square::F5, of_played)));
            assert_eq!((reviewed.value, reviewed.best), (value, best), "{of_best:?} and {of_played:?}");
            assert_eq!(reviewed.loss.map(Score::to_discs), Some(loss), "{of_best:?} and {of_played:?}");
        }
    }
}
