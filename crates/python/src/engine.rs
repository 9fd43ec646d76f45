//! Searches, reviews and explanations.

use crate::board::Board;
use crate::book::NativeBook;
use crate::game::Game;
use crate::names::{IllegalMoveError, MoveArgument, python_move, python_moves, value_error};
use crate::wait::wait;
use emilia::book::{Book, PlayOptions};
use emilia::internal::engine::weaker;
use emilia::internal::random::Random;
use emilia::{Analysis, Engine, EngineOptions, Level, Limits, Move, Report, ReviewedMove, Selectivity, Value, Weights};
use emilia_analysis::people::{Opponent, People, RATINGS};
use emilia_analysis::{Explanation, JudgedGame, JudgedMove, explain, explain_move};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::mem::ManuallyDrop;
use std::sync::mpsc::Sender;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// How often a thread asks for an engine that another one has.
const POLL: Duration = Duration::from_millis(5);

/// A value: discs, and the text of its certainty.
pub type Valued = (f32, String);

pub fn valued(value: Value) -> Valued {
    (value.score().to_discs(), value.certainty().to_string())
}

/// Ends a search from any thread.
#[pyclass(frozen, module = "emilia_othello._emilia")]
#[derive(Default)]
pub struct Stop {
    pub stop: emilia::Stop,
}

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Stop {
        Stop::default()
    }

    fn request(&self) {
        self.stop.request();
    }

    #[getter]
    fn is_requested(&self) -> bool {
        self.stop.is_requested()
    }
}

/// What ends a search, with the names of the class `Limit`.
#[derive(FromPyObject)]
pub struct LimitArgument {
    level: Option<u8>,
    depth: Option<u32>,
    time: Option<f64>,
    nodes: Option<u64>,
    exact: bool,
    win_loss_draw: bool,
    confidence: u32,
}

impl LimitArgument {
    /// The limits. Without any, those of the default level; with time or nodes alone, a search for as long as they last.
    pub fn limits(&self) -> PyResult<Limits> {
        let selectivity = Some(self.confidence).filter(|percent| *percent > 0).and_then(Selectivity::from_percent);
        let selectivity = selectivity.ok_or_else(|| value_error("a confidence is 1 to 100 percent"))?;
        let level = |level| Level::new(level).ok_or_else(|| value_error("a level is 1 to 60"));
        let is_limited = self.time.is_some() || self.nodes.is_some();
        let limits = match (self.exact, self.win_loss_draw, self.level, self.depth) {
            (true, false, None, None) => Limits::exact(),
            (false, true, None, None) => Limits::win_loss_draw(),
            (false, false, Some(number), None) => Limits::level(level(number)?),
            (false, false, None, Some(depth)) => Limits::new(depth, selectivity),
            (false, false, None, None) if is_limited => Limits::exact(),
            (false, false, None, None) => Limits::level(Level::DEFAULT),
            _ => return Err(value_error("of level, depth, exact and win_loss_draw one is given at most")),
        };
        let limits = match self.time.map(Duration::try_from_secs_f64) {
            None => limits,
            Some(time) => limits.with_time(time.map_err(|_| value_error("a time is a number of seconds, 0 or more"))?),
        };
        Ok(Limits { nodes: self.nodes, ..limits })
    }
}

/// The most threads, as in the program.
const MOST_THREADS: usize = 256;

/// A number of threads, 0 for all cores.
///
/// # Errors
/// If there are more than a machine has: to start them would take for ever.
pub fn checked_threads(threads: usize) -> PyResult<usize> {
    let fault = || value_error(format!("threads are 0 to {MOST_THREADS}, not {threads}"));
    (threads <= MOST_THREADS).then_some(threads).ok_or_else(fault)
}

/// The weights that come with the engine. They stay unpacked, also when no engine has them.
pub fn embedded_weights() -> Arc<Weights> {
    static WEIGHTS: LazyLock<Arc<Weights>> = LazyLock::new(Weights::embedded);
    WEIGHTS.clone()
}

