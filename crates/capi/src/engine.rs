//! The engine: search, solve, evaluate.

use super::analysis::{CAnalysis, discs, owned};
use super::border::{Failure, Status, borrow, borrow_mut, release, run, run_for_status};
use super::game::GameHandle;
use emilia::{Engine, EngineOptions, Level, Limits, Stop};
use std::ffi::{c_int, c_void};
use std::ptr::null_mut;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

/// The largest table in MiB, and the most threads.
const MAX_HASH: u32 = 1 << 20;
const MAX_THREADS: u32 = 256;

/// An engine, with a table that keeps results from search to search. It does one thing at a time, for any game: a call that comes
/// meanwhile fails with EMILIA_STATUS_BUSY. All threads may call it.
pub struct EngineHandle(Arc<Mutex<Engine>>);

impl EngineHandle {
    fn give(engine: Engine) -> *mut EngineHandle {
        Box::into_raw(Box::new(EngineHandle(Arc::new(Mutex::new(engine)))))
    }
}

/// The engine, for one call.
fn claim(engine: &Mutex<Engine>) -> Result<MutexGuard<'_, Engine>, Failure> {
    match engine.try_lock() {
        Ok(claimed) => Ok(claimed),
        Err(TryLockError::WouldBlock) => Err(Failure::new(Status::Busy, "the engine is searching")),
        // A panic left its tables in an unknown state.
        Err(TryLockError::Poisoned(poisoned)) => {
            let mut claimed = poisoned.into_inner();
            *claimed = Engine::new(claimed.options());
            engine.clear_poison();
            Ok(claimed)
        }
    }
}

/// The options of an engine. Set the others to 0.
#[repr(C)]
pub struct Options {
    /// The size of the transposition table in MiB, up to 1048576; 0 for 64. The first search allocates it.
    hash: u32,
    /// The threads that search, up to 256; 0 for 1, which is the thread of the caller.
    threads: u32,
}

/// An engine; NULL for the default options. To be freed by emilia_engine_free. NULL if an option is outside its range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_engine_new(options: *const Options) -> *mut EngineHandle {
    let made = run(|| {
        // SAFETY: NULL, or options, as the header says.
        let Options { hash, threads } = *unsafe { options.as_ref() }.unwrap_or(&Options { hash: 0, threads: 0 });
        within("hash", hash, MAX_HASH)?;
        within("threads", threads, MAX_THREADS)?;
        let mut options = EngineOptions::default();
        if hash > 0 {
            options.hash = hash as usize;
        }
        if threads > 0 {
            options.threads = threads as usize;
        }
        Ok(EngineHandle::give(Engine::new(options)))
    });
    made.unwrap_or(null_mut())
}

fn within(name: &str, number: u32, most: u32) -> Result<(), Failure> {
    let fault = || Failure::new(Status::Invalid, format_args!("{name} takes 0 to {most}, not {number}"));
    (number <= most).then_some(()).ok_or_else(fault)
}

/// Frees an engine; a search that runs in another thread or around this call goes on to its end. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_engine_free(engine: *mut EngineHandle) {
    // SAFETY: NULL, or an engine that is not used any more, as the header says. A search has a share of its own.
    unsafe { release(engine) };
}

/// Forgets all results: the next search is the same as in a new engine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_engine_clear(engine: *mut EngineHandle) -> Status {
    run_for_status(|| {
        // SAFETY: NULL, or an engine, as the header says.
        claim(&unsafe { borrow(engine, "engine") }?.0)?.clear();
        Ok(())
    })
}

/// The static evaluation of the position, without a search, in discs for the side to move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_evaluate(
    engine: *mut EngineHandle,
    game: *const GameHandle,
    score: *mut f64,
) -> Status {
    run_for_status(|| {
        // SAFETY: NULL, or an engine, a game, and a number that nothing else uses, as the header says.
        let (engine, game, score) =
            unsafe { (borrow(engine, "engine")?, borrow(game, "game")?, borrow_mut(score, "score")?) };
        *score = discs(claim(&engine.0)?.evaluate(&game.game));
        Ok(())
    })
}

