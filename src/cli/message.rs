//! Messages to a person.

use crate::game::notation::dropped::Dropped;
use std::fmt::Display;
use std::io::{self, Write};

/// Writes one line to standard error. If standard error is closed, the message is lost.
pub(super) fn print_message(message: &str) {
    let _ = writeln!(io::stderr(), "emilia: {message}");
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
