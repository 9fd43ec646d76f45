//! FEN, in which programs for chess write a board: `8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1`.
//!
//! The first row is the one with the highest number, as chess draws row 1 at the bottom; the names of the squares are the same. Whose discs
//! are the capital letters differs: with Edax those of white, as in chess, with XBoard those of black, since White moves first there.

use crate::game::{Board, Cell, Cells, Colour, ParseTurnError, Shape, Turn};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Writes the board and the side to move; this colour has the capital letters and is called `w`. `supply` stands behind the board.
///
/// # Examples
/// ```
/// use emilia_core::{Colour, Rules};
/// use emilia_core::notation::fen;
///
/// let start = *Rules::default().start();
/// assert_eq!(fen::write(&start, Colour::White, ""), "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1");
/// assert_eq!(fen::read("8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1", Colour::Black), Ok(start));
/// ```
pub fn write(turn: &Turn, capitals: Colour, supply: &str) -> String {
    let disc = |colour| if colour == capitals { 'P' } else { 'p' };
    let board = rows(turn.board.shape(), |cell| turn.board.colour_at(cell).map(disc));
    let side = if turn.to_move == capitals { 'w' } else { 'b' };
    format!("{board}{supply} {side} - - 0 1")
}

/// The rows from the one with the highest number, with `/` between them. A number stands for empty squares.
#[doc(hidden)]
pub fn rows(shape: &Shape, letter: impl Fn(Cell) -> Option<char>) -> String {
    let row = |row| {
        let mut text = String::new();
        let mut empty = 0;
        for cell in (0..shape.columns()).filter_map(|column| Cell::at(column, row)) {
            let Some(letter) = letter(cell) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &core::mem::take(&mut empty).to_string();
            }
            text.push(letter);
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    (0..shape.rows()).rev().map(row).collect::<Vec<_>>().join("/")
}

/// Reads a board of any size and the side to move, black if there is none; this colour has the capital letters and is called `w`. Discs
/// to drop behind the board, and what follows the side to move, say nothing about a game of Othello.
///
/// # Errors
/// If a letter is none of a board, the rows are not those of a board, or the side to move is another word.
pub fn read(text: &str, capitals: Colour) -> Result<Turn, ParseTurnError> {
    let mut words = text.split_whitespace();
    let board = words.next().and_then(|board| board.split('[').next()).unwrap_or_default();
    let to_move = match words.next() {
        Some("w") => capitals,
        Some("b") => capitals.other(),
        None => Colour::Black,
        Some(_) => return Err(ParseTurnError::NoSide(board.len())),
    };
    let rows: Vec<&str> = board.split('/').collect();
    let count = u8::try_from(rows.len()).unwrap_or(u8::MAX);
    let (mut discs, mut columns) = ([Cells::EMPTY; 2], None);
    for (row, (number, text)) in (0..count).rev().zip((1..).zip(&rows)) {
        let width = read_row(text, row, capitals, &mut discs)?;
        if *columns.get_or_insert(width) != width {
            return Err(ParseTurnError::Rows(number));
        }
    }
    let shape = columns.and_then(|columns| Shape::rectangle(columns, count)).ok_or(ParseTurnError::Rows(rows.len()))?;
    let board = Board::empty(shape).with(Colour::Black, discs[0]).with(Colour::White, discs[1]);
    Ok(Turn { board, to_move })
}

/// Adds the discs of a row, black's first. The number of columns.
fn read_row(text: &str, row: u8, capitals: Colour, discs: &mut [Cells; 2]) -> Result<u8, ParseTurnError> {
    let wide = ParseTurnError::Rows(usize::from(row) + 1);
    let mut column: u8 = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let mut width = letter.to_digit(10).and_then(|digit| u8::try_from(digit).ok()).unwrap_or(1);
        let colour = match letter {
            'P' => Some(capitals),
            'p' => Some(capitals.other()),
            '0'..='9' => None,
            _ => return Err(ParseTurnError::Letter { letter, at }),
        };
        while let Some(digit) = letters.next_if(|(_, next)| colour.is_none() && next.is_ascii_digit()) {
            let digit = digit.1.to_digit(10).and_then(|digit| u8::try_from(digit).ok()).unwrap_or_default();
            width = width.checked_mul(10).and_then(|width| width.checked_add(digit)).ok_or(wide)?;
        }
        if let Some(colour) = colour {
            let own = &mut discs[colour as usize];
            *own = own.with(Cell::at(column, row).ok_or(wide)?);
        }
        column = column.checked_add(width).ok_or(wide)?;
    }
    Ok(column)
}
