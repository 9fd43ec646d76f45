//! Work on a thread of its own, while the caller waits without the interpreter's lock and hears of signals.

use emilia::Stop;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, scope};
use std::time::Duration;

/// How long a signal waits at most.
const PATIENCE: Duration = Duration::from_millis(20);
/// The stack of a search, as that of the engine's own threads.
const STACK_BYTES: usize = 16 << 20;

/// Runs `work` and passes what it sends to `report`, with the lock. A signal whose handler raises, as that of Ctrl-C does, and an error of
/// `report` request the stop and are the result.
///
/// # Errors
/// Those, and if the work panics.
pub fn wait<R: Send, E: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce(&Sender<E>) -> R + Send,
    mut report: impl FnMut(E) -> PyResult<()>,
) -> PyResult<R> {
    scope(|scope| {
        let (sender, mut events) = channel();
        let worker = Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || work(&sender))?;
        let mut fault = None;
        loop {
            let events = &mut events;
            let event = py.detach(move || events.recv_timeout(PATIENCE));
            let step = match event {
                Ok(event) if fault.is_none() => report(event),
                Ok(_) | Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if let Err(error) = step.and_then(|()| py.check_signals()) {
                stop.request();
                fault.get_or_insert(error);
            }
        }
        let result = py.detach(|| worker.join());
        match (fault, result) {
            (Some(error), _) => Err(error),
            (None, result) => result.map_err(|_| PyRuntimeError::new_err("the search failed; please report it")),
        }
    })
}
