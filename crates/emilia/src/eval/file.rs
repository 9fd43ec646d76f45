//! The file of weights: one weight for each class of symmetric contents, with a checksum.
//!
//! Knows nothing of positions. All numbers are little-endian:
//!
//! ```text
//!  0  8 bytes  "EMILIA-W"
//!  8  u32      version
//! 12  u32      fingerprint of patterns, stages and net
//! 16  u32      CRC-32 of all that follows
//! 20  u32      length of the description
//! 24  UTF-8    the description: the training data of the weights
//!     zlib     the payload: the linear weights of stage after stage and the 61 constants, each an i16, first all the
//!              low bytes, then all the high ones, which compresses better; the rows of the net, an i8 a number; its
//!              layers, number after number as `Layer` has them; the errors of searches, an f32 each
//! ```

use super::net::{COUNTS, HIDDEN, INPUTS, Layer, Row, WIDTH};
use super::pattern::SHAPES;
use crate::container::{HeaderError, Kind, beginning, compress_numbers, crc32, decompress_into};
use crate::memory::advise_huge_pages;
use std::io::Write;

/// The stages of the game, each about the ply 4 * stage + 2.
pub const STAGES: usize = 15;
/// The numbers of discs on the board beyond the first four, and of empty squares: 0 to 60.
pub const PLIES: usize = 61;

/// The file that is part of the program.
#[cfg(feature = "weights")]
pub static EMBEDDED: &[u8] = include_bytes!("../../data/weights.bin");

const KIND: Kind = Kind { magic: b"EMILIA-W", version: 6, name: "a weights file" };
const HEADER: usize = Kind::header_bytes(3);

/// Why bytes are not a usable file of weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file does not begin with the magic number.
    #[error("not a weights file: {}", beginning(.0))]
    Magic(Vec<u8>),
    /// The file has an unknown version.
    #[error("weights file of an unknown version: {0}")]
    Version(u32),
    /// The file was made for other patterns.
    #[error("weights file made for other patterns: fingerprint {0:08x}")]
    Patterns(u32),
    /// The file is cut off or changed.
    #[error("weights file is damaged: {0}")]
    Damaged(String),
}

/// The differences between searches of different depths with these weights: measured, not trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchErrors {
    /// The correction of the static evaluation of a leaf, by its number of empty squares, in discs for its side to move. The side that
    /// chose last gained from the errors of the estimates, and weights trained on games with errors misjudge the value of the last move.
    pub leaf: [f32; PLIES],
    /// The logarithm of the standard deviation, in discs: a constant, and the factors of empty squares, of their square, of the logarithm
    /// of the difference in depth, of the shallow depth, and of the moves of both sides.
    pub deviation: [f32; 6],
}

impl Default for SearchErrors {
    /// No correction, and a deviation of one disc everywhere.
    fn default() -> SearchErrors {
        SearchErrors { leaf: [0.0; PLIES], deviation: [0.0; 6] }
    }
}

impl SearchErrors {
    /// The correction of the static evaluation of a leaf with this number of empty squares, in discs for the side to move.
    pub fn at_leaf(&self, empties: u32) -> f32 {
        self.leaf[(empties as usize).min(PLIES - 1)]
    }

    /// The terms of the logarithm of the standard deviation between searches to these depths from a position with this number of empty
    /// squares and this [`total_mobility`](super::total_mobility); `shallow` is less than `deep`, and 0 for the static evaluation. The more
    /// moves both sides have, the less each of them matters. Extreme values are rare and clamped.
    pub fn terms(empties: f32, mobility: f32, deep: f32, shallow: f32) -> [f32; 6] {
        [1.0, empties, empties * empties, (deep - shallow).ln(), shallow, mobility.clamp(4.0, 40.0)]
    }

    /// The standard deviation, in discs, between the results of searches to these depths.
    pub fn between(&self, empties: f32, mobility: f32, deep: f32, shallow: f32) -> f32 {
        let terms = SearchErrors::terms(empties, mobility, deep, shallow);
        self.deviation.iter().zip(terms).map(|(factor, term)| factor * term).sum::<f32>().exp()
    }
}

/// All that a file holds: the weights of all stages, one for each class of contents (see
/// [`Shape::classes`](super::pattern::Shape::classes)), the net, and their description.
#[derive(Clone, PartialEq, Debug)]
pub struct Stages {
    /// For every stage the linear weights in 1/128 disc, shape after shape.
    pub weights: Vec<Vec<i16>>,
    /// The constant term of every ply, in 1/128 disc.
    pub constants: [i16; PLIES],
    /// The rows of the net, one for each class, shape after shape.
    pub rows: Vec<Row>,
    /// The net's layers, one for each stage.
    pub layers: Vec<Layer>,
    /// The errors of searches.
    pub errors: SearchErrors,
    /// The training data of the weights, for a person.
    pub description: String,
}

