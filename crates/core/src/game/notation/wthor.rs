//! WTHOR, the tournament games of the French Othello federation, a file a year.
//!
//! Layout: a head of 16 bytes, then 68 bytes a game, or a name in Latin letters of fixed length in the files that the
//! numbers of players and tournaments refer to. Numbers are little-endian.

use crate::game::{Cell, Ending, Game, Move, Outcome, Played, ReplayError, Rules, replay::replay};
use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

const HEAD_LENGTH: usize = 16;
const ENTRY_LENGTH: usize = 68;
/// The bytes of a player's name in `WTHOR.JOU`.
pub const PLAYER_LENGTH: usize = 20;
/// The bytes of a tournament's name in `WTHOR.TRN`.
pub const TOURNAMENT_LENGTH: usize = 26;
/// What stands behind the last move: 0, or with Edax 92.
const NO_MOVE: [u8; 2] = [0, 92];
/// The name of a player or tournament that is not known.
const UNKNOWN: &str = "???";
/// The tag for black's discs at the end of perfect play.
const THEORETICAL: &str = "THEORETICAL";

/// The head of a file. See [`Database`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// Century, year of the century, month and day on which the file was made.
    pub made: [u8; 4],
    /// The year in which the games were played.
    pub year: u16,
    /// From how many empty squares on the theoretical scores are right.
    pub depth: u8,
}

/// A game of the file.
///
/// # Examples
/// ```
/// use emilia_core::notation::{transcript, wthor};
///
/// let game = transcript::read("f5d6c3")?;
/// let entry = wthor::Entry::of_game(&game).expect("8x8 Othello");
/// assert_eq!(entry.game()?.transcript(), "f5d6c3");
/// # Ok::<(), emilia_core::ReplayError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The number of the tournament, counted from 0.
    pub tournament: u16,
    /// The number of the player of black, counted from 0.
    pub black: u16,
    /// The number of the player of white, counted from 0.
    pub white: u16,
    /// Black's discs at the end, 0 to 64, the empty squares with the winner.
    pub black_discs: u8,
    /// Black's discs at the end of perfect play from [`Head::depth`] empty squares on.
    pub theoretical: u8,
    /// The moves without the passes as ten times the row plus the column, both from 1; 0 or 92 behind the last.
    pub moves: [u8; 60],
}

/// The games of a file.
///
/// # Examples
/// ```
/// use emilia_core::notation::wthor::{Database, Head, self};
///
/// let database = Database { head: Head { year: 2024, ..Head::default() }, entries: Vec::new() };
/// assert_eq!(wthor::read(&wthor::write(&database)), Ok(database));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Database {
    /// The head.
    pub head: Head,
    /// The games.
    pub entries: Vec<Entry>,
}

/// The names that the numbers of players and tournaments stand for.
///
/// # Examples
/// ```
/// use emilia_core::Game;
/// use emilia_core::notation::wthor;
///
/// let mut game = Game::default();
/// game.tags.black.name = "Rose".into();
/// let mut collection = wthor::Collection::default();
/// collection.add(&game).expect("8x8 Othello");
/// let (database, names) = collection.finish();
/// assert_eq!(names.players, ["Rose", "???"]);
/// assert_eq!(database.game(0, &names).expect("a game")?.tags.black.name, "Rose");
/// # Ok::<(), emilia_core::ReplayError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// Those of `WTHOR.JOU`.
    pub players: Vec<String>,
    /// Those of `WTHOR.TRN`.
    pub tournaments: Vec<String>,
}

/// The bytes are not a WTHOR file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WthorError {
    /// There are fewer bytes than the head of the file needs or promises.
    #[error("the file is too short: it ends after {0} bytes")]
    Short(usize),
    /// There are more bytes than the head of the file promises.
    #[error("the file is too long: {0} bytes follow the games that it should have")]
    Long(usize),
    /// The games are not played on 8x8.
    #[error("only 8x8 boards are supported, got {0} columns")]
    Size(u8),
}

/// Whether the bytes begin like a file of games. It may still be damaged.
pub fn is_database(bytes: &[u8]) -> bool {
    // The century, the month and the day distinguish it from a text.
    matches!(bytes, [19..=21, _, 0..=12, 0..=31, ..])
}

/// Reads a file of games, `.wtb`. Bytes behind the promised number of games are left alone.
///
/// # Errors
/// If there are fewer bytes than the header promises, or the games are not played on 8x8.
pub fn read(bytes: &[u8]) -> Result<Database, WthorError> {
    match read_part(bytes)? {
        (database, None | Some(WthorError::Long(_))) => Ok(database),
        (_, Some(fault)) => Err(fault),
    }
}