/// What ends a search: the first limit that is reached. Set the others to 0. If all of them are 0, the level is 21.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CLimits {
    /// A playing strength, 1 to 60: the plies searched in the midgame; endings are solved from more empty squares.
    level: u32,
    /// The plies to search, without a level.
    depth: u32,
    /// If not 0, the exact score is proved, without a level and a depth.
    exact: c_int,
    /// The number of moves to score, best first; 0 counts as 1. With 1 only the best move gets a score.
    lines: u32,
    /// Nodes. The search exceeds them by a few thousand at most. Without level, depth and exact it goes as deep as they allow.
    nodes: u64,
    /// Time in milliseconds. Without level, depth and exact the search goes as deep as it allows.
    milliseconds: u64,
}

impl CLimits {
    fn read(self) -> Result<Limits, Failure> {
        let CLimits { level, depth, exact, lines, nodes, milliseconds } = self;
        let limits = match (level, depth, exact) {
            (0, 0, 0) if nodes == 0 && milliseconds == 0 => Limits::level(Level::DEFAULT),
            (0, 0, _) => Limits::exact(),
            (0, depth, 0) => Limits::depth(depth),
            (level, 0, 0) => {
                let known = u8::try_from(level).ok().and_then(Level::new);
                let fault = || Failure::new(Status::Invalid, format_args!("level takes 1 to 60, not {level}"));
                Limits::level(known.ok_or_else(fault)?)
            }
            _ => return Err(Failure::new(Status::Invalid, "only one of level, depth and exact may be set")),
        };
        let limits = limits.with_lines(lines.max(1) as usize);
        let limits = if nodes > 0 { limits.with_nodes(nodes) } else { limits };
        let time = Duration::from_millis(milliseconds);
        Ok(if milliseconds > 0 { limits.with_time(time) } else { limits })
    }
}

/// A request to stop searches, once and for all. All threads may use it.
pub struct StopHandle(Stop);

/// A request that is not made yet. To be freed by emilia_stop_free.
#[unsafe(no_mangle)]
pub extern "C" fn emilia_stop_new() -> *mut StopHandle {
    run(|| Ok(Box::into_raw(Box::new(StopHandle(Stop::new()))))).unwrap_or(null_mut())
}

/// Stops the searches that were given this stop, within milliseconds; those that begin later end at once. May be called from any thread
/// and from a signal handler. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_stop_request(stop: *const StopHandle) {
    // SAFETY: NULL, or a stop, as the header says. It only stores a flag, so it cannot panic.
    if let Some(stop) = unsafe { stop.as_ref() } {
        stop.0.request();
    }
}

/// Frees a stop; searches that were given it go on. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_stop_free(stop: *mut StopHandle) {
    // SAFETY: NULL, or a stop that is not used any more, as the header says. A search has a share of its own.
    unsafe { release(stop) };
}

/// Gets the result of each finished iteration, and the pointer that was given with it. The analysis is valid during the call. 0 ends the
/// search, which then has this result or a better one; it also requests the stop that the search was given. With one thread it is called
/// from the thread of the search, else from any, but never twice at the same time. It may use other engines and any game. It must not
/// throw a C++ exception and not leave by longjmp.
pub type Callback = Option<unsafe extern "C" fn(analysis: *const CAnalysis, user: *mut c_void) -> c_int>;

/// A callback and its pointer.
struct Reporter {
    callback: Callback,
    user: *mut c_void,
}

// SAFETY: the header says that it is called from other threads.
unsafe impl Send for Reporter {}

impl Reporter {
    /// Reports an iteration; whether the search goes on.
    fn report(&mut self, analysis: &emilia::Analysis) -> bool {
        let Some(callback) = self.callback else { return true };
        let analysis = owned(analysis);
        // SAFETY: the caller of the search gave this function for this pointer.
        unsafe { callback(&analysis.public, self.user) != 0 }
    }
}

