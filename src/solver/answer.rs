//! What was found for a position, beside what its line says.

use crate::game::Move;
use crate::game::notation::obf::Problem;
use crate::score::{Certainty, Score, Value};
use crate::search::{Limits, Proof, Report, best_value};

/// A position with what was found.
pub struct Answer {
    /// The position with its line of the source.
    pub problem: Problem,
    /// The limits of the search.
    pub limits: Limits,
    /// The lines asked for, best first; at least one.
    pub reports: Vec<Report<Move>>,
    /// What the position is worth.
    pub value: Value,
    /// The number of the line that says so.
    best: usize,
    /// Seconds of all searches of the position.
    pub seconds: f64,
    /// Whether only the sign of the score was asked for.
    pub wld: bool,
    /// What is proved of the moves, if the search was stopped before it was finished; of the other side's after a forced pass.
    pub stopped: Option<Vec<Proof>>,
}

impl Answer {
    /// The answer that these lines give: one of the position, or one of each of its moves.
    pub fn new(
        problem: Problem,
        limits: Limits,
        reports: Vec<Report<Move>>,
        seconds: f64,
        wld: bool,
        stopped: Option<Vec<Proof>>,
    ) -> Answer {
        let values: Vec<Value> = reports.iter().map(|report| report.value).collect();
        let (value, best) = match values.as_slice() {
            [only] => (*only, 0),
            // There is at least one.
            several => best_value(several).unwrap_or((Value::estimate(Score::ZERO, 0, 100), 0)),
        };
        Answer { problem, limits, reports, value, best, seconds, wld, stopped }
    }

    /// The best line.
    pub fn report(&self) -> &Report<Move> {
        &self.reports[self.best]
    }

    /// The score that the line gives, in discs.
    pub fn expected(&self) -> Option<i32> {
        self.problem.best_score()
    }

    /// The move found.
    pub fn best(&self) -> Option<Move> {
        first_move(self.report())
    }

    /// Whether the score is the one expected: by its sign, as a bound, or to the nearest disc.
    pub fn has_right_score(&self) -> Option<bool> {
        let is_unknown = self.stopped.is_some() && !self.value.certainty().is_proved();
        self.expected().filter(|_| !is_unknown).map(|expected| self.is_right(self.value, expected))
    }

    /// Whether the move found is among the best of the line; none where the line does not tell.
    ///
    /// A line that names moves names all the best ones. Whether another move wins as well, by less, it does not tell. A move
    /// whose score was only bounded is not called the best.
    pub fn has_right_move(&self) -> Option<bool> {
        let (best, expected) = (self.best()?, self.expected());
        self.problem.answers.first()?;
        let is_bound = self.is_bound();
        if self.stopped.is_some() || is_bound && !self.wld {
            return None;
        }
        let listed = self.problem.answers.iter().find(|(mv, _)| *mv == best).map(|(_, score)| *score);
        match (listed, expected) {
            (Some(Some(score)), Some(expected)) if self.wld => Some(score.signum() == expected.signum()),
            (Some(score), _) => Some(score.is_none() || score == expected),
            (None, Some(1..)) if self.wld => None,
            (None, Some(expected)) if self.wld => Some(expected < 0),
            (None, _) => Some(false),
        }
    }

    /// What the line says of the move of this report, and whether that is right; none where it does not tell.
    pub fn verdict_on(&self, report: &Report<Move>) -> Option<(i32, bool)> {
        // Estimates of other moves say nothing against what is proved of the position.
        let is_proved = report.certainty().is_proved();
        if !is_proved && (self.stopped.is_some() || self.value.certainty().is_proved()) {
            return None;
        }
        let mv = first_move(report)?;
        let listed = self.problem.answers.iter().find(|(listed, _)| *listed == mv)?;
        let expected = listed.1?;
        Some((expected, self.is_right(report.value, expected)))
    }

    /// How many moves with a score the line lists that were scored, too, and how many of these are not what it says.
    pub fn listed_moves(&self) -> (u64, u64) {
        let verdicts = self.reports.iter().filter_map(|report| self.verdict_on(report));
        verdicts.fold((0, 0), |(all, wrong), (_, is_right)| (all + 1, wrong + u64::from(!is_right)))
    }

    /// Whether the score, the move and, if all were scored, every listed move are what the line says, as far as it says anything.
    pub fn agrees(&self) -> Option<bool> {
        let moves = match self.listed_moves() {
            (1.., wrong) if self.reports.len() > 1 => Some(wrong == 0),
            _ => None,
        };
        [self.has_right_score(), self.has_right_move(), moves].into_iter().flatten().reduce(|all, each| all && each)
    }

    /// Whether something proved is not what the line says; an estimate proves nothing.
    pub fn disproves(&self) -> bool {
        let is_proved = |report: &Report<Move>| report.certainty().is_proved();
        (self.stopped.is_some() || self.reports.iter().all(is_proved)) && self.agrees() == Some(false)
    }

    /// How far the score is from the one expected, in discs; none where only its sign or a bound was asked for.
    pub fn error(&self) -> Option<f32> {
        let expected = self.expected().filter(|_| !self.wld && !self.is_bound() && self.stopped.is_none())?;
        Some((self.value.score().to_discs() - expected as f32).abs())
    }

    /// Whether no more than a bound is proved of the position.
    fn is_bound(&self) -> bool {
        matches!(self.value.certainty(), Certainty::AtLeast | Certainty::AtMost)
    }

    fn is_right(&self, value: Value, expected: i32) -> bool {
        let (expected, found) = (Score::discs(expected), value.score());
        match value.certainty() {
            Certainty::AtLeast if self.wld && found > Score::ZERO => expected > Score::ZERO,
            Certainty::AtMost if self.wld && found < Score::ZERO => expected < Score::ZERO,
            Certainty::AtLeast => expected >= found,
            Certainty::AtMost => expected <= found,
            _ if self.wld => expected.rounded().signum() == found.rounded().signum(),
            Certainty::Exact | Certainty::Depth { .. } => expected.rounded() == found.rounded(),
        }
    }
}

/// The move that a report is of.
pub fn first_move(report: &Report<Move>) -> Option<Move> {
    report.line.first().copied()
}
