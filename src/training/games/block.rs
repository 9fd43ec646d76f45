//! Blocks of games as bytes, see [`super`].

use super::{LONGEST, Record};
use crate::board::Square;
use crate::score::Score;
use crate::storage::{crc, take, zeros_to_the_end};
use anyhow::{Context as _, ensure};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use std::io::{self, BufRead, Read, Write};

/// Games in a block as it is written here; the last block of a file may hold fewer.
pub const BLOCK: usize = 256;
/// Games in a block at most.
const MOST: usize = 1 << 16;
/// Bytes before the packed games.
pub(super) const HEAD: usize = 16;
/// Columns with a byte for each game.
const COLUMNS: usize = 5;
/// Bytes of a packed block at most: zlib adds a little to what it cannot make smaller.
const MOST_BYTES: usize = MOST * (COLUMNS + 3 * LONGEST) + (1 << 16);

/// A block that was found whole.
pub(super) struct Block {
    /// How many games it holds.
    pub games: usize,
    packed: Vec<u8>,
}

/// What stands at a place of the file.
pub(super) enum Found {
    Block(Block),
    /// The end of the file, after so many bytes of a block that breaks off.
    End(usize),
}

impl Block {
    /// The bytes that the block takes in the file.
    pub fn bytes(&self) -> u64 {
        (HEAD + self.packed.len()) as u64
    }

    /// Reads what stands next.
    ///
    /// # Errors
    /// If it cannot be read, or is there and no sound block.
    pub fn read(from: &mut impl BufRead) -> anyhow::Result<Found> {
        let head = take(from, HEAD as u64)?;
        if head.len() < HEAD {
            return Ok(Found::End(head.len()));
        }
        if head == [0; HEAD]
            && let Some(zeros) = zeros_to_the_end(from)?
        {
            return Ok(Found::End(HEAD + zeros));
        }
        let [length, games, crc_of_packed, crc_of_head] =
            [0, 4, 8, 12].map(|at| u32::from_le_bytes(std::array::from_fn(|i| head[at + i])));
        ensure!(crc(&head[..12]) == crc_of_head, "wrong checksum of the block's head");
        let (length, games) = (length as usize, games as usize);
        ensure!(length <= MOST_BYTES && (1..=MOST).contains(&games), "no block has {games} games in {length} bytes");
        let packed = take(from, length as u64)?;
        if packed.len() < length {
            return Ok(Found::End(HEAD + packed.len()));
        }
        ensure!(crc(&packed) == crc_of_packed, "wrong checksum of the block");
        Ok(Found::Block(Block { games, packed }))
    }

    /// The games.
    ///
    /// # Errors
    /// If the block was made wrong.
    pub fn unpack(&self) -> anyhow::Result<Vec<Record>> {
        let most = self.games * (COLUMNS + 3 * LONGEST);
        let mut bytes = Vec::with_capacity(most);
        // One byte more than can be, never more, whatever the block claims to expand to.
        ZlibDecoder::new(self.packed.as_slice()).take(most as u64 + 1).read_to_end(&mut bytes)?;
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
        let outlines: Vec<Outline> = (0..self.games)
            .map(|i| Outline::new(columns.map(|column| column[i])).with_context(|| wrong(i)))
            .collect::<anyhow::Result<_>>()?;
        let all_scores = outlines.iter().map(Outline::scores).sum();
        let squares = column(outlines.iter().map(|outline| outline.moves).sum())?;
        let (low, high) = (column(all_scores)?, column(all_scores)?);
        ensure!(rest.is_empty(), "the block is too long for its games");
        let mut squares = squares.iter();
        let mut sums = low.iter().zip(high).map(|(&low, &high)| i16::from_le_bytes([low, high]));
        let games = outlines.iter().enumerate();
        games.map(|(i, outline)| outline.game(&mut squares, &mut sums).with_context(|| wrong(i))).collect()
    }
}

fn wrong(number: usize) -> String {
    format!("game {} of the block makes no sense", number + 1)
}

/// What a game is apart from its moves and scores.
struct Outline {
    moves: usize,
    random_plies: usize,
    is_scored: bool,
    exact_from: usize,
    score: i32,
}

impl Outline {
    /// From its bytes in the columns; none if there cannot be so many moves.
    fn new([moves, random, scored, exact, score]: [u8; COLUMNS]) -> Option<Outline> {
        let [moves, random_plies, exact_from] = [moves, random, exact].map(usize::from);
        let (is_scored, score) = (scored == 1, i32::from(score as i8));
        let is_sound = moves <= LONGEST && random_plies <= moves && scored <= 1;
        is_sound.then_some(Outline { moves, random_plies, is_scored, exact_from, score })
    }

    /// The number of scores.
    fn scores(&self) -> usize {
        if self.is_scored { self.moves - self.random_plies } else { 0 }
    }

    /// The game with the moves and scores that come next; none if it makes no sense.
    fn game<'a>(
        &self,
        squares: &mut impl Iterator<Item = &'a u8>,
        sums: &mut impl Iterator<Item = i16>,
    ) -> Option<Record> {
        let moves: Option<_> = squares.take(self.moves).map(|&at| Square::new(at)).collect();
        let mut last = 0_i16;
        let scores = sums.take(self.scores()).map(|sum| {
            last = sum.wrapping_sub(last);
            Score::from_raw(last)
        });
        let &Outline { random_plies, exact_from, score, .. } = self;
        let record = Record { random_plies, moves: moves?, scores: scores.collect(), exact_from, score };
        record.is_sound().then_some(record)
    }
}

/// Packs games into a block as it stands in the file.
///
/// # Errors
/// If a game does not fit the format, which none does that was read or played.
pub(super) fn pack(records: &[Record]) -> io::Result<Vec<u8>> {
    let mut columns: [Vec<u8>; COLUMNS] = Default::default();
    let [mut squares, mut low, mut high] = [Vec::new(), Vec::new(), Vec::new()];
    for record in records {
        if !record.is_sound() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("not a sound game: {record:?}")));
        }
        // All of these fit: a sound game has at most 60 moves.
        let is_scored = !record.scores.is_empty();
        let numbers = [record.moves.len(), record.random_plies, is_scored.into(), record.exact_from];
        let bytes = numbers.map(|number| number as u8).into_iter().chain([record.score as i8 as u8]);
        columns.iter_mut().zip(bytes).for_each(|(column, byte)| column.push(byte));
        squares.extend(record.moves.iter().map(|&at| at as u8));
        let mut last = 0_i16;
        for score in &record.scores {
            let score = score.raw() as i16; // a score is made of one
            let sum = score.wrapping_add(std::mem::replace(&mut last, score)).to_le_bytes();
            low.push(sum[0]);
            high.push(sum[1]);
        }
    }
    let mut encoder = ZlibEncoder::new(vec![0; HEAD], Compression::default());
    columns.iter().chain([&squares, &low, &high]).try_for_each(|column| encoder.write_all(column))?;
    let mut block = encoder.finish()?;
    let (head, packed) = block.split_at_mut(HEAD);
    let numbers = [packed.len() as u32, records.len() as u32, crc(packed)];
    for (field, number) in head.chunks_exact_mut(4).zip(numbers) {
        field.copy_from_slice(&number.to_le_bytes());
    }
    let crc_of_head = crc(&head[..12]);
    head[12..].copy_from_slice(&crc_of_head.to_le_bytes());
    Ok(block)
}
