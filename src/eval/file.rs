//! The file of weights: as small as the symmetries allow, and checked before it is believed.
//!
//! Knows nothing of positions. All numbers are little-endian:
//!
//! ```text
//!  0  8 bytes  "EMILIA-W"
//!  8  u32      version
//! 12  u32      fingerprint of the patterns and stages
//! 16  u32      CRC-32 of the payload
//! 20  zlib     the payload: the weights of stage after stage, then the 61 constants, each an i16; first all the
//!              low bytes, then all the high ones, which compresses better
//! ```

use super::pattern::SHAPES;
use std::io::{Read, Write};

/// The stages of the game, each about the ply 4 * stage + 2.
pub const STAGES: usize = 15;
/// The numbers of discs on the board beyond the first four: 0 to 60.
pub const PLIES: usize = 61;

const MAGIC: &[u8; 8] = b"EMILIA-W";
const VERSION: u32 = 1;
const HEADER: usize = 20;

/// Why bytes are not a usable file of weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// The file does not begin like one.
    #[error("not a weights file: it begins with {0:02x?}")]
    Magic(Vec<u8>),
    /// The file has a format of another time.
    #[error("weights file of an unknown version: {0}")]
    Version(u32),
    /// The file was made for other patterns.
    #[error("weights file made for other patterns: fingerprint {0:08x}")]
    Patterns(u32),
    /// The file is cut off or changed.
    #[error("weights file is damaged: {0}")]
    Damaged(String),
}

/// The weights of all stages, one for each class of contents (see [`Shape::classes`](super::pattern::Shape::classes)).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stages {
    /// For every stage the weights in 1/128 disc, shape after shape.
    pub weights: Vec<Vec<i16>>,
    /// For every ply what a position is worth before anything is known of it, in 1/128 disc.
    pub constants: [i16; PLIES],
}

impl Stages {
    /// The number of weights a stage has.
    pub fn classes() -> usize {
        SHAPES.iter().map(|shape| shape.classes().1).sum()
    }

    /// The stage at or before a ply, and how many quarters of the way to the next one the ply is.
    pub fn between(ply: usize) -> (usize, i32) {
        let past = ply.saturating_sub(2).min(4 * (STAGES - 1));
        (past / 4, (past % 4) as i32)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If the bytes are no such file, are damaged, or were made for other patterns.
    pub fn read(bytes: &[u8]) -> Result<Stages, WeightsError> {
        let damaged = |what: &str| WeightsError::Damaged(what.to_owned());
        if !bytes.starts_with(MAGIC) {
            return Err(WeightsError::Magic(bytes.iter().take(8).copied().collect()));
        }
        let number = |at: usize| {
            let field = bytes.get(at..at + 4).and_then(|field| field.try_into().ok());
            field.map(u32::from_le_bytes).ok_or_else(|| WeightsError::Damaged(format!("only {} bytes", bytes.len())))
        };
        let (version, patterns, sum) = (number(8)?, number(12)?, number(16)?);
        if version != VERSION {
            return Err(WeightsError::Version(version));
        }
        if patterns != fingerprint() {
            return Err(WeightsError::Patterns(patterns));
        }
        let classes = Stages::classes();
        let count = STAGES * classes + PLIES;
        let mut payload = Vec::with_capacity(2 * count + 1);
        // One byte more than wanted, never more, whatever the file claims to expand to.
        flate2::read::ZlibDecoder::new(bytes.get(HEADER..).unwrap_or_default())
            .take(2 * count as u64 + 1)
            .read_to_end(&mut payload)
            .map_err(|error| WeightsError::Damaged(error.to_string()))?;
        if payload.len() != 2 * count {
            return Err(WeightsError::Damaged(format!("{} bytes of weights instead of {}", payload.len(), 2 * count)));
        }
        if checksum(&payload) != sum {
            return Err(damaged("wrong checksum"));
        }
        let (low, high) = payload.split_at(count);
        let values: Vec<i16> = low.iter().zip(high).map(|(&low, &high)| i16::from_le_bytes([low, high])).collect();
        let (weights, constants) = values.split_at(STAGES * classes);
        Ok(Stages {
            weights: weights.chunks_exact(classes).map(<[i16]>::to_vec).collect(),
            constants: constants.try_into().map_err(|_| damaged("constants"))?,
        })
    }

    /// Writes a file that [`Stages::read`] reads.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, mut to: impl Write) -> std::io::Result<()> {
        let values = || self.weights.iter().flatten().chain(&self.constants);
        let low = values().map(|value| value.to_le_bytes()[0]);
        let payload: Vec<u8> = low.chain(values().map(|value| value.to_le_bytes()[1])).collect();
        to.write_all(MAGIC)?;
        for number in [VERSION, fingerprint(), checksum(&payload)] {
            to.write_all(&number.to_le_bytes())?;
        }
        let mut packer = flate2::write::ZlibEncoder::new(to, flate2::Compression::best());
        packer.write_all(&payload)?;
        packer.finish()?.flush()
    }
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// A number that changes with the patterns, their order or the stages.
fn fingerprint() -> u32 {
    let squares = SHAPES.iter().flat_map(|shape| shape.squares.iter().map(|&square| square as u8).chain([u8::MAX]));
    checksum(&squares.chain([STAGES as u8, PLIES as u8]).collect::<Vec<u8>>())
}
