//! The answer to a problem, and its comparison with the scores in the problem's line.

use crate::search::{Limits, Proof, Report, best_value};
use emilia_core::notation::obf::Problem;
use emilia_core::{Certainty, Move, Score, Value};

/// A problem with the result of its search.
///
/// # Examples
/// ```
/// use emilia::{Solver, SolverSettings, Stop, Weights};
/// use emilia::notation::obf::Problem;
/// use std::sync::Arc;
///
/// let problem: Problem = "XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X; B7:+0;".parse()?;
/// let solver = Solver::new(Weights::embedded(), SolverSettings::default());
/// solver.solve([problem], &Stop::new(), |answer| assert_eq!(answer.has_right_score(), Some(true)))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Answer {
    /// The problem.
    pub problem: Problem,
    /// The limits of the search.
    pub limits: Limits,
    /// The lines, best first; at least one.
    pub reports: Vec<Report<Move>>,
    /// The value of the position.
    pub value: Value,
    /// The index of the line with this value.
    best: usize,
    /// Seconds of all searches of the position.
    pub seconds: f64,
    /// Whether only the sign of the score was to be proved.
    pub wld: bool,
    /// The proved bounds of the moves, if the search was stopped before its end; after a forced pass those of the other side's moves.
    pub stopped: Option<Vec<Proof>>,
}

impl Answer {
    /// The answer from these lines: one for the position, or one for each of its moves.
    #[doc(hidden)]
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

    /// The line that has the value of the position.
    pub fn report(&self) -> &Report<Move> {
        &self.reports[self.best]
    }

    /// The moves of that line; none where all that is known of them is an upper bound that other moves may have, too.
    pub fn line(&self) -> &[Move] {
        if self.value.certainty() == Certainty::AtMost { self.only_line() } else { &self.report().line }
    }

    /// The moves of the line if there is no other move.
    fn only_line(&self) -> &[Move] {
        if self.problem.position.moves().len() < 2 { &self.report().line } else { &[] }
    }

    /// The expected score in discs, if the problem's line has one.
    pub fn expected(&self) -> Option<i32> {
        self.problem.best_score()
    }

    /// The best move: of an estimate the one that it is of, of one line with a lower bound the move that reaches it, else a move that is
    /// proved to be as good as every other one.
    pub fn best(&self) -> Option<Move> {
        if self.value.certainty() == Certainty::AtLeast && self.reports.len() > 1 {
            return Report::proved_best(&self.reports).and_then(first_move);
        }
        self.line().first().copied()
    }

    /// Whether the score is the expected one: by its sign, as a bound, or to the nearest disc. None without an expected score.
    pub fn has_right_score(&self) -> Option<bool> {
        let is_unknown = self.stopped.is_some() && !self.value.certainty().is_proved();
        self.expected().filter(|_| !is_unknown).map(|expected| self.is_right(self.value, expected))
    }

    /// Whether the move found is among the best of the problem's line; none if the line does not decide it.
    ///
    /// A move whose proved score is the expected one is right even if the line does not name it. Otherwise a line that names moves names
    /// all the best ones. It does not decide whether another move wins by less. A move with no more than a bound is not called the best.
    pub fn has_right_move(&self) -> Option<bool> {
        let (best, expected) = (self.best()?, self.expected());
        self.problem.answers.first()?;
        let is_bound = self.is_bound();
        if self.stopped.is_some() || is_bound && !self.wld {
            return None;
        }
        match (self.listed(best), expected) {
            (Some(Some(score)), Some(expected)) if self.wld => Some(score.signum() == expected.signum()),
            (Some(score), _) => Some(score.is_none() || score == expected),
            (None, Some(_)) if self.value.certainty().is_proved() => self.has_right_score(),
            (None, Some(1..)) if self.wld => None,
            (None, Some(expected)) if self.wld => Some(expected < 0),
            (None, _) => Some(false),
        }
    }

    /// The score in the problem's line of this move, or of one that mirrors it; the move may have none.
    fn listed(&self, mv: Move) -> Option<Option<i32>> {
        let is_mirrored = |other: Move| match (mv.square(), other.square()) {
            (Some(one), Some(other)) => self.problem.position.are_mirrored(one, other),
            _ => false,
        };
        let answers = &self.problem.answers;
        let found = answers.iter().find(|(other, _)| *other == mv);
        found.or_else(|| answers.iter().find(|(other, _)| is_mirrored(*other))).map(|(_, score)| *score)
    }

    /// The score of the move of this report in the problem's line, and whether the report agrees; none if the line does not have it.
    #[doc(hidden)]
    pub fn verdict_on(&self, report: &Report<Move>) -> Option<(i32, bool)> {
        // Estimates of other moves do not contradict the proof of the position.
        let is_proved = report.certainty().is_proved();
        if !is_proved && (self.stopped.is_some() || self.value.certainty().is_proved()) {
            return None;
        }
        let mv = first_move(report)?;
        let listed = self.problem.answers.iter().find(|(listed, _)| *listed == mv)?;
        let expected = listed.1?;
        Some((expected, self.is_right(report.value, expected)))
    }

    /// The number of moves that have a score both in the line and in the answer, and the number of those that disagree.
    #[doc(hidden)]
    pub fn listed_moves(&self) -> (u64, u64) {
        let verdicts = self.reports.iter().filter_map(|report| self.verdict_on(report));
        verdicts.fold((0, 0), |(all, wrong), (_, is_right)| (all + 1, wrong + u64::from(!is_right)))
    }

    /// Whether the score, the move and, if all moves were scored, every listed move agree with the line, as far as it has them.
    pub fn agrees(&self) -> Option<bool> {
        let moves = match self.listed_moves() {
            (1.., wrong) if self.reports.len() > 1 => Some(wrong == 0),
            _ => None,
        };
        [self.has_right_score(), self.has_right_move(), moves].into_iter().flatten().reduce(|all, each| all && each)
    }

    /// Whether a proved result disagrees with the line.
    #[doc(hidden)]
    pub fn disproves(&self) -> bool {
        let is_proved = |report: &Report<Move>| report.certainty().is_proved();
        (self.stopped.is_some() || self.reports.iter().all(is_proved)) && self.agrees() == Some(false)
    }

    /// The difference from the expected score in discs; none if only its sign or a bound was to be proved.
    pub fn error(&self) -> Option<f32> {
        let expected = self.expected().filter(|_| !self.wld && !self.is_bound() && self.stopped.is_none())?;
        Some((self.value.score().to_discs() - expected as f32).abs())
    }

    /// Whether the position's value is a bound.
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
