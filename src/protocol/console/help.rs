//! The help of the console, from the tables of commands and options.

use super::word::{self, Group, Word};
use super::words::WORDS;
use crate::protocol::text;
use crate::session::{Options, Setting};
use textwrap::{Options as Wrap, fill};

/// The most letters by which a mistyped word differs from the one that is suggested.
const MOST_TYPOS: usize = 2;
/// The columns of the titles in the overview.
const TITLE_COLUMNS: usize = 10;

/// The names of the commands by what they are for, wrapped at this many columns.
fn overview(width: usize) -> String {
    let mut help =
        wrapped("Type a move such as f5, or a command. help COMMAND explains it, such as help play.", width, "")
            + "\n\n";
    for (group, title) in Group::ALL {
        let names: Vec<&str> = WORDS.iter().filter(|word| word.group == group).map(|word| word.name).collect();
        let text = wrapped(&names.join("  "), width, &" ".repeat(TITLE_COLUMNS));
        help += &format!("{:TITLE_COLUMNS$}{}\n", format!("{title}:"), text.trim_start());
    }
    help + "\n" + &wrapped("The name of an option alone shows it. Games and boards can be pasted.", width, "") + "\n"
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
    if let Some(Word { aliases, usage, doc, example, .. }) = word::find(name) {
        let others = if aliases.is_empty() { String::new() } else { format!("also: {}\n", aliases.join(", ")) };
        return format!("usage: {usage}\n{}\n{others}example: {example}\n", wrapped(doc, width, ""));
    }
    match settings().into_iter().find(|setting| setting.name.eq_ignore_ascii_case(name)) {
        Some(Setting { name, kind, default, doc, .. }) => {
            let values = wrapped(&format!("values: {kind}; default: {default}"), width, "");
            format!("usage: set {name} VALUE\n{}\n{values}\n", wrapped(doc, width, ""))
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
