//! The documentation of the public interface: an example for every type, and the errors of every function that can fail.

use crate::common::files::{read, with_extension};
use std::collections::BTreeSet;
use std::path::Path;

/// The fewest examples of the library.
const MIN_EXAMPLES: usize = 60;
/// The beginnings of doc comments and attributes before an item.
const ITEM_PREFIXES: [&str; 3] = ["///", "#[", ")]"];

/// The public types as module and name, from the record of the public interface.
fn public_types() -> BTreeSet<(String, String)> {
    let mut types = BTreeSet::new();
    for line in include_str!("public_api.txt").lines() {
        let mut words = line.split_whitespace();
        let is_type =
            words.next() == Some("pub") && matches!(words.next(), Some("struct" | "enum" | "trait" | "union"));
        if let Some(path) = words.next().filter(|_| is_type) {
            let path = path.split(['<', '(']).next().unwrap_or_default();
            let (module, name) = (path.split("::").nth(1), path.rsplit("::").next());
            types.insert((module.unwrap_or_default().to_owned(), name.unwrap_or_default().to_owned()));
        }
    }
    types
}

/// A public item with its doc comment.
struct Item {
    place: String,
    /// The module of the library.
    module: String,
    kind: String,
    name: String,
    signature: String,
    docs: String,
}

/// The public items of a file.
fn items(path: &Path) -> Vec<Item> {
    let place = path.display().to_string();
    let module = place.split(['/', '.']).nth(1).unwrap_or_default();
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
            module: module.to_owned(),
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
fn every_public_type_has_an_example() {
    let types = public_types();
    assert!(types.len() > 80, "{} public types", types.len());
    let (mut missing, mut examples) = (Vec::new(), 0);
    for item in all_items() {
        examples += item.docs.matches("```").count() / 2;
        let is_type = matches!(item.kind.as_str(), "struct" | "enum" | "trait" | "union");
        let is_type = is_type && types.contains(&(item.module.clone(), item.name.clone()));
        let has_example =
            item.docs.contains("```") || item.docs.contains("for an example") || item.docs.contains("for examples");
        if is_type && !has_example {
            missing.push(format!("{} {}", item.place, item.name));
        }
    }
    assert_eq!(missing, Vec::<String>::new());
    assert!(examples >= MIN_EXAMPLES, "{examples} examples");
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
