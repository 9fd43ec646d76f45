//! The examples of `protocol.md`, run against the program. Those of GGS are in `tests/ggs/examples.rs`.

use crate::common::documents::{Block, document};
use crate::common::program::{Client, emilia};
use emilia_cli::protocol::PROTOCOLS;

/// Whether the line is the pattern, in which `...` matches any text. Blanks at the end do not count.
pub fn matches(pattern: &str, line: &str) -> bool {
    let (pattern, line) = (pattern.trim_end(), line.trim_end());
    let Some((start, others)) = pattern.split_once("...") else { return pattern == line };
    let (middle, end) = others.rsplit_once("...").unwrap_or(("", others));
    let Some(mut rest) = line.strip_prefix(start) else { return false };
    for part in middle.split("...") {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(end)
}

/// Holds the conversation of an example, from its beginning.
fn hold(example: &Block) {
    let program = Client::start(&mut emilia(&[example.language]));
    let hear = || std::iter::from_fn(|| program.hear()).find(|line| !line.trim().is_empty());
    // Whether other lines may come before the one expected next.
    let mut skips = false;
    for (number, line) in &example.lines {
        if let Some(said) = line.strip_prefix("> ") {
            program.say(format!("{said}\n"));
        } else if let Some(pattern) = line.strip_prefix("< ") {
            if pattern == "..." {
                skips = true;
                continue;
            }
            loop {
                let heard = hear().unwrap_or_else(|| panic!("line {number}: the program ended before {pattern:?}"));
                if matches(pattern, &heard) {
                    break;
                }
                assert!(skips, "line {number}: {pattern:?} is not what the program says: {heard:?}");
            }
            skips = false;
        } else {
            panic!("line {number}: neither said nor heard: {line:?}");
        }
    }
    let (mut rest, code) = program.end();
    rest.retain(|line| !line.trim().is_empty());
    let end = example.lines.last().map_or(0, |(number, _)| *number);
    assert!(skips || rest.is_empty(), "line {end}: the program says more: {rest:?}");
    assert_eq!(code, Some(0), "line {end}");
}

#[test]
fn every_example_is_true() {
    let protocols = document("protocol.md");
    let (_, examples) = protocols.parts();
    for language in PROTOCOLS.iter().map(|info| info.command).chain(["console", "json", "serve", "ggs"]) {
        assert!(examples.iter().any(|example| example.language == language), "no example in {language}");
    }
    // Those of the server and of GGS have tests of their own.
    examples.iter().filter(|example| !["serve", "ggs"].contains(&example.language)).for_each(hold);
}

#[test]
fn three_dots_match_any_text() {
    for (pattern, line) in
        [("a...", "a"), ("...c", "abc"), ("a...c", "abc"), ("= ... x ...", "= 1 x 2"), ("=", "= "), ("...", "x")]
    {
        assert!(matches(pattern, line), "{pattern} {line}");
    }
    for (pattern, line) in [("a...", "ba"), ("a...c", "ab"), ("a", "ab"), ("= ... x ...", "= 1 2"), ("ab...ba", "aba")]
    {
        assert!(!matches(pattern, line), "{pattern} {line}");
    }
}
