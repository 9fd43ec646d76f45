//! What Ctrl-C does to a tool.

use crate::search::Stop;
use anyhow::Context as _;

/// The exit code of a tool that was interrupted, as shells have it.
pub(super) const INTERRUPTED: u8 = 130;

/// The first signal asks to stop, so that what was found until then can be told; the second ends the program.
pub(super) fn handle_signals(stop: &Stop) -> anyhow::Result<()> {
    let stop = stop.clone();
    let heed = move || {
        if stop.is_requested() {
            std::process::exit(INTERRUPTED.into());
        }
        stop.request();
    };
    ctrlc::set_handler(heed).context("cannot listen to signals")
}