impl From<HeaderError> for WeightsError {
    fn from(error: HeaderError) -> WeightsError {
        match error {
            HeaderError::Kind { start, .. } => WeightsError::Magic(start),
            HeaderError::Version { found, .. } => WeightsError::Version(found),
            HeaderError::Short(bytes) => WeightsError::Damaged(format!("only {bytes} bytes")),
        }
    }
}

impl Stages {
    /// Weights that evaluate every position to 0.
    pub fn zero() -> Stages {
        Stages {
            weights: vec![vec![0; Stages::classes()]; STAGES],
            constants: [0; PLIES],
            rows: vec![[0; WIDTH]; Stages::classes()],
            layers: vec![Layer::ZERO; STAGES],
            errors: SearchErrors::default(),
            description: String::new(),
        }
    }

    /// The number of weights a stage has.
    pub fn classes() -> usize {
        SHAPES.iter().map(|shape| shape.classes().1).sum()
    }

    /// The stage at or before a ply, and how many quarters of the way to the next one the ply is.
    pub fn between(ply: usize) -> (usize, i32) {
        let past = ply.saturating_sub(2).min(4 * (STAGES - 1));
        (past / 4, (past % 4) as i32)
    }

    /// The description in a file, without reading or checking the weights; none if there is none.
    pub fn description_in(bytes: &[u8]) -> Option<&str> {
        let length = u32::from_le_bytes(bytes.get(HEADER - 4..HEADER)?.try_into().ok()?);
        let text = bytes.starts_with(KIND.magic).then(|| bytes.get(HEADER..)?.get(..length as usize))??;
        std::str::from_utf8(text).ok()
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If the bytes are not a weights file, are damaged, or were made for other patterns.
    pub fn read(bytes: &[u8]) -> Result<Stages, WeightsError> {
        with_content(bytes, |content| {
            let classes = Stages::classes();
            let stage = |stage: usize| (0..classes).map(|class| content.weight(stage, class)).collect();
            Stages {
                weights: (0..STAGES).map(stage).collect(),
                constants: content.constants(),
                rows: (0..classes).map(|class| content.row(class)).collect(),
                layers: content.layers.clone(),
                errors: content.errors,
                description: content.description.to_owned(),
            }
        })
    }

    /// Writes a file that [`Stages::read`] reads.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, mut to: impl Write) -> std::io::Result<()> {
        let length = (self.description.len() as u32).to_le_bytes();
        let payload = compress_numbers(&self.payload())?;
        let body = [&length, self.description.as_bytes(), &payload].concat();
        to.write_all(&KIND.header(&[fingerprint(), crc32(&body)]))?;
        to.write_all(&body)?;
        to.flush()
    }

    fn payload(&self) -> Vec<u8> {
        let linear = || self.weights.iter().flatten().chain(&self.constants).map(|value| value.to_le_bytes());
        let mut bytes: Vec<u8> = linear().map(|value| value[0]).collect();
        bytes.extend(linear().map(|value| value[1]));
        bytes.extend(self.rows.iter().flatten().map(|&value| value as u8));
        for layer in &self.layers {
            let (before, after) = (layer.offsets.iter().chain(layer.inner.iter().flatten()), &layer.outer);
            bytes.extend(before.flat_map(|value| value.to_le_bytes()));
            bytes.extend(layer.inner_offsets.iter().flat_map(|value| value.to_le_bytes()));
            bytes.extend(after.iter().flat_map(|value| value.to_le_bytes()));
            bytes.extend(layer.outer_offset.to_le_bytes());
        }
        let errors = self.errors.leaf.into_iter().chain(self.errors.deviation);
        bytes.extend(errors.flat_map(f32::to_le_bytes));
        bytes
    }
}

/// The bytes of a layer.
const LAYER_BYTES: usize = 2 * (WIDTH + INPUTS * HIDDEN + HIDDEN) + 4 * (HIDDEN + 1);

/// What a file holds, unpacked but not yet in the order of [`Stages`].
pub(super) struct Content<'a> {
    /// The low and the high bytes of the linear weights, stage after stage, and of the constants.
    linear: [&'a [u8]; 2],
    rows: &'a [[u8; WIDTH]],
    pub layers: Vec<Layer>,
    pub errors: SearchErrors,
    pub description: &'a str,
}

