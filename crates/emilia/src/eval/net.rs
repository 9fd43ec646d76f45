//! A small network that corrects the sum of the patterns.
//!
//! Knows nothing of positions, files or training: numbers only. Every content of every pattern has a row of numbers; the rows of a
//! position are added up, cut to a range and squared, and go with a few [`counts`](super::counts()) through one small hidden layer
//! whose weights depend on the stage of the game. The outcome is a correction of the linear estimate. Source of the idea: the first
//! layer of NNUE (Nasu 2018), on Buro's patterns. Squares took 0.05 discs off the error on exact scores, counts 0.04 more.

/// The length of a row.
pub const WIDTH: usize = 32;
/// How many counts the hidden layer sees beside the rows.
pub const COUNTS: usize = 6;
/// The inputs of the hidden layer: an even number.
pub const INPUTS: usize = WIDTH + COUNTS;
/// The input per count.
pub const COUNT_UNIT: i16 = 8;
/// The size of the hidden layer.
pub const HIDDEN: usize = 16;
/// The upper bound of the activations; the lower one is 0. Their squares are in 1/RANGE, so that they have the same range.
pub const RANGE: i16 = 256;
/// The weights of the hidden layer are in 1/2^HIDDEN_SHIFT.
pub const HIDDEN_SHIFT: i32 = 10;
/// The contributions of the hidden activations to the output are in 1/2^OUTER_SHIFT of 1/128 disc.
pub const OUTER_SHIFT: i32 = 9;

/// The row of one content.
pub type Row = [i8; WIDTH];

/// The hidden layer of one stage.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Layer {
    /// Added to the sum of the rows.
    pub offsets: [i16; WIDTH],
    /// The weights of each pair of inputs: those of the first and the second for the first hidden activation, of both for the
    /// next, and so on.
    pub inner: [[i16; 2 * HIDDEN]; INPUTS / 2],
    /// The biases of the hidden activations.
    pub inner_offsets: [i32; HIDDEN],
    /// The weights of the hidden activations.
    pub outer: [i16; HIDDEN],
    /// The bias of the output.
    pub outer_offset: i32,
}

impl Layer {
    /// A layer whose outcome is 0.
    pub const ZERO: Layer = Layer {
        offsets: [0; WIDTH],
        inner: [[0; 2 * HIDDEN]; INPUTS / 2],
        inner_offsets: [0; HIDDEN],
        outer: [0; HIDDEN],
        outer_offset: 0,
    };
}
