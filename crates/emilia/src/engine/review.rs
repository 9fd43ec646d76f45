//! The review of a game: the loss of each move.
//!
//! The move that was played is searched to the same depth as the best one, or its value is exact because the position after it is solved.
//! So no loss arises from comparing estimates of different depths, and mirror images have the same loss. Where a book knows the position,
//! its values count. Other estimates are averaged with those of the positions after them, see [`ReviewedMove::averaged`].

use super::EngineOptions;
use super::analysis::Analysis;
use super::core::{Core, search};
use super::deviation::is_to_the_end;
use super::reference::{BookValues, Reference};
use super::reviewed::{After, Next, ReviewedMove, Searches, reviewed};
use super::variant_review::review_variant;
use crate::search::{Limits, Report, ResumeState, Selectivity, Stop};
use emilia_core::{Bitboard, Certainty, Game, Move, Position, Score, Turn, Value};
use std::time::Duration;

/// A review of a game. See [`ReviewedMove`] and [`crate::Engine::review`] for examples.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Review {
    /// The positions from the first to the last.
    pub moves: Vec<ReviewedMove>,
    /// Nodes visited.
    pub nodes: u64,
    /// Whether every position was reviewed; otherwise those at the beginning are missing.
    pub is_complete: bool,
}

/// The least loss, in discs, that is proved where it rests on searches to the end of the game with forward pruning.
const PROVED_LOSS: i32 = 4;
/// The most nodes of each of the two proofs, as a multiple of those of the searches before: with 24 empty squares a proof takes eight times
/// the nodes of a search at 95 %, and four times those of one at 98 %.
const PROOF_EFFORT: u64 = 10;
/// Nodes that are always affordable.
const LEAST_PROOF_NODES: u64 = 1_000_000;

/// What a review goes by.
pub(super) struct Reviewing<'a> {
    pub reference: &'a Reference,
    /// The limits of the searches of a position.
    pub limits: &'a dyn Fn(&Turn) -> Limits,
}

/// Reviews every position from the last to the first, so that searches of late positions help those of earlier ones, and adds each to
/// `done`, which may have the last ones already. Each is passed to `report`.
pub(super) fn review(
    core: &mut Core,
    options: EngineOptions,
    game: &Game,
    reviewing: &Reviewing<'_>,
    stop: &Stop,
    done: &mut Vec<ReviewedMove>,
    report: &mut dyn FnMut(&ReviewedMove),
) {
    let mut at = game.clone();
    for _ in 1..done.len() {
        at.undo();
    }
    // The value and the best line of the position after this one, and its side to move.
    let mut next = done.last().map(|of| Next { side: at.to_move(), of: of.clone() });
    for ply in (0..=game.moves().len()).rev().skip(done.len()) {
        let played = game.moves().get(ply).map(|played| played.mv);
        if played.is_some() {
            at.undo();
        }
        let after = played.zip(next.as_ref()).map(|(played, next)| After::new(&at, played, next));
        let limits = (reviewing.limits)(at.turn());
        let mut searches = Searches { core, options, stop };
        let reviewed = match at.position() {
            Some(root) => {
                let of_book = reviewing.reference.values(root);
                let of_after = after.as_ref().map(|after| after.report.value);
                let reviewed = searches.review_position(ply, root, (played, after), of_book, &limits);
                reviewed.map(|reviewed| reviewed.averaged(of_after, root.empties()))
            }
            None => review_variant(&mut searches, ply, &at, (played, after), &limits),
        };
        let Some(reviewed) = reviewed else { return };
        next = Some(Next { side: at.to_move(), of: reviewed.clone() });
        report(&reviewed);
        done.push(reviewed);
    }
}

