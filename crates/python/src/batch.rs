//! Many 8x8 positions at once, in arrays of the caller: two numbers of 64 bits a position, the discs of the side to move and of its opponent.
//!
//! Arrays are read and written in place, by all threads, without the interpreter's lock.

use crate::engine::{LimitArgument, NativeEngine, Stop, checked_threads, embedded_weights};
use crate::names::value_error;
use crate::wait::wait;
use emilia::internal::eval::Features;
use emilia::internal::eval::pattern::INSTANCES;
use emilia::internal::random::Random;
use emilia::{Analysis, Bitboard, Certainty, Engine, EngineOptions, Limits, Position, Symmetry, Weights};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Positions that a thread takes at once where one costs nanoseconds, and where one is a search.
const CHEAP: usize = 4096;
const DEAR: usize = 8;

/// The least time between two calls about progress.
const EVERY: Duration = Duration::from_millis(100);

/// How a batch runs.
#[derive(FromPyObject)]
pub struct Job<'py> {
    /// 0 for all cores.
    threads: usize,
    stop: PyRef<'py, Stop>,
    /// Called with the number of positions that are done and that of all.
    progress: Option<Bound<'py, PyAny>>,
}

/// The numbers of an array.
fn numbers<T: Element>(array: &PyBuffer<T>) -> PyResult<&[T]> {
    let slice = array.as_slice_ptr().ok_or_else(|| value_error("an array is not contiguous"))?;
    // SAFETY: the buffer keeps the array alive and in place, and has checked type, alignment and length. As in NumPy, a caller that writes to
    // an array during a call that reads it gets undefined numbers; these are numbers of any bits.
    Ok(unsafe { slice.as_ref() })
}

/// The numbers of an array that is written. The arrays of results are made for each call and known to no one else.
fn results<T: Element>(array: &mut PyBuffer<T>) -> PyResult<&mut [T]> {
    let slice = array.as_slice_ptr().filter(|_| !array.readonly());
    let mut slice = slice.ok_or_else(|| value_error("an array of results cannot be written"))?;
    // SAFETY: as in `numbers`; it is writable, and the buffer is borrowed exclusively.
    Ok(unsafe { slice.as_mut() })
}

/// The arrays of positions: own and opposing discs.
#[derive(FromPyObject)]
pub struct Boards(PyBuffer<u64>, PyBuffer<u64>);

/// The positions of a batch.
struct Positions<'a> {
    own: &'a [u64],
    opp: &'a [u64],
}

impl Positions<'_> {
    fn of(Boards(own, opp): &Boards) -> PyResult<Positions<'_>> {
        let (own, opp) = (numbers(own)?, numbers(opp)?);
        if own.len() != opp.len() {
            return Err(value_error(format!("{} own and {} opposing boards", own.len(), opp.len())));
        }
        Ok(Positions { own, opp })
    }

    /// None if a square has discs of both sides.
    fn at(&self, index: usize) -> Option<Position> {
        Position::new(Bitboard(self.own[index]), Bitboard(self.opp[index]))
    }
}

/// Calls `fill` for each of `count` items with a part of `out`, on all threads, each with a state of its own.
///
/// # Errors
/// If `fill` gives nothing for an item, as it is no position.
fn run<T: Send, S>(
    py: Python<'_>,
    job: &Job<'_>,
    (count, chunk): (usize, usize),
    out: &mut [T],
    new: impl Fn() -> S + Sync,
    fill: impl Fn(&mut S, usize, &mut [T]) -> Option<()> + Sync,
) -> PyResult<()> {
    if count == 0 || out.is_empty() {
        return Ok(());
    }
    if !out.len().is_multiple_of(count) {
        return Err(value_error("the array of results has another length"));
    }
    let (width, stop, hears) = (out.len() / count, &job.stop.stop, job.progress.is_some());
    let (done, fault) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    // A pool for each call: that of a parent is of no use after a fork.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(checked_threads(job.threads)?).stack_size(16 << 20).build();
    let pool = pool.map_err(|error| PyRuntimeError::new_err(format!("cannot start threads: {error}")))?;
    let work = |events: &std::sync::mpsc::Sender<usize>| {
        pool.install(|| {
            let chunks = out.par_chunks_mut(chunk * width).enumerate();
            chunks.for_each_init(
                || (new(), events.clone()),
                |(state, events), (number, part)| {
                    if stop.is_requested() {
                        return;
                    }
                    let items = part.len() / width;
                    for (item, out) in part.chunks_mut(width).enumerate() {
                        let index = number * chunk + item;
                        if fill(state, index, out).is_none() {
                            fault.fetch_min(index, Ordering::Relaxed);
                            return;
                        }
                    }
                    if hears {
                        let _ = events.send(done.fetch_add(items, Ordering::Relaxed) + items);
                    }
                },
            );
        });
    };
    let mut told = Instant::now();
    wait(py, stop, work, |done| match &job.progress {
        Some(progress) if done == count || told.elapsed() >= EVERY => {
            told = Instant::now();
            progress.call1((done, count)).map(drop)
        }
        _ => Ok(()),
    })?;
    match fault.into_inner() {
        usize::MAX => Ok(()),
        index => Err(value_error(format!("position {index}: a square has discs of both sides"))),
    }
}

