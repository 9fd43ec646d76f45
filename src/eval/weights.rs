//! What every content of every pattern is worth, one table for each ply of the game.
//!
//! Knows nothing of files or training: tables come from [`Stages`], which are few and without symmetric doubles, and are
//! spread out here once so that an evaluation is nothing but look-ups.

use super::features::Features;
use super::file::{PLIES, STAGES, Stages, WeightsError};
use super::pattern::{FIRST, LANES, SHAPES, Shape};
use crate::board::Position;
use crate::score::Score;
use rayon::prelude::*;

/// Where the table of each shape begins within a ply's table.
const OFFSETS: [usize; SHAPES.len()] = {
    let (mut offsets, mut shape) = ([0; SHAPES.len()], 1);
    while shape < SHAPES.len() {
        offsets[shape] = offsets[shape - 1] + SHAPES[shape - 1].contents();
        shape += 1;
    }
    offsets
};

/// Every 16-bit number, content or not, falls into a shape's view of the table, so that look-ups need no check.
const VIEW: usize = 1 << 16;
const LENGTH: usize = OFFSETS[SHAPES.len() - 1] + VIEW;

/// One sum after the other for the shapes of these numbers.
macro_rules! sum_shapes {
    ($table:expr, $contents:expr, $($shape:literal)*) => {{
        const { assert!([$($shape),*].len() == SHAPES.len()) };
        0 $(+ sum_shape::<$shape>($table, $contents))*
    }};
}

/// The worth of every content at every ply; immutable, to be shared by all threads. About 64 MB.
pub struct Weights {
    tables: Vec<i16>,
    constants: [i16; PLIES],
}

impl Weights {
    /// The weights that are part of the program.
    ///
    /// # Errors
    /// If the program was built with a file that does not belong to it.
    pub fn embedded() -> Result<Weights, WeightsError> {
        Weights::read(include_bytes!("../../data/weights.bin"))
    }

    /// Reads a weights file.
    ///
    /// # Errors
    /// If the bytes are no such file, are damaged, or were made for other patterns.
    pub fn read(bytes: &[u8]) -> Result<Weights, WeightsError> {
        Ok(Weights::new(&Stages::read(bytes)?))
    }

    /// Spreads the weights of the stages over all plies, straight lines between the middles of neighbouring stages.
    pub fn new(stages: &Stages) -> Weights {
        let shapes: Vec<(Vec<u32>, usize)> = SHAPES.iter().map(Shape::classes).collect();
        let mut tables = vec![0; LENGTH * PLIES];
        tables.par_chunks_exact_mut(LENGTH).enumerate().for_each(|(ply, table)| {
            let (stage, quarters) = Stages::between(ply);
            let (mut low, mut high) =
                (stages.weights[stage].as_slice(), stages.weights[(stage + 1).min(STAGES - 1)].as_slice());
            for ((classes, count), offset) in shapes.iter().zip(OFFSETS) {
                for (weight, &class) in table[offset..].iter_mut().zip(classes) {
                    let (low, high) = (i32::from(low[class as usize]), i32::from(high[class as usize]));
                    *weight = ((low * (4 - quarters) + high * quarters + 2) >> 2) as i16;
                }
                (low, high) = (&low[*count..], &high[*count..]);
            }
        });
        Weights { tables, constants: stages.constants }
    }

    /// The estimate for the side to move, with so many squares empty.
    #[inline]
    pub fn eval(&self, features: &Features, empties: u32) -> Score {
        Score::clamped(self.sum(features, empties))
    }

    /// The estimate of a position, from scratch.
    pub fn eval_position(&self, position: Position) -> Score {
        self.eval(&Features::new(position), position.empties())
    }

    /// The estimate before it is brought into the range of final scores, in 1/128 disc.
    #[inline]
    fn sum(&self, features: &Features, empties: u32) -> i32 {
        let ply = (PLIES - 1).saturating_sub(empties as usize);
        let Some(table) = self.tables[ply * LENGTH..].first_chunk::<LENGTH>() else { return 0 };
        let contents = features.contents();
        i32::from(self.constants[ply]) + sum_shapes!(table, contents, 0 1 2 3 4 5 6 7 8 9 10 11 12 13)
    }
}

/// The sum over the instances of one shape; where they are is known when this is compiled, so that nothing is left of it
/// but look-ups (a loop over shapes took twice as long).
#[inline(always)]
fn sum_shape<const SHAPE: usize>(table: &[i16; LENGTH], contents: &[u16; LANES]) -> i32 {
    let Some(view) = table[OFFSETS[SHAPE]..].first_chunk::<VIEW>() else { return 0 };
    contents[FIRST[SHAPE]..FIRST[SHAPE + 1]].iter().map(|&content| i32::from(view[usize::from(content)])).sum()
}
