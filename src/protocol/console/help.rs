//! Explains the words of the console and its options, from their tables.

use super::text;
use super::words::{self, WORDS, Word};
use crate::session::{Options, Setting};
use std::fmt::Write;

/// A word so many letters away from another one was perhaps meant to be that one.
const SLIP: usize = 2;

/// A line for every word.
pub(super) fn overview() -> String {
    let width = WORDS.iter().map(|word| word.usage.len()).max().unwrap_or(0);
    let mut help = String::new();
    for Word { usage, doc, .. } in WORDS {
        // Writing to a String cannot fail.
        let _ = writeln!(help, "{usage:width$}  {doc}");
    }
    help + "A move such as f5, or several as f5d6c3, are played; # begins a comment.\n"
}

/// All there is to say about a word or an option.
pub(super) fn of(name: &str) -> String {
    if let Some(Word { aliases, usage, doc, example, .. }) = words::find(name) {
        let others = if aliases.is_empty() { String::new() } else { format!("also: {}\n", aliases.join(", ")) };
        return format!("usage: {usage}\n{doc}\n{others}example: {example}\n");
    }
    match settings().into_iter().find(|setting| setting.name.eq_ignore_ascii_case(name)) {
        Some(Setting { name, kind, default, doc, .. }) => {
            format!("usage: set {name} VALUE\n{doc}\n{name} takes {kind}; {default} at the start\n")
        }
        None => unknown(name),
    }
}

/// There is no such word; perhaps one like it was meant.
pub(super) fn unknown(name: &str) -> String {
    let known = WORDS.iter().flat_map(|word| std::iter::once(&word.name).chain(word.aliases)).copied();
    let options = settings().into_iter().map(|setting| setting.name);
    let lower = name.to_ascii_lowercase();
    let length = lower.chars().count();
    let nearest = known
        .chain(options)
        // A distance costs the product of both lengths, and a line may be of any length.
        .filter(|known| known.len().abs_diff(length) <= SLIP)
        .map(|known| (strsim::osa_distance(known, &lower), known))
        .filter(|(distance, known)| *distance <= SLIP && *distance < known.len().min(length))
        // The first letter is the one least often mistyped.
        .min_by_key(|(distance, known)| (*distance, known.chars().next() != lower.chars().next()));
    let unknown = format!("unknown command: \"{}\"", text::plain(name));
    match nearest {
        Some((_, known)) => format!("{unknown}; did you mean {known}?\n"),
        None => format!("{unknown}; try help\n"),
    }
}

fn settings() -> Vec<Setting> {
    Options::default().settings()
}
