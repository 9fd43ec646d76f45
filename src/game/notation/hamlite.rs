//! Addresses of the board Hamlite, which have the moves of a game in them: `…?kifu=f5f6e6&start_color=black`.
//!
//! Knows nothing of the other parameters of the page. Variations are not read.

use super::setup::SetupError;
use super::transcript;
use crate::game::{Game, Rules, Turn};

/// The parameters that make a word an address with a game.
const MARKS: [&str; 2] = ["kifu=", "start_board="];

/// Whether a word of the text is an address with moves or a board.
pub fn has_address(text: &str) -> bool {
    MARKS.iter().any(|mark| text.contains(mark))
}

/// Reads the games of all addresses in a text one by one; other words are skipped.
///
/// # Errors
/// Each address whose board cannot be read or with an illegal move is an error.
///
/// # Examples
/// ```
/// use emilia::game::notation::hamlite;
///
/// let text = "see https://example.org/hamlite.htm?kifu=f5f6e6f4&ai=off";
/// let game = hamlite::games(text).next().expect("a game")?;
/// assert_eq!(game.transcript(), "f5f6e6f4");
/// # Ok::<(), emilia::game::notation::setup::SetupError>(())
/// ```
pub fn games(text: &str) -> impl Iterator<Item = Result<Game, SetupError>> {
    text.split_whitespace().filter(|word| has_address(word)).map(game_of)
}

fn game_of(address: &str) -> Result<Game, SetupError> {
    let address = address.replace("&amp;", "&");
    let find = |name: &str| {
        let parameters = address.split(['?', '#', '&']).filter_map(|parameter| parameter.split_once('='));
        parameters.filter(|(other, _)| *other == name).map(|(_, value)| decoded(value)).next_back()
    };
    let mut game = match find("start_board") {
        Some(board) => {
            let side = if find("start_color").is_some_and(|colour| colour == "white") { 'O' } else { 'X' };
            Game::new(Rules::from_start(Turn::read(&format!("{board}{side}"))?))
        }
        None => Game::default(),
    };
    transcript::play(&mut game, &find("kifu").unwrap_or_default())?;
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
