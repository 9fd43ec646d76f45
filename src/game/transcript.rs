//! Transcripts: the moves of a game in order, `f5d6c3`.
//!
//! Passes may be left out; the rules say where they are.

use super::{Game, IllegalMove, Move, ParseMoveError, Rules};
use std::iter::Peekable;
use std::str::Chars;

/// The text is no transcript of a game. Numbers count the moves from 1, passes among them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TranscriptError {
    /// Something that is no move.
    #[error("move {number}: {source}")]
    Move {
        /// The number of the move.
        number: usize,
        /// What is wrong with it.
        source: ParseMoveError,
    },
    /// A move against the rules.
    #[error("move {number}: {source}")]
    Illegal {
        /// The number of the move.
        number: usize,
        /// The rule.
        source: IllegalMove,
    },
}

/// Reads the transcript of a game from the start of Othello.
pub fn read(text: &str) -> Result<Game, TranscriptError> {
    read_by(Rules::default(), text)
}

/// Reads the transcript of a game by these rules.
pub fn read_by(rules: Rules, text: &str) -> Result<Game, TranscriptError> {
    let mut game = Game::new(rules);
    play(&mut game, text)?;
    Ok(game)
}

/// Plays the moves of a transcript on; a game that refuses one of them is unchanged.
///
/// Moves may be divided by white space, `,`, `;`, `.`, `-`, `/` and move numbers, or by nothing. Passes may be written
/// (`pass`, `pa`, `ps`, `--`) or left out. Upper and lower case mean the same.
pub fn play(game: &mut Game, text: &str) -> Result<(), TranscriptError> {
    let mut longer = game.clone();
    let wide = game.rules().size() > 9;
    let mut letters = text.chars().peekable();
    while let Some(token) = next_token(&mut letters, wide) {
        let number = longer.moves().len() + 1;
        let mv: Move = token.parse().map_err(|source| TranscriptError::Move { number, source })?;
        let colour = if mv != Move::Pass && longer.must_pass() { longer.to_move().other() } else { longer.to_move() };
        longer.play_implied(colour, mv).map_err(|source| TranscriptError::Illegal { number, source })?;
    }
    *game = longer;
    Ok(())
}

/// The next move as written, or what stands in its place; none at the end.
fn next_token(letters: &mut Peekable<Chars<'_>>, wide: bool) -> Option<String> {
    loop {
        match letters.next()? {
            '-' if letters.next_if_eq(&'-').is_some() => return Some("--".to_owned()),
            ' ' | '\t' | '\r' | '\n' | ',' | ';' | '.' | ')' | '-' | '/' | '0'..='9' => {}
            first @ ('p' | 'P') => {
                let rest = std::iter::from_fn(|| letters.next_if(|letter| "aAsS".contains(*letter)));
                return Some(std::iter::once(first).chain(rest.take(3)).collect());
            }
            first => {
                let mut token = String::from(first);
                if let Some(digit) = letters.next_if(char::is_ascii_digit) {
                    token.push(digit);
                    if wide && digit == '1' {
                        token.extend(letters.next_if_eq(&'0'));
                    }
                }
                return Some(token);
            }
        }
    }
}