impl Content<'_> {
    fn linear(&self, number: usize) -> i16 {
        i16::from_le_bytes(self.linear.map(|bytes| bytes[number]))
    }

    /// The linear weight of a class in a stage.
    pub fn weight(&self, stage: usize, class: usize) -> i16 {
        self.linear(stage * self.rows.len() + class)
    }

    /// The constants.
    pub fn constants(&self) -> [i16; PLIES] {
        std::array::from_fn(|ply| self.linear(STAGES * self.rows.len() + ply))
    }

    /// The row of a class.
    pub fn row(&self, class: usize) -> Row {
        self.rows[class].map(|byte| byte as i8)
    }
}

/// Calls a function with what is in a file.
///
/// # Errors
/// Those of [`Stages::read`].
pub(super) fn with_content<T>(bytes: &[u8], read: impl FnOnce(&Content<'_>) -> T) -> Result<T, WeightsError> {
    let damaged = |what: &str| WeightsError::Damaged(what.to_owned());
    let [patterns, sum, length] = KIND.numbers(bytes)?;
    if patterns != fingerprint() {
        return Err(WeightsError::Patterns(patterns));
    }
    if crc32(&bytes[HEADER - 4..]) != sum {
        return Err(damaged("wrong checksum"));
    }
    let (description, packed) =
        bytes[HEADER..].split_at_checked(length as usize).ok_or_else(|| damaged("no end of the description"))?;
    let description = std::str::from_utf8(description).map_err(|_| damaged("description is not text"))?;
    let payload = unpack(packed)?;
    let mut fields = Fields(&payload);
    let content = fields.content(description);
    content.filter(|_| fields.0.is_empty()).map(|content| read(&content)).ok_or_else(|| damaged("layout"))
}

/// Unpacks a payload.
fn unpack(packed: &[u8]) -> Result<Vec<u8>, WeightsError> {
    let classes = Stages::classes();
    let length = 2 * (STAGES * classes + PLIES) + WIDTH * classes + STAGES * LAYER_BYTES + 4 * (PLIES + 6);
    // With huge pages and at once, as a start of the program otherwise waits for the system to clear memory. One byte more is read.
    let mut payload = Vec::with_capacity(length + 1);
    advise_huge_pages(payload.spare_capacity_mut());
    decompress_into(&mut payload, packed, length as u64).map_err(|error| WeightsError::Damaged(error.to_string()))?;
    if payload.len() == length {
        Ok(payload)
    } else {
        Err(WeightsError::Damaged(format!("{} bytes of weights instead of {length}", payload.len())))
    }
}

/// What is left to read of a payload.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn content(&mut self, description: &'a str) -> Option<Content<'a>> {
        let classes = Stages::classes();
        let count = STAGES * classes + PLIES;
        Some(Content {
            linear: [self.bytes(count)?, self.bytes(count)?],
            rows: self.bytes(WIDTH * classes)?.as_chunks().0,
            layers: (0..STAGES).map(|_| self.layer()).collect::<Option<_>>()?,
            errors: SearchErrors { leaf: self.array(Self::real)?, deviation: self.array(Self::real)? },
            description,
        })
    }

    fn layer(&mut self) -> Option<Layer> {
        Some(Layer {
            offsets: self.array(Self::short)?,
            inner: self.array(|fields| fields.array(Self::short))?,
            inner_offsets: self.array(Self::long)?,
            outer: self.array(Self::short)?,
            outer_offset: self.long()?,
        })
    }

    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        self.0.split_off(..count)
    }

    fn array<T, const N: usize>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<[T; N]> {
        (0..N).map(|_| read(self)).collect::<Option<Vec<T>>>()?.try_into().ok()
    }

    fn short(&mut self) -> Option<i16> {
        self.bytes(2)?.try_into().ok().map(i16::from_le_bytes)
    }

    fn long(&mut self) -> Option<i32> {
        self.bytes(4)?.try_into().ok().map(i32::from_le_bytes)
    }

    fn real(&mut self) -> Option<f32> {
        self.bytes(4)?.try_into().ok().map(f32::from_le_bytes)
    }
}

/// A number that changes with the patterns, their order or the stages.
fn fingerprint() -> u32 {
    let squares = SHAPES.iter().flat_map(|shape| shape.squares.iter().map(|&square| square as u8).chain([u8::MAX]));
    crc32(&squares.chain([STAGES as u8, PLIES as u8, WIDTH as u8, COUNTS as u8, HIDDEN as u8]).collect::<Vec<u8>>())
}
