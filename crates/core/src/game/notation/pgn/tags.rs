//! What the tags of PGN say.

use crate::game::notation::dropped::Content;
use crate::game::notation::{ggf, sgf};
use crate::game::{Colour, Ending, Outcome, Tags, TimeControl};
use alloc::borrow::ToOwned;
use core::time::Duration;

/// The tag for what ended a game before its end. PGN of chess has words there.
pub const TERMINATION: &str = "TERMINATION";
/// The tag for rules that are not those of Othello.
pub const RULES: &str = "RULES";
/// The tag of XBoard for the game.
pub const VARIANT: &str = "VARIANT";

/// Whether a value says something.
pub fn is_known(value: &str) -> bool {
    !value.bytes().all(|byte| b"?.-*".contains(&byte))
}

/// The tag of XBoard's other side.
pub fn of_other_side(name: &str) -> &str {
    match name {
        "BLACK" => "WHITE",
        "WHITE" => "BLACK",
        "BLACKELO" => "WHITEELO",
        "WHITEELO" => "BLACKELO",
        name => name,
    }
}

/// Keeps a tag; unknown values, `?`, say nothing. What it cannot use is the result.
pub fn note(tags: &mut Tags, name: &str, value: &str, is_of_xboard: bool) -> Option<Content> {
    if !is_known(value) {
        return None;
    }
    let rating = |rating: &mut Option<f64>| {
        *rating = value.parse().ok().filter(|rating: &f64| rating.is_finite());
        rating.is_some()
    };
    let is_used = match name {
        "FEN" | "SETUP" | RULES => true,
        VARIANT if is_of_xboard => true,
        "BLACKELO" => rating(&mut tags.black.rating),
        "WHITEELO" => rating(&mut tags.white.rating),
        "TIMECONTROL" => {
            (tags.black.time, tags.white.time) = (time(value), time(value));
            tags.black.time.is_some()
        }
        "RESULT" if is_of_xboard => {
            let winner = match value {
                "1-0" => Some(Some(Colour::Black)),
                "0-1" => Some(Some(Colour::White)),
                "1/2-1/2" => Some(None),
                _ => None,
            };
            let margin = |winner: Option<Colour>| if winner.is_none() { Some(0.0) } else { None };
            let outcome = |winner| Outcome { winner, margin: margin(winner), ending: Ending::Played };
            tags.outcome = winner.map(outcome);
            winner.is_some()
        }
        name if is_part(name) => return Some(Content::Property),
        name => {
            keep(tags, name, value);
            true
        }
    };
    (!is_used).then_some(Content::Value)
}

/// Whether GGF or SGF give this name to a part of the record, so that it is none of a tag.
pub fn is_part(name: &str) -> bool {
    name != ggf::TYPE && (ggf::OWN_TAGS.contains(&name) || sgf::OWN_NAMES.contains(&name))
}

/// Keeps a tag whose value is text.
fn keep(tags: &mut Tags, name: &str, value: &str) {
    let place = match name {
        "SITE" => &mut tags.place,
        "DATE" => &mut tags.date,
        "BLACK" => &mut tags.black.name,
        "WHITE" => &mut tags.white.name,
        TERMINATION if ending(value).is_some() => {
            tags.outcome = ending(value);
            return;
        }
        name => return tags.others.push((name.to_owned(), value.to_owned())),
    };
    value.clone_into(place);
}

/// The outcome as [`write`] has it: as in SGF, or with discs as in GGF.
fn ending(text: &str) -> Option<Outcome> {
    sgf::outcome(text).or_else(|| ggf::outcome(text))
}

/// Seconds for the game, and those that each move adds: `300`, `300+5`.
fn time(text: &str) -> Option<TimeControl> {
    let seconds = |text: &str| text.trim().parse().ok().map(Duration::from_secs);
    match text.split_once('+') {
        Some((main, added)) => {
            Some(TimeControl { main: seconds(main)?, increment: Some(seconds(added)?), ..TimeControl::default() })
        }
        None => Some(TimeControl { main: seconds(text)?, ..TimeControl::default() }),
    }
}
