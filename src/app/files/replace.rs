//! Replacing a file in one step: whoever looks finds the old file or the new one, whatever ends the program in between.

use super::target::Target;
use anyhow::Context as _;
use atomic_write_file::AtomicWriteFile;
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file under another name beside its place, waits until it is on the disk, and moves it there.
///
/// Symbolic links are followed; the permissions of a file that is replaced are kept. Devices and pipes are written to as they are.
/// A program that is killed may leave the unfinished file, `.NAME.` with six letters behind it.
///
/// # Errors
/// Those of `write` as they are, or if the file cannot be made; an old one is left as it was then. Errors of the writer name the file.
pub(in crate::app) fn replace<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let unwritable = || format!("cannot write {}", path.display());
    match Target::of(path).with_context(unwritable)? {
        Target::Stream => write_to(OpenOptions::new().write(true).open(path).with_context(unwritable)?, path, write),
        Target::File(target) => {
            let mut file = AtomicWriteFile::open(target).with_context(unwritable)?;
            let written = write_to(&mut file, path, write)?;
            file.commit().with_context(unwritable)?;
            Ok(written)
        }
    }
}

/// Finds out early whether a path can lead to a file to be written, before hours of work.
///
/// # Errors
/// If it leads to a folder, or nowhere.
pub(in crate::app) fn check(path: &Path) -> anyhow::Result<()> {
    Target::of(path).map(drop).with_context(|| format!("cannot write {}", path.display()))
}

/// Has `write` write to this, and sees to it that everything arrives.
pub(super) fn write_to<T>(
    out: impl Write,
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let mut out = BufWriter::new(Named { out, path });
    let written = write(&mut out)?;
    out.flush()?;
    Ok(written)
}

/// A writer whose errors name the file.
struct Named<'a, W> {
    out: W,
    path: &'a Path,
}

impl<W> Named<'_, W> {
    fn named<T>(&self, result: io::Result<T>) -> io::Result<T> {
        let path = self.path.display();
        result.map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            kind => io::Error::new(kind, format!("cannot write {path}: {error}")),
        })
    }
}

impl<W: Write> Write for Named<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.out.write(bytes);
        self.named(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.out.flush();
        self.named(result)
    }
}
