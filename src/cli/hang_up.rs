//! Readers of the output that are gone.

#[cfg(unix)]
use std::io;

/// Whether the reader of our output is gone.
#[cfg(unix)]
pub(super) fn has_hung_up() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let out = io::stdout();
    let mut ends = [PollFd::new(&out, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    let gone = PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL;
    poll(&mut ends, Some(&at_once)).is_ok() && ends[0].revents().intersects(gone)
}

/// Elsewhere the next write fails.
#[cfg(not(unix))]
pub(super) fn has_hung_up() -> bool {
    false
}
