//! The documentation of the repository.

use super::files::{read, with_extension};
use std::path::{Path, PathBuf};

/// A file of the documentation.
pub struct Document {
    /// Its path, relative to the root of the repository.
    pub path: PathBuf,
    pub text: String,
}

/// A code block.
pub struct Block<'a> {
    pub language: &'a str,
    /// Its lines with their numbers in the document.
    pub lines: Vec<(usize, &'a str)>,
}

impl Block<'_> {
    /// Its lines as one text.
    pub fn text(&self) -> String {
        self.lines.iter().map(|(_, line)| format!("{line}\n")).collect()
    }
}

impl Document {
    /// The text outside of code blocks, and the code blocks.
    pub fn parts(&self) -> (String, Vec<Block<'_>>) {
        let (mut prose, mut blocks, mut is_code) = (String::new(), Vec::<Block>::new(), false);
        for (number, line) in (1..).zip(self.text.lines()) {
            if let Some(language) = line.strip_prefix("```") {
                is_code = !is_code;
                if is_code {
                    blocks.push(Block { language, lines: Vec::new() });
                }
            } else if is_code {
                blocks.last_mut().expect("an open block").lines.push((number, line));
            } else {
                prose.push_str(line);
                prose.push('\n');
            }
        }
        (prose, blocks)
    }
}

/// The file at this path, relative to the root.
pub fn document(path: impl AsRef<Path>) -> Document {
    Document { text: read(&path), path: path.as_ref().to_owned() }
}

/// The pages at the root, and every page of `docs`, `data`, `fuzz` and `scripts`.
pub fn documents() -> Vec<Document> {
    let pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "protocol.md"].map(PathBuf::from);
    let folders = ["docs", "data", "fuzz", "scripts"];
    let paths = pages.into_iter().chain(folders.iter().flat_map(|folder| with_extension(folder, "md")));
    paths.map(document).collect()
}
