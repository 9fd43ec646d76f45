//! Explanations for a terminal: the board with its marks, then the sentences.

use super::explanation::Explanation;
use emilia::{Cell, Turn, diagram};

/// The board, then each explanation with its number.
///
/// An empty square has the number of the first explanation that names it; a disc that one names is a small letter. Of counted moves and
/// discs only the number is shown. `+` marks the other legal moves.
pub fn picture(turn: &Turn, explanations: &[Explanation]) -> String {
    let moves = turn.moves();
    let letter = |cell: Cell| {
        let name = cell.to_string();
        let names = |explanation: &Explanation| {
            explanation.at == name || !explanation.kind.is_count() && explanation.squares.contains(&name)
        };
        let first = explanations.iter().position(names);
        match turn.board.colour_at(cell) {
            Some(colour) if first.is_some() => colour.letter().to_ascii_lowercase(),
            Some(colour) => colour.letter(),
            None => match first.and_then(|number| char::from_digit(number as u32 + 1, 10)) {
                Some(number) => number,
                None if moves.has(cell) => '+',
                None => '.',
            },
        }
    };
    let sentences =
        explanations.iter().enumerate().map(|(number, Explanation { text, .. })| format!("{}. {text}\n", number + 1));
    diagram::draw_with(turn.board.shape(), letter) + &sentences.collect::<String>()
}
