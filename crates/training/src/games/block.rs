//! Blocks of games as bytes. The format is in [`super`].

use super::{GameRecord, MAX_MOVES};
use anyhow::{Context as _, ensure};
use emilia::internal::{
    container::{compress, crc32, decompress},
    storage::{read_up_to, remaining_zeros},
};
use emilia::{Score, Square};
use flate2::Compression;
use std::io::{self, BufRead};

/// The number of games of a full block. The last block of a run can have fewer.
pub const GAMES_PER_BLOCK: usize = 256;
/// The maximum number of games of a block that can be read.
const MAX_GAMES_PER_BLOCK: usize = 1 << 16;
/// The length of a block header in bytes.
const BLOCK_HEADER_BYTES: usize = 16;
/// The number of columns with one byte per game.
const COLUMNS: usize = 5;
/// The maximum length of compressed games in bytes: zlib adds a little to incompressible data.
const MAX_COMPRESSED_BYTES: usize = MAX_GAMES_PER_BLOCK * (COLUMNS + 3 * MAX_MOVES) + (1 << 16);

/// A complete block with a correct checksum.
pub(super) struct Block {
    /// The number of games.
    pub games: usize,
    compressed: Vec<u8>,
}

/// The result of reading a block.
pub(super) enum NextBlock {
    Complete(Block),
    /// The end of the file, after this many bytes of an incomplete block.
    End(usize),
}

impl Block {
    /// The length of the block in the file in bytes.
    pub fn bytes(&self) -> u64 {
        (BLOCK_HEADER_BYTES + self.compressed.len()) as u64
    }

    /// Reads the next block.
    ///
    /// # Errors
    /// If the stream cannot be read or the block is damaged.
    pub fn read(from: &mut impl BufRead) -> anyhow::Result<NextBlock> {
        let header = read_up_to(from, BLOCK_HEADER_BYTES as u64)?;
        if header.len() < BLOCK_HEADER_BYTES {
            return Ok(NextBlock::End(header.len()));
        }
        if header == [0; BLOCK_HEADER_BYTES]
            && let Some(zeros) = remaining_zeros(from)?
        {
            return Ok(NextBlock::End(BLOCK_HEADER_BYTES + zeros));
        }
        let [length, games, crc_of_games, crc_of_header] =
            [0, 4, 8, 12].map(|at| u32::from_le_bytes(std::array::from_fn(|i| header[at + i])));
        ensure!(crc32(&header[..12]) == crc_of_header, "wrong checksum of the block header");
        let (length, games) = (length as usize, games as usize);
        ensure!(
            length <= MAX_COMPRESSED_BYTES && (1..=MAX_GAMES_PER_BLOCK).contains(&games),
            "invalid block header: {games} games in {length} bytes"
        );
        let compressed = read_up_to(from, length as u64)?;
        if compressed.len() < length {
            return Ok(NextBlock::End(BLOCK_HEADER_BYTES + compressed.len()));
        }
        ensure!(crc32(&compressed) == crc_of_games, "wrong checksum of the block");
        Ok(NextBlock::Complete(Block { games, compressed }))
    }

    /// Decompresses and decodes the games.
    ///
    /// # Errors
    /// If the content is invalid although its checksum is correct.
    pub fn decode(&self) -> anyhow::Result<Vec<GameRecord>> {
        let max_bytes = self.games * (COLUMNS + 3 * MAX_MOVES);
        let bytes = decompress(self.compressed.as_slice(), max_bytes as u64)?;
        let mut rest = bytes.as_slice();
        let mut column = |length: usize| -> anyhow::Result<&[u8]> {
            let (column, after) = rest.split_at_checked(length).context("the block is too short for its games")?;
            rest = after;
            Ok(column)
        };
        let columns: [&[u8]; COLUMNS] = {
            let mut next = || column(self.games);
            [next()?, next()?, next()?, next()?, next()?]
        };
        let headers: Vec<GameHeader> = (0..self.games)
            .map(|i| GameHeader::new(columns.map(|column| column[i])).with_context(|| invalid_game(i)))
            .collect::<anyhow::Result<_>>()?;
        let score_count = headers.iter().map(GameHeader::score_count).sum();
        let squares = column(headers.iter().map(|header| header.moves).sum())?;
        let (low, high) = (column(score_count)?, column(score_count)?);
        ensure!(rest.is_empty(), "the block is too long for its games");
        let mut squares = squares.iter();
        let mut deltas = low.iter().zip(high).map(|(&low, &high)| i16::from_le_bytes([low, high]));
        let headers = headers.iter().enumerate();
        headers.map(|(i, header)| header.game(&mut squares, &mut deltas).with_context(|| invalid_game(i))).collect()
    }
}