/// Reads the games that are there, and says if they are fewer than the header promises or bytes follow them.
///
/// # Errors
/// If the header is not complete, or the games are not played on 8x8.
pub(super) fn read_part(bytes: &[u8]) -> Result<(Database, Option<WthorError>), WthorError> {
    let short = WthorError::Short(bytes.len());
    let (head, rest) = bytes.split_first_chunk::<HEAD_LENGTH>().ok_or(short)?;
    let [m0, m1, m2, m3, n0, n1, n2, n3, _, _, y0, y1, size, _, depth, _] = *head;
    if !matches!(size, 0 | 8) {
        return Err(WthorError::Size(size));
    }
    let count = usize::try_from(u32::from_le_bytes([n0, n1, n2, n3])).map_err(|_| short)?;
    let (records, _) = rest.as_chunks::<ENTRY_LENGTH>();
    let entries: Vec<Entry> = records.iter().take(count).map(Entry::from_bytes).collect();
    let behind = rest.len() - entries.len() * ENTRY_LENGTH;
    let long = || (behind > 0).then_some(WthorError::Long(behind));
    let fault = if entries.len() < count { Some(short) } else { long() };
    let head = Head { made: [m0, m1, m2, m3], year: u16::from_le_bytes([y0, y1]), depth };
    Ok((Database { head, entries }, fault))
}

/// Writes a file of games that [`read`] reads; of more than 2^32 - 1 games the first ones.
pub fn write(database: &Database) -> Vec<u8> {
    let Head { made, year, depth } = database.head;
    let count = u32::try_from(database.entries.len()).unwrap_or(u32::MAX);
    let mut bytes = Vec::with_capacity(HEAD_LENGTH + database.entries.len() * ENTRY_LENGTH);
    bytes.extend(made);
    bytes.extend(count.to_le_bytes());
    bytes.extend([0, 0]);
    bytes.extend(year.to_le_bytes());
    bytes.extend([8, 0, depth, 0]);
    for entry in database.entries.iter().take(count as usize) {
        bytes.extend([entry.tournament, entry.black, entry.white].iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend([entry.black_discs, entry.theoretical]);
        bytes.extend(entry.moves);
    }
    bytes
}

/// Reads a file of names, `.jou` with [`PLAYER_LENGTH`] or `.trn` with [`TOURNAMENT_LENGTH`] bytes a name.
///
/// # Errors
/// If there are fewer bytes than a header has.
pub fn names(bytes: &[u8], length: usize) -> Result<Vec<String>, WthorError> {
    let names = bytes.get(HEAD_LENGTH..).ok_or(WthorError::Short(bytes.len()))?;
    let letters = |name: &[u8]| name.iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect();
    Ok(names.chunks_exact(length.max(1)).map(letters).collect())
}

/// Writes a file of names that [`names`] reads: letters of Latin-1, others as `?`, cut before the end of their place.
pub fn write_names(names: &[String], length: usize, made: [u8; 4]) -> Vec<u8> {
    let mut bytes = made.to_vec();
    bytes.extend([0; 4]);
    bytes.extend(u16::try_from(names.len()).unwrap_or(u16::MAX).to_le_bytes());
    bytes.resize(HEAD_LENGTH, 0);
    for name in names {
        let end = bytes.len() + length;
        bytes.extend(name.chars().take(length.saturating_sub(1)).map(|letter| u8::try_from(letter).unwrap_or(b'?')));
        bytes.resize(end, 0);
    }
    bytes
}

/// A database that is being made of games.
///
/// See [`Names`] for an example.
#[derive(Default)]
pub struct Collection {
    entries: Vec<Entry>,
    players: Numbers,
    tournaments: Numbers,
    /// The year of all games so far, none if they differ.
    year: Option<Option<u16>>,
}

impl Collection {
    /// Adds a game; none if it does not start from the start position of 8x8 Othello, or there are too many names.
    pub fn add(&mut self, game: &Game) -> Option<()> {
        let entry = Entry::of_game(game)?;
        let [black, white] = [&game.tags.black, &game.tags.white].map(|player| self.players.of(&player.name));
        let tournament = self.tournaments.of(&game.tags.place)?;
        self.entries.push(Entry { tournament, black: black?, white: white?, ..entry });
        let year = year(&game.tags.date);
        self.year = Some(self.year.map_or(year, |other| other.filter(|_| other == year)));
        Some(())
    }

    /// The database, with the year of the games if it is the same, and the names of players and tournaments.
    pub fn finish(self) -> (Database, Names) {
        let head = Head { year: self.year.flatten().unwrap_or(0), ..Head::default() };
        let names = Names { players: self.players.names, tournaments: self.tournaments.names };
        (Database { head, entries: self.entries }, names)
    }
}

/// The year at the beginning of a date.
fn year(date: &str) -> Option<u16> {
    date.get(..4).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()
}

/// Names by the order of their first use.
#[derive(Default)]
struct Numbers {
    names: Vec<String>,
    of_name: BTreeMap<String, u16>,
}

impl Numbers {
    /// The number of a name; an empty one is unknown.
    fn of(&mut self, name: &str) -> Option<u16> {
        let name = if name.is_empty() { UNKNOWN } else { name };
        if let Some(number) = self.of_name.get(name) {
            return Some(*number);
        }
        let number = u16::try_from(self.names.len()).ok()?;
        self.names.push(name.to_owned());
        self.of_name.insert(name.to_owned(), number);
        Some(number)
    }
}

impl Database {
    /// The game of this number from 0, as far as its moves are given, with the year, and with the names of players and tournament or
    /// their numbers, `#3`; none if there are fewer games.
    ///
    /// See [`Names`] for an example.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn game(&self, index: usize, names: &Names) -> Option<Result<Game, ReplayError>> {
        let entry = self.entries.get(index)?;
        Some(entry.game().map(|mut game| {
            let Entry { tournament, black, white, black_discs, theoretical, .. } = *entry;
            let name = |names: &[String], number: u16| match names.get(usize::from(number)).map(|name| name.trim()) {
                Some(UNKNOWN) => String::new(),
                Some(name) => name.to_owned(),
                None if [tournament, black, white] == [0; 3] => String::new(),
                None => format!("#{number}"),
            };
            let board = Entry::of_game(&game).map_or(black_discs, |entry| entry.black_discs);
            let tags = &mut game.tags;
            tags.black.name = name(&names.players, black);
            tags.white.name = name(&names.players, white);
            tags.place = name(&names.tournaments, tournament);
            tags.date = if self.head.year == 0 { String::new() } else { self.head.year.to_string() };
            // What the board itself shows is no tag.
            if black_discs != board {
                tags.outcome = Outcome::of_score(2.0 * f32::from(black_discs) - 64.0, Ending::Played);
            }
            if theoretical != black_discs {
                tags.others.push((THEORETICAL.to_owned(), theoretical.to_string()));
            }
            game
        }))
    }
}

