//! What the sum of single patterns cannot say: a small network that looks at all of them together.
//!
//! Knows nothing of files or training. Every content of every pattern has a row of numbers; the rows of a position are added
//! up, cut to a range, and go through one small hidden layer whose weights depend on the stage of the game. The outcome is a
//! correction of the linear estimate. Source of the idea: the first layer of NNUE (Nasu 2018), on Buro's patterns.

use super::features::Features;
use super::file::STAGES;
use super::kernel;
use super::pattern::{FIRST, LANES, SHAPES, SPANS, VIEW};
use rayon::prelude::*;

/// The length of a row.
pub const WIDTH: usize = 32;
/// The size of the hidden layer.
pub const HIDDEN: usize = 16;
/// What the sums of rows and the hidden numbers are cut to at the top; at the bottom to 0.
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
    /// What each two numbers of the sum give to each hidden one: of the first and the second to the first hidden number, of both to
    /// the next, and so on.
    pub inner: [[i16; 2 * HIDDEN]; WIDTH / 2],
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
        inner: [[0; 2 * HIDDEN]; WIDTH / 2],
        inner_offsets: [0; HIDDEN],
        outer: [0; HIDDEN],
        outer_offset: 0,
    };
}

/// The rows of all contents and the layers of all stages; immutable, to be shared by all threads. About 18 MB.
pub struct Net {
    rows: Vec<Row>,
    layers: Vec<Layer>,
}

/// One sum after the other for the shapes of these numbers.
macro_rules! add_shapes {
    ($sum:expr, $rows:expr, $contents:expr, $($shape:literal)*) => {{
        const { assert!([$($shape),*].len() == SHAPES.len()) };
        $(add_shape::<$shape>($sum, $rows, $contents);)*
    }};
}

impl Net {
    /// A net with these rows, one for each class of contents, shape after shape, and a layer for each stage.
    pub(super) fn new(rows: &[Row], layers: &[Layer]) -> Net {
        let mut spread = vec![[0; WIDTH]; SPANS.1];
        let mut first = 0;
        for (shape, offset) in SHAPES.iter().zip(SPANS.0) {
            let (classes, count) = shape.classes();
            let rows = &rows[first..first + count];
            spread[offset..].par_iter_mut().zip(classes).for_each(|(row, class)| *row = rows[class as usize]);
            first += count;
        }
        Net { rows: spread, layers: layers.to_vec() }
    }

    /// The correction of the linear estimate at this ply, in 1/128 disc.
    #[inline]
    pub(super) fn correction(&self, features: &Features, ply: usize) -> i32 {
        let Some(rows) = self.rows.first_chunk::<{ SPANS.1 }>() else { return 0 };
        let mut sum = [0i16; WIDTH];
        add_shapes!(&mut sum, rows, features.contents(), 0 1 2 3 4 5 6 7 8 9 10 11 12 13);
        kernel::outcome(&self.layers[(ply / 4).min(STAGES - 1)], &sum)
    }
}

/// Adds the rows of the instances of one shape. Where they are is known when this is compiled, as in the linear sum.
#[inline(always)]
fn add_shape<const SHAPE: usize>(sum: &mut [i16; WIDTH], rows: &[Row; SPANS.1], contents: &[u16; LANES]) {
    let Some(view) = rows[SPANS.0[SHAPE]..].first_chunk::<VIEW>() else { return };
    for &content in &contents[FIRST[SHAPE]..FIRST[SHAPE + 1]] {
        for (sum, number) in sum.iter_mut().zip(&view[usize::from(content)]) {
            *sum += i16::from(*number);
        }
    }
}
