//! A board drawn in letters, for people.

use super::{Cell, Game, Move};

/// Draws the board with its coordinates: `X` black, `O` white, `.` empty, `+` for the moves that are marked.
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
    let size = game.rules().size();
    let letters: String = (0..size).map(|column| format!(" {}", char::from(b'a' + column))).collect();
    let mut picture = format!("   {letters}\n");
    for row in 0..size {
        let cells: String =
            (0..size).filter_map(|column| Cell::at(column, row)).map(|cell| content(game, marked, cell)).collect();
        picture.push_str(&format!("{:3}{cells} {}\n", row + 1, row + 1));
    }
    picture + "   " + &letters + "\n"
}

fn content(game: &Game, marked: &[Move], cell: Cell) -> String {
    let empty = if marked.contains(&Move::At(cell)) { '+' } else { '.' };
    format!(" {}", game.colour_at(cell).map_or(empty, |colour| colour.letter()))
}