impl Entry {
    fn from_bytes(bytes: &[u8; ENTRY_LENGTH]) -> Entry {
        let [t0, t1, b0, b1, w0, w1, black_discs, theoretical, ref moves @ ..] = *bytes;
        let [tournament, black, white] = [[t0, t1], [b0, b1], [w0, w1]].map(u16::from_le_bytes);
        Entry { tournament, black, white, black_discs, theoretical, moves: *moves }
    }

    /// The entry of a game, with black's discs of its result or else of now, and with tournament and players 0; none if the game does not
    /// start from the start position of 8x8 Othello.
    pub fn of_game(game: &Game) -> Option<Entry> {
        if *game.rules() != Rules::default() {
            return None;
        }
        let mut moves = [0; 60];
        let cells = game.moves().iter().filter_map(|played| played.mv.cell());
        for (byte, cell) in moves.iter_mut().zip(cells) {
            *byte = (cell.row() + 1) * 10 + cell.column() + 1;
        }
        let score = game.outcome().and_then(|outcome| outcome.score()).filter(|score| score.abs() <= 64.0);
        let black_discs = ((64.0 + score.unwrap_or(game.score() as f32)) / 2.0) as u8;
        let theoretical = game.tags.others.iter().find(|(name, _)| name == THEORETICAL);
        let theoretical = theoretical.and_then(|(_, discs)| discs.parse().ok()).unwrap_or(black_discs);
        Some(Entry { tournament: 0, black: 0, white: 0, black_discs, theoretical, moves })
    }

    /// The game that was played, as far as its moves are given.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn game(&self) -> Result<Game, ReplayError> {
        let mut game = Game::default();
        let end = self.moves.iter().rposition(|byte| !NO_MOVE.contains(byte)).map_or(0, |last| last + 1);
        for &byte in &self.moves[..end] {
            let cell = Cell::at((byte % 10).wrapping_sub(1), (byte / 10).wrapping_sub(1));
            let mv = cell.map(Move::At).ok_or_else(|| crate::game::ParseMoveError::new(&byte.to_string()));
            replay(&mut game, None, mv.map(Played::from))?;
        }
        Ok(game)
    }
}
