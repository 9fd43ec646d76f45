//! The running games as text for a terminal.

use super::LiveGame;
use emilia::game::{Cell, Colour};
use std::fmt::Write;

/// The columns between two boards that stand side by side.
const GAP: &str = "     ";

/// The running games as plain text: for each its players with clocks and discs, and the board. The games of a synchro match stand side by
/// side.
///
/// # Examples
/// ```
/// assert_eq!(emilia_cli::protocol::ggs::view(std::iter::empty()), "");
/// ```
pub fn view<'a>(games: impl Iterator<Item = &'a LiveGame>) -> String {
    let games: Vec<&LiveGame> = games.collect();
    let mut text = String::new();
    for of in games.chunk_by(|one, other| one.id.of == other.id.of) {
        let blocks: Vec<Vec<String>> = of.iter().map(|game| block(game)).collect();
        let width = blocks.iter().flatten().map(String::len).max().unwrap_or(0);
        let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
        for row in 0..height {
            let cells = blocks.iter().map(|block| format!("{:width$}", block.get(row).map_or("", String::as_str)));
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join(GAP).trim_end());
        }
        text.push('\n');
    }
    text
}

/// The lines of a game.
fn block(game: &LiveGame) -> Vec<String> {
    let board = &game.game.turn().board;
    let last = game.game.moves().last();
    let mut lines = vec![format!(
        "{} {} move {}{}",
        game.id,
        game.kind,
        game.count(),
        last.map_or_else(String::new, |played| format!(": {}", played.mv))
    )];
    for (colour, line) in [Colour::Black, Colour::White].into_iter().zip(&game.players) {
        let seconds = line.clock.main.seconds;
        let (sign, left) = (if seconds < 0 { "-" } else { "" }, seconds.unsigned_abs());
        let mark = if game.game.is_over() || colour != game.game.to_move() { ' ' } else { '>' };
        lines.push(format!(
            "{mark}{} {:8} {:6.0} {sign}{:02}:{:02} {:3}",
            colour.letter(),
            line.name,
            line.rating,
            left / 60,
            left % 60,
            game.game.discs(colour)
        ));
    }
    let shape = board.shape();
    let letters: Vec<String> =
        (b'a'..).take(usize::from(shape.columns())).map(|letter| char::from(letter).to_string()).collect();
    lines.push(format!("   {}", letters.join(" ")));
    for row in 0..shape.rows() {
        let content = |column| match Cell::at(column, row) {
            Some(cell) if !shape.has(cell) => " ",
            Some(cell) => match board.colour_at(cell) {
                Some(Colour::Black) => "X",
                Some(Colour::White) => "O",
                None => ".",
            },
            None => " ",
        };
        let cells: Vec<&str> = (0..shape.columns()).map(content).collect();
        lines.push(format!("{:2} {}", row + 1, cells.join(" ").trim_end()));
    }
    lines
}
