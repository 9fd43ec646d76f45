//! Games in any known notation, recognised by their content.

use super::ggf::{self, GgfError};
use super::obf::{self, ObfError};
use super::sgf::{self, SgfError};
use super::transcript;
use super::wthor::{self, WthorError};
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
    #[error("it has only {}", if *.0 == 1 { "1 game".to_owned() } else { format!("{} games", .0) })]
    TooFew(usize),
    /// A record in GGF.
    #[error(transparent)]
    Ggf(#[from] GgfError),
    /// A record in SGF.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// A position in OBF.
    #[error(transparent)]
    Obf(#[from] ObfError),
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
        return Ok(nth(obf::problems(&text), number)??.game());
    }
    match transcript::read(&text) {
        Ok(game) if number == 1 => Ok(game),
        Ok(_) => Err(ReadGameError::TooFew(1)),
        Err(error) => {
            let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
            if !is_list(&lines) {
                return Err(ReadGameError::Unknown(error));
            }
            let line = lines.get(number.saturating_sub(1)).ok_or(ReadGameError::TooFew(lines.len()))?;
            Ok(transcript::read(line)?)
        }
    }
}

/// Whether the lines are transcripts of their own rather than one that is wrapped: the second line has more legal moves as a game than as
/// a continuation of the first.
fn is_list(lines: &[&str]) -> bool {
    let [first, second, ..] = lines else { return false };
    let legal_moves =
        |text: &str| transcript::read(text).map_or_else(|error| error.number - 1, |game| game.moves().len());
    let continued = legal_moves(&format!("{first}\n{second}")).saturating_sub(legal_moves(first));
    transcript::is_transcript(first) && legal_moves(second) > continued
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
