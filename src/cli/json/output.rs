//! The lines that a client reads, each in one piece.

use crate::solver::lock;
use std::io::{self, Write};
use std::sync::Mutex;

/// Where lines go, each without its end.
pub(crate) trait Lines: Send {
    /// Writes a line. Waits while the client does not read, unless lines of this kind are kept for it.
    ///
    /// # Errors
    /// Those of the stream.
    fn write(&mut self, line: &str) -> io::Result<()>;
    /// Whether there is room for a line that may be left out.
    fn has_room(&self) -> bool {
        true
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
pub(super) struct Output(Mutex<Box<dyn Lines>>);

impl Output {
    pub fn new(out: impl Lines + 'static) -> Output {
        Output(Mutex::new(Box::new(out)))
    }

    /// Writes a line.
    ///
    /// # Errors
    /// Those of the stream.
    pub fn write(&self, line: &str) -> io::Result<()> {
        lock(&self.0).write(line)
    }

    /// Whether there is room for a line that may be left out.
    pub fn has_room(&self) -> bool {
        lock(&self.0).has_room()
    }

    /// Tells that everything is answered.
    pub fn settle(&self) {
        lock(&self.0).settle();
    }
}
