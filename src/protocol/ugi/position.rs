//! The arguments of `position`.

use emilia::game::notation::transcript;
use emilia::game::{Cell, Game, Rules, Shape, Turn};

/// Reads `startpos moves f5 d6`, or `fen BOARD SIDE moves ...`. The rules are those of `startpos`; their conditions hold for each board.
///
/// # Errors
/// If it is neither, the board is not one, or a move is illegal. The text is for a person.
pub(super) fn read(arguments: &str, rules: &Rules) -> Result<Game, String> {
    let words: Vec<&str> = arguments.split_whitespace().collect();
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (before, moves) = (&words[..end], words.get(end + 1..).unwrap_or_default());
    let mut game = match before {
        ["startpos"] => Game::new(rules.clone()),
        // Counters behind the side to move, as in chess, are skipped.
        ["fen", board, rest @ ..] => {
            let turn = fen(board, rest.first().copied().unwrap_or_default())?;
            let size = |shape: &Shape| (shape.columns(), shape.rows());
            let ((columns, rows), found) = (size(rules.shape()), size(turn.board.shape()));
            // A board that has lost a row is not another game.
            if found != (columns, rows) && found.0 != found.1 {
                return Err(format!("expected a board of {columns}x{rows} or a square, got {}x{}", found.0, found.1));
            }
            Game::new(Rules::from_start(turn).with_conditions(*rules.conditions()))
        }
        ["startpos", ..] => return Err("expected the word moves after startpos".to_owned()),
        _ => return Err("expected startpos or fen".to_owned()),
    };
    transcript::play(&mut game, &moves.join(" ")).map_err(|error| error.to_string())?;
    Ok(game)
}

/// A board of rows from the top with `/` between them, in which a number stands for empty squares; or all squares in one word.
fn fen(board: &str, side: &str) -> Result<Turn, String> {
    let board = if board.contains('/') { expanded(board)? } else { board.to_owned() };
    Turn::read(&format!("{board} {side}")).map_err(|error| error.to_string())
}

/// The board with each number replaced by the empty squares that it stands for.
fn expanded(board: &str) -> Result<String, String> {
    let mut squares = String::new();
    let mut rest = board;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        if digits == 0 {
            squares.push(letter);
            rest = &rest[letter.len_utf8()..];
            continue;
        }
        let number = &rest[..digits];
        let count = number.parse().ok().filter(|count| (1..=usize::from(Cell::SPAN)).contains(count));
        squares.push_str(&"-".repeat(count.ok_or_else(|| format!("no row has {number} squares"))?));
        rest = &rest[digits..];
    }
    Ok(squares)
}
