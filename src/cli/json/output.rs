//! Lines of standard output, each in one piece.

use crate::solver::lock;
use std::io::{self, Write};
use std::sync::Mutex;

/// Writes lines for several threads.
pub(super) struct Output(Mutex<Box<dyn Write + Send>>);

impl Output {
    pub fn new(out: impl Write + Send + 'static) -> Output {
        Output(Mutex::new(Box::new(out)))
    }

    /// Writes a line with one write and one flush. Waits while the client does not read.
    ///
    /// # Errors
    /// Those of the stream.
    pub fn write(&self, line: &str) -> io::Result<()> {
        let mut out = lock(&self.0);
        out.write_all(format!("{line}\n").as_bytes())?;
        out.flush()
    }
}
