//! The documentation of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// A file of the documentation.
pub struct Document {
    /// Its path, relative to the root of the repository.
    pub path: PathBuf,
    pub text: String,
}

impl Document {
    /// The text outside of code blocks, and the code blocks with their language.
    pub fn parts(&self) -> (String, Vec<(&str, String)>) {
        let (mut prose, mut blocks, mut is_code) = (String::new(), Vec::new(), false);
        for line in self.text.lines() {
            if let Some(language) = line.strip_prefix("```") {
                is_code = !is_code;
                if is_code {
                    blocks.push((language, String::new()));
                }
                continue;
            }
            let part = if is_code { &mut blocks.last_mut().expect("an open block").1 } else { &mut prose };
            part.push_str(line);
            part.push('\n');
        }
        (prose, blocks)
    }
}

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The file at this path, relative to the root.
pub fn document(path: impl AsRef<Path>) -> Document {
    let path = path.as_ref().to_owned();
    let text = fs::read_to_string(root().join(&path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Document { path, text }
}

/// README, changes, protocols, guarantees, and every page of `docs`, `data`, `fuzz` and `scripts`.
pub fn documents() -> Vec<Document> {
    let mut documents = ["README.md", "CHANGELOG.md", "SECURITY.md", "protocol.md"].map(document).into_iter().collect();
    for folder in ["docs", "data", "fuzz", "scripts"] {
        add_folder(Path::new(folder), &mut documents);
    }
    assert!(documents.len() >= 16, "{} documents", documents.len());
    documents
}

fn add_folder(folder: &Path, documents: &mut Vec<Document>) {
    for entry in fs::read_dir(root().join(folder)).expect("a folder of the repository") {
        let entry = entry.expect("its entry");
        let path = folder.join(entry.file_name());
        if entry.file_type().expect("its type").is_dir() {
            add_folder(&path, documents);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            documents.push(document(path));
        }
    }
}
