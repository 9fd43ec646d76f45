//! The arguments of the console's commands: counts, names with values, rules, clocks, files.
//!
//! Knows nothing of the commands.

use crate::protocol::text;
use crate::session::ClockUpdate;
use emilia::{Cell, Colour, TimeControl, Transform};
use std::time::Duration;

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
    let path = unquoted(path);
    (!path.is_empty() && number >= 1).then(|| (path.to_owned(), number))
}

/// The name of a file without the quotes that a shell needs around blanks.
pub(super) fn unquoted(name: &str) -> &str {
    let within = |quote| name.strip_prefix(quote).and_then(|name| name.strip_suffix(quote));
    within('"').or_else(|| within('\'')).unwrap_or(name)
}

/// `f 5` as `f5`.
pub(super) fn joined_square(text: &str) -> Option<String> {
    let (column, row) = text::split_word(text);
    let square = format!("{column}{row}");
    (column.len() == 1 && square.parse::<Cell>().is_ok()).then_some(square)
}

/// `5:00`, `5`, `300s`, with an increment (`5:00 3`, `5:00/3`), or `off`.
pub(super) fn clock(text: &str) -> Option<ClockUpdate> {
    // `5 min` is one time, `5 3` is two.
    let text = ['h', 'm', 's']
        .iter()
        .fold(text.trim().to_ascii_lowercase(), |text, unit| text.replace(&format!(" {unit}"), &unit.to_string()));
    if text == "off" {
        return Some(ClockUpdate::None);
    }
    let (main, increment) = text.split_once([' ', '/']).unwrap_or((&text, "0"));
    let (main, increment) = (duration(main, 60.0)?, duration(increment.trim(), 1.0)?);
    (!main.is_zero()).then_some(ClockUpdate::Game { main, increment })
}

/// `5:00`, `1:00:00`, `5m`, `300s`; a number alone has a unit of this many seconds.
fn duration(text: &str, unit: f64) -> Option<Duration> {
    if text.contains(':') {
        return text.parse().ok().map(|control: TimeControl| control.main);
    }
    let (number, name) = text.split_at(text.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(text.len()));
    let unit = match name {
        "" => unit,
        "s" | "sec" | "second" | "seconds" => 1.0,
        "m" | "min" | "minute" | "minutes" => 60.0,
        "h" | "hour" | "hours" => 3600.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(number.parse::<f64>().ok()? * unit).ok()
}
