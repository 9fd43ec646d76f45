//! Games in any notation that is known, told apart by their content.

use super::ggf::{self, GgfError};
use super::sgf::{self, SgfError};
use super::wthor::{self, WthorError};
use super::{obf, transcript};
use crate::game::{Game, ReplayError};

/// The text has no game of this number that can be read.
///
/// # Examples
/// ```
/// use emilia::game::notation::any::{ReadGameError, read};
///
/// assert_eq!(read(b"f5d6", 2), Err(ReadGameError::TooFew(1)));
/// assert!(read(b"hello", 1).unwrap_err().to_string().contains("GGF, SGF, WTHOR"));
/// ```
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ReadGameError {
    /// There is nothing in it.
    #[error("it is empty")]
    Empty,
    /// No notation fits; the fault is that of a transcript.
    #[error("expected a game in GGF, SGF, WTHOR (.wtb) or OBF, or a transcript such as f5d6c3: {0}")]
    Unknown(ReplayError),
    /// There are fewer games.
    #[error("it has {} only", if *.0 == 1 { "1 game".to_owned() } else { format!("{} games", .0) })]
    TooFew(usize),
    /// A record in GGF.
    #[error(transparent)]
    Ggf(#[from] GgfError),
    /// A record in SGF.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// A WTHOR database.
    #[error(transparent)]
    Wthor(#[from] WthorError),
    /// A game of a WTHOR database.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Reads the game of this number, from 1, of a file or text: GGF or SGF records, a WTHOR database, positions in OBF, or transcripts, one
/// for the whole text or one a line.
///
/// # Errors
/// If it is in none of these notations, has fewer games, or the game is not legal.
///
/// # Examples
/// ```
/// use emilia::game::notation::any;
///
/// let text = "f5d6c3\nf5f6e6f4\n";
/// assert_eq!(any::read(text.as_bytes(), 2)?.transcript(), "f5f6e6f4");
/// # Ok::<(), emilia::game::notation::any::ReadGameError>(())
/// ```
pub fn read(bytes: &[u8], number: usize) -> Result<Game, ReadGameError> {
    if wthor::is_database(bytes) {
        let entries = wthor::read(bytes)?.entries;
        let entry = entries.get(number.saturating_sub(1)).ok_or(ReadGameError::TooFew(entries.len()))?;
        return Ok(entry.game()?);
    }
    let text = String::from_utf8_lossy(bytes);
    if text.trim().is_empty() {
        return Err(ReadGameError::Empty);
    }
    if text.contains("(;") {
        // The two look alike, but GGF names its game and SGF numbers it.
        return match text.contains("GM[2]") {
            true => nth(sgf::games(&text), number)?.map_err(ReadGameError::from),
            false => nth(ggf::games(&text), number)?.map_err(ReadGameError::from),
        };
    }
    if let Some(Ok(_)) = obf::problems(&text).next() {
        let problems = obf::problems(&text).filter_map(Result::ok);
        return Ok(nth(problems, number)?.game());
    }
    match transcript::read(&text) {
        Ok(game) if number == 1 => Ok(game),
        Ok(_) => Err(ReadGameError::TooFew(1)),
        Err(error) => {
            let mut lines = text.lines().filter(|line| !line.trim().is_empty());
            let is_list = lines.clone().nth(1).is_some() && lines.clone().next().is_some_and(transcript::is_transcript);
            if !is_list {
                return Err(ReadGameError::Unknown(error));
            }
            let count = lines.clone().count();
            let line = lines.nth(number.saturating_sub(1)).ok_or(ReadGameError::TooFew(count))?;
            Ok(transcript::read(line)?)
        }
    }
}

/// The item of this number, from 1.
fn nth<T>(items: impl Iterator<Item = T>, number: usize) -> Result<T, ReadGameError> {
    let mut count = 0;
    for item in items {
        count += 1;
        if count == number.max(1) {
            return Ok(item);
        }
    }
    Err(ReadGameError::TooFew(count))
}
