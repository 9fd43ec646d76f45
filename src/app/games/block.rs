//! Blocks of games as bytes, see [`super`].

use super::{LONGEST, Record};
use crate::board::Square;
use crate::score::Score;
use anyhow::{Context as _, bail, ensure};
use arrayvec::ArrayVec;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use std::io::{self, Read, Write};

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
    pub fn read(from: &mut impl Read) -> anyhow::Result<Found> {
        let head = take(from, HEAD)?;
        if head.len() < HEAD {
            return Ok(Found::End(head.len()));
        }
        let [length, games, crc_of_packed, crc_of_head] =
            [0, 4, 8, 12].map(|at| u32::from_le_bytes(std::array::from_fn(|i| head[at + i])));
        ensure!(crc(&head[..12]) == crc_of_head, "wrong checksum of the block's head");
        let (length, games) = (length as usize, games as usize);
        ensure!(length <= MOST_BYTES && (1..=MOST).contains(&games), "no block has {games} games in {length} bytes");
        let packed = take(from, length)?;
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
        let [moves, random, scored, exact, score] = {
            let mut next = || column(self.games);
            [next()?, next()?, next()?, next()?, next()?]
        };
        let mut records = Vec::with_capacity(self.games);
        let (mut all_moves, mut all_scores) = (0, 0);
        for i in 0..self.games {
            let [moves, random, exact] = [moves, random, exact].map(|column| usize::from(column[i]));
            let score = i32::from(score[i] as i8);
            if moves > LONGEST || random > moves || exact > moves || scored[i] > 1 || score.abs() > 64 {
                bail!("game {} of the block makes no sense", i + 1);
            }
            all_moves += moves;
            all_scores += scores_of(moves, random, scored[i]);
            let (moves, scores) = (ArrayVec::new(), ArrayVec::new());
            records.push(Record { random_plies: random, moves, scores, exact_from: exact, score });
        }
        let (squares, low, high) = (column(all_moves)?, column(all_scores)?, column(all_scores)?);
        ensure!(rest.is_empty(), "the block is too long for its games");
        let mut squares = squares.iter();
        let mut sums = low.iter().zip(high).map(|(&low, &high)| i16::from_le_bytes([low, high]));
        for (i, record) in records.iter_mut().enumerate() {
            let wrong = || format!("game {} of the block makes no sense", i + 1);
            for &square in squares.by_ref().take(moves[i].into()) {
                record.moves.push(Square::new(square).with_context(wrong)?);
            }
            let mut last = 0_i16;
            for sum in sums.by_ref().take(scores_of(record.moves.len(), record.random_plies, scored[i])) {
                last = sum.wrapping_sub(last);
                let score = Score::from_raw(last);
                ensure!((Score::MIN..=Score::MAX).contains(&score), "{}", wrong());
                record.scores.push(score);
            }
        }
        Ok(records)
    }
}

/// The number of scores of a game with so many moves.
fn scores_of(moves: usize, random: usize, scored: u8) -> usize {
    if scored == 0 { 0 } else { moves - random }
}

/// Packs games into a block as it stands in the file.
///
/// # Errors
/// If a game does not fit the format, which none does that was read or played.
pub(super) fn pack(records: &[Record]) -> io::Result<Vec<u8>> {
    let mut columns: [Vec<u8>; COLUMNS] = Default::default();
    let [mut squares, mut low, mut high] = [Vec::new(), Vec::new(), Vec::new()];
    for record in records {
        let scored = !record.scores.is_empty();
        let is_sound = record.random_plies <= record.moves.len()
            && record.exact_from <= record.moves.len()
            && record.scores.len() == if scored { record.moves.len() - record.random_plies } else { 0 };
        let score = i8::try_from(record.score).ok().filter(|score| is_sound && score.abs() <= 64);
        let Some(score) = score else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("not a sound game: {record:?}")));
        };
        let numbers = [record.moves.len(), record.random_plies, scored.into(), record.exact_from];
        let bytes = numbers.map(|number| number as u8).into_iter().chain([score as u8]);
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

/// At most so many bytes, fewer at the end of the file.
pub(super) fn take(from: &mut impl Read, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(length as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

pub(super) fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}
