//! Boards and moves as XBoard writes them: FEN, marked squares, drops.
//!
//! XBoard's White is the side that moves first in Othello, black. The first row of a FEN is the one with the highest number, as XBoard
//! draws row 1 at the bottom; the names of the squares are the same.

use crate::game::{Board, Cell, Cells, Colour, Game, Lines, Move, Rules, Shape, Turn};

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

/// Reads `P@d3`, `@d3`, `d3`, or for a pass `@@@@`, `pass` or `pa`, in upper or lower case.
pub(super) fn read_move(text: &str) -> Option<Move> {
    if text == PASS {
        return Some(Move::Pass);
    }
    let place = text.strip_prefix(['P', 'p']).filter(|rest| rest.starts_with('@')).unwrap_or(text);
    place.strip_prefix('@').unwrap_or(place).parse().ok()
}

/// The board as FEN: the discs of black as `P`, those of white as `p`, and the side to move, black as `w`.
/// Behind the board each side has as many discs to drop as there are empty squares.
pub(super) fn fen(turn: &Turn, has_supply: bool) -> String {
    let disc = |colour| if colour == Colour::Black { 'P' } else { 'p' };
    let board = rows(turn.board.shape(), |cell| turn.board.colour_at(cell).map(disc));
    let count = turn.board.empties() as usize;
    let supply = if has_supply { format!("[{}{}]", "P".repeat(count), "p".repeat(count)) } else { String::new() };
    let side = if turn.to_move == Colour::Black { 'w' } else { 'b' };
    format!("{board}{supply} {side} - - 0 1")
}

/// The discs as marks on their squares, black's as XBoard's white ones, and the moves in yellow, the only squares for a drop.
pub(super) fn marks(game: &Game) -> String {
    let moves: Cells = game.legal().into_iter().filter_map(Move::cell).collect();
    let mark = |cell| match game.colour_at(cell) {
        Some(Colour::Black) => Some('w'),
        Some(Colour::White) => Some('d'),
        None => moves.has(cell).then_some('Y'),
    };
    rows(game.rules().shape(), mark)
}

/// The rows from the one with the highest number, with `/` between them. A number stands for empty squares.
fn rows(shape: &Shape, letter: impl Fn(Cell) -> Option<char>) -> String {
    let row = |row| {
        let mut text = String::new();
        let mut empty = 0;
        for cell in (0..shape.columns()).filter_map(|column| Cell::at(column, row)) {
            let Some(letter) = letter(cell) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &std::mem::take(&mut empty).to_string();
            }
            text.push(letter);
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    (0..shape.rows()).rev().map(row).collect::<Vec<_>>().join("/")
}

/// Whether both boards have discs on the same squares, of whatever colours.
pub(super) fn are_on_same_squares(one: &Board, other: &Board) -> bool {
    let filled = |board: &Board| board.discs(Colour::Black).union(board.discs(Colour::White));
    filled(one) == filled(other)
}

/// Reads a FEN for a board of this shape; what follows the board and the side to move is skipped.
pub(super) fn read_fen(text: &str, shape: &Shape) -> Option<Turn> {
    let mut words = text.split_whitespace();
    let board = words.next()?.split('[').next()?;
    let to_move = match words.next() {
        Some("w") | None => Colour::Black,
        Some("b") => Colour::White,
        Some(_) => return None,
    };
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != usize::from(shape.rows()) {
        return None;
    }
    let mut discs = [Cells::EMPTY; 2];
    for (row, text) in (0..shape.rows()).rev().zip(rows) {
        read_row(text, row, shape.columns(), &mut discs)?;
    }
    let board = Board::empty(*shape).with(Colour::Black, discs[0]).with(Colour::White, discs[1]);
    Some(Turn { board, to_move })
}

/// Adds the discs of a row, black's first; none if it has not this number of columns.
fn read_row(text: &str, row: u8, columns: u8, discs: &mut [Cells; 2]) -> Option<()> {
    let mut column: u8 = 0;
    let mut letters = text.bytes().peekable();
    while let Some(letter) = letters.next() {
        let mut width = 1;
        match letter {
            b'P' | b'p' => {
                let side = &mut discs[usize::from(letter == b'p')];
                *side = side.with(Cell::at(column, row)?);
            }
            b'1'..=b'9' => {
                width = letter - b'0';
                while let Some(digit) = letters.next_if(u8::is_ascii_digit) {
                    width = width.checked_mul(10)?.checked_add(digit - b'0')?;
                }
            }
            _ => return None,
        }
        column = column.checked_add(width).filter(|column| *column <= columns)?;
    }
    (column == columns).then_some(())
}
