//! The documentation and `--help` use the terms of computer game playing and plain sentences.

use crate::common::documents::documents;
use crate::common::files::{read, with_extension};
use crate::common::help::HELP;
use std::path::PathBuf;

/// Phrases that no text for users contains, in lower case, each with what to write instead. A `*` at the end stands for the rest of a word.
const PHRASES: &[(&str, &str)] = &[
    ("says of every number", "labels every score"),
    ("what it is worth", "its score"),
    ("when it is told to", "on command"),
    ("is spoken to", "detects the protocol"),
    ("will do, or none", "works with any"),
    ("were they normal", "if they were normally distributed"),
    ("nothing was measured", "are unmeasured"),
    ("given the draws", "the side a draw counts for"),
    ("gets the draws", "the side a draw counts for"),
    ("gives away", "loses"),
    ("given away", "lost"),
    ("drawn by lot", "picked at random"),
    ("honest*", "say how wide it is, or leave it out"),
    ("reckon*", "compute"),
    ("before it is told", "before it is printed"),
    ("on disk before", "written to disk before"),
    ("on the disk before", "written to disk before"),
    ("is there already", "already exists"),
    ("gone on with", "continued"),
    ("go on with", "continue"),
    ("goes on with", "continues"),
    ("chance follows from", "random seed"),
    ("not so many", "only N"),
    ("not the number of squares", "expected 64 squares, got N"),
    ("can be thought about", "can be searched"),
    ("may be written or not", "is optional"),
    ("by herself", "which sides the engine plays"),
    ("look into files", "inspect"),
    ("make new ones of them", "merge, shuffle, import and export"),
    ("be told its", "has no command for"),
    ("in ten", "name the percentile"),
    ("deaf", "stops reading"),
    ("raise*", "train, increase"),
    ("so many", "name the number"),
    ("so much", "name the amount"),
    ("for want of", "without"),
    ("for lack of", "without"),
    ("nought*", "zero"),
    ("house", "package"),
    ("rooms", "modules"),
    ("such", "like this, or leave it out"),
    ("she", "it"),
    ("her", "its"),
    ("hers", "its"),
    ("herself", "itself"),
    ("whoever", "a user, a program"),
    ("thinker*", "engine"),
    ("is worth", "is, scores"),
    ("passes of", "iterations of"),
    ("selective passes", "selective iterations"),
    ("midgame passes", "midgame iterations"),
];

/// Names of the code that were replaced by the terms of the field.
const OLD_NAMES: &[&str] = &[
    "`Tree`",
    "`Place`",
    "`Witness`",
    "`Standing`",
    "`Past`",
    "`Kept`",
    "`Notes`",
    "Talk::hold",
    "`Desk`",
    "heed_signals",
    "`Wish`",
    "pull_back",
    "`Passage`",
    "weather.py",
    "`Sky`",
    "`storm`",
    "test_storm",
    "lab.attack.storm",
    "made_up",
    "emilia_cli::app",
];

/// "such as" introduces examples.
const ALLOWED: &[&str] = &["such as "];

/// The text in lower case with single blanks between words.
fn normalised(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    ALLOWED.iter().fold(text, |text, allowed| text.replace(allowed, ""))
}

/// Whether the text has the phrase as whole words.
fn has(text: &str, phrase: &str) -> bool {
    let (phrase, is_beginning) = phrase.strip_suffix('*').map_or((phrase, false), |beginning| (beginning, true));
    let is_word =
        |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-');
    text.match_indices(phrase).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + phrase.len()..].chars().next());
        !is_word(before) && (is_beginning || !is_word(after))
    })
}

/// The phrases and names of a text that should be other ones.
fn faults(name: &str, text: &str) -> Vec<String> {
    let plain = normalised(text);
    let phrases = PHRASES.iter().filter(|(phrase, _)| has(&plain, phrase));
    let names = OLD_NAMES.iter().filter(|old| text.contains(**old));
    phrases
        .map(|(phrase, instead)| format!("{name}: \"{phrase}\"; plain: {instead}"))
        .chain(names.map(|old| format!("{name}: {old} is an old name")))
        .collect()
}

#[test]
fn the_documentation_is_plain() {
    let found: Vec<String> =
        documents().iter().flat_map(|document| faults(&document.path.display().to_string(), &document.text)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_help_of_every_command_is_plain() {
    let found: Vec<String> =
        HELP.iter().flat_map(|(command, help)| faults(&format!("{} --help", command.join(" ")), &help.text)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn phrases_are_found_as_whole_words_and_across_lines() {
    assert!(has(&normalised("It is\n  Worth two"), "is worth"));
    assert!(has(&normalised("weights are raised."), "raise*"));
    assert!(!has(&normalised("other, there, fresher"), "her"));
    assert!(!has(&normalised("formats such as GGF"), "such"));
    assert_eq!(faults("x", "no such file").len(), 1);
}

#[test]
fn comments_and_messages_of_the_source_are_plain() {
    let folders = ["src", "examples", "benches", "tests", "fuzz/src", "scripts"];
    let files: Vec<PathBuf> = folders.iter().flat_map(|folder| with_extension(folder, "rs")).collect();
    assert!(files.len() > 150, "{} files", files.len());
    let mut found = Vec::new();
    // This file has all the phrases.
    for path in files.iter().filter(|path| !path.ends_with("tests/wording.rs")) {
        let text = read(path);
        // Names in code are words of Rust; comments run over several lines.
        let is_text = |line: &&str| line.contains("//") || line.contains('"');
        let without_slashes = |line: &str| line.trim_start().trim_start_matches(['/', '!']).to_owned();
        let lines: Vec<String> = text.lines().filter(is_text).map(without_slashes).collect();
        found.extend(faults(&path.display().to_string(), &lines.join("\n")));
    }
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn the_scripts_are_plain() {
    let modules = with_extension("scripts", "py");
    assert!(modules.len() > 100, "{} modules", modules.len());
    let mut found = Vec::new();
    for path in modules.into_iter().chain(with_extension("scripts", "")) {
        let text = read(&path);
        let without_mark = |line: &str| line.trim_start().trim_start_matches('#').to_owned();
        let lines: Vec<String> = text.lines().map(without_mark).collect();
        let text = lines.join("\n");
        // Names of tests are sentences.
        found.extend(faults(&path.display().to_string(), &format!("{text}\n{}", text.replace('_', " "))));
    }
    // The word for exceptions in Python.
    found.retain(|fault| !fault.contains("\"raise*\""));
    assert_eq!(found, Vec::<String>::new());
}