fn invalid_game(index: usize) -> String {
    format!("game {} of the block is invalid", index + 1)
}

/// The columns of one game.
struct GameHeader {
    moves: usize,
    random_plies: usize,
    is_scored: bool,
    exact_from: usize,
    score: i32,
}

impl GameHeader {
    /// Decodes the bytes of one game in the columns; none if they are out of range.
    fn new([moves, random, scored, exact, score]: [u8; COLUMNS]) -> Option<GameHeader> {
        let [moves, random_plies, exact_from] = [moves, random, exact].map(usize::from);
        let (is_scored, score) = (scored == 1, i32::from(score as i8));
        let is_valid = moves <= MAX_MOVES && random_plies <= moves && scored <= 1;
        is_valid.then_some(GameHeader { moves, random_plies, is_scored, exact_from, score })
    }

    fn score_count(&self) -> usize {
        if self.is_scored { self.moves - self.random_plies } else { 0 }
    }

    /// The game with the next moves and score deltas; none if it is inconsistent.
    fn game<'a>(
        &self,
        squares: &mut impl Iterator<Item = &'a u8>,
        deltas: &mut impl Iterator<Item = i16>,
    ) -> Option<GameRecord> {
        let moves: Option<_> = squares.take(self.moves).map(|&at| Square::new(at)).collect();
        let mut previous = 0_i16;
        let scores = deltas.take(self.score_count()).map(|delta| {
            previous = delta.wrapping_sub(previous);
            Score::from_raw(previous)
        });
        let &GameHeader { random_plies, exact_from, score, .. } = self;
        let record = GameRecord { random_plies, moves: moves?, scores: scores.collect(), exact_from, score };
        record.is_consistent().then_some(record)
    }
}

/// Encodes games as a block with its header.
///
/// # Errors
/// If a game is inconsistent. Games that were read or played never are.
pub(super) fn encode_block(records: &[GameRecord]) -> io::Result<Vec<u8>> {
    let mut columns: [Vec<u8>; COLUMNS] = Default::default();
    let [mut squares, mut low, mut high] = [Vec::new(), Vec::new(), Vec::new()];
    for record in records {
        if !record.is_consistent() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("inconsistent game: {record:?}")));
        }
        // All of these fit a byte: a consistent game has at most 60 moves.
        let is_scored = !record.scores.is_empty();
        let numbers = [record.moves.len(), record.random_plies, is_scored.into(), record.exact_from];
        let bytes = numbers.map(|number| number as u8).into_iter().chain([record.score as i8 as u8]);
        columns.iter_mut().zip(bytes).for_each(|(column, byte)| column.push(byte));
        squares.extend(record.moves.iter().map(|&at| at as u8));
        let mut previous = 0_i16;
        for score in &record.scores {
            let score = score.raw() as i16; // a score is stored as one
            let delta = score.wrapping_add(std::mem::replace(&mut previous, score)).to_le_bytes();
            low.push(delta[0]);
            high.push(delta[1]);
        }
    }
    let mut all = columns.iter().chain([&squares, &low, &high]);
    let compressed = compress(Compression::default(), |out| all.try_for_each(|column| out.write_all(column)))?;
    let numbers = [compressed.len() as u32, records.len() as u32, crc32(&compressed)].map(u32::to_le_bytes);
    let header = numbers.as_flattened();
    Ok([header, &crc32(header).to_le_bytes(), &compressed].concat())
}
