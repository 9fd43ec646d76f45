//! Links lead to files and headings that exist.

use crate::common::documents::{Document, document, documents};
use crate::common::files::root;
use std::path::Path;

/// The targets of the links of a text, outside of code.
fn links(prose: &str) -> Vec<String> {
    // Code between backticks is no link.
    let outside: String = prose.split('`').step_by(2).collect::<Vec<_>>().join("code");
    let targets = outside.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.map(str::to_owned).collect()
}

/// The anchors of the headings, as GitHub makes them.
fn anchors(document: &Document) -> Vec<String> {
    let (prose, _) = document.parts();
    let headings = prose.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let kept = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_' || letter == ' ';
    headings
        .map(|heading| heading.to_lowercase().chars().filter(|c| kept(*c)).collect::<String>().replace(' ', "-"))
        .collect()
}

/// Why a link of this document leads nowhere; none if it is right.
fn fault(from: &Document, target: &str) -> Option<String> {
    if target.starts_with("https://") || target.starts_with("http://") {
        return None;
    }
    let (file, anchor) = target.split_once('#').map_or((target, None), |(file, anchor)| (file, Some(anchor)));
    let path = if file.is_empty() { from.path.clone() } else { from.path.parent().unwrap_or(Path::new("")).join(file) };
    if !root().join(&path).exists() {
        return Some(format!("{}: no file for the link {target}", from.path.display()));
    }
    let is_found = anchor.is_none_or(|anchor| anchors(&document(&path)).iter().any(|found| found == anchor));
    (!is_found).then(|| format!("{}: no heading for the link {target}", from.path.display()))
}

/// The pages and the tests that the text names.
fn named_files(text: &str) -> Vec<String> {
    let is_part = |letter: char| letter.is_alphanumeric() || "/._-".contains(letter);
    let words = text.split(|letter| !is_part(letter)).map(|word| word.trim_end_matches('.'));
    words.filter(|word| word.starts_with("docs/") || word.starts_with("tests/")).map(str::to_owned).collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let documents = documents();
    let mut faults = Vec::new();
    for document in &documents {
        let (prose, _) = document.parts();
        let links = links(&prose);
        faults.extend(links.iter().filter_map(|target| fault(document, target)));
        let missing = named_files(&document.text).into_iter().filter(|name| !root().join(name).exists());
        faults.extend(missing.map(|name| format!("{}: no file {name}", document.path.display())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_wrong_link_is_found() {
    let document = document("docs/levels.md");
    for wrong in ["nothing.md", "#nothing", "levels.md#nothing", "../docs/nothing.md#levels"] {
        assert!(fault(&document, wrong).is_some(), "{wrong}");
    }
    assert_eq!(links("a [b](c.md#d) `[e](f)` [g](h)"), ["c.md#d", "h"]);
    assert_eq!(named_files("see docs/no-page.md."), ["docs/no-page.md"]);
}
