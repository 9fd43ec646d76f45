//! The results of searches.

use super::owned::{Owned, Texts, free};
use emilia::{Certainty, Move, Report, Score, Value};
use std::ffi::{c_char, c_int};
use std::ptr::null;

/// What is known of a score.
#[repr(C)]
pub enum Grade {
    /// Nothing: there is no score.
    Unknown,
    /// The result of a search that looked some plies ahead.
    Estimate,
    /// The proved result of perfect play.
    Exact,
    /// Proved: perfect play gets at least this score.
    AtLeast,
    /// Proved: perfect play gets at most this score.
    AtMost,
}

/// A score with its certainty.
#[repr(C)]
pub struct CValue {
    /// In discs for the side to move, by the goal of the rules, in steps of 1/128.
    score: f64,
    /// What is known of it.
    certainty: Grade,
    /// Of an estimate the plies searched, 0 for the static evaluation; else 0.
    depth: c_int,
    /// Of an estimate the confidence of its forward pruning in percent, 1 to 100; else 0.
    percent: c_int,
}

impl From<Option<Value>> for CValue {
    fn from(value: Option<Value>) -> CValue {
        let (depth, percent) = match value.map(Value::certainty) {
            Some(Certainty::Depth { plies, percent }) => (plies.into(), percent.into()),
            _ => (0, 0),
        };
        let certainty = match value.map(Value::certainty) {
            None => Grade::Unknown,
            Some(Certainty::Depth { .. }) => Grade::Estimate,
            Some(Certainty::Exact) => Grade::Exact,
            Some(Certainty::AtLeast) => Grade::AtLeast,
            Some(Certainty::AtMost) => Grade::AtMost,
        };
        CValue { score: value.map_or(0.0, |value| discs(value.score())), certainty, depth, percent }
    }
}

/// A score in discs.
pub(crate) fn discs(score: Score) -> f64 {
    f64::from(score.raw()) / f64::from(Score::UNIT)
}

/// A line of play.
#[repr(C)]
pub struct Line {
    /// The value of its first move for the side to move; of the only line, that of the position.
    value: CValue,
    /// Its first move: `f5` or `pass`; empty if the game is over.
    r#move: *const c_char,
    /// The expected moves with blanks between them, that one first.
    moves: *const c_char,
    /// All this for people: `+0.34 (12@73%) f5 d6 c3` or `+18.00 (exact) g8 h8`.
    text: *const c_char,
}

impl Line {
    fn new(report: &Report<Move>, texts: &mut Texts) -> Line {
        let moves: Vec<String> = report.line.iter().map(Move::to_string).collect();
        Line {
            value: Some(report.value).into(),
            r#move: texts.add(moves.first().map_or("", String::as_str)),
            moves: texts.add(moves.join(" ")),
            text: texts.add(report),
        }
    }
}

/// The result of a search. Its lines and texts belong to it.
#[repr(C)]
pub struct CAnalysis {
    /// The value of the position for its side to move.
    value: CValue,
    /// The line with the best move.
    best: *const Line,
    /// The lines, best first.
    lines: *const Line,
    /// Their number, 1 or more.
    line_count: usize,
    /// Nodes visited, by all threads.
    nodes: u64,
    /// The time of the search.
    seconds: f64,
}

/// An analysis for C.
pub(crate) fn owned(analysis: &emilia::Analysis) -> Owned<CAnalysis, Line> {
    let mut texts = Texts::default();
    let rows: Vec<Line> = analysis.lines().iter().map(|report| Line::new(report, &mut texts)).collect();
    let is_best = |report: &Report<Move>| std::ptr::eq(report, analysis.best());
    let best = analysis.lines().iter().position(is_best).and_then(|number| rows.get(number));
    let public = CAnalysis {
        value: Some(analysis.value()).into(),
        best: best.map_or(null(), |line| line),
        lines: rows.as_ptr(),
        line_count: rows.len(),
        nodes: analysis.nodes(),
        seconds: analysis.time().as_secs_f64(),
    };
    Owned { public, rows, texts }
}

/// Frees an analysis that emilia_search or emilia_solve gave, with its lines and texts. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_analysis_free(analysis: *mut CAnalysis) {
    // SAFETY: NULL, or an analysis of a search that is not used any more, as the header says.
    unsafe { free::<CAnalysis, Line>(analysis) };
}