/// Calls `fill` for each position with its part of the results.
fn for_each<T: Element + Send>(
    py: Python<'_>,
    boards: &Boards,
    mut out: PyBuffer<T>,
    job: &Job<'_>,
    fill: impl Fn(Position, &mut [T]) + Sync,
) -> PyResult<()> {
    let positions = Positions::of(boards)?;
    let size = (positions.own.len(), CHEAP);
    let fill = |(): &mut (), index, out: &mut [T]| {
        fill(positions.at(index)?, out);
        Some(())
    };
    run(py, job, size, results(&mut out)?, || (), fill)
}

/// The static evaluations in discs for the side to move.
#[pyfunction]
pub fn evaluate_batch(
    py: Python<'_>,
    boards: Boards,
    out: PyBuffer<f32>,
    engine: Option<PyRef<'_, NativeEngine>>,
    job: Job<'_>,
) -> PyResult<()> {
    let weights = weights_of(engine);
    for_each(py, &boards, out, &job, |position, out| out[0] = weights.eval_position(position).to_discs())
}

/// The legal moves of each position as a bitboard; nothing for a pass and at the end.
#[pyfunction]
pub fn legal_batch(py: Python<'_>, boards: Boards, out: PyBuffer<u64>, job: Job<'_>) -> PyResult<()> {
    for_each(py, &boards, out, &job, |position, out| out[0] = position.moves().0)
}

/// The eight rotations and mirror images of each position, own and opposing discs in turn.
#[pyfunction]
pub fn symmetries_batch(py: Python<'_>, boards: Boards, out: PyBuffer<u64>, job: Job<'_>) -> PyResult<()> {
    for_each(py, &boards, out, &job, |position, out| {
        for (symmetry, out) in Symmetry::ALL.into_iter().zip(out.chunks_exact_mut(2)) {
            let image = symmetry.position(position);
            out.copy_from_slice(&[image.own().0, image.opp().0]);
        }
    })
}

/// The number of instances of patterns.
#[pyfunction]
pub fn feature_count() -> usize {
    INSTANCES
}

/// The content of every instance of every pattern as the side to move sees it.
#[pyfunction]
pub fn features_batch(py: Python<'_>, boards: Boards, out: PyBuffer<u16>, job: Job<'_>) -> PyResult<()> {
    for_each(py, &boards, out, &job, |position, out| {
        out.copy_from_slice(&Features::new(position).contents()[..INSTANCES]);
    })
}

/// Positions after random legal moves from the start, with a number of empty squares from `least` to `most`, own and opposing discs in
/// turn, black to move or white. They follow from the seed, whatever the number of threads.
#[pyfunction]
pub fn random_batch(
    py: Python<'_>,
    empties: (u32, u32),
    seed: u64,
    count: usize,
    mut out: PyBuffer<u64>,
    job: Job<'_>,
) -> PyResult<()> {
    let (least, most) = empties;
    if least > most || most > 60 {
        return Err(value_error("the number of empty squares is 0 to 60"));
    }
    run(
        py,
        &job,
        (count, CHEAP),
        results(&mut out)?,
        || (),
        |(), index, out| {
            let mut random = Random::new(seed, index as u64);
            let empties = least + random.below((most - least + 1) as usize) as u32;
            let position = random_position(&mut random, empties);
            out.copy_from_slice(&[position.own().0, position.opp().0]);
            Some(())
        },
    )
}

