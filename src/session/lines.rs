//! From the squares of a search to the moves of a game.
//!
//! A search knows no passes: where a side cannot move, the next square of its line belongs to the other side.

use crate::board::{Position, Square};
use crate::eval::Weights;
use crate::game::Move;
use crate::score::Value;
use crate::search::Report;
use std::time::Duration;

/// The reports of a search of this position, with the forced passes put into their lines.
pub fn of_moves(root: Position, reports: &[Report<Square>]) -> Vec<Report<Move>> {
    let translate = |report: &Report<Square>| Report {
        value: report.value,
        line: with_passes(root, &report.line),
        nodes: report.nodes,
        time: report.time,
    };
    reports.iter().map(translate).collect()
}

/// The line as moves: a pass wherever the side to move has none. It ends before the first square that is not legal.
fn with_passes(root: Position, line: &[Square]) -> Vec<Move> {
    let mut moves = Vec::with_capacity(line.len() + 1);
    let mut position = root;
    let mut squares = line.iter().copied().peekable();
    loop {
        if position.moves().is_empty() && !position.is_over() && (moves.is_empty() || squares.peek().is_some()) {
            moves.push(Move::Pass);
            position = position.pass();
        }
        let Some((square, next)) = squares.next().and_then(|at| Some((at, position.try_play(at)?))) else {
            return moves;
        };
        moves.push(square.into());
        position = next;
    }
}

/// The best move by the static evaluation one ply ahead: an answer for when a search has none. None without a move.
pub(super) fn at_a_glance(root: Position, weights: &Weights) -> Option<Report<Move>> {
    let worth = |at: Square| Some((-weights.eval_position(root.try_play(at)?), at));
    let (score, best) = root.moves().filter_map(worth).max()?;
    Some(Report {
        value: Value::estimate(score, 1, 100),
        line: vec![best.into()],
        nodes: u64::from(root.moves().len()),
        time: Duration::ZERO,
    })
}

#[cfg(test)]
mod tests {
    use super::with_passes;
    use crate::board::{Position, Square};
    use crate::game::Move;

    /// The side to move cannot move; the other side can on g8 and then, as this one still cannot, on h8.
    fn blocked() -> Position {
        let board = "-".repeat(56) + "OXXXXX--";
        board.parse::<Position>().expect("a board").pass().pass()
    }

    #[test]
    fn passes_are_put_where_a_side_cannot_move() {
        let start = blocked();
        assert!(start.moves().is_empty() && start.pass().moves().has(Square::G8));
        assert_eq!(with_passes(start, &[Square::G8]), [Move::Pass, Square::G8.into()]);
    }

    #[test]
    fn a_forced_pass_is_a_line_by_itself() {
        assert_eq!(with_passes(blocked(), &[]), [Move::Pass]);
    }

    #[test]
    fn a_line_ends_before_the_first_illegal_square() {
        let line = [Square::F5, Square::D6, Square::F5, Square::C3];
        assert_eq!(with_passes(Position::START, &line), [Square::F5.into(), Square::D6.into()]);
        assert_eq!(with_passes(Position::START, &[]), []);
    }
}
