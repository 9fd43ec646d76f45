//! The weight of every content of every pattern, laid out for look-ups.
//!
//! Knows nothing of files or training: tables come from [`Stages`], which are few and without symmetric doubles, and are
//! spread out here once. All that belongs to one content lies in one cache line, the linear weights of all stages and the row of the
//! net, so that an estimate touches as many lines as there are instances.

use super::counts::{counts, mobility};
use super::features::Features;
#[cfg(feature = "weights")]
use super::file::EMBEDDED;
use super::file::{PLIES, STAGES, SearchErrors, Stages, WeightsError, with_content};
use super::kernel;
use super::net::{Layer, Row, WIDTH};
use super::pattern::{FIRST, LANES, SHAPES, SPANS, VIEW};
use crate::memory::advise_huge_pages;
use emilia_core::{Position, Score};
#[cfg(feature = "weights")]
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The stages, filled up to a whole number of vectors.
const LINEAR: usize = 16;

/// All that belongs to one content.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line {
    row: Row,
    /// The linear weights of all stages, in 1/128 disc.
    linear: [i16; LINEAR],
}

const NO_LINE: Line = Line { row: [0; WIDTH], linear: [0; LINEAR] };

/// One sum after the other for the shapes of these numbers.
macro_rules! add_shapes {
    ($add:ident, $sums:expr, $lines:expr, $contents:expr, $($shape:literal)*) => {{
        const { assert!([$($shape),*].len() == SHAPES.len()) };
        $(add_shape::<$shape, _>($lines, $contents, $sums, $add);)*
    }};
}

/// The weights of all contents at every ply; immutable, shared by all threads. About 37 MB.
///
/// # Examples
/// ```
/// use emilia::{Position, Weights};
///
/// let weights = Weights::embedded();
/// // The start is nearly even.
/// assert!(weights.eval_position(Position::START).to_discs().abs() < 4.0);
/// # Ok::<(), emilia::WeightsError>(())
/// ```
pub struct Weights {
    lines: Vec<Line>,
    constants: [i16; PLIES],
    layers: Vec<Layer>,
    errors: SearchErrors,
    description: String,
    /// An evaluation that replaces the weights.
    custom: Option<Box<Custom>>,
}

/// The lines of all contents, given the row of a class, and the weight of a stage and a class.
fn lines(row: impl Fn(usize) -> Row, weight: impl Fn(usize, usize) -> i16) -> Vec<Line> {
    let mut lines = Vec::with_capacity(SPANS.1);
    advise_huge_pages(lines.spare_capacity_mut());
    lines.resize(SPANS.1, NO_LINE);
    let mut first = 0;
    for (shape, offset) in SHAPES.iter().zip(SPANS.0) {
        let (classes, count) = shape.classes();
        lines[offset..].iter_mut().zip(classes).for_each(|(line, class)| {
            let class = first + class as usize;
            line.row = row(class);
            line.linear.iter_mut().take(STAGES).enumerate().for_each(|(stage, to)| *to = weight(stage, class));
        });
        first += count;
    }
    lines
}

/// An evaluation that is not made of weights.
type Custom = dyn Fn(Position) -> Score + Send + Sync;

/// The assumed standard deviation between deep and shallow searches with a custom evaluation, in discs.
const UNKNOWN_DEVIATION: f32 = 6.0;

