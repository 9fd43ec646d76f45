//! Ctrl-C in the commands.

use anyhow::Context as _;
use emilia::search::Stop;

/// The exit code of an interrupted command, as in shells.
pub(super) const INTERRUPTED: u8 = 130;

/// The first signal requests a stop, so that the results so far are printed; the second ends the program.
pub(super) fn handle_signals(stop: &Stop) -> anyhow::Result<()> {
    let stop = stop.clone();
    let handler = move || {
        if stop.is_requested() {
            std::process::exit(INTERRUPTED.into());
        }
        stop.request();
    };
    set_handler(handler)
}

/// Calls this at Ctrl-C.
///
/// # Errors
/// If the thread that waits for it cannot be started.
pub(super) fn set_handler(handler: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    let cause = |error| match error {
        ctrlc::Error::System(error) => anyhow::Error::from(error),
        error => error.into(),
    };
    ctrlc::set_handler(handler).map_err(cause).context("cannot handle signals")
}
