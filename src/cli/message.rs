//! Messages to a person, and moves in JSON.

use emilia::Move;
use emilia::internal::search::Proof;
use emilia::notation::{dropped::Dropped, printable::printable};
use serde_json::{Value, json};
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

/// Writes one line to standard error, text from outside as it may stand on a terminal. If standard error is closed, the message is lost.
pub(super) fn print_message(message: &str) {
    let _ = writeln!(io::stderr(), "emilia: {}", printable(message));
}

/// A path in what is printed for a person.
pub(super) fn shown(path: impl AsRef<Path>) -> String {
    printable(&text_of(path.as_ref())).into_owned()
}

/// A path as text. Different paths stay different ones: bytes that are not UTF-8 become `\xff`.
pub(super) fn text_of(path: &Path) -> String {
    let chunks = path.as_os_str().as_encoded_bytes().utf8_chunks();
    chunks.fold(String::new(), |text, chunk| text + chunk.valid() + &chunk.invalid().escape_ascii().to_string())
}

/// The name of a file without its folder, as text.
pub(super) fn name_of(path: &Path) -> String {
    text_of(path.file_name().map_or(path, Path::new))
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

/// The moves of a line for JSON.
pub(super) fn line(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// A move with its bounds.
pub(super) fn proof(proof: &Proof) -> Value {
    json!({ "move": proof.at.to_string(), "lower": proof.lower, "upper": proof.upper })
}
