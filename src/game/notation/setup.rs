//! A board with the side to move, and the moves that follow: 64 squares, `X`, `f5d6c3`.
//!
//! The squares may be on one line or drawn on eight, with coordinates or without. Knows nothing of answers to a position: OBF does.

use super::transcript;
use crate::game::{Board, Cell, Cells, Colour, Game, ParseTurnError, ReplayError, Rules, Shape, Turn};

/// The board or its moves cannot be read.
///
/// # Examples
/// ```
/// use emilia::game::notation::setup;
///
/// let error = setup::read("---------------------------OX------XO--------------------------- X a1").expect("a board").unwrap_err();
/// assert_eq!(error.to_string(), "move 1: no disc is flipped by a1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The board.
    #[error(transparent)]
    Board(#[from] ParseTurnError),
    /// A move.
    #[error(transparent)]
    Move(#[from] ReplayError),
}

/// The squares of the board.
const SQUARES: usize = 64;

/// Reads a text that begins with the 64 squares of a board; none if it does not.
///
/// Black is `X`, `*`, `B` or `●`, white is `O`, `W` or `○`, in any case, and an empty square is `-`, `.` or `_`. On a board of digits
/// alone black is 0 and white is 1. The side to move is one of these letters, `black` or `white`; without it, it is the only side that
/// can move, or the only one that can play the first move.
///
/// # Errors
/// If the side to move is not known, what follows is not a transcript, or a move is not legal.
///
/// # Examples
/// ```
/// use emilia::game::notation::setup;
///
/// let text = "---------------------------OX------XO--------------------------- X f5d6";
/// let game = setup::read(text).expect("a board")?;
/// assert_eq!(game.transcript(), "f5d6");
/// assert!(setup::read("f5d6").is_none());
/// # Ok::<(), setup::SetupError>(())
/// ```
pub fn read(text: &str) -> Option<Result<Game, SetupError>> {
    let (board, rest) = board(text)?;
    let rest = rest.split(['%', '#']).next().unwrap_or_default();
    let (side, moves) = side(rest, is_digital(text));
    if !moves.is_empty() && !transcript::is_transcript(moves) && !moves.chars().all(|letter| !letter.is_alphanumeric())
    {
        return None;
    }
    Some(game_of(&board, side, moves))
}

fn game_of(board: &Board, side: Option<Colour>, moves: &str) -> Result<Game, SetupError> {
    let play = |to_move| {
        let mut game = Game::new(Rules::from_start(Turn { board: *board, to_move }));
        transcript::play(&mut game, moves).map(|()| game)
    };
    if let Some(side) = side {
        return Ok(play(side)?);
    }
    let can_move = |colour: &Colour| !board.moves(*colour).is_empty();
    let sides: Vec<Colour> = [Colour::Black, Colour::White].into_iter().filter(can_move).collect();
    let mut played = sides.iter().map(|&side| play(side)).filter(|game| sides.len() == 1 || game.is_ok());
    match (played.next(), played.next()) {
        (Some(game), None) => Ok(game?),
        _ => Err(ParseTurnError::NoSide(SQUARES).into()),
    }
}

/// Whether the squares at the beginning of a text are digits.
fn is_digital(text: &str) -> bool {
    let mut squares = text.chars().filter(|letter| !letter.is_whitespace()).take(SQUARES);
    squares.all(|letter| "01.-_".contains(letter))
}

/// The board at the beginning of a text, and the rest of the text.
fn board(text: &str) -> Option<(Board, &str)> {
    let is_digital = is_digital(text);
    let (mut discs, mut count, mut rest) = ([Cells::EMPTY; 2], 0u8, text);
    while usize::from(count) < SQUARES {
        rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '|');
        let letter = rest.chars().next()?;
        let content = match letter {
            '0' if is_digital => Some(Colour::Black),
            '1' if is_digital => Some(Colour::White),
            'X' | 'x' | '*' | 'B' | 'b' | '●' => Some(Colour::Black),
            'O' | 'o' | '0' | 'W' | 'w' | '○' => Some(Colour::White),
            '-' | '.' | '_' => None,
            // The coordinates of a drawn board.
            '1'..='8' if !is_digital && count % 8 == 0 && is_row_number(letter, count / 8) => {
                rest = &rest[1..];
                continue;
            }
            'a' | 'A' if count == 0 && begins_columns(rest) => {
                rest = &rest[columns_length(rest)..];
                continue;
            }
            _ => return None,
        };
        if let (Some(colour), Some(cell)) = (content, Cell::at(count % 8, count / 8)) {
            let own = &mut discs[usize::from(colour == Colour::White)];
            *own = own.with(cell);
        }
        count += 1;
        rest = &rest[letter.len_utf8()..];
    }
    let board = Board::empty(Shape::STANDARD).with(Colour::Black, discs[0]).with(Colour::White, discs[1]);
    Some((board, behind_drawing(rest)))
}

/// Whether this is the number of the row that begins, or of the one before, of which there are this many.
fn is_row_number(letter: char, rows: u8) -> bool {
    let rows = u32::from(rows);
    letter.to_digit(10).is_some_and(|digit| digit == rows || digit == rows + 1)
}

/// The text behind the last row number and the letters of the columns of a drawn board.
fn behind_drawing(text: &str) -> &str {
    let rest = text.trim_start_matches([' ', '\t', '|']);
    let Some(rest) = rest.strip_prefix('8').filter(|rest| rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n'))
    else {
        return if begins_columns(text.trim_start()) {
            &text.trim_start()[columns_length(text.trim_start())..]
        } else {
            text
        };
    };
    let rest = rest.trim_start();
    if begins_columns(rest) { &rest[columns_length(rest)..] } else { rest }
}

/// Whether the text begins with the letters of the columns, divided by blanks or by nothing.
fn begins_columns(text: &str) -> bool {
    columns_length(text) > 0
}

/// The bytes from the letter a to the letter h, if the text begins with the letters of the columns; else 0.
fn columns_length(text: &str) -> usize {
    let mut letters = text.char_indices().filter(|(_, letter)| !matches!(letter, ' ' | '\t'));
    let mut end = 0;
    for column in b'a'..=b'h' {
        match letters.next() {
            Some((at, letter)) if letter.to_ascii_lowercase() == char::from(column) => end = at + 1,
            _ => return 0,
        }
    }
    end
}

/// The side to move at the beginning of a text, if there is one, and what follows.
fn side(text: &str, is_digital: bool) -> (Option<Colour>, &str) {
    let divides = |letter: char| letter.is_whitespace() || ";,:|".contains(letter);
    let text = text.trim_matches(divides);
    let (word, rest) = text.split_once(divides).unwrap_or((text, ""));
    let colour = match word.to_ascii_lowercase().as_str() {
        "x" | "*" | "b" | "black" | "●" => Colour::Black,
        "o" | "w" | "white" | "○" => Colour::White,
        "0" if is_digital => Colour::Black,
        "1" if is_digital => Colour::White,
        _ => return (None, text),
    };
    let rest = rest.trim_matches(divides);
    (Some(colour), rest.strip_prefix("to move").unwrap_or(rest).trim_matches(divides))
}