impl Weights {
    /// The weights that are part of the library. They are unpacked once and shared by all who hold them at the same time: 37 MB.
    ///
    /// # Panics
    /// If the library was built with a file that does not belong to it.
    #[cfg(feature = "weights")]
    pub fn embedded() -> Arc<Weights> {
        static SHARED: Mutex<Weak<Weights>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let weights = Weights::read(EMBEDDED).unwrap_or_else(|error| panic!("the embedded weights: {error}"));
            let weights = Arc::new(weights);
            *shared = Arc::downgrade(&weights);
            weights
        })
    }

    /// Reads a weights file.
    ///
    /// # Errors
    /// If the bytes are not a weights file, are damaged, or were made for other patterns.
    pub fn read(bytes: &[u8]) -> Result<Weights, WeightsError> {
        with_content(bytes, |content| Weights {
            lines: lines(|class| content.row(class), |stage, class| content.weight(stage, class)),
            constants: content.constants(),
            layers: content.layers.clone(),
            errors: content.errors,
            description: content.description.to_owned(),
            custom: None,
        })
    }

    /// Spreads the weights of the classes over all contents.
    #[doc(hidden)]
    pub fn new(stages: &Stages) -> Weights {
        Weights {
            lines: lines(|class| stages.rows[class], |stage, class| stages.weights[stage][class]),
            constants: stages.constants,
            layers: stages.layers.clone(),
            errors: stages.errors,
            description: stages.description.clone(),
            custom: None,
        }
    }

    /// A custom evaluation for the search: the score of a position for its side to move. The same position must always
    /// get the same score, and its mirror images should.
    ///
    /// The forward pruning assumes a standard deviation of 6 discs between deep and shallow searches.
    ///
    /// # Examples
    /// ```
    /// use emilia::{Engine, EngineOptions, Limits, Position, Score, Weights};
    ///
    /// let mobility = |position: Position| {
    ///     Score::from_discs(position.moves().len() as f32 - position.pass().moves().len() as f32)
    /// };
    /// let mut engine = Engine::with_weights(Weights::custom(mobility).into(), EngineOptions::default());
    /// assert!(engine.search(Position::START, &Limits::depth(4)).best_move().is_some());
    /// ```
    pub fn custom(evaluation: impl Fn(Position) -> Score + Send + Sync + 'static) -> Weights {
        let deviation = [UNKNOWN_DEVIATION.ln(), 0.0, 0.0, 0.0, 0.0, 0.0];
        Weights {
            lines: Vec::new(),
            constants: [0; PLIES],
            layers: Vec::new(),
            errors: SearchErrors { deviation, ..SearchErrors::default() },
            description: String::new(),
            custom: Some(Box::new(evaluation)),
        }
    }

    /// The custom evaluation.
    #[cold]
    fn eval_custom(&self, position: Position) -> Score {
        self.custom.as_ref().map_or(Score::ZERO, |custom| Score::clamped(custom(position).raw()))
    }

    /// The estimate for the side to move of a position with these features.
    #[inline]
    #[doc(hidden)]
    pub fn eval(&self, features: &Features, position: Position) -> Score {
        self.eval_contents(features.contents(), position, mobility(position))
    }

    /// The estimate for the side to move of a position, with these contents of its patterns and this mobility.
    #[inline]
    #[doc(hidden)]
    pub fn eval_contents(&self, contents: &[u16; LANES], position: Position, mobility: [u32; 2]) -> Score {
        let Some(lines) = self.lines.first_chunk::<{ SPANS.1 }>() else { return self.eval_custom(position) };
        let mut sums = ([0; WIDTH], [0; LINEAR]);
        add_shapes!(add_line, &mut sums, lines, contents, 0 1 2 3 4 5 6 7 8 9 10 11 12 13);
        let ply = (PLIES - 1).saturating_sub(position.empties() as usize);
        let correction = kernel::outcome(&self.layers[(ply / 4).min(STAGES - 1)], &sums.0, &counts(position, mobility));
        Score::clamped(self.linear(&sums.1, ply) + correction)
    }

    /// The linear part of the estimate alone: less exact, but faster.
    #[inline]
    #[doc(hidden)]
    pub fn eval_linear(&self, contents: &[u16; LANES], position: Position) -> Score {
        let Some(lines) = self.lines.first_chunk::<{ SPANS.1 }>() else { return self.eval_custom(position) };
        let mut sum = [0; LINEAR];
        add_shapes!(add_linear, &mut sum, lines, contents, 0 1 2 3 4 5 6 7 8 9 10 11 12 13);
        Score::clamped(self.linear(&sum, (PLIES - 1).saturating_sub(position.empties() as usize)))
    }

    /// The errors measured of searches with these weights.
    #[doc(hidden)]
    pub fn errors(&self) -> &SearchErrors {
        &self.errors
    }

    /// The training data of these weights, for a person.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The estimate of a position, from scratch.
    pub fn eval_position(&self, position: Position) -> Score {
        self.eval(&Features::new(position), position)
    }

    /// The linear part of the estimate of a position, from scratch.
    #[doc(hidden)]
    pub fn eval_linear_position(&self, position: Position) -> Score {
        self.eval_linear(Features::new(position).contents(), position)
    }

    /// The linear estimate from the sums of all stages: a straight line between the middles of the stages beside the ply, in 1/128 disc.
    #[inline]
    fn linear(&self, sums: &[i16; LINEAR], ply: usize) -> i32 {
        let (stage, quarters) = Stages::between(ply);
        let (low, high) = (i32::from(sums[stage]), i32::from(sums[(stage + 1).min(STAGES - 1)]));
        i32::from(self.constants[ply]) + ((low * (4 - quarters) + high * quarters + 2) >> 2)
    }
}

/// Adds the row of a content and its weights of all stages.
#[inline(always)]
fn add_line((row, linear): &mut ([i16; WIDTH], [i16; LINEAR]), line: &Line) {
    for (sum, number) in row.iter_mut().zip(&line.row) {
        *sum += i16::from(*number);
    }
    add_linear(linear, line);
}

/// Adds the weights of all stages; sums stay within 256 discs, far beyond any that means something.
#[inline(always)]
fn add_linear(sums: &mut [i16; LINEAR], line: &Line) {
    for (sum, weight) in sums.iter_mut().zip(&line.linear) {
        *sum = sum.saturating_add(*weight);
    }
}

/// Adds the lines of the instances of one shape. Where they are is known when this is compiled, so that nothing is left of it
/// but look-ups (a loop over shapes took twice as long).
#[inline(always)]
fn add_shape<const SHAPE: usize, S>(
    lines: &[Line; SPANS.1],
    contents: &[u16; LANES],
    sums: &mut S,
    add: impl Fn(&mut S, &Line),
) {
    let Some(view) = lines[SPANS.0[SHAPE]..].first_chunk::<VIEW>() else { return };
    for &content in &contents[FIRST[SHAPE]..FIRST[SHAPE + 1]] {
        add(sums, &view[usize::from(content)]);
    }
}
