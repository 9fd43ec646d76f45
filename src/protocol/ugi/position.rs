//! The arguments of `position`.

use super::dialect::Dialect;
use emilia::notation::transcript;
use emilia::{Cell, Conditions, Game, Rules, Shape, Turn};

/// A game, and what the record of it does not hold.
#[derive(Debug)]
pub(super) struct Position {
    pub(super) game: Game,
    /// The passes after the end of the game, as UCI has them.
    pub(super) last_passes: usize,
}

/// Reads `startpos moves f5 d6`, or `fen BOARD SIDE moves ...`. The rules are those of `startpos`; their conditions hold for each board.
///
/// # Errors
/// If it is neither, the board is not one, or a move is illegal. The text is for a person.
pub(super) fn read(dialect: Dialect, arguments: &str, rules: &Rules) -> Result<Position, String> {
    let words: Vec<&str> = arguments.split_whitespace().collect();
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (before, moves) = (&words[..end], words.get(end + 1..).unwrap_or_default());
    let mut game = match before {
        ["startpos"] => Game::new(rules.clone()),
        ["fen", board @ ..] => {
            let turn = dialect.board(board)?;
            let size = |shape: &Shape| (shape.columns(), shape.rows());
            let ((columns, rows), found) = (size(rules.shape()), size(turn.board.shape()));
            // A board that has lost a row is not another game.
            if found != (columns, rows) && found.0 != found.1 {
                return Err(format!("expected a board of {columns}x{rows} or a square, got {}x{}", found.0, found.1));
            }
            Game::new(Rules::from_start(turn).with_conditions(conditions_on_board(rules)))
        }
        ["startpos", ..] => return Err("expected the word moves after startpos".to_owned()),
        _ => return Err("expected startpos or fen".to_owned()),
    };
    let mut play = |moves: &[&str]| {
        let moves: Vec<&str> = moves.iter().map(|word| dialect.transcript(word)).collect();
        transcript::play(&mut game, &moves.join(" ")).map(|()| game.is_over()).map_err(|error| error.to_string())
    };
    let before_passes = moves.iter().rposition(|word| !dialect.is_pass_of_disc(word)).map_or(0, |at| at + 1);
    let (earlier, passes) = moves.split_at(before_passes);
    let (mut is_over, mut last_passes) = (play(earlier)?, 0);
    for pass in passes {
        if is_over {
            last_passes += 1;
        } else {
            is_over = play(&[pass])?;
        }
    }
    Ok(Position { game, last_passes })
}

/// The conditions of a game that begins on a board. Where the players put the first discs, a board does not say who has put which; they take
/// turns, so neither runs out of discs.
fn conditions_on_board(rules: &Rules) -> Conditions {
    let conditions = *rules.conditions();
    Conditions { supply: conditions.supply.filter(|_| conditions.placement.is_none()), ..conditions }
}

/// A board of rows from the top with `/` between them, in which a number stands for empty squares; or all squares in one word.
/// Counters behind the side to move, as in chess, are skipped.
pub(super) fn board(words: &[&str]) -> Result<Turn, String> {
    let [board, side] = [0, 1].map(|at| words.get(at).copied().unwrap_or_default());
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
