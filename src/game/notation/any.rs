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
    let (mut count, mut wanted) = (0, None);
    for_each_game(bytes, |game| {
        count += 1;
        if count == number.max(1) {
            wanted = Some(game);
        }
        wanted.is_none()
    })?;
    wanted.unwrap_or(Err(ReadGameError::TooFew(count)))
}

/// Calls `handle` with each game of a file or text, in the notations of [`read`], until it returns false. A game that cannot be read is
/// an error, and the next ones follow.
///
/// # Errors
/// If it is in none of these notations.
///
/// # Examples
/// ```
/// use emilia::game::notation::any::for_each_game;
///
/// let mut moves = 0;
/// for_each_game(b"f5d6c3\nf5f6e6f4\n", |game| {
///     moves += game.map_or(0, |game| game.moves().len());
///     true
/// })?;
/// assert_eq!(moves, 7);
/// # Ok::<(), emilia::game::notation::any::ReadGameError>(())
/// ```
pub fn for_each_game(
    bytes: &[u8],
    mut handle: impl FnMut(Result<Game, ReadGameError>) -> bool,
) -> Result<(), ReadGameError> {
    if wthor::is_database(bytes) {
        wthor::read(bytes)?.entries.iter().map(|entry| Ok(entry.game()?)).all(handle);
        return Ok(());
    }
    let text = String::from_utf8_lossy(bytes);
    if text.trim().is_empty() {
        return Err(ReadGameError::Empty);
    }
    if text.contains("(;") {
        // The two look alike, but GGF names its game and SGF numbers it.
        match text.contains("GM[2]") {
            true => sgf::games(&text).map(|game| Ok(game?)).all(handle),
            false => ggf::games(&text).map(|game| Ok(game?)).all(handle),
        };
        return Ok(());
    }
    if let Some(Ok(_)) = obf::problems(&text).next() {
        obf::problems(&text).map(|problem| Ok(problem?.game())).all(handle);
        return Ok(());
    }
    match transcript::read(&text) {
        Ok(game) => {
            handle(Ok(game));
        }
        Err(error) => {
            let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
            if !is_list(&lines) {
                return Err(ReadGameError::Unknown(error));
            }
            lines.iter().map(|line| Ok(transcript::read(line)?)).all(handle);
        }
    }
    Ok(())
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
