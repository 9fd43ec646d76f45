//! Games in any known notation, recognised by their content.

use super::dropped::Dropped;
use super::ggf::{self, GgfError};
use super::list::NoList;
use super::obf::ObfError;
use super::pgn::{self, PgnError};
use super::properties::{self, Records};
use super::quest::{self, QuestError};
use super::setup::{self, SetupError};
use super::sgf::{self, SgfError};
use super::sheet::{self, Sheet, SheetError};
use super::wthor::{self, Names, WthorError};
use super::{encoding, hamlite, list, page};
use crate::game::{Game, ReplayError};
use alloc::borrow::ToOwned;
use alloc::format;

/// The text has no game of this number that can be read.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadGameError {
    /// There is nothing in it.
    #[error("it is empty")]
    Empty,
    /// No notation fits. What is wrong with the text as a list of transcripts is the nearest reason.
    #[error(
        "neither GGF, SGF, PGN, WTHOR (.wtb), JSON of Othello Quest, an address of Hamlite, a board, OBF, a transcript sheet \
         nor transcripts; as transcripts: line {line}, {error}"
    )]
    Unknown {
        /// The line of the first fault, counted from 1.
        line: usize,
        /// The fault.
        error: ReplayError,
    },
    /// A web page without games that are known.
    #[error(
        "a web page with neither the moves of PlayOK's viewer (k2pback[\"m\"]), text that the browser shows (a pre at the start of the \
         body), an address of Hamlite nor transcripts; save the text of the games instead"
    )]
    Page,
    /// A transcript on a line after the first.
    #[error("line {line}: {error}")]
    Line {
        /// The line that it begins on, counted from 1.
        line: usize,
        /// The move that cannot be played.
        error: ReplayError,
    },
    /// There are fewer games.
    #[error("{}", match .0 { 0 => "there is no game in it".to_owned(), 1 => "it has only 1 game".to_owned(), more => format!("it has only {more} games") })]
    TooFew(usize),
    /// A record in GGF.
    #[error(transparent)]
    Ggf(#[from] GgfError),
    /// A record in SGF.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// A game in PGN.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// A position in OBF.
    #[error(transparent)]
    Obf(#[from] ObfError),
    /// A board with moves.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A transcript sheet.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// JSON of Othello Quest.
    #[error(transparent)]
    Quest(#[from] QuestError),
    /// A WTHOR database.
    #[error(transparent)]
    Wthor(#[from] WthorError),
    /// A game of a WTHOR database.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

impl From<NoList> for ReadGameError {
    fn from(NoList { line, error }: NoList) -> ReadGameError {
        ReadGameError::Unknown { line, error }
    }
}

/// Reads the game of this number, from 1, of a file or text: GGF or SGF records, a WTHOR database, positions in OBF, boards with moves, a
/// transcript sheet, games with tags as in PGN, addresses of Hamlite, JSON of Othello Quest, or
/// transcripts, one for the whole text or one a line. Or a web page that a browser saved: PlayOK's viewer of a game, or one that shows
/// such a text.
///
/// # Errors
/// If it is in none of these notations, has fewer games, or the game is not legal.
pub fn read(bytes: &[u8], number: usize) -> Result<Game, ReadGameError> {
    read_counting(bytes, &Names::default(), number, &mut Dropped::default())
}

/// The same as [`read`] with the names that belong to a WTHOR database. Adds what was left out up to the next game.
///
/// # Errors
/// As [`read`].
pub fn read_counting(bytes: &[u8], names: &Names, number: usize, dropped: &mut Dropped) -> Result<Game, ReadGameError> {
    let (number, mut count, mut wanted) = (number.max(1), 0, None);
    *dropped = for_each_named_game(bytes, names, |game| {
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
/// use emilia_core::notation::any::for_each_game;
///
/// let mut moves = 0;
/// for_each_game(b"f5d6c3\nf5f6e6f4\n", |game| {
///     moves += game.map_or(0, |game| game.moves().len());
///     true
/// })?;
/// assert_eq!(moves, 7);
/// # Ok::<(), emilia_core::notation::any::ReadGameError>(())
/// ```
pub fn for_each_game(
    bytes: &[u8],
    handle: impl FnMut(Result<Game, ReadGameError>) -> bool,
) -> Result<Dropped, ReadGameError> {
    for_each_named_game(bytes, &Names::default(), handle)
}

/// The same with the names that belong to a WTHOR database.
///
/// # Errors
/// As [`for_each_game`].
pub fn for_each_named_game(
    bytes: &[u8],
    names: &Names,
    mut handle: impl FnMut(Result<Game, ReadGameError>) -> bool,
) -> Result<Dropped, ReadGameError> {
    for_each_part(bytes, names, |game, fault| handle(fault.map_or(Ok(game), Err)))
}

/// The same, but a game that cannot be read comes with the moves before its fault: in transcripts, GGF, SGF and PGN. In the other notations
/// it has none.
///
/// # Errors
/// As [`for_each_game`].
#[doc(hidden)]
pub fn for_each_part(
    bytes: &[u8],
    names: &Names,
    mut handle: impl FnMut(Game, Option<ReadGameError>) -> bool,
) -> Result<Dropped, ReadGameError> {
    let mut dropped = Dropped::default();
    let mut handle_whole = |found: Result<Game, ReadGameError>| match found {
        Ok(game) => handle(game, None),
        Err(fault) => handle(Game::default(), Some(fault)),
    };
    if wthor::is_database(bytes) {
        let (database, fault) = wthor::read_part(bytes)?;
        let games = (0..).map_while(|index| database.game(index, names)).map(|game| Ok(game?));
        games.chain(fault.map(|fault| Err(fault.into()))).all(handle_whole);
        return Ok(dropped);
    }
    let text = encoding::decode(bytes, &mut dropped);
    let of_page = if page::is_page(&text) { page::games(&text) } else { None };
    let text = of_page.as_deref().unwrap_or(&text);
    if text.trim().is_empty() {
        return Err(ReadGameError::Empty);
    }
    match form(text) {
        Form::Quest => {
            let mut games = quest::games(text, &mut dropped)?.map(|game| Ok(game?)).peekable();
            if games.peek().is_none() {
                return Err(ReadGameError::TooFew(0));
            }
            games.all(handle_whole);
        }
        Form::Record => {
            let mut records = Records::new(text);
            while let Some(found) = records.next(&mut dropped) {
                let mut game = Game::default();
                let found = found.map_err(GgfError::from).map_err(ReadGameError::from);
                let read = found.and_then(|found| read_record(&found, &mut game, &mut dropped));
                if !handle(game, read.err()) {
                    break;
                }
            }
        }
        Form::Pgn => {
            let mut games = pgn::Games::new(text);
            while games.next(&mut dropped).is_some_and(|(game, fault)| handle(game, fault.map(ReadGameError::from))) {}
        }
        Form::Hamlite => drop(hamlite::games(text, &mut dropped).map(|game| Ok(game?)).all(handle_whole)),
        Form::Sheet => {
            handle_whole(Sheet::read(text, &mut dropped).and_then(|sheet| sheet.game()).map_err(Into::into));
        }
        Form::Other => {
            let of_board = |error| match error {
                SetupError::Obf(error) => ReadGameError::Obf(error),
                error => error.into(),
            };
            if !setup::games(text, &mut dropped, |game| handle_whole(game.map_err(of_board))) {
                let of_line = |line: usize, error: ReplayError| {
                    if line == 1 { error.into() } else { ReadGameError::Line { line, error } }
                };
                let pass_on = |(line, game, fault): list::Found| handle(game, fault.map(|error| of_line(line, error)));
                list::games(text, &mut dropped, pass_on).map_err(|fault| match page::is_page(text) {
                    true => ReadGameError::Page,
                    false => fault.into(),
                })?;
            }
        }
    }
    Ok(dropped)
}

/// A game in GGF or SGF.
fn read_record(record: &properties::Record<'_>, game: &mut Game, dropped: &mut Dropped) -> Result<(), ReadGameError> {
    match sgf::is_sgf(&record.properties) {
        true => sgf::read_record(record, game, dropped)?,
        false => ggf::read_record(record, game, dropped)?,
    }
    Ok(())
}

/// Whether a line is surely the record of a game, and not a word of a conversation: GGF, SGF, JSON, an address, or a board with moves.
pub fn is_record(line: &str) -> bool {
    match form(line) {
        Form::Pgn | Form::Sheet => false,
        Form::Other => setup::read(line).is_some(),
        _ => true,
    }
}

/// The notations of texts.
enum Form {
    Quest,
    /// GGF or SGF, which look alike.
    Record,
    Pgn,
    Hamlite,
    Sheet,
    /// Boards, else transcripts.
    Other,
}

/// The notation of a text, recognised by its content.
fn form(text: &str) -> Form {
    if quest::is_json(text) {
        return Form::Quest;
    }
    if properties::has_game(text) {
        return Form::Record;
    }
    if pgn::is_pgn(text) {
        return Form::Pgn;
    }
    if hamlite::has_address(text) {
        return Form::Hamlite;
    }
    if sheet::is_sheet(text) { Form::Sheet } else { Form::Other }
}
