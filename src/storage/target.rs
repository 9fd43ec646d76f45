//! Where a path leads that is to be written to.

use anyhow::{Context as _, bail};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Links that are followed one after the other before they are taken for a circle.
const MOST_LINKS: u32 = 40;

/// What stands at the end of a path, with symbolic links followed.
#[derive(PartialEq, Eq, Debug)]
pub enum Target {
    /// A regular file, or one that is not there yet, by a path without links at its end.
    File(PathBuf),
    /// A device, a pipe or a socket: it can be written to and not replaced.
    Stream,
}

impl Target {
    /// Follows a path.
    ///
    /// # Errors
    /// If it leads to a folder, to a folder that is not there, in a circle, or nobody may look.
    pub fn of(path: &Path) -> anyhow::Result<Target> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => bail!("it is a folder"),
            Ok(found) if found.is_file() => Ok(Target::File(fs::canonicalize(path)?)),
            Ok(_) => Ok(Target::Stream),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Target::File(missing(path)?)),
            Err(error) => Err(error.into()),
        }
    }
}

/// Where a file is to be made: at the end of the links, if the path is a link to nothing.
fn missing(path: &Path) -> anyhow::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let folder = fs::canonicalize(folder)?;
        match fs::read_link(&path) {
            Ok(link) => path = folder.join(link),
            Err(_) => return Ok(folder.join(path.file_name().context("it names no file")?)),
        }
    }
    bail!("too many symbolic links")
}
