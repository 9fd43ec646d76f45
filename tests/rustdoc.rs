//! The documentation of the public interface: the errors of every function that can fail.

use crate::common::files::{read, with_extension};
use std::path::Path;

/// The beginnings of doc comments and attributes before an item.
const ITEM_PREFIXES: [&str; 3] = ["///", "#[", ")]"];

/// A public item with its doc comment.
struct Item {
    place: String,
    kind: String,
    name: String,
    signature: String,
    docs: String,
}

/// The public items of a file.
fn items(path: &Path) -> Vec<Item> {
    let place = path.display().to_string();
    let text = read(path);
    let lines: Vec<&str> = text.lines().collect();
    let mut items = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let Some(rest) = line.trim_start().strip_prefix("pub ") else { continue };
        let mut words = rest.split_whitespace().skip_while(|word| matches!(*word, "const" | "unsafe"));
        let (Some(kind), Some(name)) = (words.next(), words.next()) else { continue };
        let name: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let is_part = |line: &&&str| ITEM_PREFIXES.iter().any(|prefix| line.trim_start().starts_with(prefix));
        let docs: Vec<&str> = lines[..number].iter().rev().take_while(is_part).copied().collect();
        let signature: Vec<&str> = lines[number..].iter().take(6).copied().collect();
        let signature = signature.join(" ").split(['{', ';']).next().unwrap_or_default().to_owned();
        items.push(Item {
            place: format!("{place}:{}", number + 1),
            kind: kind.to_owned(),
            name,
            signature,
            docs: docs.join("\n"),
        });
    }
    items
}

fn all_items() -> Vec<Item> {
    with_extension("src", "rs").iter().flat_map(|path| items(path)).collect()
}

#[test]
fn every_public_function_that_can_fail_names_its_errors() {
    let fails = |item: &Item| {
        let (_, result) = item.signature.split_once("-> ").unwrap_or_default();
        item.kind == "fn" && result.contains("Result<")
    };
    let missing: Vec<String> = all_items()
        .iter()
        .filter(|item| fails(item) && !item.docs.contains("# Errors"))
        .map(|item| format!("{} {}", item.place, item.name))
        .collect();
    assert_eq!(missing, Vec::<String>::new());
}
