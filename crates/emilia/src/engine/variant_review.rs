//! The review of a position of a game that the fast board does not play.

use super::analysis::Analysis;
use super::reviewed::{After, ReviewedMove, Searches, reviewed};
use crate::search::{Limits, Report};
use crate::variant::Weights;
use emilia_core::{Certainty, Game, Move, Value};
use std::time::Duration;

/// Reviews the game's position now, in which this move was played; none if it was stopped.
pub(super) fn review_variant(
    searches: &mut Searches<'_>,
    ply: usize,
    game: &Game,
    (played, after): (Option<Move>, Option<After>),
    limits: &Limits,
) -> Option<ReviewedMove> {
    let moves = u32::try_from(game.legal().len()).unwrap_or(u32::MAX);
    if let Some(after) = after.as_ref().filter(|after| after.decides(moves)) {
        return Some(after.forced(ply));
    }
    let best = searches.of_variant(game, limits)?;
    let known = after.filter(|after| after.report.value.is_exact()).map(|after| after.report);
    let of_played = match (played, known) {
        (None, _) => None,
        (Some(_), Some(known)) => Some(known),
        (Some(played), None) if best.best_move() == Some(played) => {
            Some(Report { nodes: 0, time: Duration::ZERO, ..best.best().clone() })
        }
        (Some(played), None) => Some(searches.of_move(game, played, &best, limits)?),
    };
    Some(reviewed(ply, &|one, other| one == other, &best, of_played))
}

impl Searches<'_> {
    fn of_variant(&mut self, game: &Game, limits: &Limits) -> Option<Analysis> {
        let lines = self.core.variants(self.options).search(game, limits, self.stop, |_| {});
        Analysis::new(lines, false).filter(|_| !self.stop.is_requested())
    }

    /// The value of a move, searched to the depth of the best one or proved as that is.
    fn of_move(&mut self, game: &Game, played: Move, best: &Analysis, limits: &Limits) -> Option<Report<Move>> {
        let mut after = game.clone();
        after.play(played).ok()?;
        let as_mover = |value: Value| if after.to_move() == game.to_move() { value } else { -value };
        let unbound = Limits { budget: None, nodes: None, ..Limits::exact() };
        let limits = match best.certainty() {
            Certainty::Depth { plies: 0 | 1, percent } if !after.is_over() => {
                let score = Weights::of(after.rules()).evaluate(&after);
                let value = as_mover(Value::estimate(score, 0, percent));
                let value = Value::estimate(value.score(), 1, percent);
                return Some(Report { value, line: vec![played], nodes: 1, time: Duration::ZERO });
            }
            Certainty::Depth { plies, .. } => Limits { depth: u32::from(plies).saturating_sub(1), ..unbound },
            Certainty::Exact => unbound,
            Certainty::AtLeast | Certainty::AtMost => Limits { budget: limits.budget, nodes: limits.nodes, ..unbound },
        };
        let found = self.of_variant(&after, &limits)?;
        let value = match as_mover(found.value()) {
            value if value.certainty().is_proved() => value,
            value => match found.certainty() {
                Certainty::Depth { plies, percent } => Value::estimate(value.score(), plies + 1, percent),
                _ => value,
            },
        };
        let line = std::iter::once(played).chain(found.best().line.iter().copied()).collect();
        Some(Report { value, line, nodes: found.nodes(), time: found.time() })
    }
}
