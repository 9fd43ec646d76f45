//! The command lines of the documentation name commands and options that the program has.

use crate::common::documents::{Block, Document, documents};
use crate::common::help::HELP;
use std::process::Command;

/// The command lines of the program in a piece of code: the words after its name, up to the end of the command.
fn command_lines(code: &str) -> Vec<Vec<&str>> {
    let mut lines = Vec::new();
    for line in code.lines() {
        for (at, name) in line.match_indices("emilia") {
            let before = line[..at].chars().next_back();
            let is_program = before.is_none_or(|letter| letter.is_whitespace() || "'\"/(".contains(letter));
            let rest = line[at + name.len()..].strip_prefix(' ').filter(|rest| is_program && !rest.starts_with('='));
            let Some(rest) = rest else { continue };
            let end = rest.find(['|', ';', '<', '>', '#', '&', '\'', '"', ')']).unwrap_or(rest.len());
            lines.push(rest[..end].split_whitespace().collect());
        }
    }
    lines
}

/// The code of a document: shell blocks, configuration, and what is between backticks in the text.
fn code(document: &Document) -> Vec<String> {
    let (prose, blocks) = document.parts();
    let blocks = blocks.iter().filter(|block| ["sh", "toml", ""].contains(&block.language));
    let inline = prose.split('`').skip(1).step_by(2).map(str::to_owned);
    blocks.map(Block::text).chain(inline).collect()
}

/// What the program would not understand; none if it is right. Edax's command lines, which begin with one dash, have other options.
fn fault(words: &[&str]) -> Option<String> {
    if words.first().is_some_and(|first| first.starts_with('-') && !first.starts_with("--")) {
        return None;
    }
    let (mut command, mut words) = (Vec::new(), words.iter().copied().peekable());
    while let Some(word) = words.next() {
        let help = &HELP[&command];
        if word == "help" || word == "--" {
            return None;
        }
        if word.starts_with("--") {
            let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
            let Some(takes_value) = help.options.get(name) else { return Some(format!("no option {name}")) };
            if *takes_value && value.is_none() {
                words.next();
            }
        } else if help.commands.iter().any(|known| known == word) {
            command.push(word.to_owned());
        } else if !help.commands.is_empty() && !word.starts_with('-') {
            return Some(format!("no command {word}"));
        }
    }
    None
}

#[test]
fn every_command_line_names_commands_and_options_that_exist() {
    let mut faults = Vec::new();
    for document in documents() {
        for code in code(&document) {
            for words in command_lines(&code) {
                let fault = fault(&words);
                faults.extend(fault.map(|fault| format!("{}: {fault}: {}", document.path.display(), words.join(" "))));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_wrong_command_line_is_found() {
    for wrong in ["paly", "gtp --levle 3", "solve --device cpu", "games look a.games", "--ponders 1 gtp"] {
        assert!(fault(&wrong.split(' ').collect::<Vec<_>>()).is_some(), "{wrong}");
    }
    for right in [
        "",
        "gtp --level 3",
        "--weights w.bin gtp",
        "games info a.games",
        "help solve",
        "solve -- x",
        "solve --alpha -10 f",
    ] {
        assert_eq!(fault(&right.split_whitespace().collect::<Vec<_>>()), None, "{right}");
    }
    let code = "printf 'x' | emilia gtp --level 1 # emilia\nname=\"target/release/emilia solve a\" b\nemilia = { path = \"x\" }";
    assert_eq!(command_lines(code), [vec!["gtp", "--level", "1"], vec!["solve", "a"]]);
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let written =
        Command::new(env!("CARGO_BIN_EXE_emilia")).arg("man").arg(folder.path()).output().expect("the program starts");
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    for (words, help) in HELP.iter() {
        let name = [&["emilia".to_owned()], words.as_slice()].concat().join("-");
        let page = std::fs::read_to_string(folder.path().join(format!("{name}.1"))).expect("a page");
        for option in help.options.keys() {
            assert!(page.contains(&option.replace('-', "\\-")), "{name}: {option}");
        }
    }
}