/// A position with this number of empty squares, in which the game is not over unless all are full.
fn random_position(random: &mut Random, empties: u32) -> Position {
    loop {
        let mut position = Position::START;
        while position.empties() > empties {
            let moves = position.moves();
            if moves.is_empty() {
                if position.is_over() {
                    break;
                }
                position = position.pass();
                continue;
            }
            let at = moves.into_iter().nth(random.below(moves.len() as usize));
            position = at.and_then(|at| position.try_play(at)).unwrap_or(position);
        }
        if position.empties() == empties && (empties == 0 || !position.is_over()) {
            return position;
        }
    }
}

fn weights_of(engine: Option<PyRef<'_, NativeEngine>>) -> Arc<Weights> {
    engine.map_or_else(embedded_weights, |engine| engine.weights.clone())
}

/// Where there is no move: a pass, or the end of the game.
const NO_SQUARE: i8 = -1;

/// The square of the best move of an analysis.
fn best_square(analysis: &Analysis) -> i8 {
    let square = analysis.best_move().and_then(|mv| mv.square());
    square.map_or(NO_SQUARE, |square| square.index() as i8)
}

/// Searches each position, each by one thread with a table of `hash` MiB, and calls `write` for each result.
fn search_each<T: Element + Send>(
    py: Python<'_>,
    boards: &Boards,
    mut out: PyBuffer<T>,
    (weights, limits, hash): (&Arc<Weights>, &Limits, usize),
    job: &Job<'_>,
    write: impl Fn(&Analysis, &mut [T]) + Sync,
) -> PyResult<()> {
    let (positions, stop) = (Positions::of(boards)?, &job.stop.stop);
    let size = (positions.own.len(), DEAR);
    let options = EngineOptions::default().with_threads(1).with_hash(hash);
    let new = || Engine::with_weights(weights.clone(), options);
    run(py, job, size, results(&mut out)?, new, |engine, index, out| {
        write(&engine.search_with(positions.at(index)?, limits, stop, |_| {}), out);
        Some(())
    })
}

/// The exact scores in discs for the side to move, and the squares of best moves, in turn.
#[pyfunction]
pub fn solve_batch(
    py: Python<'_>,
    boards: Boards,
    out: PyBuffer<i8>,
    engine: Option<PyRef<'_, NativeEngine>>,
    hash: usize,
    job: Job<'_>,
) -> PyResult<()> {
    search_each(py, &boards, out, (&weights_of(engine), &Limits::exact(), hash), &job, |analysis, out| {
        // Only a batch that is stopped has others, and it has no result.
        if analysis.value().is_exact() {
            out.copy_from_slice(&[analysis.score().rounded() as i8, best_square(analysis)]);
        }
    })
}

/// Searches of each position: the score in discs for the side to move, the square of the best move, plies, confidence in percent (0 for
/// what is proved), and which it is: 0 an estimate, 1 exact, 2 at least, 3 at most.
#[pyfunction]
pub fn analyse_batch(
    py: Python<'_>,
    boards: Boards,
    out: PyBuffer<f32>,
    engine: Option<PyRef<'_, NativeEngine>>,
    limit: LimitArgument,
    hash: usize,
    job: Job<'_>,
) -> PyResult<()> {
    search_each(py, &boards, out, (&weights_of(engine), &limit.limits()?, hash), &job, |analysis, out| {
        let (plies, percent, kind) = match analysis.certainty() {
            Certainty::Depth { plies, percent } => (plies, percent, 0.0),
            Certainty::Exact => (0, 0, 1.0),
            Certainty::AtLeast => (0, 0, 2.0),
            Certainty::AtMost => (0, 0, 3.0),
        };
        let square = f32::from(best_square(analysis));
        out.copy_from_slice(&[analysis.score().to_discs(), square, plies.into(), percent.into(), kind]);
    })
}
