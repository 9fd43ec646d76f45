//! The lines that a client reads, each in one piece.

use emilia::internal::solver::lock;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// While as many bytes wait for a client to read them, nothing more is searched for it, and lines that may be left out are.
const MOST_UNREAD: usize = 1 << 16;

/// Where lines go, each without its end.
pub(crate) trait Lines: Send {
    /// Writes a line. Waits while the client does not read, unless lines of this kind are kept for it.
    fn write(&mut self, line: &str) -> io::Result<()>;
    /// The bytes that are kept for the client, as they change.
    fn unread(&self) -> Arc<AtomicUsize> {
        Arc::default()
    }
    /// Told when everything that was asked for is answered.
    fn settle(&mut self) {}
}

/// A stream: one write and one flush for each line.
pub(super) struct Stream<W>(pub W);

impl<W: Write + Send> Lines for Stream<W> {
    fn write(&mut self, line: &str) -> io::Result<()> {
        self.0.write_all(format!("{line}\n").as_bytes())?;
        self.0.flush()
    }
}

/// Writes lines for several threads.
pub(super) struct Output {
    lines: Mutex<Box<dyn Lines>>,
    unread: Arc<AtomicUsize>,
}

impl Output {
    pub fn new(out: impl Lines + 'static) -> Output {
        Output { unread: out.unread(), lines: Mutex::new(Box::new(out)) }
    }

    /// Writes a line.
    pub fn write(&self, line: &str) -> io::Result<()> {
        lock(&self.lines).write(line)
    }

    /// Whether the client reads enough of its lines to get more.
    pub fn has_room(&self) -> bool {
        self.unread.load(Ordering::Relaxed) < MOST_UNREAD
    }

    /// Tells that everything is answered.
    pub fn settle(&self) {
        lock(&self.lines).settle();
    }
}
