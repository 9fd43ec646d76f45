//! From a line of squares on the fast board to the moves of a game.
//!
//! A line of squares has no passes: where a side cannot move, the next square belongs to the other side.

use super::Move;
use crate::board::{Position, Square};
use alloc::vec::Vec;

/// The line as moves from this position: a pass wherever the side to move has no move. It ends before the first square that is not
/// legal.
///
/// # Examples
/// ```
/// use emilia_core::{moves_of_line, Move, Position, Square};
///
/// assert_eq!(moves_of_line(Position::START, &[Square::F5, Square::D6]), [Move::from(Square::F5), Square::D6.into()]);
/// ```
pub fn moves_of_line(root: Position, line: &[Square]) -> Vec<Move> {
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

#[cfg(test)]
mod tests {
    use super::moves_of_line;
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
        assert_eq!(moves_of_line(start, &[Square::G8]), [Move::Pass, Square::G8.into()]);
    }

    #[test]
    fn a_forced_pass_is_a_line_by_itself() {
        assert_eq!(moves_of_line(blocked(), &[]), [Move::Pass]);
    }

    #[test]
    fn a_line_ends_before_the_first_illegal_square() {
        let line = [Square::F5, Square::D6, Square::F5, Square::C3];
        assert_eq!(moves_of_line(Position::START, &line), [Square::F5.into(), Square::D6.into()]);
        assert_eq!(moves_of_line(Position::START, &[]), []);
    }
}