impl Searches<'_> {
    /// Reviews a position of the fast board in which this move was played, and of which a book may have values; none if it was stopped.
    fn review_position(
        &mut self,
        ply: usize,
        root: Position,
        (played, after): (Option<Move>, Option<After>),
        of_book: Option<BookValues>,
        limits: &Limits,
    ) -> Option<ReviewedMove> {
        if let Some(after) = after.as_ref().filter(|after| after.decides(root.moves().len())) {
            return Some(after.forced(ply));
        }
        // The best line after the move played.
        let line = after.as_ref().map(|after| after.report.line.clone()).unwrap_or_default();
        let known = after.filter(|after| after.report.value.is_exact()).map(|after| after.report);
        let are_same = |one, other| are_equal(root, one, other);
        if let Some(of_book) = of_book {
            let of_played = match played.map(|played| (played, value_of(root, played, of_book.lines.lines(), &line))) {
                None => Some(None),
                Some((_, Some(report))) => Some(Some(report)),
                Some((played, None)) => self.outside_of_book(root, played, &of_book, limits)?.map(Some),
            };
            if let Some(of_played) = of_played {
                return Some(ReviewedMove { from_book: true, ..reviewed(ply, &are_same, &of_book.lines, of_played) });
            }
        }
        let best = self.of_position(root, limits)?;
        // The moves that were searched to the depth of the best one.
        let of_depth = best.lines().iter().filter(|line| line.value.certainty() == best.certainty());
        let of_played = match (played, known) {
            (None, _) => None,
            (Some(_), Some(known)) => Some(known),
            (Some(played), None) => match value_of(root, played, of_depth, &line) {
                Some(report) => Some(report),
                None => Some(self.of_position(root, &alone(played, &best, limits))?.best().clone()),
            },
        };
        let found = reviewed(ply, &are_same, &best, of_played);
        self.proved(root, found, limits)
    }

    /// Searches a position; none if it was stopped.
    fn of_position(&mut self, root: Position, limits: &Limits) -> Option<Analysis> {
        let searcher = self.core.searcher(self.options);
        let found = search(searcher, root, limits, self.stop, &ResumeState::default(), |_, _| {});
        found.filter(|_| !self.stop.is_requested())
    }

    /// The report of a move that the book does not know: the value of the book less what one search of both moves finds between them, since
    /// its value would compare a search of hours with one of seconds; at most that of the best move that leaves the book. `Some(None)` if
    /// the search proves the values, which then count more than the book; none if it was stopped.
    fn outside_of_book(
        &mut self,
        root: Position,
        played: Move,
        of_book: &BookValues,
        limits: &Limits,
    ) -> Option<Option<Report<Move>>> {
        let of_best = of_book.lines.best();
        let both = of_best.line.first().into_iter().chain([&played]).filter_map(|mv| mv.square()).collect();
        let found = self.of_position(root, &Limits { root_moves: Some(both), lines: 2, ..limits.clone() })?;
        let of_played = found.lines().iter().find(|line| line.line.first() == Some(&played));
        let Some((of_played, Certainty::Depth { plies, percent })) =
            of_played.map(|line| (line, line.value.certainty()))
        else {
            return Some(None);
        };
        let loss = (found.score() - of_played.score()).max(Score::ZERO);
        let score = (of_best.score() - loss).min(of_book.leaf.unwrap_or(Score::MAX));
        Some(Some(Report { value: Value::estimate(score, plies, percent), nodes: found.nodes(), ..of_played.clone() }))
    }

    /// The same with both values proved, if the move loses [`PROVED_LOSS`] discs or more by a search to the end of the game that proves
    /// nothing, and each proof keeps within [`PROOF_EFFORT`] and the limits; none if it was stopped.
    fn proved(&mut self, root: Position, found: ReviewedMove, limits: &Limits) -> Option<ReviewedMove> {
        let is_claim = found.loss.is_some_and(|loss| loss >= Score::discs(PROVED_LOSS));
        let is_to_the_end = [Some(found.value), found.of_played]
            .into_iter()
            .flatten()
            .any(|value| is_to_the_end(value, root.empties()));
        let Some(played) = found.played.filter(|_| is_claim && is_to_the_end) else { return Some(found) };
        let effort = (PROOF_EFFORT * found.nodes).max(LEAST_PROOF_NODES);
        let nodes = Some(limits.nodes.map_or(effort, |nodes| nodes.min(effort)));
        let proof = Limits { nodes, budget: limits.budget, ..Limits::exact() };
        let alone = Limits { root_moves: played.square().map(Bitboard::from), ..proof.clone() };
        let of_played = self.of_position(root, &alone)?;
        let best = if of_played.value().is_exact() { Some(self.of_position(root, &proof)?) } else { None };
        let nodes = found.nodes + of_played.nodes() + best.as_ref().map_or(0, Analysis::nodes);
        let time = found.time + of_played.time() + best.as_ref().map_or(Duration::ZERO, Analysis::time);
        Some(match best.filter(|best| best.value().is_exact()) {
            Some(best) => {
                let are_same = |one, other| are_equal(root, one, other);
                let of_played = of_played.best().clone();
                ReviewedMove { nodes, time, ..reviewed(found.ply, &are_same, &best, Some(of_played)) }
            }
            None => ReviewedMove { nodes, time, ..found },
        })
    }
}

/// The report of this move among these. Mirror images are the same move, and `line` is the best one after the move played.
fn value_of<'a>(
    root: Position,
    played: Move,
    lines: impl IntoIterator<Item = &'a Report<Move>>,
    line: &[Move],
) -> Option<Report<Move>> {
    let is_it = |line: &&Report<Move>| line.line.first().is_some_and(|first| are_equal(root, played, *first));
    let report = lines.into_iter().find(is_it)?;
    let is_mirrored = report.line.first() != Some(&played);
    let line = if is_mirrored { line.to_vec() } else { report.line.clone() };
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
pub fn are_equal(root: Position, one: Move, other: Move) -> bool {
    match (one.square(), other.square()) {
        (Some(one), Some(other)) => root.are_mirrored(one, other),
        (one, other) => one == other,
    }
}
