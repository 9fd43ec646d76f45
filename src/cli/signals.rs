//! Ctrl-C in the commands, and readers of the output that are gone.

use anyhow::Context as _;
use emilia::Stop;
#[cfg(unix)]
use std::io;

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
pub(super) fn set_handler(handler: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    let cause = |error| match error {
        ctrlc::Error::System(error) => anyhow::Error::from(error),
        error => error.into(),
    };
    ctrlc::set_handler(handler).map_err(cause).context("cannot handle signals")
}

/// Whether the reader of our output is gone.
#[cfg(unix)]
pub(super) fn peer_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let out = io::stdout();
    let mut ends = [PollFd::new(&out, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    let gone = PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL;
    poll(&mut ends, Some(&at_once)).is_ok() && ends[0].revents().intersects(gone)
}

/// Elsewhere the next write fails.
#[cfg(not(unix))]
pub(super) fn peer_closed() -> bool {
    false
}
