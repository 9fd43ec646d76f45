//! The review of a game: the loss of each move.
//!
//! The move that was played is searched to the same depth as the best one, or its value is exact because the position after it is solved.
//! So no loss arises from comparing estimates of different depths, and mirror images have the same loss.

use super::EngineOptions;
use super::analysis::Analysis;
use super::core::{Core, search};
use super::reviewed::{After, Next, ReviewedMove, Searches, reviewed};
use super::variant_review::review_variant;
use crate::board::{Bitboard, Position};
use crate::game::{Game, Move, Turn};
use crate::score::Certainty;
use crate::search::{Limits, Report, ResumeState, Selectivity, Stop};
use std::time::Duration;

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
    // The value and the best line of the position after this one, and its side to move.
    let mut next: Option<Next> = None;
    let mut at = game.clone();
    for ply in (0..=game.moves().len()).rev() {
        let played = game.moves().get(ply).map(|played| played.mv);
        if played.is_some() {
            at.undo();
        }
        let after = played.zip(next.as_ref()).map(|(played, next)| After::new(&at, played, next));
        let limits = limits(at.turn());
        let mut searches = Searches { core, options, stop };
        let reviewed = match at.position() {
            Some(root) => review_position(&mut searches, ply, root, (played, after), &limits),
            None => review_variant(&mut searches, ply, &at, (played, after), &limits),
        };
        let Some(reviewed) = reviewed else { return };
        next = Some(Next { side: at.to_move(), value: reviewed.value, line: reviewed.line.clone() });
        report(reviewed);
    }
}

/// Reviews a position of the fast board in which this move was played; none if it was stopped.
fn review_position(
    searches: &mut Searches<'_>,
    ply: usize,
    root: Position,
    (played, after): (Option<Move>, Option<After>),
    limits: &Limits,
) -> Option<ReviewedMove> {
    if let Some(after) = after.as_ref().filter(|after| after.decides(root.moves().len())) {
        return Some(after.forced(ply));
    }
    let Searches { core, options, stop } = searches;
    let mut search_with = |limits: &Limits| {
        let found = search(core.searcher(*options), root, limits, stop, &ResumeState::default(), |_, _| {});
        found.filter(|_| !stop.is_requested())
    };
    let best = search_with(limits)?;
    // The move played and the best line after it.
    let line = after.as_ref().map(|after| after.report.line.clone()).unwrap_or_default();
    let known = after.filter(|after| after.report.value.is_exact()).map(|after| after.report);
    let of_played = match (played, known) {
        (None, _) => None,
        (Some(_), Some(known)) => Some(known),
        (Some(played), None) => match value_of(root, played, &best, line) {
            Some(report) => Some(report),
            None => Some(search_with(&alone(played, &best, limits))?.best().clone()),
        },
    };
    Some(reviewed(ply, &|one, other| are_equal(root, one, other), &best, of_played))
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
