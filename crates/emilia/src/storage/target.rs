//! Resolving the path of a file to write.

use anyhow::{Context as _, bail};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The maximum number of symbolic links in a row; more count as a loop.
const MAX_LINKS: u32 = 40;

/// The end of a path after symbolic links.
#[derive(PartialEq, Eq, Debug)]
pub enum Target {
    /// A regular file, which may not exist yet. The path has no symbolic links.
    File(PathBuf),
    /// A device, a pipe or a socket. It can be written to but not replaced.
    Stream,
}

impl Target {
    /// Follows the symbolic links of a path.
    ///
    /// # Errors
    /// If the path is a folder, its folder does not exist, its links form a loop, or the permission is missing.
    pub fn resolve(path: &Path) -> anyhow::Result<Target> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => bail!("it is a folder"),
            Ok(found) if found.is_file() => Ok(Target::File(fs::canonicalize(path)?)),
            Ok(_) => Ok(Target::Stream),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Target::File(resolve_missing(path)?)),
            Err(error) => Err(error.into()),
        }
    }
}

/// The path of a file that does not exist yet: the end of the links if `path` is a dangling link.
fn resolve_missing(path: &Path) -> anyhow::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let folder = fs::canonicalize(folder)?;
        match fs::read_link(&path) {
            Ok(link) => path = folder.join(link),
            Err(_) => return Ok(folder.join(path.file_name().context("the path has no file name")?)),
        }
    }
    bail!("too many symbolic links")
}
