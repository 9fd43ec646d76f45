//! The side to move as people and programs say it: `X`, `white to move`, `Turn: black`, `Black's turn (*)`.
//!
//! Knows nothing of boards.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// Words behind the side, and before it.
const BEHIND: [&str; 8] = ["to move", "to play", "must pass", "is to move", "moves", "plays", "turn", "to move next"];
const BEFORE: [&str; 8] =
    ["turn", "to move", "side to move", "to play", "next", "next to move", "next move", "player to move"];

/// The word or sign for the side to move in a text that says it, in lower case, and whether the text says more than that.
pub(super) fn stated(text: &str) -> Option<(String, bool)> {
    let (mut side, mut has_more) = (None, false);
    for part in text.to_lowercase().split([';', ',', '|', '.', '(', ')', '!']) {
        let part = part.replace("'s", " ").replace([':', '='], " ");
        let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
        match of_part(&part) {
            Some((word, is_whole)) if side.is_none() => {
                has_more |= !is_whole;
                side = Some(word);
            }
            _ => has_more |= !part.is_empty() && !is_side(&part),
        }
    }
    Some((side?, has_more))
}

/// The side that a part of a sentence says, and whether that is all of it.
fn of_part(part: &str) -> Option<(String, bool)> {
    let behind = BEHIND.iter().find_map(|words| part.strip_suffix(words)?.strip_suffix(' ')?.rsplit(' ').next());
    let before = || BEFORE.iter().find_map(|words| part.strip_prefix(words)?.strip_prefix(' ')?.split(' ').next());
    let word = behind.filter(|word| is_side(word)).or_else(|| before().filter(|word| is_side(word)))?;
    let rest = part.replacen(word, "", 1);
    Some((word.to_owned(), BEHIND.contains(&rest.trim()) || BEFORE.contains(&rest.trim())))
}

/// Whether a word or sign alone may be the side to move.
pub(super) fn is_side(word: &str) -> bool {
    ["black", "white"].iter().any(|name| word.eq_ignore_ascii_case(name))
        || word.chars().count() == 1 && word.chars().all(|sign| "xobwXOBW*#@●⚫○⚪012".contains(sign))
}
