//! A board drawn in letters, for people.

use super::{Cell, Colour, Game, Move, Shape};
use alloc::format;
use alloc::string::String;

/// Draws the board with its coordinates: `X` black, `O` white, `.` empty, `+` for the moves that are marked; what is cut off is left blank.
///
/// ```text
///     a b c d
///   1 . . . . 1
///   2 . O X + 2
///   3 + X O . 3
///   4 . . . . 4
///     a b c d
/// ```
pub fn draw(game: &Game, marked: &[Move]) -> String {
    let empty = |cell| if marked.iter().any(|mv| mv.cell() == Some(cell)) { '+' } else { '.' };
    draw_with(game.rules().shape(), |cell| game.colour_at(cell).map_or_else(|| empty(cell), Colour::letter))
}

/// Draws a board of this shape in the same way, with a letter for each cell.
pub fn draw_with(shape: &Shape, letter: impl Fn(Cell) -> char) -> String {
    let letter = |cell| if shape.has(cell) { letter(cell) } else { ' ' };
    let (columns, rows) = (shape.columns(), shape.rows());
    let letters: String = (0..columns).map(|column| format!(" {}", char::from(b'a' + column))).collect();
    let mut picture = format!("   {letters}\n");
    for row in 0..rows {
        let cells: String =
            (0..columns).filter_map(|column| Cell::at(column, row)).map(|cell| format!(" {}", letter(cell))).collect();
        picture.push_str(&format!("{:3}{cells} {}\n", row + 1, row + 1));
    }
    picture + "   " + &letters + "\n"
}
