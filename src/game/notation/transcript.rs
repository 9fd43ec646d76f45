//! Transcripts: the moves of a game in order, `f5d6c3`.
//!
//! Passes may be left out; they follow from the rules.

use crate::game::replay::replay;
use crate::game::{Game, Move, Played, ReplayError, Rules};
use std::iter::Peekable;
use std::str::Chars;

/// Reads the transcript of a game from the start of Othello.
///
/// # Errors
/// If something in it is not a move, or a move is not legal.
pub fn read(text: &str) -> Result<Game, ReplayError> {
    read_by(Rules::default(), text)
}

/// Reads the transcript of a game by these rules.
///
/// # Errors
/// As [`read`].
pub fn read_by(rules: Rules, text: &str) -> Result<Game, ReplayError> {
    let mut game = Game::new(rules);
    play(&mut game, text)?;
    Ok(game)
}

/// Plays the moves of a transcript on; a game that refuses one of them is unchanged.
///
/// Moves are squares, or `f5xc5` with the end of the only line to turn. They may be divided by white space, `,`, `;`, `.`, `-`, `/` and move numbers, or by nothing. Passes may be written
/// (`pass`, `pa`, `ps`, `--`) or left out. Upper and lower case mean the same.
///
/// # Errors
/// As [`read`].
pub fn play(game: &mut Game, text: &str) -> Result<(), ReplayError> {
    let mut longer = game.clone();
    for token in (Tokens { letters: text.chars().peekable(), wide: game.rules().shape().rows() > 9, divided: true }) {
        replay(&mut longer, None, token.parse::<Move>().map(Played::from))?;
    }
    *game = longer;
    Ok(())
}

/// Whether the text consists of moves, at least one, whether or not they are legal.
///
/// # Examples
/// ```
/// use emilia::transcript::is_transcript;
///
/// assert!(is_transcript("1. f5 d6 2. C3 --") && is_transcript("a10j10"));
/// assert!(!is_transcript("hint 3") && !is_transcript("7"));
/// ```
pub fn is_transcript(text: &str) -> bool {
    let tokens = |wide| Tokens { letters: text.chars().peekable(), wide, divided: true };
    let are_moves = |wide| tokens(wide).all(|token| token.parse::<Move>().is_ok());
    tokens(false).next().is_some() && (are_moves(false) || are_moves(true))
}

/// The number of words between the separators, moves or not.
pub(super) fn count(text: &str) -> usize {
    Tokens { letters: text.chars().peekable(), wide: false, divided: true }.count()
}

/// The moves as they are written, and everything between them that is not a separator.
struct Tokens<'a> {
    letters: Peekable<Chars<'a>>,
    /// Whether there is a row 10.
    wide: bool,
    /// Whether a digit would begin a move number: there is something between it and the last move.
    divided: bool,
}

impl Tokens<'_> {
    /// The next letters that satisfy the condition, at most `most`.
    fn take(&mut self, most: usize, condition: fn(&char) -> bool) -> String {
        (0..most).map_while(|_| self.letters.next_if(condition)).collect()
    }

    /// The number of a row.
    fn row(&mut self) -> String {
        let digit = self.take(1, char::is_ascii_digit);
        let ten = if self.wide && digit == "1" { self.take(1, |letter| *letter == '0') } else { String::new() };
        digit + &ten
    }

    /// The disc at the end of the line that a move turns, with the `x` before it: `xc5`.
    fn end_of_line(&mut self) -> String {
        let cross = self.take(1, |letter| matches!(letter, 'x' | 'X'));
        if cross.is_empty() { cross } else { cross + &self.take(1, char::is_ascii_alphabetic) + &self.row() }
    }
}

impl Iterator for Tokens<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        loop {
            let first = self.letters.next()?;
            if first == '-' && self.letters.next_if_eq(&'-').is_some() {
                return Some("--".to_owned());
            } else if first.is_whitespace() || ",;.)-/".contains(first) {
                self.divided = true;
            } else if first.is_ascii_digit() {
                let rest = self.take(usize::MAX, char::is_ascii_digit);
                if !self.divided && !matches!(self.letters.peek(), Some('.' | ')')) {
                    return Some(format!("{first}{rest}"));
                }
            } else {
                self.divided = false;
                return Some(match first {
                    'p' | 'P' => format!("{first}{}", self.take(3, |letter| "aAsS".contains(*letter))),
                    _ => format!("{first}{}{}", self.row(), self.end_of_line()),
                });
            }
        }
    }
}
