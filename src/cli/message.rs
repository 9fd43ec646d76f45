//! Messages to a person.

use crate::game::notation::dropped::Dropped;
use crate::game::notation::printable::printable;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

/// Writes one line to standard error, text from outside as it may stand on a terminal. If standard error is closed, the message is lost.
pub(super) fn print_message(message: &str) {
    let _ = writeln!(io::stderr(), "emilia: {}", printable(message));
}

/// A path in what is printed for a person.
pub(super) fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy()).into_owned()
}

/// Says what was left out of a text, if anything was.
pub(super) fn print_left_out(name: impl Display, dropped: &Dropped) {
    if !dropped.is_empty() {
        print_message(&left_out(name, dropped));
    }
}

/// The message of what was left out of a text.
pub(super) fn left_out(name: impl Display, dropped: &Dropped) -> String {
    format!("{name}: left out {dropped}")
}
