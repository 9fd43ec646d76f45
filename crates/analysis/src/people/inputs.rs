//! The numbers that describe a move in its situation.

use super::Situation;
use super::values::{MoveValues, VIEWS};
use crate::explain::features::corners::{corner_beside, given, takeable, won};
use crate::explain::features::mobility::{frontier, is_quiet, potential_moves};
use crate::explain::features::regions::region_of;
use emilia::{Bitboard, Position, Square};

/// The number of inputs of a move.
pub const INPUTS: usize = 91;

/// The inputs of a move, most of them between -1 and 1.
pub type Inputs = [f32; INPUTS];

const EDGES: Bitboard = Bitboard(0xFF81_8181_8181_81FF);

/// Writes inputs one after the other.
struct Writer {
    inputs: Inputs,
    at: usize,
}

impl Writer {
    fn put(&mut self, value: f32) {
        self.inputs[self.at] = value;
        self.at += 1;
    }

    fn flag(&mut self, is: bool) {
        self.put(f32::from(u8::from(is)));
    }

    fn count(&mut self, set: Bitboard, unit: f32) {
        self.put(set.len() as f32 / unit);
    }

    /// One of `count` flags.
    fn one_of(&mut self, which: Option<usize>, count: usize) {
        (0..count).for_each(|number| self.flag(which == Some(number)));
    }
}

/// The phase as an input: 1 at the start, -1 at the end.
pub(super) fn phase(position: Position) -> f32 {
    position.empties() as f32 / 30.0 - 1.0
}

/// The inputs of each move.
pub(super) fn inputs(situation: &Situation, rating: f32, moves: &[MoveValues], known: &[[f32; 3]]) -> Vec<Inputs> {
    let best: [f32; VIEWS] =
        std::array::from_fn(|view| moves.iter().map(|of| of.values[view].to_discs()).fold(f32::MIN, f32::max));
    let of_move = |(of, known): (&MoveValues, &[f32; 3])| {
        let mut writer = Writer { inputs: [0.0; INPUTS], at: 0 };
        writer.put(rating);
        of_situation(&mut writer, situation, moves.len(), best[VIEWS - 1]);
        of_values(&mut writer, moves, of, &best);
        of_board(&mut writer, situation, of.square);
        of_last(&mut writer, situation, of.square);
        known.iter().for_each(|&number| writer.put(number));
        debug_assert_eq!(writer.at, INPUTS);
        writer.inputs
    };
    moves.iter().zip(known).map(of_move).collect()
}

/// What all moves have in common.
fn of_situation(to: &mut Writer, situation: &Situation, moves: usize, best: f32) {
    let position = situation.position;
    to.put(phase(position));
    to.put(phase(position) * phase(position));
    to.put(moves as f32 / 16.0);
    to.put((best / 32.0).clamp(-1.0, 1.0));
    to.put((-best.abs() / 8.0).exp());
    to.count(position.pass().moves(), 16.0);
    to.flag(position.empties() % 2 == 1);
    to.count(takeable(position), 2.0);
    to.count(takeable(position.pass()), 2.0);
}

/// What searches say of a move.
fn of_values(to: &mut Writer, moves: &[MoveValues], of: &MoveValues, best: &[f32; VIEWS]) {
    for (view, best) in best.iter().enumerate() {
        let own = of.values[view].to_discs();
        let loss = best - own;
        to.put(loss.min(24.0) / 12.0);
        to.put((-loss / 1.5).exp());
        to.put((-loss / 5.0).exp());
        let better = moves.iter().filter(|other| other.values[view] > of.values[view]).count();
        to.put(1.0 / (1 + better) as f32);
        // How far it is ahead of the second best.
        let second = moves.iter().filter(|other| other.square != of.square).map(|other| other.values[view]).max();
        let lead = second.map_or(0.0, |second| own - second.to_discs());
        to.put(lead.clamp(0.0, 8.0) / 8.0);
    }
    let last = of.values[VIEWS - 1].to_discs();
    to.put((last / 16.0).clamp(-1.0, 1.0));
    to.flag(last > 0.5);
    // How much better it looks at first sight than it is.
    to.put(((of.values[0].to_discs() - best[0]) - (last - best[VIEWS - 1])).clamp(-16.0, 16.0) / 8.0);
}

