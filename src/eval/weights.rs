//! What every content of every pattern is worth, one table for each ply of the game.
//!
//! Knows nothing of files or training: tables come from [`Stages`], which are few and without symmetric doubles, and are
//! spread out here once so that an evaluation is nothing but look-ups.

use super::features::Features;
use super::file::{STAGES, Stages, WeightsError};
use super::pattern::SHAPES;
use crate::board::Position;
use crate::score::Score;

/// The numbers of discs on the board beyond the first four: 0 to 60.
pub const PLIES: usize = 61;

/// Where the table of each shape begins within a ply's table.
const OFFSETS: [usize; SHAPES.len()] = {
    let (mut offsets, mut shape) = ([0; SHAPES.len()], 1);
    while shape < SHAPES.len() {
        offsets[shape] = offsets[shape - 1] + SHAPES[shape - 1].contents();
        shape += 1;
    }
    offsets
};

/// How many instances each shape has.
const COUNTS: [usize; SHAPES.len()] = {
    let (mut counts, mut shape) = ([0; SHAPES.len()], 0);
    while shape < SHAPES.len() {
        (counts[shape], shape) = (SHAPES[shape].instances(), shape + 1);
    }
    counts
};

/// Every 16-bit number, content or not, falls into a shape's view of the table, so that look-ups need no check.
const VIEW: usize = 1 << 16;
const LENGTH: usize = OFFSETS[SHAPES.len() - 1] + VIEW;

/// The worth of every content at every ply; immutable, to be shared by all threads. About 45 MB.
pub struct Weights {
    tables: Vec<[i16; LENGTH]>,
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
        let mut tables = vec![[0; LENGTH]; PLIES];
        let mut class = 0;
        for (shape, offset) in SHAPES.iter().zip(OFFSETS) {
            let (classes, count) = shape.classes();
            for (ply, table) in tables.iter_mut().enumerate() {
                let (stage, quarters) = Stages::between(ply);
                let low = &stages.weights[stage][class..class + count];
                let high = &stages.weights[(stage + 1).min(STAGES - 1)][class..class + count];
                for (weight, &class) in table[offset..].iter_mut().zip(&classes) {
                    let (low, high) = (i32::from(low[class as usize]), i32::from(high[class as usize]));
                    *weight = ((low * (4 - quarters) + high * quarters + 2) >> 2) as i16;
                }
            }
            class += count;
        }
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
        let table: &[i16; LENGTH] = &self.tables[ply];
        let contents = features.contents();
        let mut sum = i32::from(self.constants[ply]);
        let mut lane = 0;
        for shape in 0..SHAPES.len() {
            let (view, _) = table[OFFSETS[shape]..OFFSETS[shape] + VIEW].as_chunks::<VIEW>();
            for _ in 0..COUNTS[shape] {
                sum += i32::from(view[0][usize::from(contents[lane])]);
                lane += 1;
            }
        }
        sum
    }
}
