//! Lines with a name and a value before or after the moves of a game: `Black: Rose`, `Result: 33-31`.

use crate::game::{Colour, Ending, Outcome, Tags};
use alloc::vec::Vec;

/// The name and the value of a line such as `Black: Rose`.
pub(super) fn split(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim().split_once([':', '：'])?;
    Some((name.trim(), value.trim())).filter(|(name, _)| name.starts_with(char::is_alphabetic))
}

/// Whether the name is one of a line before or after the moves.
pub(super) fn is_known(name: &str) -> bool {
    let names = ["black", "white", "event", "place", "tournament", "date", "result", "score"];
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Keeps the value; false if the name is not known, or the value is none that it can have.
pub(super) fn note(tags: &mut Tags, name: &str, value: &str) -> bool {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    match name.to_ascii_lowercase().as_str() {
        "black" => tags.black.name = value,
        "white" => tags.white.name = value,
        "event" | "place" | "tournament" => tags.place = value,
        "date" => tags.date = value,
        "result" | "score" => tags.outcome = outcome(&value),
        _ => return false,
    }
    !matches!(name.to_ascii_lowercase().as_str(), "result" | "score") || tags.outcome.is_some()
}

/// A result such as `33-31`, `38-26 (time)`, `1-0`, `+12` or `black wins`.
pub(super) fn outcome(text: &str) -> Option<Outcome> {
    let (result, ending) = text.split_once('(').unwrap_or((text, ""));
    let ending = match ending.trim_end_matches(')').trim() {
        "resigned" => Ending::Resigned,
        "time" => Ending::TimedOut,
        "agreed" => Ending::Agreed,
        "" => Ending::Played,
        _ => return None,
    };
    let result = result.trim();
    let winner = match result {
        "1-0" => Some(Some(Colour::Black)),
        "0-1" => Some(Some(Colour::White)),
        "1/2-1/2" => Some(None),
        _ => None,
    };
    if let Some(winner) = winner {
        return Some(Outcome { winner, margin: winner.is_none().then_some(0.0), ending });
    }
    if let Some(winner) = result.strip_suffix("wins") {
        let winner = Some(winner.trim().parse().ok()?);
        return Some(Outcome { winner, margin: None, ending });
    }
    let discs = |text: &str| text.trim().parse::<u8>().ok().filter(|discs| *discs <= 64).map(f32::from);
    let score = match result.split_once(['-', ':', '–']).filter(|(black, _)| !black.trim().is_empty()) {
        Some((black, white)) => discs(black)? - discs(white)?,
        None => result.parse().ok().filter(|score: &f32| score.abs() <= 64.0)?,
    };
    Outcome::of_score(score, ending)
}
