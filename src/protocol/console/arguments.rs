//! What follows the words of the console: counts, names with values, games, clocks.
//!
//! Knows nothing of the words themselves.

use crate::game::{Colour, Goal, Rules, RulesError, TimeControl, Turning};
use crate::protocol::text;
use crate::session::{Clock, Command};

/// A count of at least 1, or this one where there is none.
pub(super) fn count(text: &str, otherwise: usize) -> Option<usize> {
    if text.is_empty() { Some(otherwise) } else { text.parse().ok().filter(|&count| count >= 1) }
}

/// `NAME VALUE`, `NAME = VALUE` or `NAME=VALUE`.
pub(super) fn name_and_value(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let (name, rest) = text.split_at(text.find(|c: char| c == '=' || c.is_whitespace())?);
    let value = rest.trim_start();
    let value = value.strip_prefix('=').unwrap_or(value).trim();
    (!value.is_empty()).then_some((name, value))
}

/// The rules in the words of `new`; none if there is another word among them.
pub(super) fn rules(words: &str) -> Option<Result<Rules, RulesError>> {
    let (mut size, mut parallel, mut goal) = (8, false, Goal::Most);
    for word in words.split_whitespace() {
        match word.to_ascii_lowercase().as_str() {
            "parallel" => parallel = true,
            "anti" => goal = Goal::Fewest,
            board => {
                let (columns, rows) = board.split_once('x').unwrap_or((board, board));
                size = columns.parse().ok().filter(|_| columns == rows)?;
            }
        }
    }
    let rules = if parallel { Rules::parallel(size) } else { Rules::sized(size) };
    Some(rules.map(|rules| rules.with_goal(goal)))
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

/// A rotation clockwise by so many degrees; by 90 where there is nothing.
pub(super) fn rotation(degrees: &str) -> Option<Turning> {
    match degrees {
        "" | "90" => Some(Turning::QUARTER),
        "180" => Some(Turning::HALF),
        "270" => Some(Turning::THREE_QUARTERS),
        _ => None,
    }
}

/// `5:00`, `5:00 3`, `5:00/3` or `off`.
pub(super) fn clock(text: &str) -> Option<Command> {
    if text.eq_ignore_ascii_case("off") {
        return Some(Command::Clock(Clock::None));
    }
    let (main, increment) = text::split_word(text);
    let control = if increment.is_empty() { main.to_owned() } else { format!("{main}/{increment}") };
    let TimeControl { main, increment, .. } = control.parse().ok()?;
    Some(Command::Clock(Clock::Game { main, increment: increment.unwrap_or_default() }))
}
