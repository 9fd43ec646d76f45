//! WTHOR, the tournament games of the French Othello federation, a file a year.
//!
//! Layout: a head of 16 bytes, then 68 bytes a game, or a name in Latin letters of fixed length in the files that the
//! numbers of players and tournaments refer to. Numbers are little-endian.

use crate::game::{Cell, Game, Move, Played, ReplayError, Rules, replay::replay};

const HEAD_LENGTH: usize = 16;
const ENTRY_LENGTH: usize = 68;
/// The bytes of a player's name in `WTHOR.JOU`.
pub const PLAYER_LENGTH: usize = 20;
/// The bytes of a tournament's name in `WTHOR.TRN`.
pub const TOURNAMENT_LENGTH: usize = 26;

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
/// use emilia::{transcript, wthor};
///
/// let game = transcript::read("f5d6c3")?;
/// let entry = wthor::Entry::of_game(&game).expect("8x8 Othello");
/// assert_eq!(entry.game()?.transcript(), "f5d6c3");
/// # Ok::<(), emilia::game::ReplayError>(())
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
    /// The moves without the passes as ten times the row plus the column, both from 1; 0 behind the last.
    pub moves: [u8; 60],
}

/// The games of a file.
///
/// # Examples
/// ```
/// use emilia::wthor::{self, Database, Head};
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

/// The bytes are not a WTHOR file.
///
/// # Examples
/// ```
/// use emilia::wthor::{self, WthorError};
///
/// assert_eq!(wthor::read(b"short"), Err(WthorError::Short(5)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WthorError {
    /// There are fewer bytes than the head of the file needs or promises.
    #[error("the file is too short: {0} bytes")]
    Short(usize),
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
    let short = WthorError::Short(bytes.len());
    let (head, rest) = bytes.split_first_chunk::<HEAD_LENGTH>().ok_or(short)?;
    let [m0, m1, m2, m3, n0, n1, n2, n3, _, _, y0, y1, size, _, depth, _] = *head;
    if !matches!(size, 0 | 8) {
        return Err(WthorError::Size(size));
    }
    let count = usize::try_from(u32::from_le_bytes([n0, n1, n2, n3])).map_err(|_| short)?;
    let (records, _) = rest.as_chunks::<ENTRY_LENGTH>();
    let entries = records.get(..count).ok_or(short)?.iter().map(Entry::from_bytes).collect();
    Ok(Database { head: Head { made: [m0, m1, m2, m3], year: u16::from_le_bytes([y0, y1]), depth }, entries })
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

impl Entry {
    fn from_bytes(bytes: &[u8; ENTRY_LENGTH]) -> Entry {
        let [t0, t1, b0, b1, w0, w1, black_discs, theoretical, ref moves @ ..] = *bytes;
        let [tournament, black, white] = [[t0, t1], [b0, b1], [w0, w1]].map(u16::from_le_bytes);
        Entry { tournament, black, white, black_discs, theoretical, moves: *moves }
    }

    /// The entry of a game, with black's current score, and with tournament and players 0; none if the game does not start from the
    /// start position of 8x8 Othello.
    pub fn of_game(game: &Game) -> Option<Entry> {
        if *game.rules() != Rules::default() {
            return None;
        }
        let mut moves = [0; 60];
        let cells = game.moves().iter().filter_map(|played| played.mv.cell());
        for (byte, cell) in moves.iter_mut().zip(cells) {
            *byte = (cell.row() + 1) * 10 + cell.column() + 1;
        }
        let black_discs = u8::try_from((64 + game.score()) / 2).ok()?;
        Some(Entry { tournament: 0, black: 0, white: 0, black_discs, theoretical: black_discs, moves })
    }

    /// The game that was played, as far as its moves are given.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn game(&self) -> Result<Game, ReplayError> {
        let mut game = Game::default();
        for &byte in self.moves.iter().take_while(|byte| **byte != 0) {
            let cell = Cell::at((byte % 10).wrapping_sub(1), (byte / 10).wrapping_sub(1));
            let mv = cell.map(Move::At).ok_or_else(|| crate::game::ParseMoveError::new(&byte.to_string()));
            replay(&mut game, None, mv.map(Played::from))?;
        }
        Ok(game)
    }
}
