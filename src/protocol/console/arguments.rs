//! The arguments of the console's commands: counts, names with values, rules, clocks, files.
//!
//! Knows nothing of the commands.

use crate::protocol::text;
use crate::session::{ClockUpdate, Command};
use emilia::{Colour, TimeControl, Transform};

/// A count of at least 1; the default if the text is empty.
pub(super) fn count(text: &str, default: usize) -> Option<usize> {
    if text.is_empty() { Some(default) } else { text.parse().ok().filter(|&count| count >= 1) }
}

/// `NAME VALUE`, `NAME = VALUE` or `NAME=VALUE`.
pub(super) fn name_and_value(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let (name, rest) = text.split_at(text.find(|c: char| c == '=' || c.is_whitespace())?);
    let value = rest.trim_start();
    let value = value.strip_prefix('=').unwrap_or(value).trim();
    (!value.is_empty()).then_some((name, value))
}

/// The colours that Emilia plays in the mode of this number.
pub(super) fn mode(number: &str) -> Option<Vec<Colour>> {
    match number {
        "0" => Some(vec![Colour::White]),
        "1" => Some(vec![Colour::Black]),
        "2" => Some(vec![Colour::Black, Colour::White]),
        "3" => Some(vec![]),
        _ => None,
    }
}

/// A rotation clockwise by these degrees, 90 by default.
pub(super) fn rotation(degrees: &str) -> Option<Transform> {
    match degrees {
        "" | "90" => Some(Transform::QUARTER),
        "180" => Some(Transform::HALF),
        "270" => Some(Transform::THREE_QUARTERS),
        _ => None,
    }
}

/// `FILE` or `FILE N`, where the file may have blanks in its name; without N the first game.
pub(super) fn file_and_number(text: &str) -> Option<(String, usize)> {
    let (path, number) = match text.rsplit_once(char::is_whitespace) {
        Some((path, last)) if last.bytes().all(|byte| byte.is_ascii_digit()) => (path.trim_end(), last.parse().ok()?),
        _ => (text, 1),
    };
    (!path.is_empty() && number >= 1).then(|| (path.to_owned(), number))
}

/// `5:00`, `5:00 3`, `5:00/3` or `off`.
pub(super) fn clock(text: &str) -> Option<Command> {
    if text.eq_ignore_ascii_case("off") {
        return Some(Command::Clock(ClockUpdate::None));
    }
    let (main, increment) = text::split_word(text);
    let control = if increment.is_empty() { main.to_owned() } else { format!("{main}/{increment}") };
    let TimeControl { main, increment, .. } = control.parse().ok()?;
    Some(Command::Clock(ClockUpdate::Game { main, increment: increment.unwrap_or_default() }))
}
