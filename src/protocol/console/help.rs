//! The help of the console, from the tables of commands and options.

use super::words::{self, WORDS, Word};
use crate::protocol::text;
use crate::session::{Options, Setting};
use std::fmt::Write;
use textwrap::{Options as Wrap, fill};

/// The most letters by which a mistyped word differs from the one that is suggested.
const MOST_TYPOS: usize = 2;
/// The columns of the commands in the overview.
const NAME_COLUMNS: usize = 28;

/// A line for every command, wrapped at this many columns.
fn overview(width: usize) -> String {
    let mut help = String::new();
    let indent = " ".repeat(if width >= 2 * NAME_COLUMNS { NAME_COLUMNS } else { 4 });
    for Word { usage, doc, .. } in WORDS {
        let is_beside = indent.len() == NAME_COLUMNS && usage.len() + 2 <= NAME_COLUMNS;
        let begin = if is_beside { format!("{usage:NAME_COLUMNS$}") } else { format!("{usage}\n{indent}") };
        // Writing to a String cannot fail.
        let _ = writeln!(help, "{begin}{}", wrapped(doc, width, &indent).trim_start());
    }
    help + &wrapped(
        "Moves such as f5 or f5d6c3 are played. A game in GGF or SGF, or a board, is set up. # begins a comment.",
        width,
        "",
    ) + "\n"
}

/// The text in lines of this width, each indented.
fn wrapped(text: &str, width: usize, indent: &str) -> String {
    fill(text, Wrap::new(width.max(20)).initial_indent(indent).subsequent_indent(indent).break_words(false))
}

/// The help of a command or an option; without a name that of all commands.
pub(super) fn of(name: &str, width: usize) -> String {
    if name.is_empty() {
        return overview(width);
    }
    if let Some(Word { aliases, usage, doc, example, .. }) = words::find(name) {
        let others = if aliases.is_empty() { String::new() } else { format!("also: {}\n", aliases.join(", ")) };
        return format!("usage: {usage}\n{}\n{others}example: {example}\n", wrapped(doc, width, ""));
    }
    match settings().into_iter().find(|setting| setting.name.eq_ignore_ascii_case(name)) {
        Some(Setting { name, kind, default, doc, .. }) => {
            format!("usage: set {name} VALUE\n{}\nvalues: {kind}; default: {default}\n", wrapped(doc, width, ""))
        }
        None => unknown(name),
    }
}

/// The answer to an unknown command, with the command or option that was probably meant.
pub(super) fn unknown(name: &str) -> String {
    let known = WORDS.iter().flat_map(|word| std::iter::once(&word.name).chain(word.aliases)).copied();
    let options = settings().into_iter().map(|setting| setting.name);
    let lower = name.to_ascii_lowercase();
    let length = lower.chars().count();
    let nearest = known
        .chain(options)
        // The distance takes time in proportion to the product of the lengths, and a line may have any length.
        .filter(|known| known.len().abs_diff(length) <= MOST_TYPOS)
        .map(|known| (strsim::osa_distance(known, &lower), known))
        .filter(|(distance, known)| *distance <= MOST_TYPOS && *distance < known.len().min(length))
        // The first letter is mistyped least often.
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
