//! Addresses of the board Hamlite, which have the moves of a game in them: `…?kifu=f5f6e6&start_color=black`.
//!
//! Knows nothing of the other parameters of the page, among them its variations.

use super::dropped::{Content, Dropped};
use super::setup::SetupError;
use super::transcript;
use crate::game::{Game, Rules, Turn};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Whether a word of the text is an address with moves or a board.
pub fn has_address(text: &str) -> bool {
    let is_mark = |(name, _): (&str, &str)| ["kifu", "start_board"].contains(&name.trim_start_matches("amp;"));
    text.contains('=') && text.split(['?', '#', '&', ' ', '\n']).filter_map(|part| part.split_once('=')).any(is_mark)
}

/// Reads the games of all addresses in a text one by one. Lines with other words are left out, and so are other parameters.
///
/// # Errors
/// Each address whose board cannot be read or with an illegal move is an error.
pub fn games(text: &str, dropped: &mut Dropped) -> impl Iterator<Item = Result<Game, SetupError>> {
    let lines = (1..).zip(text.lines());
    lines.flat_map(|(line, text)| {
        let (addresses, others): (Vec<&str>, Vec<&str>) = text.split_whitespace().partition(|word| has_address(word));
        if others.iter().any(|word| word.contains(char::is_alphanumeric)) {
            dropped.add(Content::Line, line);
        }
        let games: Vec<_> = addresses.into_iter().map(|address| game_of(address, line, dropped)).collect();
        games
    })
}

fn game_of(address: &str, line: usize, dropped: &mut Dropped) -> Result<Game, SetupError> {
    let address = address.replace("&amp;", "&");
    let (mut board, mut side, mut moves) = (None, None, None);
    let (_, query) = address.split_once(['?', '#']).unwrap_or_default();
    for parameter in query.split('&') {
        let known = match parameter.split_once('=') {
            Some(("start_board", value)) => Some((&mut board, value)),
            Some(("start_color", value)) => Some((&mut side, value)),
            Some(("kifu", value)) => Some((&mut moves, value)),
            // Part of the moves, which are refused there.
            None if moves.is_some() && !parameter.is_empty() => {
                moves = moves.map(|moves| moves + "&" + parameter);
                continue;
            }
            _ => None,
        };
        // Of two the last one counts.
        if known.is_none_or(|(known, value)| known.replace(decoded(value)).is_some()) {
            dropped.add(Content::Property, line);
        }
    }
    if board.is_none() && moves.is_none() {
        // The address is damaged; as moves it is refused.
        moves = Some(address.clone());
    }
    let mut game = match board {
        Some(board) => {
            let side = match side.as_deref() {
                Some("white") => 'O',
                None | Some("black") => 'X',
                Some(_) => {
                    dropped.add(Content::Value, line);
                    'X'
                }
            };
            Game::new(Rules::from_start(Turn::read(&format!("{board} {side}"))?))
        }
        None => Game::default(),
    };
    transcript::play(&mut game, &moves.unwrap_or_default())?;
    Ok(game)
}

/// The value with its escapes, `%2D`, resolved; those of other than ASCII stay.
fn decoded(value: &str) -> String {
    let mut parts = value.split('%');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(u8::is_ascii);
        match code {
            Some(code) => {
                text.push(char::from(code));
                text.push_str(&part[2..]);
            }
            None => {
                text.push('%');
                text.push_str(part);
            }
        }
    }
    text.trim_end_matches(['"', '\'', '>', ',', ';', ')']).to_owned()
}
