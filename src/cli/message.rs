//! Messages to a person.

use std::io::{self, Write};

/// Writes one line to standard error. If standard error is closed, the message is lost.
pub(super) fn print_message(message: &str) {
    let _ = writeln!(io::stderr(), "emilia: {message}");
}