/// The engine. After a fork its threads are those of the parent, so the child makes another one, and this is never dropped there.
#[pyclass(frozen, module = "emilia_othello._emilia")]
pub struct NativeEngine {
    engine: ManuallyDrop<Mutex<Engine>>,
    random: Mutex<Random>,
    /// A search that waits for another one needs no lock of the engine for these.
    pub weights: Arc<Weights>,
    book: Book,
    process: u32,
}

impl Drop for NativeEngine {
    fn drop(&mut self) {
        if std::process::id() == self.process {
            // SAFETY: it is dropped once, here, and not used again.
            unsafe { ManuallyDrop::drop(&mut self.engine) };
        }
    }
}

/// A line: its value, moves, nodes and seconds.
type Line<'py> = (Valued, Vec<Bound<'py, PyAny>>, u64, f64);
/// An analysis: its value, lines, nodes and seconds.
type Analysed<'py> = (Valued, Vec<Line<'py>>, u64, f64);

fn line<'py>(py: Python<'py>, report: &Report<Move>) -> PyResult<Line<'py>> {
    let moves = python_moves(py, report.line.iter().copied())?;
    Ok((valued(report.value), moves, report.nodes, report.time.as_secs_f64()))
}

fn analysed<'py>(py: Python<'py>, analysis: &Analysis) -> PyResult<Analysed<'py>> {
    let best = analysis.best();
    // The best line first, also where another one has a greater upper bound.
    let others = analysis.lines().iter().filter(|other| !std::ptr::eq(*other, best));
    let lines = std::iter::once(best).chain(others).map(|report| line(py, report)).collect::<PyResult<_>>()?;
    Ok((valued(analysis.value()), lines, analysis.nodes(), analysis.time().as_secs_f64()))
}

/// Explanations as a list in JSON.
fn explained(explanations: &[Explanation]) -> PyResult<String> {
    serde_json::to_string(explanations).map_err(value_error)
}

/// A judged move: ply, colour, empty squares, move, best move, values before and after for Black, loss, class, whether they are of the
/// book, the best line, the explanations, nodes, seconds.
type Judged<'py> = (
    (usize, String, u32),
    (Bound<'py, PyAny>, Bound<'py, PyAny>),
    (Valued, Valued, f32),
    (String, bool),
    Vec<Bound<'py, PyAny>>,
    String,
    (u64, f64),
);

fn judged<'py>(py: Python<'py>, game: &emilia::Game, of_move: &JudgedMove, explains: bool) -> PyResult<Judged<'py>> {
    let turn = game.at_ply(of_move.ply).filter(|_| explains);
    let explanations = turn.map(|turn| of_move.explanations(turn)).unwrap_or_default();
    Ok((
        (of_move.ply, of_move.colour.to_string(), of_move.empties),
        (python_move(py, of_move.mv)?, python_move(py, of_move.best)?),
        (valued(of_move.before), valued(of_move.after), of_move.loss.to_discs()),
        (of_move.class().to_string(), of_move.from_book),
        python_moves(py, of_move.line.iter().copied())?,
        explained(&explanations)?,
        (of_move.nodes, of_move.time.as_secs_f64()),
    ))
}

/// A review: the opening, the judged moves, Black's value of the end, whether it is complete.
type Reviewed<'py> = (Option<String>, Vec<Judged<'py>>, Option<Valued>, bool);

/// The event of a search or a review.
enum Event {
    Iteration(Analysis),
    Reviewed(usize),
}

