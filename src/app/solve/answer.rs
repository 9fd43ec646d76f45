//! What was found for a position, beside what its line says.

use crate::game::Move;
use crate::game::obf::Problem;
use crate::score::Score;
use crate::search::{Certainty, Limits, Report};

/// A position with what was found.
pub(super) struct Answer {
    pub problem: Problem,
    pub limits: Limits,
    pub report: Report<Move>,
    pub seconds: f64,
    /// Whether only the sign of the score was asked for.
    pub wld: bool,
}

impl Answer {
    /// The score that the line gives, in discs.
    pub fn expected(&self) -> Option<i32> {
        self.problem.best_score()
    }

    /// The move found.
    pub fn best(&self) -> Option<Move> {
        self.report.line.first().copied()
    }

    /// Whether the score is the one expected: by its sign, as a bound, or to the nearest disc.
    pub fn has_right_score(&self) -> Option<bool> {
        let (expected, found) = (self.expected()?, self.report.score);
        Some(match self.report.certainty {
            _ if self.wld => expected.signum() == found.rounded().signum(),
            Certainty::AtLeast => Score::discs(expected) >= found,
            Certainty::AtMost => Score::discs(expected) <= found,
            Certainty::Exact | Certainty::Depth { .. } => expected == found.rounded(),
        })
    }

    /// Whether the move found is among the best of the line; none where the line does not tell.
    ///
    /// A line that names moves names all the best ones. Whether another move wins as well, by less, it does not tell.
    pub fn has_right_move(&self) -> Option<bool> {
        let (best, expected) = (self.best()?, self.expected());
        self.problem.answers.first()?;
        let listed = self.problem.answers.iter().find(|(mv, _)| *mv == best).map(|(_, score)| *score);
        match (listed, expected) {
            (Some(Some(score)), Some(expected)) if self.wld => Some(score.signum() == expected.signum()),
            (Some(score), _) => Some(score.is_none() || score == expected),
            (None, Some(1..)) if self.wld => None,
            (None, Some(expected)) if self.wld => Some(expected < 0),
            (None, _) => Some(false),
        }
    }

    /// Whether score and move are what the line says, as far as it says anything.
    pub fn agrees(&self) -> Option<bool> {
        match (self.has_right_score(), self.has_right_move()) {
            (None, None) => None,
            (score, mv) => Some(score.unwrap_or(true) && mv.unwrap_or(true)),
        }
    }

    /// How far the score is from the one expected, in discs; none where only its sign was asked for.
    pub fn error(&self) -> Option<f32> {
        let expected = self.expected().filter(|_| !self.wld)?;
        Some((self.report.score.to_discs() - expected as f32).abs())
    }

    /// `exact`, `at least`, `at most`, or `12@73%`.
    pub fn status(&self) -> String {
        match self.report.certainty {
            Certainty::Exact => "exact".to_owned(),
            Certainty::AtLeast => "at least".to_owned(),
            Certainty::AtMost => "at most".to_owned(),
            Certainty::Depth { plies, percent } => format!("{plies}@{percent}%"),
        }
    }
}
