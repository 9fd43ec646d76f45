//! What the sum of single patterns cannot say: a small network that looks at all of them together.
//!
//! Knows nothing of positions, files or training: numbers only. Every content of every pattern has a row of numbers; the rows of a
//! position are added up, cut to a range and squared, and go with a few [`counts`](super::counts()) through one small hidden layer
//! whose weights depend on the stage of the game. The outcome is a correction of the linear estimate. Source of the idea: the first
//! layer of NNUE (Nasu 2018), on Buro's patterns. Squares took 0.05 discs off the error on exact scores, counts 0.04 more.

/// The length of a row.
pub const WIDTH: usize = 32;
/// How many counts the hidden layer sees beside the rows.
pub const COUNTS: usize = 2;
/// The inputs of the hidden layer: an even number.
pub const INPUTS: usize = WIDTH + COUNTS;
/// What each one counted adds to an input.
pub const COUNT_UNIT: i16 = 8;
/// The size of the hidden layer.
pub const HIDDEN: usize = 16;
/// What the sums of rows and the hidden numbers are cut to at the top; at the bottom to 0. Squares are in 1/RANGE, so that they stay
/// within it.
pub const RANGE: i16 = 256;
/// The weights of the hidden layer are in 1/2^HIDDEN_SHIFT.
pub const HIDDEN_SHIFT: i32 = 10;
/// What the hidden numbers give to the outcome is in 1/2^OUTER_SHIFT of 1/128 disc.
pub const OUTER_SHIFT: i32 = 9;

/// The row of one content.
pub type Row = [i8; WIDTH];

/// The hidden layer of one stage.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Layer {
    /// Added to the sum of the rows.
    pub offsets: [i16; WIDTH],
    /// What each two inputs give to each hidden number: of the first and the second to the first hidden number, of both to
    /// the next, and so on.
    pub inner: [[i16; 2 * HIDDEN]; INPUTS / 2],
    /// Added to the hidden numbers.
    pub inner_offsets: [i32; HIDDEN],
    /// What each hidden number gives to the outcome.
    pub outer: [i16; HIDDEN],
    /// Added to the outcome.
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