/// What is seen on the board.
fn of_board(to: &mut Writer, situation: &Situation, at: Square) {
    let position = situation.position;
    let flips = position.flips(at);
    let next = position.play(at, flips);
    // After the move, as the side that moved sees it.
    let after = next.pass();
    let here = Bitboard::from(at);
    to.one_of(Some(kind(at)), 10);
    let corner = corner_beside(at);
    let is_x = Bitboard::X_SQUARES.has(at);
    let state = corner.map(|corner| {
        3 * usize::from(is_x) + if position.own().has(corner) { 1 } else { 2 * usize::from(position.opp().has(corner)) }
    });
    to.one_of(state, 6);
    to.count(given(position, at), 2.0);
    to.count(takeable(next), 2.0);
    to.count(won(position, at), 2.0);
    to.count(takeable(after), 2.0);
    to.count(next.moves(), 16.0);
    to.flag(next.moves().is_empty());
    to.put((next.moves().len() as f32 - position.pass().moves().len() as f32) / 8.0);
    to.count(after.moves(), 16.0);
    to.put((after.moves().len() as f32 - position.moves().len() as f32) / 8.0);
    to.count(potential_moves(next), 20.0);
    to.count(potential_moves(after), 20.0);
    to.count(frontier(after), 20.0);
    to.put((frontier(after).len() as f32 - frontier(position).len() as f32) / 8.0);
    to.count(flips, 10.0);
    to.flag(flips.len() == 1);
    to.count(flips & EDGES, 6.0);
    to.count(flips & next.empty().spread(), 8.0);
    to.flag(is_quiet(position, at));
    to.put((after.stable().len() as f32 - position.stable().len() as f32) / 8.0);
    to.put((next.stable().len() as f32 - position.pass().stable().len() as f32) / 8.0);
    let region = region_of(position.empty(), at);
    to.flag(region.len() % 2 == 1);
    to.flag(region.len() == 1);
    to.put(1.0 / region.len().max(1) as f32);
    to.flag(position.empty().odd_quarters().has(at));
    to.count(here.spread() & position.empty() & !here, 8.0);
    to.count(here.spread() & position.own(), 8.0);
    let edge = if EDGES.has(at) { here.spread() & EDGES } else { Bitboard::EMPTY };
    to.count(edge & position.own(), 2.0);
    to.count(edge & position.opp(), 2.0);
}

/// What the last move has to do with it.
fn of_last(to: &mut Writer, situation: &Situation, at: Square) {
    let Some(last) = situation.last else {
        return (0..6).for_each(|_| to.put(0.0));
    };
    let (columns, rows) = (at.column().abs_diff(last.column()), at.row().abs_diff(last.row()));
    to.one_of(Some(usize::from(columns.max(rows)).saturating_sub(1)), 3);
    to.put(f32::from(columns.max(rows)) / 7.0);
    to.flag(columns == 0 || rows == 0 || columns == rows);
    to.flag(situation.position.flips(at).has(last));
}

/// The kind of a square: its place in the eighth of the board between a1, d1 and d4.
fn kind(at: Square) -> usize {
    let fold = |place: u8| usize::from(place.min(7 - place));
    let (small, large) = (fold(at.column()).min(fold(at.row())), fold(at.column()).max(fold(at.row())));
    // Rows of 4, 3, 2 and 1 kinds.
    [0, 4, 7, 9][small] + large - small
}

/// What players have different tastes for.
pub(super) const TASTES: usize = 4;

/// How much a move has of each: discs that turn over, edges, moves that the opponent is left, squares beside the last disc.
pub(super) fn tastes(position: Position, at: Square) -> [f32; TASTES] {
    let flips = position.flips(at);
    let next = position.play(at, flips);
    [
        flips.len() as f32 / 5.0,
        f32::from(u8::from(EDGES.has(at))),
        next.moves().len() as f32 / 5.0,
        (Bitboard::from(at).spread() & position.empty()).len() as f32 / 4.0,
    ]
}
