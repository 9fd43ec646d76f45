//! The files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files with this extension below a folder, sorted. Paths are relative to the root, as is the folder. The empty extension stands for
/// none. Hidden files and folders, such as caches, are left out.
pub fn with_extension(folder: impl AsRef<Path>, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join(&folder)).expect("a folder of the repository") {
        let entry = entry.expect("its entry");
        let path = folder.as_ref().join(entry.file_name());
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type().expect("its type").is_dir() {
            files.extend(with_extension(&path, extension));
        } else if path.extension().unwrap_or_default() == extension {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The text of the file at this path, relative to the root.
pub fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// An empty folder for a test.
pub fn empty_folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// The path of a file for a test, which does not exist yet.
pub fn new_file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}
