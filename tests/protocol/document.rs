//! What `protocol.md` says about the console, compared with the tables of the program.

use emilia_cli::protocol::WORDS;
use emilia_cli::session::Options;

/// The document.
const DOCUMENT: &str = include_str!("../../protocol.md");

/// The section of the document about the console.
fn document() -> &'static str {
    let (_, section) = DOCUMENT.split_once("\n## Console\n").expect("a section about the console");
    section.split("\n## ").next().unwrap_or_default()
}

#[test]
fn the_document_lists_every_word_as_the_help_does_and_shows_each_at_work() {
    for word in WORDS {
        let code = |text: &&str| format!("`{}`", text.replace('|', "\\|"));
        let aliases = word.aliases.iter().map(code).collect::<Vec<_>>().join(", ");
        let row = format!("| {} | {aliases} | {} |\n", code(&word.usage), word.doc);
        assert!(document().contains(&row), "missing in protocol.md: {row}");
        let is_used = document()
            .lines()
            .any(|line| line.strip_prefix("> ").is_some_and(|said| said.split(' ').next() == Some(word.name)));
        assert!(is_used, "no example in protocol.md uses {}", word.name);
    }
}

#[test]
fn the_document_lists_every_option() {
    for setting in Options::default().settings() {
        let row = format!("| `{}` | {} | {} |\n", setting.name, setting.kind, setting.doc);
        assert!(document().contains(&row), "missing in protocol.md: {row}");
    }
}
