//! What every content of every pattern is worth, one table for each ply of the game.
//!
//! Knows nothing of files or training: tables come from [`Stages`], which are few and without symmetric doubles, and are
//! spread out here once so that an evaluation is nothing but look-ups.

use super::features::Features;
use super::file::{PLIES, STAGES, SearchErrors, Stages, WeightsError};
use super::net::Net;
use super::pattern::{FIRST, LANES, SHAPES, SPANS, Shape, VIEW};
use crate::board::Position;
use crate::score::Score;
use rayon::prelude::*;

/// One sum after the other for the shapes of these numbers.
macro_rules! sum_shapes {
    ($table:expr, $contents:expr, $($shape:literal)*) => {{
        const { assert!([$($shape),*].len() == SHAPES.len()) };
        0 $(+ sum_shape::<$shape>($table, $contents))*
    }};
}

/// The worth of every content at every ply; immutable, to be shared by all threads. About 80 MB.
pub struct Weights {
    tables: Vec<i16>,
    constants: [i16; PLIES],
    net: Net,
    errors: SearchErrors,
    description: String,
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
        let mut tables = vec![0; SPANS.1 * PLIES];
        tables.par_chunks_exact_mut(SPANS.1).enumerate().for_each(|(ply, table)| {
            let (stage, quarters) = Stages::between(ply);
            let (mut low, mut high) =
                (stages.weights[stage].as_slice(), stages.weights[(stage + 1).min(STAGES - 1)].as_slice());
            for ((classes, count), offset) in shapes.iter().zip(SPANS.0) {
                for (weight, &class) in table[offset..].iter_mut().zip(classes) {
                    let (low, high) = (i32::from(low[class as usize]), i32::from(high[class as usize]));
                    *weight = ((low * (4 - quarters) + high * quarters + 2) >> 2) as i16;
                }
                (low, high) = (&low[*count..], &high[*count..]);
            }
        });
        Weights {
            tables,
            constants: stages.constants,
            net: Net::new(&stages.rows, &stages.layers),
            errors: stages.errors,
            description: stages.description.clone(),
        }
    }

    /// The estimate for the side to move, with so many squares empty.
    #[inline]
    pub fn eval(&self, features: &Features, empties: u32) -> Score {
        let ply = (PLIES - 1).saturating_sub(empties as usize);
        Score::clamped(self.sum(features, ply) + self.net.correction(features, ply))
    }

    /// The linear part of the estimate alone: less exact, but several times as fast.
    #[inline]
    pub fn quick(&self, features: &Features, empties: u32) -> Score {
        Score::clamped(self.sum(features, (PLIES - 1).saturating_sub(empties as usize)))
    }

    /// What was measured of searches with these weights.
    pub fn errors(&self) -> &SearchErrors {
        &self.errors
    }

    /// What these weights were made of, for a person.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The estimate of a position, from scratch.
    pub fn eval_position(&self, position: Position) -> Score {
        self.eval(&Features::new(position), position.empties())
    }

    /// The estimate before it is brought into the range of final scores, in 1/128 disc.
    #[inline]
    fn sum(&self, features: &Features, ply: usize) -> i32 {
        let Some(table) = self.tables[ply * SPANS.1..].first_chunk::<{ SPANS.1 }>() else { return 0 };
        let contents = features.contents();
        i32::from(self.constants[ply]) + sum_shapes!(table, contents, 0 1 2 3 4 5 6 7 8 9 10 11 12 13)
    }
}

/// The sum over the instances of one shape; where they are is known when this is compiled, so that nothing is left of it
/// but look-ups (a loop over shapes took twice as long).
#[inline(always)]
fn sum_shape<const SHAPE: usize>(table: &[i16; SPANS.1], contents: &[u16; LANES]) -> i32 {
    let Some(view) = table[SPANS.0[SHAPE]..].first_chunk::<VIEW>() else { return 0 };
    contents[FIRST[SHAPE]..FIRST[SHAPE + 1]].iter().map(|&content| i32::from(view[usize::from(content)])).sum()
}
