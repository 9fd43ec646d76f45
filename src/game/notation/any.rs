//! Games in any known notation, recognised by their content.

use super::dropped::{Content, Dropped};
use super::ggf::{self, GgfError};
use super::obf::{self, ObfError, Problem};
#[cfg(feature = "analysis")]
use super::quest::{self, QuestError};
use super::setup::{self, SetupError};
use super::sgf::{self, SgfError};
use super::sheet::{self, Sheet, SheetError};
use super::wthor::{self, WthorError};
use super::{hamlite, list, pgn, transcript};
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
    #[error(
        "expected a game in GGF, SGF, WTHOR (.wtb), OBF or another known form, or a transcript such as f5d6c3: {0}"
    )]
    Unknown(ReplayError),
    /// There are fewer games.
    #[error("{}", match .0 { 0 => "there is no game in it".to_owned(), 1 => "it has only 1 game".to_owned(), more => format!("it has only {more} games") })]
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
    /// A board with moves, or the moves of a server's record.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A transcript sheet.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// JSON of Othello Quest.
    #[cfg(feature = "analysis")]
    #[error(transparent)]
    Quest(#[from] QuestError),
    /// A WTHOR database.
    #[error(transparent)]
    Wthor(#[from] WthorError),
    /// A game of a WTHOR database.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Reads the game of this number, from 1, of a file or text: GGF or SGF records, a WTHOR database, positions in OBF, boards with moves, a
/// transcript sheet, games with tags as in PGN, addresses of Hamlite, JSON of Othello Quest (with the feature `analysis`), or
/// transcripts, one for the whole text or one a line.
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
    read_counting(bytes, number, &mut Dropped::default())
}

/// The same as [`read`], and adds what was left out up to the next game.
///
/// # Errors
/// As [`read`].
///
/// # Examples
/// ```
/// use emilia::game::notation::{any::read_counting, dropped::Dropped};
///
/// let mut dropped = Dropped::default();
/// read_counting(b"The final\nf5d6c3d3\n", 1, &mut dropped)?;
/// assert_eq!(dropped.to_string(), "1 line of text (line 1)");
/// # Ok::<(), emilia::game::notation::any::ReadGameError>(())
/// ```
pub fn read_counting(bytes: &[u8], number: usize, dropped: &mut Dropped) -> Result<Game, ReadGameError> {
    let (number, mut count, mut wanted) = (number.max(1), 0, None);
    *dropped = for_each_game(bytes, |game| {
        count += 1;
        if count == number {
            wanted = Some(game);
        }
        count <= number
    })?;
    wanted.unwrap_or(Err(ReadGameError::TooFew(count)))
}

/// Calls `handle` with each game of a file or text, in the notations of [`read`], until it returns false. A game that cannot be read is
/// an error, and the next ones follow. The result is what was left out on purpose up to where the reading ended.
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
) -> Result<Dropped, ReadGameError> {
    let mut dropped = Dropped::default();
    if wthor::is_database(bytes) {
        wthor::read(bytes)?.entries.iter().map(|entry| Ok(entry.game()?)).all(handle);
        return Ok(dropped);
    }
    let text = decode(bytes);
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Err(ReadGameError::Empty);
    }
    match form(text) {
        #[cfg(feature = "analysis")]
        Form::Quest => drop(quest::games(text)?.map(|game| Ok(game?)).all(handle)),
        Form::Ggf => drop(ggf::games(text).map(|game| Ok(game?)).all(handle)),
        Form::Sgf => drop(sgf::games(text).map(|game| Ok(game?)).all(handle)),
        Form::Pgn => drop(pgn::games(text).map(|game| Ok(game?)).all(handle)),
        Form::Hamlite => drop(hamlite::games(text).map(|game| Ok(game?)).all(handle)),
        Form::Positions => drop(positions(text).all(handle)),
        Form::Board => drop(setup::read(text).map(|game| handle(game.map_err(ReadGameError::from)))),
        Form::Sheet => drop(handle(text.parse::<Sheet>().and_then(|sheet| sheet.game()).map_err(ReadGameError::from))),
        Form::Transcripts => transcripts(text, &mut dropped, handle)?,
    }
    Ok(dropped)
}

/// Text in UTF-8. Bytes that are none are letters of Latin-1, the encoding of SGF and of old files in other notations.
fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|&byte| char::from(byte)));
    }
    text
}

/// Whether a line is surely the record of a game, and not a word of a conversation: GGF, SGF, JSON, an address, or a board with moves.
///
/// # Examples
/// ```
/// use emilia::game::notation::any::is_record;
///
/// assert!(is_record("(;GM[Othello]PC[]BO[8 ---------------------------O*------*O--------------------------- *];)"));
/// assert!(!is_record("hint 3") && !is_record("f5d6"));
/// ```
pub fn is_record(line: &str) -> bool {
    !matches!(form(line), Form::Transcripts | Form::Pgn | Form::Sheet)
}

/// The notations of texts.
enum Form {
    #[cfg(feature = "analysis")]
    Quest,
    Ggf,
    Sgf,
    Pgn,
    Hamlite,
    /// A position a line, in OBF or with moves.
    Positions,
    /// One board on several lines.
    Board,
    Sheet,
    Transcripts,
}

/// The notation of a text, recognised by its content.
fn form(text: &str) -> Form {
    #[cfg(feature = "analysis")]
    if quest::is_json(text) {
        return Form::Quest;
    }
    if text.contains("(;") {
        // The two look alike, but GGF names its game and SGF numbers it.
        return if text.contains("GM[2]") { Form::Sgf } else { Form::Ggf };
    }
    if pgn::is_pgn(text) {
        return Form::Pgn;
    }
    if hamlite::has_address(text) {
        return Form::Hamlite;
    }
    let first = obf::problem_lines(text).next();
    if first.is_some_and(|(_, line)| line.parse::<Problem>().is_ok() || setup::read(line).is_some()) {
        return Form::Positions;
    }
    if setup::read(text).is_some() {
        return Form::Board;
    }
    if sheet::is_sheet(text) { Form::Sheet } else { Form::Transcripts }
}

/// The positions of a text with the moves that follow them, a game a line.
fn positions(text: &str) -> impl Iterator<Item = Result<Game, ReadGameError>> {
    obf::problem_lines(text).map(|(line, text)| {
        position(text).map_err(|error| match error {
            ReadGameError::Obf(error) => ObfError { line, ..error }.into(),
            error => error,
        })
    })
}

/// A line of OBF, or a board with moves.
fn position(line: &str) -> Result<Game, ReadGameError> {
    match (line.parse::<Problem>(), setup::read(line)) {
        (Ok(problem), _) => Ok(problem.game()),
        (Err(_), Some(game)) => Ok(game?),
        (Err(error), None) => Err(error.into()),
    }
}

/// A transcript, wrapped or not, or a list of them.
fn transcripts(
    text: &str,
    dropped: &mut Dropped,
    mut handle: impl FnMut(Result<Game, ReadGameError>) -> bool,
) -> Result<(), ReadGameError> {
    match transcript::read(text) {
        Ok(game) => drop(handle(Ok(game))),
        Err(error) => {
            let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
            if is_list(&lines) {
                lines.iter().map(|line| Ok(transcript::read(line)?)).all(handle);
            } else if !transcript::is_transcript(text) && list::is_list(text) {
                let written = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
                let games = written.filter_map(|(number, line)| {
                    let game = list::read(line);
                    if game.is_none() {
                        dropped.add(Content::Line, number);
                    }
                    game
                });
                games.map(|game| Ok(game?)).all(handle);
            } else {
                return Err(ReadGameError::Unknown(error));
            }
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
