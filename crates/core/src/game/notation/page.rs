//! Web pages that a browser saved: the viewer of a game on PlayOK, and text or JSON that the browser itself made a page of.
//!
//! The script of PlayOK's viewer has the moves in `k2pback["m"] = "1. f5 d6 2. c3"`, and the players in `w` and `b`; of a second game on the
//! page in `m2`, `w2` and `b2`. A browser shows text, such as the games of a player of Othello Quest in JSON, as the only `pre` of a page.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

/// Whether the text is a web page.
pub fn is_page(text: &str) -> bool {
    let begins = |with: &str| text.trim_start().get(..with.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(with));
    begins("<!doctype html") || begins("<html")
}

/// The games of a page in another notation: PGN, or the text that the browser shows. None if the page has neither.
pub fn games(page: &str) -> Option<String> {
    let of_viewer: String = ["", "2"].iter().filter_map(|number| viewed(page, number)).collect();
    if !of_viewer.is_empty() {
        return Some(of_viewer);
    }
    let (_, body) = page.split_once("<body")?.1.split_once('>')?;
    let (_, text) = body.trim_start().strip_prefix("<pre")?.split_once('>')?;
    let mut text = text.split("</pre>").next()?.to_owned();
    for (entity, letter) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", "\u{a0}"), ("&amp;", "&")] {
        text = text.replace(entity, letter);
    }
    Some(text)
}

/// The game of PlayOK's viewer with this number, which is empty for the first, in PGN.
fn viewed(page: &str, number: &str) -> Option<String> {
    let moves = value(page, "m", number)?;
    let tag = |name, key| {
        let player = value(page, key, number).unwrap_or_default().replace('\\', "\\\\").replace('"', "\\\"");
        format!("[{name} \"{player}\"]\n")
    };
    Some(format!("[Site \"PlayOK\"]\n{}{}\n{moves}\n\n", tag("White", "w"), tag("Black", "b")))
}

/// The string that the script assigns to this key of `k2pback`. A string of JavaScript in double quotes is read as one of JSON.
fn value(page: &str, key: &str, number: &str) -> Option<String> {
    let (_, behind) = page.split_once(&format!("k2pback[\"{key}{number}\"]"))?;
    let behind = behind.trim_start().strip_prefix('=')?;
    serde_json::Deserializer::from_str(behind).into_iter().next()?.ok()
}
