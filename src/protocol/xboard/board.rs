//! Boards and moves as XBoard writes them: FEN, marked squares, drops.
//!
//! XBoard's White is the side that moves first in Othello, black.

use emilia::notation::fen;
use emilia::{Board, Cells, Colour, Game, Lines, Move, Rules, Shape, Turn};

/// The most rows: XBoard counts those of a higher board from 0.
const MOST_ROWS: u8 = 9;
/// A move without a disc.
const PASS: &str = "@@@@";

/// Whether XBoard can show the game: a board that is a whole rectangle of at most nine rows, and moves that need no name but their square.
pub(super) fn can_show(rules: &Rules) -> bool {
    let shape = rules.shape();
    shape.is_whole() && shape.rows() <= MOST_ROWS && rules.conditions().lines == Lines::All
}

/// The move as XBoard reads it: `P@d3`, or `@@@@` for a pass.
pub(super) fn move_text(mv: Move) -> String {
    mv.cell().map_or_else(|| PASS.to_owned(), |cell| format!("P@{cell}"))
}

/// Reads `P@d3` as XBoard writes it, `d3` as OthelloTk does, or `@@@@`.
pub(super) fn read_move(text: &str) -> Option<Move> {
    if text == PASS {
        return Some(Move::Pass);
    }
    text.strip_prefix("P@").unwrap_or(text).parse().ok()
}

/// The board as FEN, black being XBoard's White. Behind the board each side has as many discs to drop as there are empty squares.
pub(super) fn fen(turn: &Turn, has_supply: bool) -> String {
    let count = turn.board.empties() as usize;
    let supply = if has_supply { format!("[{}{}]", "P".repeat(count), "p".repeat(count)) } else { String::new() };
    fen::write(turn, Colour::Black, &supply)
}

/// The discs as marks on their squares, black's as XBoard's white ones, and the moves in yellow, the only squares for a drop.
pub(super) fn marks(game: &Game) -> String {
    let moves: Cells = game.legal().into_iter().filter_map(Move::cell).collect();
    let mark = |cell| match game.colour_at(cell) {
        Some(Colour::Black) => Some('w'),
        Some(Colour::White) => Some('d'),
        None => moves.has(cell).then_some('Y'),
    };
    fen::rows(game.rules().shape(), mark)
}

/// Whether both boards have discs on the same squares, of whatever colours.
pub(super) fn are_on_same_squares(one: &Board, other: &Board) -> bool {
    let filled = |board: &Board| board.discs(Colour::Black).union(board.discs(Colour::White));
    filled(one) == filled(other)
}

/// Reads a FEN for a board of this shape; what follows the board and the side to move is skipped.
pub(super) fn read_fen(text: &str, shape: &Shape) -> Option<Turn> {
    fen::read(text, Colour::Black).ok().filter(|turn| turn.board.shape() == shape)
}