/// Searches the position until the first limit is reached or the stop is requested; NULL for level 21.
///
/// The stop, the callback and the pointer for it may be NULL. The game is copied. There is a result also if the search was stopped at
/// once, with the certainty that it reached. To be freed by emilia_analysis_free. NULL after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_search(
    engine: *mut EngineHandle,
    game: *const GameHandle,
    limits: *const CLimits,
    stop: *const StopHandle,
    callback: Callback,
    user: *mut c_void,
) -> *mut CAnalysis {
    let found = run(|| {
        // SAFETY: NULL, or limits, as the header says.
        let limits = unsafe { limits.as_ref() }.map_or(Ok(Limits::level(Level::DEFAULT)), |limits| limits.read())?;
        // SAFETY: the rest as the header says.
        unsafe { search(engine, game, &limits, stop, Reporter { callback, user }) }
    });
    found.unwrap_or(null_mut())
}

/// Proves the exact score of the position and a best move, however long it takes. The stop may be NULL. The result is exact unless the
/// search was stopped; see its certainty. To be freed by emilia_analysis_free. NULL after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn emilia_solve(
    engine: *mut EngineHandle,
    game: *const GameHandle,
    stop: *const StopHandle,
) -> *mut CAnalysis {
    let silent = Reporter { callback: None, user: null_mut() };
    // SAFETY: as the header says.
    run(|| unsafe { search(engine, game, &Limits::exact(), stop, silent) }).unwrap_or(null_mut())
}

/// Searches. Meanwhile the game, the engine and the stop may be changed or freed: the search has copies or shares of them.
///
/// # Safety
/// Each is NULL or valid.
unsafe fn search(
    engine: *mut EngineHandle,
    game: *const GameHandle,
    limits: &Limits,
    stop: *const StopHandle,
    mut reporter: Reporter,
) -> Result<*mut CAnalysis, Failure> {
    // SAFETY: as for this function.
    let (engine, game, stop) = unsafe {
        let (engine, game) = (borrow(engine, "engine")?.0.clone(), borrow(game, "game")?.game.clone());
        (engine, game, stop.as_ref().map_or_else(Stop::new, |stop| stop.0.clone()))
    };
    let mut engine = claim(&engine)?;
    let analysis = engine.search_with(&game, limits, &stop, |analysis| {
        if !reporter.report(analysis) {
            stop.request();
        }
    });
    Ok(owned(&analysis).give())
}

#[cfg(test)]
mod tests {
    use super::{EngineHandle, emilia_engine_free, emilia_solve};
    use crate::analysis::emilia_analysis_free;
    use crate::border::{Status, emilia_last_error, emilia_last_status};
    use crate::game::{emilia_game_free, emilia_game_read};
    use emilia::{Clock, Engine, EngineOptions};
    use std::ffi::CStr;
    use std::ptr::null;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    /// Whether the clock panics, which the search cannot expect.
    static IS_BROKEN: AtomicBool = AtomicBool::new(true);

    fn time() -> Duration {
        assert!(!IS_BROKEN.load(Ordering::SeqCst), "the clock is broken");
        Duration::ZERO
    }

    #[test]
    fn a_panic_in_a_search_is_an_error_and_the_engine_stays_usable() {
        for threads in [1, 2] {
            IS_BROKEN.store(true, Ordering::SeqCst);
            let options = EngineOptions::default().with_hash(1).with_threads(threads).with_clock(Clock::custom(time));
            let engine = EngineHandle::give(Engine::new(options));
            // SAFETY: the pointers are those that the functions gave, and each is freed once.
            unsafe {
                let game =
                    emilia_game_read(c"XOOOOOOXXOOXXOX-XOOOXOX-XOXOXOXXXXXOXOXXXOXXXOXXX-XXOO-XOOOOOO-- X".as_ptr());
                assert!(emilia_solve(engine, game, null()).is_null());
                assert_eq!(emilia_last_status(), Status::Panic);
                let text = CStr::from_ptr(emilia_last_error());
                assert_eq!(text.to_str(), Ok("a fault in the library: the clock is broken"));
                IS_BROKEN.store(false, Ordering::SeqCst);
                let analysis = emilia_solve(engine, game, null());
                assert!(!analysis.is_null());
                assert_eq!(emilia_last_status(), Status::Ok);
                emilia_analysis_free(analysis);
                emilia_game_free(game);
                emilia_engine_free(engine);
            }
        }
    }
}