#[pymethods]
impl NativeEngine {
    /// `hash` in MiB; `threads` 0 for all cores.
    #[new]
    fn new(
        py: Python<'_>,
        hash: usize,
        threads: usize,
        weights: Option<&[u8]>,
        book: Option<PyRef<'_, NativeBook>>,
        seed: Option<u64>,
    ) -> PyResult<NativeEngine> {
        let weights = match weights {
            Some(bytes) => Arc::new(py.detach(|| Weights::read(bytes)).map_err(value_error)?),
            None => py.detach(embedded_weights),
        };
        let options = EngineOptions::default().with_hash(hash.max(1));
        let options = if checked_threads(threads)? > 0 { options.with_threads(threads) } else { options };
        let mut engine = Engine::with_weights(weights.clone(), options);
        let book = book.map(|book| book.book.clone()).unwrap_or_default();
        engine.set_book(book.clone(), 60);
        let random = Mutex::new(seed.map_or_else(Random::unseeded, |seed| Random::new(seed, 0)));
        let engine = ManuallyDrop::new(Mutex::new(engine));
        Ok(NativeEngine { engine, random, weights, book, process: std::process::id() })
    }

    /// Forgets all searches.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.engine(py)?.clear();
        Ok(())
    }

    /// The static evaluation for the side to move, in discs.
    fn evaluate(&self, py: Python<'_>, board: PyRef<'_, Board>) -> PyResult<f32> {
        Ok(match board.game.position() {
            Some(position) => self.weights.eval_position(position).to_discs(),
            None => self.engine(py)?.evaluate(&board.game).to_discs(),
        })
    }

    /// Searches; `report` hears of each iteration.
    fn search<'py>(
        &self,
        py: Python<'py>,
        board: PyRef<'py, Board>,
        limit: LimitArgument,
        lines: usize,
        stop: PyRef<'py, Stop>,
        report: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Analysed<'py>> {
        let limits = limit.limits()?.with_lines(lines.max(1));
        let analysis = self.searched(py, board.game.clone(), limits, &stop.stop, report)?;
        analysed(py, &analysis)
    }

    /// The move to play, its value, and whether it is of the book. Moves lose `handicap` discs on average, on purpose.
    fn play<'py>(
        &self,
        py: Python<'py>,
        board: PyRef<'py, Board>,
        limit: LimitArgument,
        handicap: f32,
        stop: PyRef<'py, Stop>,
    ) -> PyResult<Option<(Bound<'py, PyAny>, Valued, bool)>> {
        let (game, limits) = (board.game.clone(), limit.limits()?);
        if let Some(position) = game.position().filter(|_| handicap <= 0.0) {
            let found = self.book.lookup(position).map_err(value_error)?;
            let chosen =
                found.and_then(|found| found.choose(PlayOptions::default(), |count| self.random().below(count)));
            if let Some((chosen, value)) = chosen.and_then(|chosen| Some((chosen, chosen.value?))) {
                return Ok(Some((python_move(py, chosen.at.into())?, valued(value), true)));
            }
        }
        let limits = if handicap > 0.0 { limits.with_lines(usize::MAX) } else { limits };
        let analysis = self.searched(py, game, limits, &stop.stop, None)?;
        let chosen = if handicap > 0.0 {
            weaker(analysis.lines(), handicap, &mut self.random()).map(|(line, _)| line)
        } else {
            Some(analysis.best())
        };
        let first = chosen.and_then(|line| Some((*line.line.first()?, line.value)));
        first.map(|(mv, value)| Ok((python_move(py, mv)?, valued(value), false))).transpose()
    }

    /// The legal moves with the chances that people of this rating play them, the likeliest first.
    fn people<'py>(
        &self,
        py: Python<'py>,
        board: PyRef<'py, Board>,
        rating: f32,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, f32)>> {
        let game = &board.game;
        if game.position().is_none() {
            return Err(PyValueError::new_err("people are known on 8x8 boards by the usual rules only"));
        }
        if !(*RATINGS.start() as f32..=*RATINGS.end() as f32).contains(&rating) {
            return Err(PyValueError::new_err(format!("a rating is from 800 to 2200, not {rating}")));
        }
        static PEOPLE: LazyLock<Option<Arc<People>>> = LazyLock::new(People::embedded);
        let people = PEOPLE.clone().ok_or_else(|| PyValueError::new_err("the model of people is missing"))?;
        let mut moves = py.detach(|| Opponent::new(people, self.weights.clone()).chances(game, rating));
        moves.sort_by(|one, other| other.chance.total_cmp(&one.chance));
        moves.iter().map(|of| Ok((python_move(py, of.values.square.into())?, of.chance))).collect()
    }

    /// Judges every move of a game; `report` hears of the number of moves before each position, the last one first.
    fn review<'py>(
        &self,
        py: Python<'py>,
        game: PyRef<'py, Game>,
        limit: LimitArgument,
        explains: bool,
        stop: PyRef<'py, Stop>,
        report: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Reviewed<'py>> {
        let (game, limits, stop) = (game.game.clone(), limit.limits()?, &stop.stop);
        let mut engine = self.engine(py)?;
        let engine = &mut *engine;
        let work = |events: &Sender<Event>| {
            let report = |reviewed: &ReviewedMove| drop(events.send(Event::Reviewed(reviewed.ply)));
            let review = engine.review_with(&game, |_| limits.clone(), stop, report);
            let opening = crate::book::name_of(&game).map(str::to_owned);
            JudgedGame::new(game.clone(), opening, &review, engine)
        };
        let of_game = wait(py, stop, work, |event| pass_on(py, report.as_ref(), &event))?;
        let moves = of_game.moves.iter().map(|of_move| judged(py, &of_game.game, of_move, explains));
        let moves = moves.collect::<PyResult<_>>()?;
        Ok((of_game.opening.clone(), moves, of_game.end.map(valued), of_game.is_complete))
    }

    /// What separates the best move from the others, or from `played`.
    fn explain<'py>(
        &self,
        py: Python<'py>,
        board: PyRef<'py, Board>,
        limit: LimitArgument,
        played: Option<MoveArgument>,
        stop: PyRef<'py, Stop>,
    ) -> PyResult<String> {
        let (game, limits) = (board.game.clone(), limit.limits()?.with_lines(usize::MAX));
        if game.position().is_none() {
            return Err(value_error(emilia_analysis::internal::WORDS_OF_OTHELLO));
        }
        let turn = *game.turn();
        if let Some(Err(illegal)) = played.as_ref().map(|played| game.clone().play(played.0)) {
            return Err(IllegalMoveError::new_err(illegal.to_string()));
        }
        let analysis = self.searched(py, game, limits, &stop.stop, None)?;
        let found = match played {
            Some(played) => explain_move(&turn, analysis.lines(), played.0),
            None => explain(&turn, analysis.lines(), &self.weights),
        };
        explained(&found)
    }
}

/// Tells Python of an event.
fn pass_on(py: Python<'_>, report: Option<&Bound<'_, PyAny>>, event: &Event) -> PyResult<()> {
    let Some(report) = report else { return Ok(()) };
    match event {
        Event::Iteration(analysis) => report.call1((analysed(py, analysis)?,))?,
        Event::Reviewed(ply) => report.call1((*ply,))?,
    };
    Ok(())
}

impl NativeEngine {
    /// The engine, as soon as no other thread searches with it.
    ///
    /// # Errors
    /// That of a signal.
    fn engine(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Engine>> {
        loop {
            match self.engine.try_lock() {
                Ok(engine) => return Ok(engine),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                // A thread that waited for both locks would hold up the one that has the engine.
                Err(TryLockError::WouldBlock) => py.detach(|| std::thread::sleep(POLL)),
            }
            py.check_signals()?;
        }
    }

    fn random(&self) -> MutexGuard<'_, Random> {
        self.random.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn searched(
        &self,
        py: Python<'_>,
        game: emilia::Game,
        limits: Limits,
        stop: &emilia::Stop,
        report: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Analysis> {
        let mut engine = self.engine(py)?;
        let engine = &mut *engine;
        let reports = report.is_some();
        let work = |events: &Sender<Event>| {
            let events = events.clone();
            engine.search_with(&game, &limits, stop, move |analysis| {
                if reports {
                    drop(events.send(Event::Iteration(analysis.clone())));
                }
            })
        };
        wait(py, stop, work, |event| pass_on(py, report.as_ref(), &event))
    }
}
